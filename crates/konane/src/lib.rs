//! Generalised Konane: rules, decomposition, game strings, exact values, players.

mod algebra;
mod analysis;
mod attrition;
mod bits;
mod board;
mod cell;
mod closure;
mod engine;
mod evaluator;
mod frame;
mod game_string;
mod jump;
mod level;
mod lookahead;
mod normal;
mod outcome;
mod playable;
mod position;
mod rules;
mod structures;
mod table;
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
pub use outcome::{CheckpointError, Prover, Verdict};
pub use position::{Konane, Move, Opening, seat_of, stone_of};
pub use rules::{MAX_PLAYED, MIN_TRADITIONAL, Rules, Start, traditional_openings};
pub use structures::{Side, Structure, Structures};
