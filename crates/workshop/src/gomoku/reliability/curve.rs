//! What was said and what came of it.

use std::collections::BTreeMap;

use super::fit::Case;

/// How many classes of chances.
const BINS: usize = 10;

/// Positions that were given about the same chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The chance that they were given, on average.
    pub said: f64,
    /// What the side got, on average.
    pub got: f64,
    /// The standard error of that.
    pub error: f64,
    /// How many they are.
    pub count: usize,
}

/// Positions in classes of about the same chance; empty classes are left out.
pub fn bins(cases: &[Case], chance: impl Fn(i32) -> f64) -> Vec<Bin> {
    let mut classes = vec![Vec::new(); BINS];
    for case in cases {
        let said = chance(case.score);
        classes[((said * BINS as f64) as usize).min(BINS - 1)].push((said, *case));
    }
    classes.iter().filter(|class| !class.is_empty()).map(|class| bin(class)).collect()
}

/// All positions, seen by the side that is ahead.
pub fn whole(cases: &[Case], chance: impl Fn(i32) -> f64) -> Bin {
    let ahead = |case: &Case| {
        let said = chance(case.score);
        if said < 0.5 { (1.0 - said, Case { result: 1.0 - case.result, ..*case }) } else { (said, *case) }
    };
    bin(&cases.iter().map(ahead).collect::<Vec<_>>())
}

fn bin(class: &[(f64, Case)]) -> Bin {
    let weights: f64 = class.iter().map(|(_, case)| case.weight).sum();
    let mean = |of: &dyn Fn(&(f64, Case)) -> f64| class.iter().map(|one| one.1.weight * of(one)).sum::<f64>() / weights;
    let (said, got) = (mean(&|one| one.0), mean(&|one| one.1.result));
    // Positions of one game have its result in common, so games are what varies.
    let mut games: BTreeMap<u32, f64> = BTreeMap::new();
    for (_, case) in class {
        *games.entry(case.game).or_default() += case.weight * (case.result - got);
    }
    let squares: f64 = games.values().map(|sum| sum * sum).sum();
    Bin { said, got, error: squares.sqrt() / weights, count: class.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_one_game_count_as_one() {
        let cases = |apart: u32| -> Vec<Case> {
            (0..8).map(|at| Case { game: at / apart, score: 50, result: f64::from(at / 4), weight: 1.0 }).collect()
        };
        let error = |apart| bins(&cases(apart), |_| 0.55)[0].error;
        assert!((error(4) / error(1) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn classes_have_their_means() {
        let case = |game, score, result, weight| Case { game, score, result, weight };
        let cases = [case(1, 30, 1.0, 1.0), case(2, 32, 0.0, 3.0), case(1, 90, 1.0, 1.0), case(2, 100, 1.0, 1.0)];
        let bins = bins(&cases, |score| f64::from(score) / 100.0);
        assert_eq!(bins.len(), 2);
        assert!((bins[0].said - 0.315).abs() < 1e-12 && (bins[0].got - 0.25).abs() < 1e-12);
        assert!((bins[1].got - 1.0).abs() < 1e-12 && bins[1].error < 1e-12 && bins[1].count == 2);
        let whole = whole(&cases, |score| f64::from(score) / 100.0);
        assert!((whole.got - 5.0 / 6.0).abs() < 1e-12);
    }
}
