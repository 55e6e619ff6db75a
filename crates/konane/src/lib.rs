//! Generalised Konane: rules, decomposition, game strings, exact values, players.
//!
//! A position is a rectangle of black stones, white stones and empty cells. A stone jumps over an adjacent stone of the other colour onto
//! the empty cell behind it and takes it; who cannot move loses. Black is Left, White is Right.
//!
//! # What a position is worth
//! An [`Evaluator`] splits a board into independent parts and finds the canonical form of their sum. What it has learnt about one
//! board helps with the next.
//!
//! ```
//! use banmen_cgt::{Arena, Notation};
//! use banmen_core::Limits;
//! use banmen_konane::{Board, Evaluator, Jumps};
//!
//! let board: Board = "....../BW.BW./WB.WB.".parse()?;
//! let mut evaluator = Evaluator::new(Arena::new(), Jumps::Any);
//! let value = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
//! assert_eq!(evaluator.algebra.name(value, Notation::Ascii), "{1*|-3/2}");
//! assert_eq!(evaluator.algebra.temperature(value).to_string(), "5/4");
//! # Ok::<(), banmen_konane::BoardError>(())
//! ```
//!
//! # Game strings
//! With [`Structures`] instead of values the same evaluator finds the game string of a position, or its length, which can be known
//! where the string itself would fill a library.
//!
//! ```
//! use banmen_core::Limits;
//! use banmen_konane::{Board, Evaluator, Integers, Jumps, Structures};
//!
//! let board: Board = "W../WWW/.BW/B..".parse()?;
//! let mut evaluator = Evaluator::new(Structures::new(), Jumps::Any);
//! let structure = evaluator.solve(&board, &Limits::none(), &mut |_| {}).unwrap();
//! assert_eq!(evaluator.algebra.text(structure, Integers::Spelled).to_string(), "{{|0}|0,{0|}}");
//! # Ok::<(), banmen_konane::BoardError>(())
//! ```
//!
//! # Who wins
//! A [`Prover`] decides who wins without the value, and so reaches larger boards.
//!
//! ```
//! use banmen_core::Limits;
//! use banmen_konane::{Board, Jumps, Prover, Stone};
//!
//! let board: Board = "WBWB/B..W/WBWB/BWBW".parse()?;
//! let mut prover = Prover::new(Jumps::Any, None);
//! let verdict = prover.solve(&board, Stone::Black, &Limits::none(), &mut |_| {}).unwrap();
//! assert!(!verdict.wins);
//! # Ok::<(), banmen_konane::BoardError>(())
//! ```
//!
//! # More
//! [`tools`] asks these questions with limits and progress, as the command line and the page do: parts, options and which of them
//! matter, strategies, families of boards, all positions of a size. [`tools::Desks`] brings positions into the language of games of
//! [`banmen_cgt`]. [`Konane`] is the game as the catalogue plays it.
//!
//! # Features
//! `clock` (default) reads the system's clock for time limits, `threads` (default) lets work use several threads; without both the crate
//! runs inside a browser.

mod algebra;
mod analysis;
mod attrition;
mod bits;
mod board;
mod cell;
mod closure;
mod engine;
mod evaluator;
mod form_table;
mod frame;
mod game_string;
mod jump;
mod level;
mod lookahead;
mod normal;
mod outcome;
mod playable;
mod position;
mod puzzles;
mod rules;
mod structures;
#[cfg(test)]
mod testing;
pub mod tools;
pub mod verify;
mod view;

pub use algebra::Algebra;
pub use board::{Board, BoardError, Jumps, MAX_CELLS, MAX_SIDE, Stone};
pub use cell::{Cell, file_name};
pub use engine::{Effort, Splitting};
pub use evaluator::{Component, Evaluator, Unfinished};
pub use game_string::{
    GameStringError, GameStringProblem, GameText, Integers, MAX_INTEGER, MAX_NESTING, read_game_string,
};
pub use jump::Jump;
pub use outcome::{CheckpointError, Proved, Prover};
pub use position::{Konane, Move, Opening, seat_of, stone_of};
pub use rules::{MAX_PLAYED, MIN_TRADITIONAL, Rules, Start, traditional_openings};
pub use structures::{Side, Structure, Structures};
