//! Animal shogi (どうぶつ将棋) on three boards.

mod board;
pub mod evaluation;
mod generate;
mod moves;
pub mod notation;
mod perft;
mod position;
pub mod rules;
pub mod search;
mod square;
pub mod tablebase;
pub mod tune;
mod variant;
mod view;

pub use board::{Board, Ending, Hand, Reason};
pub use moves::{MAX_MOVES, Move, MoveList};
pub use notation::PositionError;
pub use perft::{divide, perft};
pub use position::{AnyBoard, BoardName, Position, Rules, UnknownBoard};
pub use rules::BoardSpec;
pub use square::{SQUARES, STRIDE, Square, Squares};
pub use variant::{Classic, Deer, Gorogoro, Tables, Variant};
pub use view::drawn_at;
