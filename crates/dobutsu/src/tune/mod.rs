//! Fitting the evaluation's weights to self-play.

/// A score of this many hundredths of a chick means odds of e to 1.
pub const SCALE: f64 = 250.0;
