//! Animal shogi (どうぶつ将棋) on three boards.

mod analysis;
mod board;
pub mod chokudai;
pub mod evaluation;
mod exchange;
mod generate;
mod levels;
mod master;
mod moves;
pub mod notation;
mod perft;
mod playable;
mod position;
pub mod rules;
pub mod search;
mod square;
pub mod tablebase;
pub mod tune;
pub mod usi;
mod variant;
mod view;

pub use board::{Board, Ending, Hand, Reason};
pub use levels::{ChokudaiPlayer, Level};
pub use master::Master;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use notation::PositionError;
pub use perft::{divide, divide_until, perft};
pub use position::{AnyBoard, BoardName, Position, Rules, UnknownBoard};
pub use rules::BoardSpec;
pub use square::{SQUARES, STRIDE, Square, Squares};
pub use variant::{Classic, Deer, Gorogoro, Tables, Variant};
pub use view::drawn_at;
