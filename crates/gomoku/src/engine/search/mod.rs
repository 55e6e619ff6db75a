//! The main search.

pub mod control;
pub mod history;
pub mod moves;
pub mod parameters;
pub mod score;
pub mod table;
pub mod worker;
