//! Strengths to choose from.

use std::time::Duration;

use banmen_core::{Limits, Random};

use super::evaluator::Evaluator;
use super::player::{BestMove, Engine, SearchLimits};
use super::search::score::is_mate;

/// A strength of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks a move or two ahead and is not always sure.
    Easy,
    /// Sees short attacks.
    Normal,
    /// Sees most attacks.
    Hard,
    /// All it can.
    Master,
}

/// What a level may spend and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Most positions for a move, if limited.
    pub nodes: Option<u64>,
    /// Time for a move, unless told otherwise.
    pub time: Duration,
    /// Moves that are worse by less than about this much may be played instead of the best.
    pub doubt: i32,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Normal, Self::Hard, Self::Master];

    /// The name by which a level is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
            Self::Master => "master",
        }
    }

    /// What the level may spend.
    pub fn settings(self) -> Settings {
        let second = Duration::from_secs(1);
        match self {
            Self::Easy => Settings { nodes: Some(120), time: second, doubt: 60 },
            Self::Normal => Settings { nodes: Some(600), time: second, doubt: 15 },
            Self::Hard => Settings { nodes: Some(3_000), time: second, doubt: 0 },
            Self::Master => Settings { nodes: None, time: second, doubt: 0 },
        }
    }
}

/// The settings of a level by its name.
pub fn level(name: &str) -> Option<Settings> {
    Level::ALL.into_iter().find(|level| level.name() == name).map(Level::settings)
}

impl<E: Evaluator> Engine<E> {
    /// Chooses a move as a level would, within its own and the given limits; `random` decides where the level is in doubt.
    pub fn choose(&mut self, settings: &Settings, limits: &Limits, random: &mut Random) -> BestMove {
        let limits = SearchLimits {
            turn: Some(limits.time.unwrap_or(settings.time)),
            nodes: match (settings.nodes, limits.nodes) {
                (Some(own), Some(given)) => Some(own.min(given)),
                (own, given) => own.or(given),
            },
            multi_pv: if settings.doubt > 0 { 4 } else { 1 },
            ..SearchLimits::from(limits)
        };
        let mut found = self.search(&limits, &mut |_| {});
        if settings.doubt == 0 || found.lines.len() < 2 || is_mate(found.score) {
            return found;
        }
        let best = found.score;
        let chances: Vec<f64> = found
            .lines
            .iter()
            .map(|line| {
                f64::exp(f64::from(line.score.max(best - 8 * settings.doubt) - best) / f64::from(settings.doubt))
            })
            .collect();
        let mut drawn = random.unit() * chances.iter().sum::<f64>();
        for (line, chance) in found.lines.iter().zip(&chances) {
            drawn -= chance;
            if drawn <= 0.0 {
                found.best = line.moves.first().copied();
                found.score = line.score;
                break;
            }
        }
        found
    }
}
