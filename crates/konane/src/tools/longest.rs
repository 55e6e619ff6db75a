//! `konane.longest`: the positions of a size with the longest game strings.

#[cfg(feature = "threads")]
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};

use banmen_core::{Limits, Stop};
use serde::{Deserialize, Serialize};

use super::arrangements::Arrangements;
use super::climb::Climb;
use super::{Count, Halt};
use crate::board::{Board, Jumps};
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
/// Bytes beyond which a search forgets what it knows, where no limit is given.
pub(super) const USUAL_BYTES: u64 = 1 << 30;

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
    /// `(i, n)`: only the i-th of n pieces of the work, counted from 0.
    #[serde(default, skip)]
    pub piece: Option<(u64, u64)>,
}

fn one() -> usize {
    1
}

/// The positions with the longest strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Longest {
    /// Rows of the boards.
    pub rows: usize,
    /// Columns of the boards.
    pub cols: usize,
    /// How far jumps go.
    pub jumps: Jumps,
    /// Which piece of the work this is, counted from 1, and of how many; missing if it is the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<(u64, u64)>,
    /// Whether no limit ended the work.
    pub finished: bool,
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
    /// How many were to be listed.
    pub places: usize,
    /// The longest ones, longest first; of those that are the same up to turning, mirroring and colours, one.
    pub top: Vec<LongString>,
}

/// How positions were looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// All of them, up to symmetry.
    Exhaustive,
    /// Step by step from random ones.
    Search,
}

/// A position and the length of its string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
pub(super) struct Contest {
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

    /// Forgets every structure, but not the longest strings.
    pub fn forget(&mut self) {
        self.evaluator = Evaluator::new(Structures::new(), self.evaluator.jumps());
        self.lengths = Lengths::default();
    }

    /// The length of a board's string, or `None` if it takes too long.
    pub fn measure(&mut self, board: &Board, limits: &Limits) -> Result<Option<u128>, Stop> {
        if (self.evaluator.bytes() + self.lengths.0.capacity() * size_of::<u128>()) as u64 > self.most_bytes {
            self.forget();
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

    pub fn progress(&self, done: u64, total: u64, elapsed: std::time::Duration) -> LongestProgress {
        let longest = self.top.first().map(|&(length, board)| LongString { board, length: Count::from(length) });
        LongestProgress { done, total, longest, effort: self.effort(elapsed) }
    }

    /// The answer, with exact lengths.
    fn answer(mut self, question: &LongestQuestion, method: Method, finished: bool) -> Longest {
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
        let all = method == Method::Exhaustive && question.piece.is_none();
        Longest {
            rows: question.rows,
            cols: question.cols,
            jumps: question.jumps,
            piece: question.piece.map(|(number, of)| (number + 1, of)),
            finished,
            method,
            proved: all && finished && self.passed_over == 0,
            boards: self.boards,
            passed_over: self.passed_over,
            seed: (method == Method::Search).then_some(question.seed),
            places: self.places,
            top,
        }
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
        piece: question.piece,
    };
    let (first, stop) = compete(question, limits, report, |contest, report| round.measure(contest, report));
    if let Some(stop) = stop {
        return Err(Halt::Limit { stop, partial: first.answer(question, Method::Exhaustive, false) });
    }
    report(&first.progress(round.total, round.total, budget.elapsed()));
    Ok(first.answer(question, Method::Exhaustive, true))
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
    /// Which handfuls to measure, if not all.
    piece: Option<(u64, u64)>,
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
            if self.piece.is_some_and(|(piece, of)| number / CHECK_EVERY % of != piece) {
                continue;
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

/// Walks from random boards to longer strings. A search ends when its time is up; only who interrupts it is told that it was not
/// finished.
fn search(
    question: &LongestQuestion,
    empty: &Board,
    limits: &Limits,
    report: &mut dyn FnMut(&LongestProgress),
) -> Result<Longest, Halt<Longest>> {
    let climb = Climb::new(question, empty, limits);
    let (contest, stop) = compete(question, limits, report, |contest, report| climb.walk(contest, report));
    let answer = contest.answer(question, Method::Search, stop != Some(Stop::Cancelled));
    match stop {
        Some(Stop::Cancelled) => Err(Halt::Limit { stop: Stop::Cancelled, partial: answer }),
        _ => Ok(answer),
    }
}

/// Lets as many threads as the limits allow measure boards, and puts together what they found.
fn compete(
    question: &LongestQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&LongestProgress),
    measure: impl Fn(&mut Contest, &mut dyn FnMut(&LongestProgress)) -> Result<(), Stop> + Sync,
) -> (Contest, Option<Stop>) {
    let threads = if cfg!(feature = "threads") { limits.threads.max(1) } else { 1 };
    let share = Limits { memory: limits.memory.map(|bytes| bytes / threads as u64), ..limits.clone() };
    let mut first = Contest::new(question, &share);
    #[cfg(feature = "threads")]
    let (mut stop, others) = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut contest = Contest::new(question, &share);
                    let stop = measure(&mut contest, &mut |_| {}).err();
                    (contest, stop)
                })
            })
            .collect();
        let stop = measure(&mut first, report).err();
        let others: Vec<_> =
            helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic))).collect();
        (stop, others)
    });
    #[cfg(not(feature = "threads"))]
    let (mut stop, others): (_, Vec<(Contest, Option<Stop>)>) = (measure(&mut first, report).err(), Vec::new());
    for (contest, other_stop) in others {
        first.join(contest);
        stop = stop.or(other_stop);
    }
    (first, stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::arrangements::board_of;

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
            piece: None,
        };
        let [one, three] = [1, 3].map(|threads| {
            let limits = Limits { threads, ..Limits::none() };
            longest(&question, &limits, &mut |_| {}).expect("nothing limits it")
        });
        assert_eq!(one, three);
    }

    fn question(rows: usize, cols: usize) -> LongestQuestion {
        LongestQuestion {
            rows,
            cols,
            top: 3,
            jumps: Jumps::Any,
            seed: 1,
            exhaustive: None,
            tries: Some(400),
            piece: None,
        }
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
    fn a_search_by_threads_finds_the_same() {
        let asked = LongestQuestion { tries: Some(3500), top: 5, ..question(3, 4) };
        let asked = LongestQuestion { exhaustive: Some(false), ..asked };
        let [one, three] = [1, 3].map(|threads| {
            longest(&asked, &Limits { threads, ..Limits::none() }, &mut |_| {}).expect("nothing limits it")
        });
        assert_eq!(one, three);
    }

    #[test]
    fn the_longest_of_all_pieces_is_the_longest() {
        for exhaustive in [true, false] {
            let asked = LongestQuestion { tries: Some(3500), exhaustive: Some(exhaustive), ..question(2, 5) };
            let whole = longest(&asked, &Limits::none(), &mut |_| {}).unwrap();
            let pieces = [0, 1].map(|piece| {
                let asked = LongestQuestion { piece: Some((piece, 2)), ..asked.clone() };
                longest(&asked, &Limits::none(), &mut |_| {}).unwrap()
            });
            assert_eq!(pieces.iter().map(|piece| piece.boards).sum::<u64>(), whole.boards);
            assert_eq!(pieces.iter().map(|piece| &piece.top[0].length).max(), Some(&whole.top[0].length));
            assert!(pieces.iter().all(|piece| !piece.proved));
            assert_eq!(Longest::joined(pieces.to_vec()), Ok(whole));
        }
    }

    #[test]
    fn reject_too_many_boards() {
        let asked = LongestQuestion { exhaustive: Some(true), ..question(5, 5) };
        assert!(matches!(longest(&asked, &Limits::none(), &mut |_| {}), Err(Halt::Input(_))));
    }
}
