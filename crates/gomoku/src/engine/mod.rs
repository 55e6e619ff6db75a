//! The strong player: shapes by table, threat searches, and the main search.
//!
//! Everything here stands on plain coordinates `(x, y)` counted from 0, a side length and a rule; it shares no code with the
//! referee, so that the two can check each other.

pub mod board;
pub mod line;
pub mod point;
pub mod tables;
pub mod weights;
