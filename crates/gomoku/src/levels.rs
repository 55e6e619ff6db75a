//! The computer's levels, weakest first.

use banmen_core::{LevelInfo, Player};

use crate::computer::Computer;
use crate::engine::level::Level;
use crate::{Classic, Novice, Position, Rules};

/// The level offered first.
pub const DEFAULT: &str = "classic";
/// The level that gives hints.
pub const HINT: &str = "hard";

/// Every level, weakest first.
pub fn all() -> Vec<LevelInfo> {
    let level = |id, seconds| LevelInfo { id, seconds, elo: None, only: None };
    let mut levels = vec![level("novice", 0.1), level("classic", 0.1)];
    levels.extend(Level::ALL.into_iter().map(|known| level(known.name(), known.settings().time.as_secs_f64())));
    levels
}

/// A player of this level, or `None` if there is no such level.
pub fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Position>>> {
    match level {
        "novice" => Some(Box::new(Novice::new(rules.size, seed))),
        "classic" => Some(Box::new(Classic::new(rules.size))),
        _ => {
            let known = Level::ALL.into_iter().find(|known| known.name() == level)?;
            Some(Box::new(Computer::new(known, seed)))
        }
    }
}
