//! `konane.find`: the simplest position with a value.

#[cfg(feature = "threads")]
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use banmen_cgt::{Arena, Notation, Value};
use banmen_core::{Budget, Limits, Stop};
use serde::{Deserialize, Serialize};

use super::arrangements::Arrangements;
use super::census::CensusProgress;
use super::condition::stones;
use super::value::evaluator;
use super::{EVER_ALL, Halt, LONGEST_NAME, Mistake};
use crate::board::{Board, Jumps};
use crate::engine::Effort;
use crate::evaluator::Evaluator;

/// Arrangements that a thread takes at once, between two looks at the limits.
const HANDFUL: u64 = 1 << 12;

/// Which value to look for, and how far.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindQuestion {
    /// A text in the language of games: `^2`.
    pub value: String,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// The most cells of a board that is looked at.
    #[serde(default = "usual_cells")]
    pub cells: usize,
}

/// Boards of up to this many cells are looked at where nothing else is asked for.
pub const USUAL_CELLS: usize = 12;

fn usual_cells() -> usize {
    USUAL_CELLS
}

/// The simplest position with a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The value, in ASCII.
    pub value: String,
    /// The position: of those on the fewest cells one with the fewest stones. Missing if there is none on so few cells.
    pub board: Option<Board>,
    /// Its stones.
    pub stones: Option<usize>,
    /// The most cells of a board that was looked at whole.
    pub cells: usize,
    /// Positions that were looked at.
    pub positions: u64,
}

/// Looks for the simplest position with a value, on boards of one cell, two cells, and so on, on as many threads as the limits
/// allow.
pub fn find(
    question: &FindQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&CensusProgress),
) -> Result<Found, Halt<Found>> {
    if question.cells > EVER_ALL {
        return Err(Halt::Input(format!("{} cells are too many; at most {EVER_ALL} can be looked at", question.cells)));
    }
    let threads = if cfg!(feature = "threads") { limits.threads.max(1) } else { 1 };
    let share = Limits { memory: limits.memory.map(|bytes| bytes / threads as u64), ..limits.clone() };
    let mut seekers = Vec::with_capacity(threads);
    for number in 0..threads {
        let mut evaluator = evaluator(question.jumps, &share);
        let wanted = evaluator.algebra.value(&question.value);
        let wanted = wanted.map_err(|error| Halt::Input(Mistake::of(&error, &question.value).to_string()))?;
        seekers.push(Seeker { evaluator, wanted, number });
    }
    let Seeker { evaluator: Evaluator { algebra, .. }, wanted, .. } = &mut seekers[0];
    let name = algebra.name_within(*wanted, Notation::Ascii, u128::from(LONGEST_NAME)).unwrap_or_default();
    let mut found = Found { value: name, board: None, stones: None, cells: 0, positions: 0 };
    let hunt = Hunt {
        limits,
        budget: limits.start(),
        positions: AtomicU64::new(0),
        bytes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        simplest: Mutex::new(None),
    };
    for cells in 1..=question.cells {
        let mut stopped = None;
        for rows in (1..=cells).filter(|rows| cells % rows == 0 && rows * rows <= cells) {
            let Ok(empty) = Board::empty(rows, cells / rows) else { continue };
            stopped = stopped.or(hunt.look(&empty, &mut seekers, report).err());
        }
        found.positions = hunt.positions.load(Ordering::Relaxed);
        if let Some(Simplest { board, stones, .. }) = *hunt.simplest() {
            (found.board, found.stones) = (Some(board), Some(stones));
        }
        if let Some(stop) = stopped {
            return Err(Halt::Limit { stop, partial: found });
        }
        found.cells = cells;
        if found.board.is_some() {
            break;
        }
    }
    Ok(found)
}

/// What a thread looks for positions with.
struct Seeker {
    evaluator: Evaluator<Arena>,
    wanted: Value,
    /// Which thread it is.
    number: usize,
}

/// The simplest position so far. The fields are in the order in which positions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Simplest {
    stones: usize,
    rows: usize,
    number: u64,
    board: Board,
}

/// What the threads of a search share.
struct Hunt<'a> {
    limits: &'a Limits,
    budget: Budget,
    /// Positions that all have looked at.
    positions: AtomicU64,
    /// Bytes in use by each thread.
    bytes: Box<[AtomicU64]>,
    simplest: Mutex<Option<Simplest>>,
}

impl Hunt<'_> {
    fn simplest(&self) -> MutexGuard<'_, Option<Simplest>> {
        self.simplest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes in use by all threads.
    fn bytes(&self) -> u64 {
        self.bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }

    /// Looks at all positions of a size.
    fn look(&self, empty: &Board, seekers: &mut [Seeker], report: &mut dyn FnMut(&CensusProgress)) -> Result<(), Stop> {
        let next = AtomicU64::new(0);
        let (total, cells) = (Arrangements::new(empty, false).total, empty.rows() * empty.cols());
        let mut told = |done: u64| {
            let effort = Effort {
                positions: self.positions.load(Ordering::Relaxed),
                different: 0,
                bytes: self.bytes(),
                elapsed: self.budget.elapsed(),
            };
            report(&CensusProgress { done, total, distinct: cells, effort });
        };
        #[cfg(feature = "threads")]
        return std::thread::scope(|scope| {
            let next = &next;
            let (first, others) = seekers.split_first_mut().expect("there is at least one thread");
            // A single handful is not worth a thread.
            let helpers = if total > HANDFUL { others } else { &mut [] };
            let helpers: Vec<_> =
                helpers.iter_mut().map(|other| scope.spawn(|| self.seek(empty, next, other, &mut |_| {}))).collect();
            let own = self.seek(empty, next, first, &mut told);
            let theirs = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            theirs.fold(own, Result::and)
        });
        #[cfg(not(feature = "threads"))]
        self.seek(empty, &next, &mut seekers[0], &mut told)
    }

    /// Takes handfuls of arrangements until none is left.
    fn seek(
        &self,
        empty: &Board,
        next: &AtomicU64,
        seeker: &mut Seeker,
        told: &mut dyn FnMut(u64),
    ) -> Result<(), Stop> {
        let boundless = Limits { cancel: self.limits.cancel.clone(), ..Limits::none() };
        let mut all = Arrangements::new(empty, false);
        loop {
            let start = next.fetch_add(HANDFUL, Ordering::Relaxed);
            if start >= all.total {
                return Ok(());
            }
            self.bytes[seeker.number].store(seeker.evaluator.bytes() as u64, Ordering::Relaxed);
            told(start);
            let positions = self.positions.load(Ordering::Relaxed);
            self.budget.stop_with_memory(positions, self.bytes()).map_or(Ok(()), Err)?;
            let mut looked_at = 0;
            all.seek(start);
            for number in start..all.total.min(start + HANDFUL) {
                let Some(board) = all.step() else { continue };
                looked_at += 1;
                let candidate = Simplest { stones: stones(&board), rows: board.rows(), number, board };
                if self.simplest().is_some_and(|known| known < candidate) {
                    continue;
                }
                let value = seeker.evaluator.solve(&board, &boundless, &mut |_| {}).map_err(|halt| halt.stop)?;
                if value == seeker.wanted {
                    let mut simplest = self.simplest();
                    *simplest = Some(simplest.map_or(candidate, |known| known.min(candidate)));
                }
            }
            self.positions.fetch_add(looked_at, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_position_is_found() {
        let ask = |value: &str, cells| {
            let asked = FindQuestion { value: value.to_owned(), jumps: Jumps::Any, cells };
            find(&asked, &Limits::none(), &mut |_| {}).unwrap()
        };
        assert_eq!(ask("1", 9).board.unwrap().line(), ".WB");
        assert_eq!(ask("0", 9).board.unwrap().line(), ".");
        let star = ask("*", 9);
        assert_eq!(
            (star.board.unwrap().rows() * star.board.unwrap().cols(), star.stones),
            (star.cells, Some(stones(&star.board.unwrap())))
        );
        assert_eq!(ask("1/1024", 6).board, None);
        let threads = |threads| {
            let asked = FindQuestion { value: "^*".to_owned(), jumps: Jumps::Any, cells: 12 };
            find(&asked, &Limits { threads, ..Limits::none() }, &mut |_| {})
        };
        assert_eq!(threads(1), threads(3));
        let wrong = FindQuestion { value: "1/3".to_owned(), jumps: Jumps::Any, cells: 4 };
        assert!(matches!(find(&wrong, &Limits::none(), &mut |_| {}), Err(Halt::Input(_))));
    }
}
