//! Who decides: the levels of the computer.

mod greedy;
mod random;
mod thinker;

pub use greedy::Greedy;
pub use random::RandomPlayer;
pub use thinker::{Strength, Thinker};

use banmen_core::Player;

use crate::{Position, Rules};

/// The player of a level, or `None` if there is no such level.
pub fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Position>>> {
    Some(match level {
        "random" => Box::new(RandomPlayer::new(seed)),
        "easy" => Box::new(Greedy::easy(seed)),
        "normal" => Box::new(Thinker::new(rules, Strength::NORMAL, seed)),
        "hard" => Box::new(Thinker::new(rules, Strength::HARD, seed)),
        _ => return None,
    })
}
