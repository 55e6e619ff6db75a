//! The strong player: shapes by table, threat searches, and the main search.
//!
//! Everything here stands on plain coordinates `(x, y)` counted from 0, a side length and a rule; it shares no code with the
//! referee, so that the two can check each other.

pub mod bench;
pub mod board;
pub mod counts;
pub mod evaluator;
pub mod level;
pub mod line;
pub mod player;
pub mod point;
pub mod renju;
pub mod search;
pub mod solve;
pub mod tables;
pub mod threats;
pub mod time;
pub mod vcf;
pub mod vct;
pub mod weights;

pub use bench::{Bench, bench};
pub use level::{Level, Settings, level};
pub use player::{BestMove, Engine, EngineOptions, Line, PositionError, SearchLimits};
pub use solve::{Kind, Solution, Verdict, solve};
pub use threats::{Threat, ThreatKind, threats};
