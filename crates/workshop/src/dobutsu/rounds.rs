//! Fitting the evaluation's weights to self-play, so that none of them is guessed.
//!
//! Games are played by the Master itself from random openings. Every quiet position gives one sample: its terms, what the search
//! thought of it, and how the game ended. Logistic regression finds the weights under which the evaluation predicts both best. Done
//! in rounds, each round's games are played with the weights of the one before.

use banmen_core::Limits;
use banmen_dobutsu::Variant;
use banmen_dobutsu::evaluation::Weights;

use super::fit::{FitOptions, fit, mean_error};
use super::samples::{PlayOptions, Sample, play_games};

/// What a tuning run does.
#[derive(Clone, Debug)]
pub struct TuneOptions {
    /// How often games are played and weights fitted.
    pub rounds: u32,
    /// How the games are played.
    pub play: PlayOptions,
    /// How the weights are fitted.
    pub fit: FitOptions,
}

/// How far a tuning run has got.
#[derive(Clone, Debug)]
pub enum TuneProgress {
    /// Games of this round played.
    Games {
        /// The round, counted from 1.
        round: u32,
        /// Games so far.
        games: usize,
        /// Samples so far.
        samples: usize,
    },
    /// A round's weights are fitted.
    Fitted {
        /// The round, counted from 1.
        round: u32,
        /// The mean square error on games that were not used for fitting, with the weights before.
        before: f64,
        /// The same with the new weights.
        after: f64,
    },
}

/// Tunes the weights of the board `V` in rounds. The same options give the same weights. Stops early when the limits say so.
pub fn tune<V: Variant>(
    start: &Weights,
    options: &TuneOptions,
    limits: &Limits,
    report: &mut dyn FnMut(TuneProgress),
) -> Weights {
    let mut weights = start.clone();
    let mut samples: Vec<Sample> = Vec::new();
    for round in 1..=options.rounds {
        let play = PlayOptions { seed: options.play.seed.wrapping_add(u64::from(round) << 32), ..options.play.clone() };
        let new = play_games::<V>(&weights, &play, limits, &mut |games, count| {
            report(TuneProgress::Games { round, games, samples: count });
        });
        if limits.cancel.is_set() {
            break;
        }
        // What the last round's weaker play has taught still counts, what was before it no more.
        let older = samples.split_off(samples.len().saturating_sub(new.len()));
        samples = older;
        samples.extend(new);
        // One sample in twenty is kept aside to judge by.
        let (judges, learners): (Vec<_>, Vec<_>) = samples.iter().enumerate().partition(|(index, _)| index % 20 == 0);
        let judges: Vec<&Sample> = judges.into_iter().map(|(_, sample)| sample).collect();
        let learners: Vec<&Sample> = learners.into_iter().map(|(_, sample)| sample).collect();
        let before = mean_error(&judges, &weights, &options.fit);
        weights = fit(&learners, &weights, &options.fit, limits);
        let after = mean_error(&judges, &weights, &options.fit);
        report(TuneProgress::Fitted { round, before, after });
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_dobutsu::Classic;

    #[test]
    fn tuning_is_reproducible_and_lowers_the_error() {
        let options = TuneOptions {
            rounds: 1,
            play: PlayOptions { games: 60, nodes: 300, seed: 1, ..PlayOptions::default() },
            fit: FitOptions { epochs: 30, ..FitOptions::default() },
        };
        let mut errors = None;
        let once = tune::<Classic>(&Weights::bare(), &options, &Limits::none(), &mut |progress| {
            if let TuneProgress::Fitted { before, after, .. } = progress {
                errors = Some((before, after));
            }
        });
        let (before, after) = errors.unwrap();
        assert!(after < before, "{before} became {after}");
        assert_eq!(once, tune::<Classic>(&Weights::bare(), &options, &Limits::none(), &mut |_| ()));
    }
}
