//! The computer's levels, weakest first.

use std::time::Duration;

use banmen_core::{LevelInfo, Player};

use crate::computer::{Computer, Strength};
use crate::{Classic, Novice, Position, Rules};

/// The level offered first.
pub const DEFAULT: &str = "classic";
/// The level that gives hints.
pub const HINT: &str = "hard";

/// The engine's levels: how far each may look.
const COMPUTERS: [(&str, Strength); 4] = [
    ("easy", Strength { nodes: Some(60), time: Duration::from_millis(200), hash_mb: 1, slack: 40 }),
    ("normal", Strength { nodes: Some(1_000), time: Duration::from_millis(500), hash_mb: 4, slack: 15 }),
    ("hard", Strength { nodes: Some(20_000), time: Duration::from_secs(1), hash_mb: 16, slack: 0 }),
    ("master", Strength { nodes: None, time: Duration::from_secs(2), hash_mb: 64, slack: 0 }),
];

/// Every level, weakest first.
pub fn all() -> Vec<LevelInfo> {
    let level = |id, seconds| LevelInfo { id, seconds, elo: None, only: None };
    let mut levels = vec![level("novice", 0.1), level("classic", 0.1)];
    levels.extend(COMPUTERS.iter().map(|(id, strength)| level(id, strength.time.as_secs_f64())));
    levels
}

/// A player of this level, or `None` if there is no such level.
pub fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Position>>> {
    match level {
        "novice" => Some(Box::new(Novice::new(rules.size, seed))),
        "classic" => Some(Box::new(Classic::new(rules.size))),
        _ => {
            let (_, strength) = COMPUTERS.iter().find(|(id, _)| *id == level)?;
            Some(Box::new(Computer::new(*strength, seed)))
        }
    }
}
