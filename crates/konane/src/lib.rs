//! Generalised Konane: rules, decomposition, game strings, exact values, players.

mod bits;
mod board;
mod cell;
mod closure;
mod frame;
mod normal;
#[cfg(test)]
mod testing;

pub use board::{Board, BoardError, Jumps, MAX_CELLS, MAX_SIDE, Stone};
pub use cell::{Cell, file_name};
