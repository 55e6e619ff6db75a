//! How the games of a corpus are played.

use std::fmt;
use std::str::FromStr;

use banmen_core::{Draw, Random};
use serde::{Deserialize, Serialize};

use crate::Size;
use crate::engine::evaluator::Evaluation;
use crate::rules::{Rule, Rules};

/// Everything that decides which games a corpus holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Boards and rules with their shares of the games.
    pub shares: Vec<Share>,
    /// Positions searched for each move.
    pub nodes: u64,
    /// Where openings and deviations come from.
    pub seed: u64,
    /// The evaluation with which the engine plays and judges.
    #[serde(default)]
    pub evaluation: Evaluation,
}

/// One board and rule, and how many of the games are played on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Board and rule.
    pub rules: Rules,
    /// Weight against the other shares.
    pub weight: u32,
}

impl Plan {
    /// The random numbers of one game.
    pub fn random(&self, number: u32) -> Random {
        let mut seed = Random::new(self.seed);
        Random::new(seed.next_u64() ^ Random::new(u64::from(number)).next_u64())
    }

    /// On which share's board a game is played; `None` if no share has any weight.
    pub fn draw(&self, random: &mut Random) -> Option<usize> {
        let total: u64 = self.shares.iter().map(|share| u64::from(share.weight)).sum();
        if total == 0 {
            return None;
        }
        let mut ticket = random.below(total);
        self.shares.iter().position(|share| {
            let weight = u64::from(share.weight);
            let drawn = ticket < weight;
            ticket = ticket.saturating_sub(weight);
            drawn
        })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}={}", self.rules.rule, self.rules.size, self.weight)
    }
}

/// Text that is not a share of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a share; write rule, size and weight, as in renju15=20, with 9 to 22 points a side")]
pub struct ParseShareError {
    text: String,
}

/// Smallest board of a corpus: openings need room.
const SMALLEST: u8 = 9;

impl FromStr for Share {
    type Err = ParseShareError;

    fn from_str(text: &str) -> Result<Self, ParseShareError> {
        let parse = || {
            let (board, weight) = text.split_once('=').unwrap_or((text, "1"));
            let (rule, size) = board.split_at_checked(board.find(|letter: char| letter.is_ascii_digit())?)?;
            let rule: Rule = rule.parse().ok()?;
            let size: Size = size.parse().ok()?;
            (size.get() >= SMALLEST).then_some(())?;
            Some(Self { rules: Rules::new(size, rule), weight: weight.parse().ok()? })
        };
        parse().ok_or_else(|| ParseShareError { text: text.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_and_written() {
        for text in ["freestyle15=60", "renju19=1", "standard22=0"] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), text);
        }
        assert_eq!("renju15".parse::<Share>().unwrap().weight, 1);
        for text in ["", "15", "renju", "renju8=1", "renju23=1", "renju15=", "renju15=-1", "go15=1", "é15=1"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }

    #[test]
    fn games_are_drawn_by_weight() {
        let share = |text: &str| text.parse().unwrap();
        let mut plan = Plan {
            shares: vec![share("freestyle15=3"), share("renju15=0"), share("standard15=1")],
            nodes: 1,
            seed: 7,
            evaluation: Evaluation::Shapes,
        };
        let mut drawn = [0; 3];
        for number in 0..4000 {
            drawn[plan.draw(&mut plan.random(number)).unwrap()] += 1;
        }
        assert_eq!(drawn[1], 0);
        assert!((2800..3200).contains(&drawn[0]), "{drawn:?}");
        plan.shares.clear();
        assert_eq!(plan.draw(&mut plan.random(0)), None);
    }
}
