//! Logistic regression by Adam.

use banmen_core::{Limits, Random};
use banmen_dobutsu::evaluation::{SCALE, TERMS, Weights, expectation};

use super::samples::Sample;

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// How often all samples are gone through.
    pub epochs: u32,
    /// The first step's size, in hundredths of a chick; steps shrink to nothing towards the end.
    pub step: f64,
    /// Samples to each step.
    pub batch: usize,
    /// How much of the target is the game's result; the rest is what the search thought.
    pub result_share: f64,
    /// How strongly weights are pulled towards zero (regularisation).
    pub decay: f64,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self { epochs: 40, step: 4.0, batch: 4096, result_share: 0.5, decay: 1e-7 }
    }
}

fn target(sample: &Sample, options: &FitOptions) -> f64 {
    options.result_share * f64::from(sample.result)
        + (1.0 - options.result_share) * expectation(f64::from(sample.score))
}

fn score(sample: &Sample, values: &[f64; TERMS]) -> f64 {
    sample.terms.iter().map(|&(index, count)| values[usize::from(index)] * f64::from(count)).sum()
}

/// The mean square of how far the evaluation's expectation is from what it should be.
pub fn mean_error(samples: &[&Sample], weights: &Weights, options: &FitOptions) -> f64 {
    let values = weights.values().map(f64::from);
    let sum: f64 =
        samples.iter().map(|sample| (expectation(score(sample, &values)) - target(sample, options)).powi(2)).sum();
    sum / samples.len().max(1) as f64
}

/// The weights that fit the samples best, found from these ones. One thread and a fixed order, so that the result can be repeated.
pub fn fit(samples: &[&Sample], start: &Weights, options: &FitOptions, limits: &Limits) -> Weights {
    const FIRST: f64 = 0.9;
    const SECOND: f64 = 0.999;
    let mut values = Box::new(start.values().map(f64::from));
    let mut means = Box::new([0.0; TERMS]);
    let mut squares = Box::new([0.0; TERMS]);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut random = Random::new(1);
    let steps = u64::from(options.epochs) * samples.len().div_ceil(options.batch.max(1)) as u64;
    let mut step = 0_u64;
    for _ in 0..options.epochs {
        if limits.cancel.is_set() {
            break;
        }
        random.shuffle(&mut order);
        for batch in order.chunks(options.batch.max(1)) {
            let mut gradient = Box::new([0.0; TERMS]);
            for &index in batch {
                let sample = samples[index];
                let found = expectation(score(sample, &values));
                let slope = (found - target(sample, options)) * found * (1.0 - found) / batch.len() as f64;
                for &(index, count) in &sample.terms {
                    gradient[usize::from(index)] += slope * f64::from(count);
                }
            }
            step += 1;
            let size = options.step * (1.0 - (step - 1) as f64 / steps as f64);
            let (first, second) = (1.0 - FIRST.powf(step as f64), 1.0 - SECOND.powf(step as f64));
            for index in 0..TERMS {
                let slope = gradient[index] + options.decay * values[index] / SCALE;
                means[index] = FIRST * means[index] + (1.0 - FIRST) * slope;
                squares[index] = SECOND * squares[index] + (1.0 - SECOND) * slope * slope;
                if squares[index] > 0.0 {
                    values[index] -= size * (means[index] / first) / ((squares[index] / second).sqrt() + 1e-12);
                }
            }
        }
    }
    Weights::from_values(&values)
}
