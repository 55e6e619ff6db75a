//! `konane.longest`: the positions of a size with the longest game strings.

use std::sync::atomic::{AtomicU64, Ordering};

use banmen_core::{Draw, Limits, Random, Stop};
use serde::{Deserialize, Serialize};

use super::arrangements::{Arrangements, board_of};
use super::{Count, Halt};
use crate::board::{Board, Jumps, MAX_CELLS};
use crate::engine::Effort;
use crate::evaluator::Evaluator;
use crate::game_string::Integers;
use crate::structures::{Structure, Structures};

/// Boards of at most this many cells are all looked at where nothing else is asked for.
pub const USUALLY_ALL: usize = 15;
/// Boards of at most this many cells can all be looked at.
pub const EVER_ALL: usize = 16;
/// The most positions that are listed.
const MOST_LISTED: usize = 1000;
/// Boards that a search looks at where no time is given.
const USUAL_TRIES: u64 = 20_000;
/// Sub-positions of a board beyond which a search passes it over.
const LARGEST_TRY: u64 = 1 << 19;
/// Bytes beyond which a search forgets what it knows, where no limit is given.
const USUAL_BYTES: u64 = 1 << 30;
/// Steps from one start of the search to the next.
const STEPS: u64 = 1500;

/// Which size, and how to look.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LongestQuestion {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// How many positions to list.
    #[serde(default = "one")]
    pub top: usize,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// Where the search's chance begins.
    #[serde(default)]
    pub seed: u64,
    /// Whether to look at all positions, or to search; the size decides if nothing is said.
    #[serde(default)]
    pub exhaustive: Option<bool>,
    /// How many boards a search looks at.
    #[serde(default)]
    pub tries: Option<u64>,
}

fn one() -> usize {
    1
}

/// The positions with the longest strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// How they were found.
    pub method: Method,
    /// Whether nothing longer can exist.
    pub proved: bool,
    /// Boards whose strings were measured.
    pub boards: u64,
    /// Boards that were passed over because their strings take too long to measure.
    pub passed_over: u64,
    /// The seed of a search.
    pub seed: Option<u64>,
    /// The longest ones, longest first; of those that are the same up to turning, mirroring and colours, one.
    pub top: Vec<LongString>,
}

/// How positions were looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// All of them, up to symmetry.
    Exhaustive,
    /// Step by step from random ones.
    Search,
}

/// A position and the length of its string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LongString {
    /// The position.
    pub board: Board,
    /// How many characters.
    pub length: Count,
}

/// How far the search has got.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LongestProgress {
    /// Boards measured, or numbered through if all are.
    pub done: u64,
    /// How many there are.
    pub total: u64,
    /// The longest string so far.
    pub longest: Option<LongString>,
    /// What it took.
    #[serde(flatten)]
    pub effort: Effort,
}

/// The lengths of the strings of all structures, extended as structures are made. Spelled strings are as long as their
/// negatives.
#[derive(Default)]
struct Lengths(Vec<u128>);

impl Lengths {
    fn of(&mut self, structures: &Structures, structure: Structure) -> u128 {
        let (last, _) = Structures::place(structure);
        for index in self.0.len()..=last {
            let (left, right) = structures.kept_options(index);
            let length = if left.is_empty() && right.is_empty() {
                1
            } else {
                let commas = left.len().saturating_sub(1) + right.len().saturating_sub(1);
                let options = left.iter().chain(right).map(|&option| self.0[Structures::place(option).0]);
                options.fold(3 + commas as u128, u128::saturating_add)
            };
            self.0.push(length);
        }
        self.0[last]
    }
}

/// Measures boards and keeps the longest.
struct Contest {
    evaluator: Evaluator<Structures>,
    lengths: Lengths,
    top: Vec<(u128, Board)>,
    places: usize,
    boards: u64,
    passed_over: u64,
    most_bytes: u64,
}

impl Contest {
    fn new(question: &LongestQuestion, limits: &Limits) -> Contest {
        Contest {
            evaluator: Evaluator::new(Structures::new(), question.jumps),
            lengths: Lengths::default(),
            top: Vec::new(),
            places: question.top.clamp(1, MOST_LISTED),
            boards: 0,
            passed_over: 0,
            most_bytes: limits.memory.unwrap_or(USUAL_BYTES) / 2,
        }
    }

    /// The length of a board's string, or `None` if it takes too long.
    fn measure(&mut self, board: &Board, limits: &Limits) -> Result<Option<u128>, Stop> {
        if (self.evaluator.bytes() + self.lengths.0.capacity() * size_of::<u128>()) as u64 > self.most_bytes {
            self.evaluator = Evaluator::new(Structures::new(), self.evaluator.jumps());
            self.lengths = Lengths::default();
        }
        match self.evaluator.solve(board, limits, &mut |_| {}) {
            Ok(structure) => {
                self.boards += 1;
                let length = self.lengths.of(&self.evaluator.algebra, structure);
                self.enter(length, board);
                Ok(Some(length))
            }
            Err(unfinished) if matches!(unfinished.stop, Stop::Nodes | Stop::Memory) => {
                self.passed_over += 1;
                Ok(None)
            }
            Err(unfinished) => Err(unfinished.stop),
        }
    }

    /// Of equally long strings the one whose board comes first by its text is kept, so that the answer depends neither on
    /// the order nor on threads.
    fn enter(&mut self, length: u128, board: &Board) {
        if self.top.len() == self.places && self.top.last().is_some_and(|&(least, _)| length < least) {
            return;
        }
        let board = normal(board);
        if self.top.iter().any(|(_, known)| *known == board) {
            return;
        }
        let rank = |length: u128, board: &Board| (std::cmp::Reverse(length), board.line());
        let own = rank(length, &board);
        let place = self.top.partition_point(|(known, other)| rank(*known, other) < own);
        self.top.insert(place, (length, board));
        self.top.truncate(self.places);
    }

    /// Takes over what another thread has found.
    fn join(&mut self, other: Contest) {
        self.boards += other.boards;
        self.passed_over += other.passed_over;
        other.top.into_iter().for_each(|(length, board)| self.enter(length, &board));
    }

    fn effort(&self, elapsed: std::time::Duration) -> Effort {
        Effort {
            positions: self.boards,
            different: self.lengths.0.len() as u64,
            bytes: self.evaluator.bytes() as u64,
            elapsed,
        }
    }

    fn progress(&self, done: u64, total: u64, elapsed: std::time::Duration) -> LongestProgress {
        let longest = self.top.first().map(|&(length, board)| LongString { board, length: Count::from(length) });
        LongestProgress { done, total, longest, effort: self.effort(elapsed) }
    }

    /// The answer, with exact lengths.
    fn answer(mut self, method: Method, proved: bool, seed: Option<u64>) -> Longest {
        let mut top: Vec<LongString> = Vec::with_capacity(self.top.len());
        for (length, board) in std::mem::take(&mut self.top) {
            let length = if length < u128::MAX {
                Count::from(length)
            } else {
                let structure = self.evaluator.solve(&board, &Limits::none(), &mut |_| {});
                let structure = structure.expect("nothing limits it");
                Count(self.evaluator.algebra.string_length(structure, Integers::Spelled))
            };
            top.push(LongString { board, length });
        }
        top.sort_by(|a, b| b.length.cmp(&a.length));
        Longest { method, proved, boards: self.boards, passed_over: self.passed_over, seed, top }
    }
}

/// The boards that are the same up to mirroring, turning and exchanging the colours, of which the strings are equally long.
fn images(board: &Board) -> Vec<Board> {
    let mut images = vec![*board, board.mirrored(), board.flipped(), board.mirrored().flipped()];
    if board.rows() == board.cols() {
        let turned: Vec<Board> = images.iter().map(Board::transposed).collect();
        images.extend(turned);
    }
    let swapped: Vec<Board> = images.iter().map(Board::colours_swapped).collect();
    images.extend(swapped);
    images
}

/// One of the boards that are the same up to symmetry, always the same one.
fn normal(board: &Board) -> Board {
    images(board).into_iter().max_by_key(Board::line).expect("a board is among its images")
}

/// Finds the positions with the longest strings: by looking at all of them up to symmetry where there are few enough, and
/// otherwise by a search, which proves nothing.
pub fn longest(
    question: &LongestQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&LongestProgress),
) -> Result<Longest, Halt<Longest>> {
    let empty = Board::empty(question.rows, question.cols).map_err(|error| Halt::Input(error.to_string()))?;
    let cells = question.rows * question.cols;
    let all = question.exhaustive.unwrap_or(cells <= USUALLY_ALL);
    if all && cells > EVER_ALL {
        let why = format!("{cells} cells are too many to look at all positions; at most {EVER_ALL} can be");
        return Err(Halt::Input(why));
    }
    if all { exhaustive(question, &empty, limits, report) } else { search(question, &empty, limits, report) }
}

/// Boards between two looks at the limits.
const CHECK_EVERY: u64 = 1 << 12;

fn exhaustive(
    question: &LongestQuestion,
    empty: &Board,
    limits: &Limits,
    report: &mut dyn FnMut(&LongestProgress),
) -> Result<Longest, Halt<Longest>> {
    let budget = limits.start();
    let round = Round {
        empty,
        total: Arrangements::new(empty, true).total,
        next: AtomicU64::new(0),
        measured: AtomicU64::new(0),
        budget: &budget,
        cancel: limits.cancel.clone(),
    };
    let threads = if cfg!(feature = "threads") { limits.threads.max(1) } else { 1 };
    let share = Limits { memory: limits.memory.map(|bytes| bytes / threads as u64), ..limits.clone() };
    let mut first = Contest::new(question, &share);
    #[cfg(feature = "threads")]
    let (stop, others) = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut contest = Contest::new(question, &share);
                    let stop = round.measure(&mut contest, &mut |_| {}).err();
                    (contest, stop)
                })
            })
            .collect();
        let stop = round.measure(&mut first, report).err();
        let others: Vec<_> = helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
        (stop, others)
    });
    #[cfg(not(feature = "threads"))]
    let (stop, others): (_, Vec<(Contest, Option<Stop>)>) = (round.measure(&mut first, report).err(), Vec::new());
    let mut stop = stop;
    for (contest, other_stop) in others {
        first.join(contest);
        stop = stop.or(other_stop);
    }
    if let Some(stop) = stop {
        return Err(Halt::Limit { stop, partial: first.answer(Method::Exhaustive, false, None) });
    }
    report(&first.progress(round.total, round.total, budget.elapsed()));
    let proved = first.passed_over == 0;
    Ok(first.answer(Method::Exhaustive, proved, None))
}

/// All boards of a size, numbered through; each thread takes the next few that nobody has taken.
struct Round<'a> {
    empty: &'a Board,
    total: u64,
    next: AtomicU64,
    /// Boards measured by all threads.
    measured: AtomicU64,
    budget: &'a banmen_core::Budget,
    cancel: banmen_core::Cancel,
}

impl Round<'_> {
    /// Measures boards until none is left.
    fn measure(&self, contest: &mut Contest, report: &mut dyn FnMut(&LongestProgress)) -> Result<(), Stop> {
        let boundless = Limits { cancel: self.cancel.clone(), ..Limits::none() };
        let mut all = Arrangements::new(self.empty, true);
        loop {
            let number = self.next.fetch_add(CHECK_EVERY, Ordering::Relaxed);
            if number >= self.total {
                return Ok(());
            }
            report(&contest.progress(number, self.total, self.budget.elapsed()));
            if let Some(stop) = self.budget.stop(self.measured.load(Ordering::Relaxed)) {
                return Err(stop);
            }
            let before = contest.boards;
            all.seek(number);
            for _ in number..self.total.min(number + CHECK_EVERY) {
                if let Some(board) = all.step() {
                    contest.measure(&board, &boundless)?;
                }
            }
            self.measured.fetch_add(contest.boards - before, Ordering::Relaxed);
        }
    }
}

/// Goes from random boards step by step to longer strings, and at first to shorter ones as well.
fn search(
    question: &LongestQuestion,
    empty: &Board,
    limits: &Limits,
    report: &mut dyn FnMut(&LongestProgress),
) -> Result<Longest, Halt<Longest>> {
    let budget = limits.start();
    let cells = empty.rows() * empty.cols();
    debug_assert!(cells <= MAX_CELLS);
    let timed = limits.time.is_some();
    let tries = question.tries.unwrap_or(if timed { u64::MAX } else { USUAL_TRIES }).max(1);
    let mut contest = Contest::new(question, limits);
    let mut random = Random::new(question.seed);
    let seed = Some(question.seed);
    let (mut digits, mut height) = (vec![0u8; cells], 0.0);
    for step in 0..tries {
        let stop = budget.stop(step);
        if let Some(stop) = stop {
            // A search ends when its time is up; only who interrupts it is told that it was not finished.
            let answer = contest.answer(Method::Search, false, seed);
            return if stop == Stop::Cancelled { Err(Halt::Limit { stop, partial: answer }) } else { Ok(answer) };
        }
        report(&contest.progress(step, tries, budget.elapsed()));
        let fresh = step % STEPS == 0;
        let mut changed = digits.clone();
        if fresh {
            let share = 30 + random.below(50) as u8;
            for digit in &mut changed {
                *digit = if random.percent(share) { 1 + random.below(2) as u8 } else { 0 };
            }
        } else {
            change(&mut changed, &mut random);
        }
        let one = Limits {
            time: budget.remaining(),
            nodes: Some(LARGEST_TRY),
            memory: Some(limits.memory.unwrap_or(USUAL_BYTES)),
            ..limits.clone()
        };
        // If it ended at a limit, the next look at the limits says which one it was.
        let Ok(measured) = contest.measure(&board_of(empty, &changed), &one) else { continue };
        let Some(length) = measured else { continue };
        let found = (length as f64).ln();
        // The chance of a step downwards shrinks as the walk goes on.
        let warmth = 0.6 * (1.0 - (step % STEPS) as f64 / STEPS as f64);
        let chance = if found >= height { 1.0 } else { ((found - height) / warmth.max(1e-3)).exp() };
        if fresh || random.unit() < chance {
            (digits, height) = (changed, found);
        }
    }
    report(&contest.progress(tries, tries, budget.elapsed()));
    Ok(contest.answer(Method::Search, false, seed))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_change_no_answer() {
        let question = LongestQuestion {
            rows: 2,
            cols: 5,
            top: 7,
            jumps: Jumps::Any,
            seed: 0,
            exhaustive: Some(true),
            tries: None,
        };
        let [one, three] = [1, 3].map(|threads| {
            let limits = Limits { threads, ..Limits::none() };
            longest(&question, &limits, &mut |_| {}).expect("nothing limits it")
        });
        assert_eq!(one, three);
    }

    fn question(rows: usize, cols: usize) -> LongestQuestion {
        LongestQuestion { rows, cols, top: 3, jumps: Jumps::Any, seed: 1, exhaustive: None, tries: Some(400) }
    }

    /// Every board of a size without any symmetry, each measured by itself.
    fn plainly(rows: usize, cols: usize) -> Count {
        let empty = Board::empty(rows, cols).unwrap();
        let mut best = Count::from(0);
        for number in 0..3u64.pow((rows * cols) as u32) {
            let digits: Vec<u8> = (0..rows * cols).map(|cell| (number / 3u64.pow(cell as u32) % 3) as u8).collect();
            let mut evaluator = Evaluator::new(Structures::new(), Jumps::Any);
            let structure = evaluator.solve(&board_of(&empty, &digits), &Limits::none(), &mut |_| {}).unwrap();
            best = best.max(Count(evaluator.algebra.string_length(structure, Integers::Spelled)));
        }
        best
    }

    #[test]
    fn symmetry_loses_nothing() {
        for (rows, cols) in [(1, 6), (2, 3), (2, 2)] {
            let found = longest(&question(rows, cols), &Limits::none(), &mut |_| {}).unwrap();
            assert!(found.proved && found.method == Method::Exhaustive);
            assert_eq!(found.top[0].length, plainly(rows, cols));
        }
    }

    #[test]
    fn the_search_says_what_it_is_and_repeats_itself() {
        let ask = || longest(&question(4, 4), &Limits::none(), &mut |_| {}).unwrap();
        let found = ask();
        assert!(!found.proved && found.method == Method::Search && found.seed == Some(1));
        assert!(found.top[0].length > Count::from(100), "{:?}", found.top);
        assert_eq!(found, ask());
    }

    #[test]
    fn reject_too_many_boards() {
        let asked = LongestQuestion { exhaustive: Some(true), ..question(5, 5) };
        assert!(matches!(longest(&asked, &Limits::none(), &mut |_| {}), Err(Halt::Input(_))));
    }
}
