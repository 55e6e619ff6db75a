//! The computer's levels, weakest first.

use banmen_core::{LevelInfo, Player};

use crate::computer::Computer;
use crate::engine::level::Level;
use crate::opener::Opener;
use crate::{Classic, Novice, Opening, Position, Rules};

/// The level offered first.
pub const DEFAULT: &str = "classic";
/// The level that gives hints.
pub const HINT: &str = "hard";

/// Elo by which Classic stands above Novice.
const CLASSIC_STEP: i32 = 382;

/// Elo of a level of the engine above Classic, the sum of the steps between neighbours on 15×15: 200 games each with at most
/// 0.1 s a move (`cargo bench -p banmen-gomoku --bench engine_matches -- levels 200 0.1`); Master's usual second is worth more.
fn elo(level: Level) -> i32 {
    let step = |level| match level {
        Level::Easy => 436,
        Level::Normal => 182,
        Level::Hard => 397,
        Level::Master => 636,
    };
    Level::ALL.into_iter().filter(|&lower| lower <= level).map(step).sum::<i32>()
}

/// Every level, weakest first.
pub fn all() -> Vec<LevelInfo> {
    let level = |id, seconds, elo| LevelInfo { elo: Some(elo), ..LevelInfo::new(id, seconds) };
    let mut levels = vec![level("novice", 0.1, -CLASSIC_STEP), level("classic", 0.1, 0)];
    levels.extend(
        Level::ALL.into_iter().map(|known| level(known.name(), known.settings().time.as_secs_f64(), elo(known))),
    );
    levels
}

/// Positions that a level looks at for each question of an opening.
fn opening_nodes(level: &str) -> u64 {
    match level {
        "novice" => 100,
        "classic" | "easy" => 400,
        "normal" => 1_500,
        "hard" => 5_000,
        _ => 20_000,
    }
}

/// A player of this level, or `None` if there is no such level.
pub fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Position>>> {
    let player: Box<dyn Player<Position>> = match level {
        "novice" => Box::new(Novice::new(rules.size, seed)),
        "classic" => Box::new(Classic::new(rules.size)),
        _ => {
            let known = Level::ALL.into_iter().find(|known| known.name() == level)?;
            Box::new(Computer::new(known, seed))
        }
    };
    Some(match rules.opening {
        Opening::None => player,
        _ => Box::new(Opener::new(player, opening_nodes(level), seed)),
    })
}
