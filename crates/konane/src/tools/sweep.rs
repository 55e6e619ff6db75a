//! All arrangements of a size, evaluated by one thread or several, and their rows in order.

use std::collections::BTreeMap;
#[cfg(feature = "threads")]
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use banmen_cgt::{Arena, Notation, Value};
use banmen_core::{Budget, Limits, Stop};
use rustc_hash::FxHashMap;

use super::arrangements::Arrangements;
use super::census::{CensusProgress, CensusQuestion, Kept, row};
use super::condition::{Condition, stones};
use super::value::evaluator;
use super::{Field, LONGEST_NAME};
use crate::board::Board;
use crate::engine::Effort;
use crate::evaluator::Evaluator;

/// Arrangements that a thread takes at once. Pieces of a census are made of such handfuls as well.
const HANDFUL: u64 = 1 << 8;

/// Why a census is not whole.
pub(super) enum Failed {
    /// The condition was wrong.
    Input(String),
    /// A limit ended it.
    Limit(Stop),
}

/// What one thread has counted, and at the end all.
pub(super) struct Tally {
    pub evaluator: Evaluator<Arena>,
    pub kept: FxHashMap<Value, Kept>,
    pub positions: u64,
    pub counted: u64,
}

impl Tally {
    fn new(question: &CensusQuestion, limits: &Limits) -> Tally {
        Tally { evaluator: evaluator(question.jumps, limits), kept: FxHashMap::default(), positions: 0, counted: 0 }
    }

    /// The bytes in use.
    fn bytes(&self) -> usize {
        self.evaluator.bytes() + self.kept.capacity() * size_of::<(Value, Kept)>()
    }

    /// Counts a position; its row, if the condition holds.
    fn count(
        &mut self,
        number: u64,
        board: &Board,
        condition: &mut Option<Condition>,
        limits: &Limits,
        longest: u128,
    ) -> Result<Option<Vec<Field>>, Failed> {
        let value = self.evaluator.solve(board, limits, &mut |_| {}).map_err(|halt| Failed::Limit(halt.stop))?;
        self.positions += 1;
        let arena = &mut self.evaluator.algebra;
        let rank = (stones(board), number);
        let known = self.kept.entry(value).or_insert_with(|| Kept {
            summary: arena.summary(value, Notation::Ascii, longest),
            holds: None,
            count: 0,
            simplest: *board,
            rank: (usize::MAX, 0),
        });
        let holds = match (condition, known.holds) {
            (None, _) => true,
            (Some(_), Some(holds)) => holds,
            (Some(condition), None) => {
                let holds = condition.holds(arena, value, &known.summary, board).map_err(Failed::Input)?;
                known.holds = (!condition.of_positions).then_some(holds);
                holds
            }
        };
        if !holds {
            return Ok(None);
        }
        self.counted += 1;
        known.count += 1;
        if rank < known.rank {
            (known.simplest, known.rank) = (*board, rank);
        }
        Ok(Some(row(number, board, rank.0, &known.summary)))
    }

    /// Takes over what another thread has counted.
    fn join(&mut self, other: Tally) {
        self.positions += other.positions;
        self.counted += other.counted;
        let (values, kept): (Vec<Value>, Vec<Kept>) = other.kept.into_iter().unzip();
        let values = self.evaluator.algebra.import(&other.evaluator.algebra, &values);
        for (value, theirs) in values.into_iter().zip(kept) {
            match self.kept.get_mut(&value) {
                None => {
                    self.kept.insert(value, theirs);
                }
                Some(ours) => {
                    ours.count += theirs.count;
                    if theirs.rank < ours.rank {
                        (ours.simplest, ours.rank) = (theirs.simplest, theirs.rank);
                    }
                }
            }
        }
    }
}

/// What the threads of a census share.
pub(super) struct Sweep<'a> {
    question: &'a CensusQuestion,
    empty: &'a Board,
    limits: &'a Limits,
    budget: Budget,
    total: u64,
    /// The handful that comes next.
    next: AtomicU64,
    positions: AtomicU64,
    /// Bytes in use by each thread.
    bytes: Box<[AtomicU64]>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The rows of handfuls whose turn has not come yet.
    waiting: BTreeMap<u64, Vec<Vec<Field>>>,
    failed: Option<Failed>,
}

impl<'a> Sweep<'a> {
    pub fn new(question: &'a CensusQuestion, empty: &'a Board, limits: &'a Limits) -> Sweep<'a> {
        let threads = if cfg!(feature = "threads") { limits.threads.max(1) } else { 1 };
        Sweep {
            question,
            empty,
            limits,
            budget: limits.start(),
            total: Arrangements::new(empty, false).total,
            next: AtomicU64::new(question.from / HANDFUL),
            positions: AtomicU64::new(0),
            bytes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            state: Mutex::default(),
        }
    }

    /// Counts all positions.
    pub fn run(
        self,
        report: &mut dyn FnMut(&CensusProgress),
        each: &mut dyn FnMut(Vec<Field>),
    ) -> (Tally, Option<Failed>) {
        let threads = self.bytes.len();
        let share = Limits { memory: self.limits.memory.map(|bytes| bytes / threads as u64), ..self.limits.clone() };
        let mut first = Tally::new(self.question, &share);
        let mut written = self.question.from / HANDFUL;
        let mut after_each = |tally: &Tally| {
            self.hand_over(&mut written, each);
            report(&self.progress(tally));
        };
        #[cfg(feature = "threads")]
        let others: Vec<Tally> = std::thread::scope(|scope| {
            let (sweep, share) = (&self, &share);
            let helpers: Vec<_> = (1..threads)
                .map(|number| {
                    scope.spawn(move || {
                        let mut tally = Tally::new(sweep.question, share);
                        sweep.work(number, &mut tally, &mut |_| {});
                        tally
                    })
                })
                .collect();
            self.work(0, &mut first, &mut after_each);
            helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        #[cfg(not(feature = "threads"))]
        let others: Vec<Tally> = {
            self.work(0, &mut first, &mut after_each);
            Vec::new()
        };
        for other in others {
            first.join(other);
        }
        self.hand_over(&mut written, each);
        report(&self.progress(&first));
        let failed = self.state().failed.take();
        (first, failed)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts handfuls until none is left or somebody has failed.
    fn work(&self, thread: usize, tally: &mut Tally, after_each: &mut dyn FnMut(&Tally)) {
        let boundless = Limits { cancel: self.limits.cancel.clone(), ..Limits::none() };
        let mut condition = self.question.condition.as_deref().map(|text| Condition::new(text, &Limits::none()));
        let mut all = Arrangements::new(self.empty, false);
        loop {
            self.bytes[thread].store(tally.bytes() as u64, Ordering::Relaxed);
            let bytes = self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum();
            // Before a handful is taken, so that whatever has been taken is done when a limit ends the work.
            if let Some(stop) = self.budget.stop_with_memory(self.positions.load(Ordering::Relaxed), bytes) {
                self.state().failed.get_or_insert(Failed::Limit(stop));
                return;
            }
            let handful = self.next.fetch_add(1, Ordering::Relaxed);
            if handful * HANDFUL >= self.total {
                return;
            }
            let before = tally.positions;
            let rows = self.rows(handful, &mut all, tally, &mut condition, &boundless);
            self.positions.fetch_add(tally.positions - before, Ordering::Relaxed);
            {
                let mut state = self.state();
                match rows {
                    Ok(rows) => {
                        state.waiting.insert(handful, rows);
                    }
                    Err(failed) => state.failed = state.failed.take().or(Some(failed)),
                }
                if state.failed.is_some() {
                    return;
                }
            }
            after_each(tally);
        }
    }

    /// The rows of a handful.
    fn rows(
        &self,
        handful: u64,
        all: &mut Arrangements,
        tally: &mut Tally,
        condition: &mut Option<Condition>,
        limits: &Limits,
    ) -> Result<Vec<Vec<Field>>, Failed> {
        let mut rows = Vec::new();
        if self.question.piece.is_some_and(|(number, of)| handful % of != number) {
            return Ok(rows);
        }
        let longest = u128::from(self.question.max_length.min(LONGEST_NAME));
        let start = (handful * HANDFUL).max(self.question.from);
        all.seek(start);
        for number in start..self.total.min((handful + 1) * HANDFUL) {
            if let Some(board) = all.step() {
                rows.extend(tally.count(number, &board, condition, limits, longest)?);
            }
        }
        Ok(rows)
    }

    /// Hands over the rows whose turn it is.
    fn hand_over(&self, written: &mut u64, each: &mut dyn FnMut(Vec<Field>)) {
        loop {
            let Some(rows) = self.state().waiting.remove(written) else { return };
            *written += 1;
            rows.into_iter().for_each(&mut *each);
        }
    }

    fn progress(&self, tally: &Tally) -> CensusProgress {
        let effort = Effort {
            positions: self.positions.load(Ordering::Relaxed),
            different: tally.kept.len() as u64,
            bytes: self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum(),
            elapsed: self.budget.elapsed(),
        };
        let done = (self.next.load(Ordering::Relaxed) * HANDFUL).min(self.total);
        CensusProgress { done, total: self.total, distinct: tally.kept.len(), effort }
    }
}
