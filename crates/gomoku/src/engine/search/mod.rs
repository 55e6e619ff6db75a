//! The main search.

pub mod control;
pub mod history;
pub mod moves;
pub mod parameters;
pub mod score;
pub mod transposition;
pub mod worker;
