//! What may be chosen before the game.

use banmen_core::RulesError;
use serde::{Deserialize, Serialize};

use crate::{Percent, ROWS, SIZES};

/// The most stones in a cycle.
pub const LONGEST_CYCLE: usize = 16;

/// The most observations that can be given out.
pub const MOST_OBSERVATIONS: u16 = 999;

/// The rules of a game. The default is the preset [`Rules::video`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Points a side, 3 to 22.
    pub size: u8,
    /// So many of one colour in a row, or more, win: 3 to 6.
    pub row: u8,
    /// The percentages of black of Black's stones, again and again.
    pub black_cycle: Vec<Percent>,
    /// The percentages of black of White's stones, again and again.
    pub white_cycle: Vec<Percent>,
    /// Who may observe how often.
    pub observations: Observations,
    /// The number of observations, where they are limited.
    pub observation_count: u16,
    /// The first stone after which a player may observe, counted from 1.
    pub first_observation: u16,
    /// What becomes of the colours when neither colour has a row.
    pub after_miss: AfterMiss,
    /// Who wins when both colours have a row.
    pub both_rows: BothRows,
    /// What happens when no observation is left to anybody.
    pub out_of_observations: OutOfObservations,
}

/// Who may observe how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Observations {
    /// Everybody, always.
    Unlimited,
    /// Each player so often.
    Each,
    /// Both players together so often.
    Shared,
}

/// What becomes of the colours when an observation shows no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AfterMiss {
    /// The stones return to their probabilities.
    Revert,
    /// The colours stay for good.
    Keep,
    /// The observer chooses one of the two.
    Choose,
}

/// Who wins when both colours have a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BothRows {
    /// The player who observed.
    Observer,
    /// Nobody.
    Draw,
}

/// What happens when no observation is left to anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutOfObservations {
    /// Play goes on until the board is full, then it is a draw.
    PlayOn,
    /// It is a draw at once.
    Draw,
}

impl Rules {
    /// The rules of the video: observe as often as you like, and a miss changes nothing.
    pub fn video() -> Self {
        let cycle = |percents: [u8; 2]| percents.into_iter().filter_map(Percent::new).collect();
        Self {
            size: 19,
            row: 5,
            black_cycle: cycle([90, 70]),
            white_cycle: cycle([10, 30]),
            observations: Observations::Unlimited,
            observation_count: 5,
            first_observation: 1,
            after_miss: AfterMiss::Revert,
            both_rows: BothRows::Observer,
            out_of_observations: OutOfObservations::PlayOn,
        }
    }

    /// The rules of the rulebook: five observations each, and after a miss the observer cancels or keeps.
    pub fn rulebook() -> Self {
        Self { observations: Observations::Each, after_miss: AfterMiss::Choose, ..Self::video() }
    }

    /// Whether a game can be played under these rules, and if not, which field is to blame.
    pub fn check(&self) -> Result<(), RulesError> {
        if !SIZES.contains(&self.size) {
            let why = format!("a board of {} points a side does not exist; sizes are 3 to 22", self.size);
            return Err(RulesError::new("size", why));
        }
        if !ROWS.contains(&self.row) {
            return Err(RulesError::new("row", format!("a row of {} is not played; rows are 3 to 6", self.row)));
        }
        if self.row > self.size {
            let why = format!("a row of {} does not fit on a board of size {}", self.row, self.size);
            return Err(RulesError::new("row", why));
        }
        for (field, cycle) in [("black_cycle", &self.black_cycle), ("white_cycle", &self.white_cycle)] {
            if cycle.is_empty() {
                return Err(RulesError::new(field, "a cycle needs at least one stone"));
            }
            if cycle.len() > LONGEST_CYCLE {
                let why = format!("a cycle of {} stones is too long; at most {LONGEST_CYCLE}", cycle.len());
                return Err(RulesError::new(field, why));
            }
        }
        if self.observation_count == 0 || self.observation_count > MOST_OBSERVATIONS {
            let why = format!("{} observations; expected 1 to {MOST_OBSERVATIONS}", self.observation_count);
            return Err(RulesError::new("observation_count", why));
        }
        let points = u16::from(self.size) * u16::from(self.size);
        if self.first_observation == 0 || self.first_observation > points {
            let why = format!("stone {} never comes; expected 1 to {points}", self.first_observation);
            return Err(RulesError::new("first_observation", why));
        }
        Ok(())
    }

    /// The percentage of the stone placed as number `placed` of the game, counted from 0. Black's are the even ones.
    pub fn stone(&self, placed: usize) -> Percent {
        let cycle = if placed.is_multiple_of(2) { &self.black_cycle } else { &self.white_cycle };
        cycle[placed / 2 % cycle.len()]
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::video()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(change: impl FnOnce(&mut Rules)) -> String {
        let mut rules = Rules::video();
        change(&mut rules);
        rules.check().unwrap_err().to_string()
    }

    #[test]
    fn stones_alternate_as_in_the_seeds() {
        let stones: Vec<u8> = (0..8).map(|placed| Rules::video().stone(placed).get()).collect();
        assert_eq!(stones, [90, 10, 70, 30, 90, 10, 70, 30]);
    }

    #[test]
    fn reject_rules_nobody_can_play() {
        assert!(complaint(|rules| rules.size = 23).contains("size"));
        assert!(complaint(|rules| rules.row = 2).contains("rows are 3 to 6"));
        assert!(complaint(|rules| (rules.size, rules.row) = (4, 5)).contains("does not fit"));
        assert!(complaint(|rules| rules.white_cycle.clear()).contains("white_cycle"));
        assert!(complaint(|rules| rules.black_cycle = vec![Percent::BLACK; 17]).contains("too long"));
        assert!(complaint(|rules| rules.observation_count = 0).contains("observation_count"));
        assert!(complaint(|rules| rules.first_observation = 362).contains("never comes"));
    }

    #[test]
    fn reject_what_cannot_be_written() {
        for json in [r#"{"black_cycle":[101]}"#, r#"{"after_miss":"maybe"}"#, r#"{"colour":1}"#, r#"{"size":-3}"#] {
            assert!(serde_json::from_str::<Rules>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn missing_fields_have_their_default_values() {
        let rules: Rules = serde_json::from_str(r#"{"size":9,"observations":"shared"}"#).unwrap();
        assert_eq!(rules, Rules { size: 9, observations: Observations::Shared, ..Rules::video() });
    }
}
