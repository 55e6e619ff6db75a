//! One file per command, or per game with all of its commands.

pub mod cgt;
pub mod completions;
pub mod convert;
pub mod dobutsu;
pub mod games;
pub mod generic;
pub mod gomoku;
pub mod konane;
pub mod match_;
pub mod puzzles;
pub mod quantum;
pub mod serve;
