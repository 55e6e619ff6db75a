//! The moves of a position, the most promising first, no more of them made than are asked for.

use super::exchange::exchange_reaches;
use super::history::{Arrival, History, Quiets};
use super::parameters::{CAPTURE_WEIGHT, PROMOTION};
use crate::evaluation::Evaluator;
use crate::generate::{Sink, Targets};
use crate::moves::{MAX_MOVES, Move};
use crate::piece_board::PieceBoard;
use crate::rules::SLOTS;
use crate::square::{Each, Square, Squares};
use crate::variant::Variant;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All safe moves.
    All,
    /// Captures only.
    Captures,
    /// Captures, and quiet moves that attack the lion.
    CapturesAndChecks,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    First,
    MakeCaptures,
    Captures,
    MakeQuiets,
    Quiets,
    BadCaptures,
    End,
}

/// A move and its rating in one word, so that the best is the largest.
type Rated = u32;

/// Room for the moves of one ply, kept from node to node because clearing it would cost more than filling it.
pub(super) type Room = [Rated; MAX_MOVES];

/// The absolute value of a rating is below this.
const BOUND: i32 = 1 << 19;
/// Killers and answers come before every quiet move that is known by its history only.
const KILLER: i32 = BOUND / 2;

const fn rated(rating: i32, m: Move) -> Rated {
    debug_assert!(rating.abs() < BOUND);
    ((rating + BOUND) as u32) << 12 | m.bits() as u32
}

const fn move_of(rated: Rated) -> Move {
    Move::from_bits((rated & 0xfff) as u16)
}

/// What is known beforehand about quiet moves.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    pub killers: [Move; 2],
    pub before: [Arrival; 2],
}

/// Moves that are looked at more closely than others, told by a filter that is wrong now and then.
struct Special {
    filter: u64,
    first: Move,
    /// The best one last.
    hints: [Move; 3],
}

impl Special {
    fn new(first: Move, hints: [Move; 3]) -> Self {
        let filter = hints.iter().fold(Self::bit(first), |filter, &m| filter | Self::bit(m));
        Self { filter, first, hints }
    }

    #[inline]
    const fn bit(m: Move) -> u64 {
        1 << (m.bits() % 64)
    }

    #[inline]
    const fn may_hold(&self, m: Move) -> bool {
        self.filter & Self::bit(m) != 0
    }

    /// The rating of a move that may be special; `None` for the one that has been tried already.
    #[cold]
    fn rate(&self, m: Move, rating: i32) -> Option<i32> {
        if m == self.first {
            return None;
        }
        Some(self.hints.iter().rposition(|&hint| hint == m).map_or(rating, |place| KILLER + place as i32))
    }
}

/// Puts rated moves into a room.
struct Rate<'a, R> {
    room: &'a mut Room,
    end: usize,
    special: Special,
    rating: R,
}

/// How moves are rated: by the piece (dropped ones apart), where it arrives, and the move.
trait Rating {
    fn rate(&self, piece: usize, to: Square, m: Move) -> i32;
}

struct RateQuiet<'a>(Quiets<'a>);

impl Rating for RateQuiet<'_> {
    #[inline]
    fn rate(&self, piece: usize, to: Square, m: Move) -> i32 {
        self.0.of(piece * 32 + to.index() % 32, m) + if m.promotes() { PROMOTION } else { 0 }
    }
}

struct RateCapture<'a, V> {
    board: &'a PieceBoard<V>,
    values: &'a Evaluator,
    history: &'a History,
}

impl<V: Variant> Rating for RateCapture<'_, V> {
    #[inline]
    fn rate(&self, piece: usize, to: Square, _: Move) -> i32 {
        let taken = self.board.slot_of_piece(to) % SLOTS;
        self.values.exchange[taken] * CAPTURE_WEIGHT + self.history.capture(piece, to, taken)
    }
}

impl<R: Rating> Rate<'_, R> {
    #[inline]
    fn put(&mut self, piece: usize, to: Square, m: Move) {
        let mut rating = self.rating.rate(piece, to, m);
        if self.special.may_hold(m) {
            let Some(better) = self.special.rate(m, rating) else { return };
            rating = better;
        }
        self.room[self.end % MAX_MOVES] = rated(rating, m);
        self.end += 1;
    }
}

impl<V: Variant, R: Rating> Sink<V> for Rate<'_, R> {
    #[inline]
    fn steps(&mut self, slot: usize, from: Square, to: Squares, promotes: bool) {
        for to in Each(to) {
            self.put(slot, to, Move::step(from, to, promotes));
        }
    }

    #[inline]
    fn drops(&mut self, slot: usize, to: Squares) {
        for to in Each(to) {
            self.put(SLOTS + slot, to, Move::drop_indexed(V::TABLES.drop_letter[slot], to));
        }
    }
}

/// Gives the moves one by one. The moves themselves are in the room that is passed in, losing captures at its end.
pub(super) struct Picker {
    next: usize,
    end: usize,
    /// Where the losing captures begin.
    bad: usize,
    first: Move,
    wanted: Wanted,
    targets: Targets,
    hints: Hints,
    stage: Stage,
    /// Quiet moves that are left are passed over unless they attack the lion, and so need no order any more.
    only_checks: bool,
    /// Of the moves that were passed over, this one is not counted.
    uncounted: Move,
    passed_over: usize,
}

/// What a picker needs to know, the same at every call.
pub(super) struct Sources<'a> {
    pub values: &'a Evaluator,
    pub history: &'a History,
    pub room: &'a mut Room,
}

impl Picker {
    /// `first` is tried before anything is generated; it must be a safe move here or none.
    #[inline]
    pub fn new(first: Move, wanted: Wanted, targets: Targets, hints: Hints) -> Self {
        let stage = if first == Move::NONE { Stage::MakeCaptures } else { Stage::First };
        Self {
            next: 0,
            end: 0,
            bad: MAX_MOVES,
            first,
            wanted,
            targets,
            hints,
            stage,
            only_checks: false,
            uncounted: Move::NONE,
            passed_over: 0,
        }
    }

    /// Whether the move given last is a capture that loses by the exchange.
    #[inline]
    pub fn at_bad_captures(&self) -> bool {
        self.stage >= Stage::BadCaptures
    }

    /// From now on only those quiet moves are given that attack the lion, in any order; the others are counted, but for one.
    #[inline]
    pub fn only_checks(&mut self, uncounted: Move) {
        self.only_checks = true;
        self.uncounted = uncounted;
    }

    /// How many moves were passed over since this was asked last.
    #[inline]
    pub fn passed_over(&mut self) -> usize {
        std::mem::take(&mut self.passed_over)
    }

    /// The next move.
    pub fn next<V: Variant>(&mut self, board: &PieceBoard<V>, sources: Sources<'_>) -> Option<Move> {
        let Sources { values, history, room } = sources;
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::MakeCaptures;
                    return Some(self.first);
                }
                Stage::MakeCaptures => {
                    let special = Special::new(self.first, [Move::NONE; 3]);
                    let rating = RateCapture { board, values, history };
                    let mut sink = Rate { room, end: 0, special, rating };
                    board.safe_captures(self.targets, &mut sink);
                    self.end = sink.end;
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match take_best(room, &mut self.next, self.end) {
                    Some(m) => {
                        if exchange_reaches(board, values, m, 0) {
                            return Some(m);
                        }
                        self.bad -= 1;
                        room[self.bad] = rated(0, m);
                    }
                    None if self.wanted == Wanted::Captures => self.begin_bad_captures(),
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    self.make_quiets(board, history, room);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets if self.only_checks => match self.next_check(board, room) {
                    Some(m) => return Some(m),
                    None => self.begin_bad_captures(),
                },
                Stage::Quiets => match take_best(room, &mut self.next, self.end) {
                    Some(m) => return Some(m),
                    None => self.begin_bad_captures(),
                },
                Stage::BadCaptures => {
                    if self.bad < self.next {
                        self.next -= 1;
                        return Some(move_of(room[self.next]));
                    }
                    self.stage = Stage::End;
                }
                Stage::End => return None,
            }
        }
    }

    /// Losing captures were put at the end of the room, the best one last.
    fn begin_bad_captures(&mut self) {
        self.stage = Stage::BadCaptures;
        self.next = MAX_MOVES;
    }

    fn make_quiets<V: Variant>(&mut self, board: &PieceBoard<V>, history: &History, room: &mut Room) {
        let hints = self.hints;
        let [better, worse] = hints.killers;
        let special = Special::new(self.first, [history.answer(hints.before[0]), worse, better]);
        let rating = RateQuiet(history.quiets(board.side(), hints.before));
        let mut sink = Rate { room, end: 0, special, rating };
        match self.wanted {
            Wanted::All => board.safe_quiets(self.targets, &mut sink),
            _ => board.quiet_checks(&mut sink),
        }
        self.next = 0;
        self.end = sink.end;
    }

    fn next_check<V: Variant>(&mut self, board: &PieceBoard<V>, room: &Room) -> Option<Move> {
        while self.next < self.end {
            let m = move_of(room[self.next % MAX_MOVES]);
            self.next += 1;
            if m == self.uncounted {
                continue;
            }
            if board.gives_check(m) {
                return Some(m);
            }
            self.passed_over += 1;
        }
        None
    }
}

#[inline]
fn take_best(room: &mut Room, next: &mut usize, end: usize) -> Option<Move> {
    let rest = room[..end].get_mut(*next..)?;
    let mut best = *rest.first()?;
    let mut place = 0;
    for (index, &rated) in rest.iter().enumerate().skip(1) {
        if rated > best {
            best = rated;
            place = index;
        }
    }
    rest.swap(0, place);
    *next += 1;
    Some(move_of(best))
}
