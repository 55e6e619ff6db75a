//! One question asked of an engine.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use banmen_cgt::Exhausted;
use banmen_core::{Budget, Stop};

use super::Effort;
use super::ground::Ground;
use super::hand::{Hand, Part};
use super::splitting::Splitting;
use crate::algebra::Algebra;
use crate::bits::Bits;
use crate::board::Jumps;
use crate::frame::{Field, Frame};
use crate::normal::Key;

/// Work between two looks at the limits: a position's options, each counted as often as there are stones. A few
/// milliseconds on boards of any size.
const CHECK_EVERY: u64 = 1 << 15;
/// Steps of the algebra between two looks at the limits, to begin with.
pub(super) const FIRST_ALLOWANCE: u64 = 1 << 17;

/// One question asked of an engine, by one thread.
pub struct Inquiry<'a, B: Bits, A: Algebra, G: Ground<B, A>> {
    pub(super) frame: Frame<B>,
    pub(super) jumps: Jumps,
    pub(super) hand: &'a mut Hand<B, G::Found>,
    pub(super) ground: G,
    /// How to split.
    pub(super) splitting: Splitting,
    /// When to stop.
    pub(super) budget: &'a Budget,
    /// Who is told how far the work has got.
    pub(super) report: &'a mut dyn FnMut(&Effort),
    /// Bytes in use elsewhere that count as well.
    pub(super) other_bytes: usize,
    /// Positions looked at before this question.
    pub(super) positions_before: u64,
    /// Positions looked at since the beginning.
    pub(super) expanded: &'a AtomicU64,
    /// Set when another thread has the answer.
    pub(super) over: Option<&'a AtomicBool>,
    /// Which thread it is; each goes through the options in an order of its own.
    pub(super) number: usize,
}

impl<B: Bits, A: Algebra, G: Ground<B, A>> Inquiry<'_, B, A, G> {
    /// The id of a field.
    pub fn solve(&mut self, field: &Field<B>) -> Result<A::Id, Stop> {
        self.hand.clear();
        self.ground.allow(FIRST_ALLOWANCE);
        self.check()?;
        self.hand.push_parts(&self.frame, field, self.splitting);
        self.find_parts(0)?;
        self.ask(|ground, hand| ground.sum(&hand.parts))
    }

    /// The id of a part in normal form, however long its sums take.
    pub fn part(&mut self, key: Key<B>) -> Result<G::Found, Stop> {
        self.ground.allow(u64::MAX);
        match self.ground.get(&key) {
            Some(found) => Ok(found),
            None => self.expand(key),
        }
    }

    /// How far the work has got.
    pub fn effort(&mut self) -> Effort {
        let expanded = std::mem::take(&mut self.hand.expanded);
        let before = self.expanded.fetch_add(expanded, Ordering::Relaxed);
        Effort {
            positions: before + expanded - self.positions_before,
            different: self.ground.different() as u64,
            bytes: (self.ground.bytes() + self.other_bytes) as u64,
            elapsed: self.budget.elapsed(),
        }
    }

    fn check(&mut self) -> Result<(), Stop> {
        if self.over.is_some_and(|over| over.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        let effort = self.effort();
        (self.report)(&effort);
        match self.budget.stop_with_memory(effort.positions, effort.bytes) {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// Lets the algebra work until it has an answer or a limit is reached.
    fn ask<T>(
        &mut self,
        mut operation: impl FnMut(&mut G, &Hand<B, G::Found>) -> Result<T, Exhausted>,
    ) -> Result<T, Stop> {
        let mut allowance = FIRST_ALLOWANCE;
        loop {
            if let Ok(answer) = operation(&mut self.ground, self.hand) {
                return Ok(answer);
            }
            self.check()?;
            // A growing allowance, so that even an operation whose memory is lost on the way comes to an end.
            allowance = allowance.saturating_mul(2);
            if allowance > FIRST_ALLOWANCE << 30 {
                return Err(Stop::Memory);
            }
            self.ground.allow(allowance);
        }
    }

    /// Finds the parts from `first` on.
    fn find_parts(&mut self, first: usize) -> Result<(), Stop> {
        // All parts are looked up before any is evaluated: the table is far away, and this way the journeys overlap.
        self.ground.find(&mut self.hand.parts[first..]);
        let count = self.hand.parts.len() - first;
        for step in 0..count {
            let index = first + self.turned(step, count);
            let Part { key, found, .. } = self.hand.parts[index];
            if found.is_none() {
                let found = match self.ground.get(&key) {
                    Some(found) => found,
                    None => self.expand(key)?,
                };
                self.hand.parts[index].found = Some(found);
            }
        }
        Ok(())
    }

    /// The order in which this thread goes through this many parts: from the front, from the back, or from somewhere between.
    #[inline(always)]
    fn turned(&self, step: usize, count: usize) -> usize {
        match self.number {
            0 => step,
            1 => count - 1 - step,
            number => {
                let start = step + number * count / (number + 1);
                if number.is_multiple_of(2) { start % count } else { count - 1 - start % count }
            }
        }
    }

    /// Looks at every move of a part that is not known yet.
    fn expand(&mut self, key: Key<B>) -> Result<G::Found, Stop> {
        if self.hand.work >= CHECK_EVERY {
            self.hand.work = 0;
            self.check()?;
        }
        self.hand.expanded += 1;
        let field = key.field();
        let (first_part, first_move) = (self.hand.parts.len(), self.hand.moves.len());
        self.hand.push_moves(&self.frame, self.jumps, &field, self.splitting);
        self.hand.work += (self.hand.moves.len() - first_move) as u64 * u64::from(field.stones().count());
        self.find_parts(first_part)?;
        let found = self.ask(|ground, hand| ground.conclude(&key, hand, first_part, first_move))?;
        self.hand.parts.truncate(first_part);
        self.hand.moves.truncate(first_move);
        self.ask(|ground, _| ground.advance())?;
        Ok(found)
    }
}
