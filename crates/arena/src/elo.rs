//! Results as differences in Elo.

use serde::Serialize;

use crate::Tally;

/// Two standard deviations of a normal distribution hold about 95 %.
const Z95: f64 = 1.959_963_985;

/// A difference in Elo with its 95 % interval; `None` where it has no bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference; `None` if every game was won or every game was lost.
    pub difference: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

/// The share of the points expected of a player by the difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo at which this share of the points is expected.
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

impl Elo {
    /// What the results of a match say.
    pub fn of(tally: &Tally) -> Self {
        let games = tally.games() as f64;
        if games == 0.0 {
            return Self { difference: None, low: None, high: None };
        }
        let score = tally.score();
        let deviation = tally.score_variance().sqrt();
        let (low, high) = if deviation > 0.0 && score - Z95 * deviation > 0.0 && score + Z95 * deviation < 1.0 {
            (score - Z95 * deviation, score + Z95 * deviation)
        } else {
            wilson(score, games)
        };
        Self { difference: elo_of(score), low: elo_of(low), high: elo_of(high) }
    }
}

/// Wilson's interval, which stays between 0 and 1 and is not empty when all games ended alike.
fn wilson(score: f64, games: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let centre = (score + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let half = Z95 / (1.0 + z2 / games) * (score * (1.0 - score) / games + z2 / (4.0 * games * games)).sqrt();
    let (low, high) = (centre - half, centre + half);
    // Rounding must not turn a bound that does not exist into an enormous one.
    (if score <= 0.0 { 0.0 } else { low }, if score >= 1.0 { 1.0 } else { high })
}

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { difference, low, high } = self;
        match (difference, low, high) {
            (Some(difference), Some(low), Some(high)) => {
                write!(f, "{difference:+.1} Elo [{low:+.1}, {high:+.1}]")
            }
            (_, Some(low), _) => write!(f, "above {low:+.1} Elo"),
            (_, _, Some(high)) => write!(f, "below {high:+.1} Elo"),
            _ => f.write_str("no Elo yet"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, pairs: [0; 5] }
    }

    #[test]
    fn even_results_are_no_difference() {
        let elo = Elo::of(&tally(50, 20, 50));
        assert!(elo.difference.unwrap().abs() < 1e-9);
        assert!((elo.low.unwrap() + elo.high.unwrap()).abs() < 1e-6);
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let elo = Elo::of(&tally(150, 0, 50));
        assert!((elo.difference.unwrap() - 190.85).abs() < 0.01);
        assert!(elo.low.unwrap() < 191.0 && elo.high.unwrap() > 191.0);
        assert!((expected_score(190.85) - 0.75).abs() < 1e-4);
    }

    #[test]
    fn all_games_won_have_a_lower_bound_only() {
        let elo = Elo::of(&tally(20, 0, 0));
        assert_eq!((elo.difference, elo.high), (None, None));
        assert!(elo.low.unwrap() > 250.0);
        assert!(elo.to_string().starts_with("above"));
    }
}
