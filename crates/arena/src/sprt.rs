//! A sequential test: play until one of two hypotheses can be dropped.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::tally::moment;
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

/// Where a test stands. A verdict is final: what is played later does not change it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtStanding {
    /// What it says.
    pub verdict: SprtVerdict,
    /// The log-likelihood ratio, when it came to its verdict if it has one.
    pub log_likelihood_ratio: f64,
    /// How many games it went by: whole pairs, in their order.
    pub tested_games: u64,
}

/// How often each kind of error may happen.
const ERROR: f64 = 0.05;

impl Sprt {
    /// Beyond this the log-likelihood ratio decides.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The logarithm of how much likelier the results are under the second hypothesis than under the first, from pairs counted as in
    /// [`Tally::pairs`]: the generalised ratio in its normal approximation.
    ///
    /// The variance is that of the pairs and one more of each kind. The first few pairs of a match are often alike, and their own variance would
    /// decide a test of 0 against 100 Elo after three or four of them, wrongly once in seven times.
    pub fn log_likelihood_ratio(&self, pairs: &[u64; 5]) -> f64 {
        let played: u64 = pairs.iter().sum();
        if played == 0 {
            return 0.0;
        }
        let points = |kind: usize| kind as f64 / 4.0;
        let score = moment(pairs, points);
        let more = pairs.map(|count| count + 1);
        let mean = moment(&more, points);
        let variance = moment(&more, |kind| (points(kind) - mean).powi(2));
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        (s1 - s0) * (2.0 * score - s0 - s1) * played as f64 / (2.0 * variance)
    }

    /// Where the test stands after these pairs of games, given by the half points of each game. Their order matters, and must not be that in
    /// which they were finished: long games would come too late.
    pub fn after(&self, pairs: impl IntoIterator<Item = [u8; 2]>) -> SprtStanding {
        let mut tally = Tally::default();
        let mut standing = SprtStanding { verdict: SprtVerdict::Open, log_likelihood_ratio: 0.0, tested_games: 0 };
        for pair in pairs {
            tally.add_pair(pair);
            let ratio = self.log_likelihood_ratio(&tally.pairs);
            let verdict = match ratio {
                ratio if ratio >= Self::bound() => SprtVerdict::Elo1,
                ratio if ratio <= -Self::bound() => SprtVerdict::Elo0,
                _ => SprtVerdict::Open,
            };
            let tested_games = standing.tested_games + 2;
            standing = SprtStanding { verdict, log_likelihood_ratio: ratio, tested_games };
            if verdict != SprtVerdict::Open {
                break;
            }
        }
        standing
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
    use banmen_core::{Draw, Random};

    use super::*;

    /// The verdict on contenders of a known difference, of whose games so many of a hundred are drawn.
    fn verdict(elo: f64, test: Sprt, draws: u8, seed: u64) -> SprtVerdict {
        let mut random = Random::new(seed);
        let wins = expected_score(elo) - f64::from(draws) / 200.0;
        let mut game = || {
            if random.percent(draws) {
                1
            } else {
                2 * u8::from(random.unit() < wins / (1.0 - f64::from(draws) / 100.0))
            }
        };
        test.after(std::iter::repeat_with(|| [game(), game()]).take(50_000)).verdict
    }

    #[test]
    fn the_test_is_wrong_once_in_twenty_cases() {
        const CASES: u64 = 1000;
        for (elo1, draws) in [(30.0, 0), (60.0, 0), (60.0, 40), (100.0, 0), (100.0, 40)] {
            let test = Sprt { elo0: 0.0, elo1 };
            for (elo, right) in [(0.0, SprtVerdict::Elo0), (elo1, SprtVerdict::Elo1)] {
                let wrong = (0..CASES).filter(|&seed| verdict(elo, test, draws, seed) != right).count();
                // 50 of 1000, and two standard errors more.
                assert!(wrong <= 64, "{test}, {draws} % draws, {elo} Elo: wrong {wrong} times");
            }
        }
    }

    #[test]
    fn a_clean_sweep_is_decided() {
        let standing = Sprt { elo0: 0.0, elo1: 10.0 }.after([[2, 2]; 60]);
        assert_eq!(standing.verdict, SprtVerdict::Elo1);
        assert!(standing.tested_games < 120, "{standing:?}");
    }

    #[test]
    fn what_comes_after_the_verdict_does_not_change_it() {
        let test = Sprt { elo0: 0.0, elo1: 100.0 };
        let decided = test.after([[2, 2]; 30]);
        assert_eq!(decided.verdict, SprtVerdict::Elo1);
        assert_eq!(test.after([[2, 2]; 30].into_iter().chain([[0, 0]; 30])), decided);
    }

    #[test]
    fn nothing_is_said_before_the_first_pair() {
        let standing = Sprt { elo0: 0.0, elo1: 10.0 }.after([]);
        assert_eq!((standing.verdict, standing.tested_games), (SprtVerdict::Open, 0));
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
