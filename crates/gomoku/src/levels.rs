//! The computer's levels, weakest first.

use banmen_core::{LevelInfo, Player};

use crate::{Classic, Novice, Position, Rules};

/// The level offered first.
pub const DEFAULT: &str = "classic";
/// The level that gives hints.
pub const HINT: &str = "classic";

/// Every level, weakest first.
pub fn all() -> Vec<LevelInfo> {
    let level = |id, seconds| LevelInfo { id, seconds, elo: None, only: None };
    vec![level("novice", 0.1), level("classic", 0.1)]
}

/// A player of this level, or `None` if there is no such level.
pub fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Position>>> {
    match level {
        "novice" => Some(Box::new(Novice::new(rules.size, seed))),
        "classic" => Some(Box::new(Classic::new(rules.size))),
        _ => None,
    }
}
