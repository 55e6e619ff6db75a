//! The search for long strings: walks from random boards step by step to longer strings, and at first to shorter ones as well.

use std::sync::atomic::{AtomicU64, Ordering};

use banmen_core::{Budget, Draw, Limits, Random, Stop};

use super::arrangements::board_of;
use super::longest::{Contest, LongestProgress, LongestQuestion, USUAL_BYTES};
use crate::board::{Board, MAX_CELLS};

/// Boards that a search looks at where no time is given.
const USUAL_TRIES: u64 = 20_000;
/// Sub-positions of a board beyond which a search passes it over.
const LARGEST_TRY: u64 = 1 << 19;
/// Steps of a walk.
const STEPS: u64 = 1500;

/// Walks that threads share. Each begins with chance of its own, so that it makes no difference who takes it.
pub(super) struct Climb<'a> {
    question: &'a LongestQuestion,
    empty: &'a Board,
    limits: &'a Limits,
    budget: Budget,
    tries: u64,
    /// The walk that comes next.
    next: AtomicU64,
    /// Steps of all threads.
    steps: AtomicU64,
}

impl<'a> Climb<'a> {
    pub fn new(question: &'a LongestQuestion, empty: &'a Board, limits: &'a Limits) -> Climb<'a> {
        debug_assert!(empty.rows() * empty.cols() <= MAX_CELLS);
        let usual = if limits.time.is_some() { u64::MAX } else { USUAL_TRIES };
        Climb {
            question,
            empty,
            limits,
            budget: limits.start(),
            tries: question.tries.unwrap_or(usual).max(1),
            next: AtomicU64::new(0),
            steps: AtomicU64::new(0),
        }
    }

    /// Walks until there are enough steps or a limit ends them.
    pub fn walk(&self, contest: &mut Contest, report: &mut dyn FnMut(&LongestProgress)) -> Result<(), Stop> {
        loop {
            let walk = self.next.fetch_add(1, Ordering::Relaxed);
            let left = self.tries.saturating_sub(walk.saturating_mul(STEPS));
            if left == 0 {
                return Ok(());
            }
            if self.question.piece.is_none_or(|(number, of)| walk % of == number) {
                self.climb(walk, left.min(STEPS), contest, report)?;
            }
        }
    }

    fn climb(
        &self,
        walk: u64,
        steps: u64,
        contest: &mut Contest,
        report: &mut dyn FnMut(&LongestProgress),
    ) -> Result<(), Stop> {
        // What is known already decides which boards take too long, so every walk begins anew.
        contest.forget();
        let mut random = Random::new(self.question.seed ^ walk.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (mut digits, mut height) = (vec![0u8; self.empty.rows() * self.empty.cols()], 0.0);
        for step in 0..steps {
            let done = self.steps.fetch_add(1, Ordering::Relaxed);
            self.budget.stop(done).map_or(Ok(()), Err)?;
            report(&contest.progress(done, self.tries, self.budget.elapsed()));
            let mut changed = digits.clone();
            if step == 0 {
                let share = 30 + random.below(50) as u8;
                for digit in &mut changed {
                    *digit = if random.percent(share) { 1 + random.below(2) as u8 } else { 0 };
                }
            } else {
                change(&mut changed, &mut random);
            }
            let one = Limits {
                time: self.budget.remaining(),
                nodes: Some(LARGEST_TRY),
                memory: Some(self.limits.memory.unwrap_or(USUAL_BYTES)),
                ..self.limits.clone()
            };
            // If it ended at a limit, the next look at the limits says which one it was.
            let Ok(measured) = contest.measure(&board_of(self.empty, &changed), &one) else { continue };
            let Some(length) = measured else { continue };
            let found = (length as f64).ln();
            // The chance of a step downwards shrinks as the walk goes on.
            let warmth = 0.6 * (1.0 - step as f64 / STEPS as f64);
            let chance = if found >= height { 1.0 } else { ((found - height) / warmth.max(1e-3)).exp() };
            if step == 0 || random.unit() < chance {
                (digits, height) = (changed, found);
            }
        }
        Ok(())
    }
}

/// Changes one cell, or exchanges two.
fn change(digits: &mut [u8], random: &mut Random) {
    let cells = digits.len() as u64;
    let first = random.below(cells) as usize;
    if random.percent(30) {
        let second = random.below(cells) as usize;
        digits.swap(first, second);
    } else {
        digits[first] = (digits[first] + 1 + random.below(2) as u8) % 3;
    }
}
