//! A sequential test: play until one of two hypotheses can be dropped.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Tally, expected_score};

/// The test of "stronger by `elo0`" against "stronger by `elo1`", wrong at most once in twenty either way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The first hypothesis.
    pub elo0: f64,
    /// The second hypothesis.
    pub elo1: f64,
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// The first hypothesis holds.
    Elo0,
    /// The second hypothesis holds.
    Elo1,
    /// More games are needed.
    Open,
}

/// How often each kind of error may happen.
const ERROR: f64 = 0.05;

impl Sprt {
    /// Beyond this the log-likelihood ratio decides.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The logarithm of how much likelier the results are under the second hypothesis than under the first: the generalised
    /// ratio in its normal approximation, from the variance that was seen.
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let variance = tally.score_variance();
        if variance <= 0.0 {
            // All results alike: count as if one more game had ended the other way.
            if tally.games() == 0 || (tally.score() - 0.5).abs() < 0.25 {
                return 0.0;
            }
            let mut unlike = *tally;
            unlike.pairs = [0; 5];
            unlike.add_game(if tally.score() > 0.5 { 0 } else { 2 });
            return self.log_likelihood_ratio(&unlike);
        }
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        (s1 - s0) * (2.0 * tally.score() - s0 - s1) / (2.0 * variance)
    }

    /// What can be said now.
    pub fn verdict(&self, tally: &Tally) -> SprtVerdict {
        match self.log_likelihood_ratio(tally) {
            ratio if ratio >= Self::bound() => SprtVerdict::Elo1,
            ratio if ratio <= -Self::bound() => SprtVerdict::Elo0,
            _ => SprtVerdict::Open,
        }
    }
}

/// Text that is not a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a test; write two differences in Elo, the smaller first, such as 0,10")]
pub struct ParseSprtError {
    text: String,
}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, ParseSprtError> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= 2000.0);
        text.split_once(',')
            .and_then(|(elo0, elo1)| Some(Self { elo0: number(elo0)?, elo1: number(elo1)? }))
            .filter(|test| test.elo0 < test.elo1)
            .ok_or_else(|| ParseSprtError { text: text.chars().take(40).collect() })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::Random;

    use super::*;

    /// Plays a test between contenders of a known difference; unrelated games without draws.
    fn run(elo: f64, test: Sprt, seed: u64) -> (SprtVerdict, u64) {
        let mut random = Random::new(seed);
        let mut tally = Tally::default();
        let chance = expected_score(elo);
        loop {
            let game = |random: &mut Random| if random.unit() < chance { 2 } else { 0 };
            let pair = [game(&mut random), game(&mut random)];
            for half_points in pair {
                tally.add_game(half_points);
            }
            tally.add_pair(pair);
            let verdict = test.verdict(&tally);
            if verdict != SprtVerdict::Open || tally.games() > 100_000 {
                return (verdict, tally.games());
            }
        }
    }

    #[test]
    fn the_test_is_right_in_about_nineteen_of_twenty_cases() {
        let test = Sprt { elo0: 0.0, elo1: 60.0 };
        let right = |elo, verdict| (0..200).filter(|&seed| run(elo, test, seed).0 == verdict).count();
        assert!(right(60.0, SprtVerdict::Elo1) >= 180, "{}", right(60.0, SprtVerdict::Elo1));
        assert!(right(0.0, SprtVerdict::Elo0) >= 180, "{}", right(0.0, SprtVerdict::Elo0));
    }

    #[test]
    fn a_clean_sweep_is_decided() {
        let mut tally = Tally::default();
        for _ in 0..30 {
            tally.add_game(2);
            tally.add_game(2);
            tally.add_pair([2, 2]);
        }
        assert_eq!(Sprt { elo0: 0.0, elo1: 10.0 }.verdict(&tally), SprtVerdict::Elo1);
    }

    #[test]
    fn accept_and_reject_texts() {
        assert_eq!("0,10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
        assert_eq!("-5, 0".parse(), Ok(Sprt { elo0: -5.0, elo1: 0.0 }));
        for text in ["", "10", "10,0", "a,b", "0,0", "0,NaN", "0,1e9"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
