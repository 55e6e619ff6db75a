//! One file per command, or per game with all of its commands.

pub mod completions;
pub mod games;
pub mod gomoku;
pub mod serve;
