//! Backward induction: the value of a position from the values of those that can follow, with alpha-beta bounds.

use banmen_core::Seat;

use super::cells::{Key, stones};
use super::{MOST_POINTS, Solver};
use crate::search::Look;
use crate::{AfterMiss, Observations};

/// Wider than any value, so that nothing is cut.
pub(super) const OPEN: (f64, f64) = (-1.0, 2.0);
/// A window is widened by more than rounding can take from it, so that a bound is never taken for a value.
const MARGIN: f64 = 1e-12;
/// About how many bytes one remembered position takes.
const BYTES_OF_A_POSITION: u64 = 40;
/// The clock is read once in this many positions.
const CLOCK_PERIOD: u64 = 64;

/// What is known of a position's value: it lies between the two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    low: f64,
    high: f64,
}

impl Solver {
    fn may_observe(&self, cells: u64, left: [u16; 2], seat: Seat) -> bool {
        stones(cells) >= usize::from(self.rules.first_observation) && left[seat.index()] > 0
    }

    fn one_fewer(&self, left: [u16; 2], observer: Seat) -> [u16; 2] {
        let mut fewer = left;
        for seat in Seat::BOTH {
            fewer[seat.index()] -= match self.rules.observations {
                Observations::Unlimited => 0,
                Observations::Shared => 1,
                Observations::Each => u16::from(seat == observer),
            };
        }
        fewer
    }

    /// The value to `seat`, whose turn has ended. Here as below, positions are the smallest of their mirror images.
    pub(super) fn rest(&mut self, cells: u64, left: [u16; 2], seat: Seat, alpha: f64, beta: f64) -> f64 {
        1.0 - self.turn(cells, left, seat.other(), 1.0 - beta, 1.0 - alpha)
    }

    /// Between what the rest of the game lies for a player, whatever the stones. A draw is certain when nobody can observe
    /// any more; and whoever alone can observe can always refrain.
    fn bounds(&self, cells: u64, left: [u16; 2], seat: Seat) -> Known {
        if left == [0, 0] || stones(cells) == self.points {
            return Known { low: 0.5, high: 0.5 };
        }
        Known {
            low: if left[seat.other().index()] == 0 { 0.5 } else { 0.0 },
            high: if left[seat.index()] == 0 { 0.5 } else { 1.0 },
        }
    }

    /// The value to `mover`, who places next. Exact between alpha and beta, otherwise a bound.
    pub(super) fn turn(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        let known = self.bounds(cells, left, mover);
        if known.low >= known.high || self.stopped.is_some() {
            return known.low;
        }
        let key = Key { cells, left };
        let known = self.known.get(&key).copied().unwrap_or(known);
        if known.low >= beta || known.low >= known.high {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CLOCK_PERIOD) {
            let bytes = (self.known.len() + self.chances.len()) as u64 * BYTES_OF_A_POSITION;
            let visited = self.visited - self.visited_before;
            self.stopped = self.time.as_ref().and_then(|time| time.stop_with_memory(visited, bytes));
        }
        let mut options: Vec<(f64, u64)> = Vec::with_capacity(MOST_POINTS);
        let mut best = f64::NEG_INFINITY;
        for cell in self.empty(cells) {
            let after = self.canonical(self.with_next_stone(cells, cell));
            if options.iter().any(|&(_, other)| other == after) {
                continue;
            }
            // Perhaps a skip there is known to be good enough.
            if let Some(rest) = self.known.get(&Key { cells: after, left }) {
                best = best.max(1.0 - rest.high);
                if best >= beta {
                    break;
                }
            }
            options.push((self.promise(cells, cell), after));
        }
        if best < beta {
            options.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut lower = alpha.max(known.low);
            for (_, after) in options {
                let value = self.after_placing(after, left, mover, lower, beta);
                best = best.max(value);
                lower = lower.max(value);
                if best >= beta {
                    break;
                }
            }
        }
        if self.stopped.is_some() {
            return best;
        }
        let entry = self.known.entry(key).or_insert(known);
        if best >= beta {
            entry.low = entry.low.max(best);
        } else if best <= alpha {
            entry.high = entry.high.min(best);
        } else {
            *entry = Known { low: best, high: best };
        }
        best
    }

    /// The value to `mover`, who has just placed a stone and may observe or skip.
    pub(super) fn after_placing(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        if !self.may_observe(cells, left, mover) {
            return self.rest(cells, left, mover, alpha, beta);
        }
        let look = self.look(cells, mover);
        let after_miss = self.bounds(cells, self.one_fewer(left, mover), mover);
        let at_least = look.win + look.nothing * after_miss.low;
        if at_least >= beta {
            return at_least;
        }
        let skip = self.rest(cells, left, mover, alpha.max(at_least), beta);
        let at_most = look.win + look.nothing * after_miss.high;
        if skip >= beta || at_most <= alpha.max(skip) {
            return skip.max(at_most.min(alpha));
        }
        skip.max(self.observation(cells, left, mover, alpha.max(skip), beta))
    }

    fn look(&mut self, cells: u64, observer: Seat) -> Look {
        Look::new(self.chances_of(cells), observer, self.rules.both_rows)
    }

    /// The value to `mover` of observing.
    pub(super) fn observation(&mut self, cells: u64, left: [u16; 2], mover: Seat, alpha: f64, beta: f64) -> f64 {
        let look = self.look(cells, mover);
        let fewer = self.one_fewer(left, mover);
        if stones(cells) == self.points {
            return look.win + 0.5 * look.nothing;
        }
        if look.nothing <= 0.0 {
            return look.win;
        }
        if self.rules.after_miss == AfterMiss::Revert {
            let through = |value: f64| (value - look.win) / look.nothing;
            let (low, high) = (through(alpha) - MARGIN, through(beta) + MARGIN);
            return look.win + look.nothing * self.rest(cells, fewer, mover, low, high);
        }
        if self.rules.after_miss == AfterMiss::Keep {
            return self.kept(cells, fewer, mover, f64::NEG_INFINITY, look, alpha, beta);
        }
        // A bound on what cancelling is worth is often enough.
        let cancelled = self.rest(cells, fewer, mover, alpha, beta);
        let value = self.kept(cells, fewer, mover, cancelled, look, alpha, beta);
        if cancelled <= alpha && value > alpha || cancelled >= beta && value < beta {
            let cancelled = self.rest(cells, fewer, mover, OPEN.0, OPEN.1);
            return self.kept(cells, fewer, mover, cancelled, look, alpha, beta);
        }
        value
    }

    /// The value to `mover` of an observation after which the better of keeping and `cancelled` can be had.
    #[allow(clippy::too_many_arguments)]
    fn kept(
        &mut self,
        cells: u64,
        left: [u16; 2],
        mover: Seat,
        cancelled: f64,
        look: Look,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let bounds = self.bounds(cells, left, mover);
        let low = bounds.low.max(cancelled);
        let mut sum = look.win;
        let mut open = look.nothing;
        for (chance, kept) in self.misses(cells) {
            open -= chance;
            let from = ((alpha - sum - open * bounds.high) / chance - MARGIN).max(cancelled);
            let to = (beta - sum - open * low) / chance + MARGIN;
            let kept = self.canonical(kept);
            sum += chance * self.rest(kept, left, mover, from, to).max(cancelled);
            if sum + open * bounds.high <= alpha {
                return sum + open * bounds.high;
            }
            if sum + open * low >= beta {
                return sum + open * low;
            }
        }
        sum
    }
}
