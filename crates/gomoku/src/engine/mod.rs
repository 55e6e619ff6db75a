//! The strong player: shapes by table, threat searches, and the main search.
//!
//! Besides [`Point`](crate::Point) and [`Rule`](crate::Rule) it shares nothing with the referee, so that the two can check each other.

mod arm;
pub mod bench;
pub mod class;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod counts;
pub mod evaluator;
pub mod level;
mod limits;
pub mod line;
pub mod network;
pub mod player;
pub mod point_index;
pub mod renju;
pub mod search;
pub mod shape_board;
pub mod side;
pub mod solve;
pub mod tables;
pub mod time;
pub mod vcf;
pub mod vct;
pub mod weights;

pub use bench::{Bench, bench, bench_by};
pub use level::{Level, Settings, level};
pub use player::{BestMove, Engine, EngineOptions, Line, PositionError, SearchLimits};
pub use solve::{Answer, Solution, WinKind, solve};
