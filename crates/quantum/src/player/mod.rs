//! Who decides: the levels of the computer.

mod greedy;
mod hopeful;
mod random;
mod thinker;

pub use greedy::Greedy;
pub use hopeful::Hopeful;
pub use random::RandomPlayer;
pub use thinker::{Opinion, Strength, Thinker};

use banmen_core::Player;

use crate::{Exact, Position, Rules};

/// The largest board on which the level `exact` is offered: one that is solved while a person waits.
pub const LARGEST_EXACT: u8 = 3;

/// Who gives hints: no level to play against, since it differs from Hard only in saying what it holds for best.
pub const ADVISER: &str = "adviser";

/// The player of a level, or `None` if there is no such level.
pub fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Position>>> {
    Some(match level {
        "random" => Box::new(Hopeful(RandomPlayer::new(seed))),
        "easy" => Box::new(Hopeful(Greedy::easy(seed))),
        "normal" => Box::new(Hopeful(Thinker::new(rules, Strength::NORMAL, seed))),
        "hard" => Box::new(Hopeful(Thinker::new(rules, Strength::HARD, seed))),
        ADVISER => Box::new(Hopeful(Thinker::new(rules, Strength::ADVISER, seed))),
        "exact" if rules.size <= LARGEST_EXACT => Box::new(Exact::new(rules).ok()?),
        _ => return None,
    })
}
