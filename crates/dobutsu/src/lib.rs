//! Animal shogi (どうぶつ将棋) on three boards: `deer` (5×5), `classic` (3×4) and `gorogoro` (5×6).
//!
//! Boards, pieces and ends of the game are tables in [`rules`]; one generator, compiled once for each board, makes their moves.
//! A [`Position`] is a game in progress with its past; a [`PieceBoard`] is what stands where, for the search.
//!
//! ```
//! use banmen_core::{Game, Turn};
//! use banmen_dobutsu::{Position, Rules};
//!
//! let mut position = Position::start(&Rules::default())?;
//! position.play("c2c3".parse()?)?;
//! assert_eq!(position.board().to_text(), "gel1d/1ccc1/2C2/1C1C1/D1LEG[-] b");
//! assert!(position.play("c4c2".parse()?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Who plays: Easy, Normal and Hard by [`chokudai`] search, the Master by a game-tree [`search`] with an [`evaluation`] that was
//! tuned on its own games, and on the classic board the perfect player, from the [solution](tablebase). Other programs talk to it by [`usi`].
//!
//! ```
//! use banmen_dobutsu::search::{Engine, Request};
//! use banmen_dobutsu::{PieceBoard, Deer};
//! use banmen_core::Limits;
//!
//! let board = PieceBoard::<Deer>::from_text("l4/5/1G3/5/4L[G] w")?;
//! let limits = Limits { depth: Some(5), ..Limits::none() };
//! let found = Engine::<Deer>::new(1 << 20).search(&board, &[board.key()], &limits, &Request::default(), &mut |_| ());
//! assert_eq!(found.info.lines[0].score.to_string(), "win in 2");
//! # Ok::<(), banmen_dobutsu::PositionError>(())
//! ```

mod analysis;
pub mod chokudai;
pub mod evaluation;
mod exchange;
mod generate;
mod kif;
mod levels;
mod master;
mod moves;
pub mod notation;
mod pages;
mod perft;
mod piece_board;
mod playable;
mod position;
pub mod puzzles;
pub mod rules;
pub mod search;
mod square;
pub mod tablebase;
#[cfg(feature = "threads")]
pub mod usi;
mod variant;
mod view;

pub use levels::{ChokudaiPlayer, Level};
pub use master::Master;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use notation::PositionError;
pub use perft::{divide, divide_until, perft};
pub use piece_board::{Ending, Hand, PieceBoard, Reason};
pub use position::{AnyBoard, BoardName, Position, Rules, UnknownBoard};
pub use rules::BoardSpec;
pub use square::{SQUARES, STRIDE, Square, Squares};
pub use variant::{Classic, Deer, Gorogoro, Tables, Variant};
pub use view::drawn_at;
