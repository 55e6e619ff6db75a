//! The odds: what an observation of the board would bring now.
//!
//! Only rows full of stones matter. They are split into groups that share no uncertain stone; each group is computed
//! exactly by dynamic programming over its half-decided rows. When that would take more states than the budget allows,
//! whole boards are sampled, 512 at a time in the bits of machine words, and the result says so.

mod enumerate;
mod frontier;
mod incremental;
mod interval;
mod order;
pub(crate) mod rows;
mod sample;

pub(crate) use frontier::{Frontier, Prepared};

pub use enumerate::{MAX_ENUMERATED, enumerate};
pub use incremental::IncrementalOdds;
pub use interval::{CONFIDENCE, Interval};
pub use sample::Sampler;

use crate::{Grid, Seat};

/// The four disjoint outcomes of an observation, with their probabilities.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Chances {
    /// Black has a row and White has none.
    pub black: f64,
    /// White has a row and Black has none.
    pub white: f64,
    /// Both have a row.
    pub both: f64,
    /// Neither colour has a row.
    pub none: f64,
}

impl Chances {
    /// Nothing can happen.
    pub const NOTHING: Self = Self { black: 0.0, white: 0.0, both: 0.0, none: 1.0 };

    /// A row of certain colours.
    pub(crate) fn certain(black: bool, white: bool) -> Self {
        let at = |hit: bool| f64::from(u8::from(hit));
        Self {
            black: at(black && !white),
            white: at(white && !black),
            both: at(black && white),
            none: at(!black && !white),
        }
    }

    /// The chances of two independent groups together. Only sums and products of positive numbers, so nothing cancels.
    pub fn and(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            black: a.black * b.none + a.none * b.black + a.black * b.black,
            white: a.white * b.none + a.none * b.white + a.white * b.white,
            both: a.both + a.none * b.both + a.black * (b.white + b.both) + a.white * (b.black + b.both),
            none: a.none * b.none,
        }
    }

    /// The probability that the seat's colour has a row and the other has none.
    pub fn only(self, seat: Seat) -> f64 {
        match seat {
            Seat::First => self.black,
            Seat::Second => self.white,
        }
    }
}

/// How the odds were found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// By a sum over all colourings.
    Exact {
        /// A bound on the rounding error of each of the four numbers.
        error: f64,
        /// States visited.
        states: usize,
    },
    /// By drawing boards at random: an estimate.
    Sampled {
        /// Boards drawn.
        boards: u64,
        /// For black, white, both and none, where the true value lies with [`CONFIDENCE`].
        intervals: [Interval; 4],
    },
}

/// The odds of an observation and how they were found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// The four probabilities.
    pub chances: Chances,
    /// Exact or sampled.
    pub method: Method,
}

impl Odds {
    /// Whether this is exact.
    pub const fn is_exact(&self) -> bool {
        matches!(self.method, Method::Exact { .. })
    }
}

/// How much work the odds may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// States of the exact method on the whole board; 0 goes straight to sampling.
    pub states: usize,
    /// Boards drawn when the states do not suffice; 0 never samples.
    pub samples: u64,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for Budget {
    /// Enough for an exact answer in a few milliseconds, or else a sample good to less than a tenth of a percent.
    fn default() -> Self {
        Self { states: 150_000, samples: 1 << 21, seed: 0x0ba2_3e2b }
    }
}

/// The odds of observing the board with rows of `row` stones, or `None` when the budget forbids an answer.
///
/// ```
/// use banmen_quantum::{Grid, odds::{Budget, odds}};
/// let grid = Grid::parse(19, "a1:90 b1:70 c1:90 d1:70 e1:90").unwrap();
/// let odds = odds(&grid, 5, &Budget::default()).unwrap();
/// assert!(odds.is_exact());
/// assert!((odds.chances.black - 0.9 * 0.7 * 0.9 * 0.7 * 0.9).abs() < 1e-15);
/// ```
pub fn odds(grid: &Grid, row: u8, budget: &Budget) -> Option<Odds> {
    IncrementalOdds::new(grid.clone(), row, budget.states).odds(budget)
}
