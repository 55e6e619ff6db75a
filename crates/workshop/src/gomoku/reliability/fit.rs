//! A logistic curve through results.

use banmen_gomoku::chance::logistic;
use banmen_gomoku::engine::weights::SCALE;

/// A position with its game, the engine's score for the side to move, what that side got (win 1, draw ½, loss 0), and how much it counts.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub game: u32,
    pub score: i32,
    pub result: f64,
    pub weight: f64,
}

/// Steps of Newton's method; it has converged long before.
const STEPS: usize = 50;

/// The slope with the smallest log loss. There is no constant term: an even score is an even chance, whoever is to move.
pub fn fit(cases: &[Case]) -> f64 {
    let mut slope = 1.0;
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = (0.0, 1e-9);
        for case in cases {
            let (x, chance) = (f64::from(case.score) / f64::from(SCALE), logistic(slope, case.score));
            gradient += case.weight * (case.result - chance) * x;
            curvature += case.weight * chance * (1.0 - chance) * x * x;
        }
        slope = (slope + gradient / curvature).clamp(0.05, 5.0);
    }
    slope
}

/// The mean log loss of a chance.
pub fn log_loss(cases: &[Case], chance: impl Fn(i32) -> f64) -> f64 {
    let (mut loss, mut weights) = (0.0, 0.0);
    for case in cases {
        let chance = chance(case.score).clamp(1e-6, 1.0 - 1e-6);
        loss -= case.weight * (case.result * chance.ln() + (1.0 - case.result) * (1.0 - chance).ln());
        weights += case.weight;
    }
    loss / f64::max(weights, 1e-9)
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;

    #[test]
    fn a_known_slope_is_found_again() {
        for slope in [0.4, 0.8, 1.3] {
            let mut random = Random::new(3);
            let cases: Vec<Case> = (0..40_000)
                .map(|_| {
                    let score = random.below(1201) as i32 - 600;
                    let result = f64::from(u8::from(random.unit() < logistic(slope, score)));
                    Case { game: 0, score, result, weight: 0.5 + random.unit() }
                })
                .collect();
            let found = fit(&cases);
            assert!((found - slope).abs() < 0.05, "{found} instead of {slope}");
            let loss = |slope: f64| log_loss(&cases, |score| logistic(slope, score));
            assert!(loss(found) <= loss(found + 0.02) && loss(found) <= loss(found - 0.02));
        }
    }
}
