//! Quantum gomoku: rules, exact odds, sampling, players.

mod grid;
pub mod odds;
mod percent;
mod point;

pub use grid::{Grid, GridError, MAX_POINTS, ROWS, SIZES};
pub use percent::{Percent, PercentError};
pub use point::{ParsePointError, Point};

pub use banmen_core::Seat;
