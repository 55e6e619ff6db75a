//! The moves of a position, the most promising first, no more of them made than are asked for.

use super::exchange::exchange_reaches;
use super::history::{Arrival, History};
use crate::board::Board;
use crate::evaluation::Evaluator;
use crate::generate::Targets;
use crate::moves::{MAX_MOVES, Move, MoveList};
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
type Rated = u64;

/// Room for the moves of one ply, kept from node to node because clearing it would cost more than filling it.
pub(super) type Room = [Rated; MAX_MOVES];

const fn rated(rating: i32, m: Move) -> Rated {
    ((rating as i64 + (1 << 31)) as u64) << 16 | m.bits() as u64
}

const fn move_of(rated: Rated) -> Move {
    Move::from_bits(rated as u16)
}

/// Killers and answers come before every quiet move that is known by its history only.
const KILLER: i32 = 1 << 22;

/// What is known beforehand about quiet moves.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    pub killers: [Move; 2],
    pub before: [Arrival; 2],
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
    stage: Stage,
    /// Quiet moves that are left need no order any more.
    in_any_order: bool,
}

/// What a picker needs to know, the same at every call.
pub(super) struct Sources<'a> {
    pub values: &'a Evaluator,
    pub history: &'a History,
    pub room: &'a mut Room,
    pub scratch: &'a mut MoveList,
}

impl Picker {
    /// `first` is tried before anything is generated; it must be a safe move here or none.
    #[inline]
    pub fn new(first: Move, wanted: Wanted, targets: Targets) -> Self {
        let stage = if first == Move::NONE { Stage::MakeCaptures } else { Stage::First };
        Self { next: 0, end: 0, bad: MAX_MOVES, first, wanted, targets, stage, in_any_order: false }
    }

    /// Whether the move given last is a capture that loses by the exchange.
    #[inline]
    pub fn at_bad_captures(&self) -> bool {
        self.stage >= Stage::BadCaptures
    }

    /// From now on quiet moves come in any order.
    #[inline]
    pub fn forget_order(&mut self) {
        self.in_any_order = true;
    }

    /// The next move.
    #[inline]
    pub fn next<V: Variant>(&mut self, board: &Board<V>, hints: Hints, sources: &mut Sources<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::MakeCaptures;
                    return Some(self.first);
                }
                Stage::MakeCaptures => {
                    self.make_captures(board, sources);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match take_best(sources.room, &mut self.next, self.end) {
                    Some(m) => {
                        if exchange_reaches(board, sources.values, m, 0) {
                            return Some(m);
                        }
                        self.bad -= 1;
                        sources.room[self.bad] = rated(0, m);
                    }
                    None if self.wanted == Wanted::Captures => self.begin_bad_captures(),
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    self.make_quiets(board, hints, sources);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    let m = if self.in_any_order {
                        take_any(sources.room, &mut self.next, self.end)
                    } else {
                        take_best(sources.room, &mut self.next, self.end)
                    };
                    match m {
                        Some(m) => return Some(m),
                        None => self.begin_bad_captures(),
                    }
                }
                Stage::BadCaptures => {
                    if self.bad < self.next {
                        self.next -= 1;
                        return Some(move_of(sources.room[self.next]));
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

    fn make_captures<V: Variant>(&mut self, board: &Board<V>, sources: &mut Sources<'_>) {
        sources.scratch.clear();
        board.safe_captures(self.targets, sources.scratch);
        for &m in sources.scratch.iter().filter(|&&m| m != self.first) {
            let Some(taken) = board.slot_on(m.to()) else { continue };
            let rating = sources.values.exchange[taken] * 32 + sources.history.capture(board, m, taken);
            sources.room[self.end] = rated(rating, m);
            self.end += 1;
        }
    }

    fn make_quiets<V: Variant>(&mut self, board: &Board<V>, hints: Hints, sources: &mut Sources<'_>) {
        sources.scratch.clear();
        match self.wanted {
            Wanted::All => board.safe_quiets(self.targets, sources.scratch),
            _ => board.quiet_checks(sources.scratch),
        }
        self.next = 0;
        self.end = 0;
        let answer = sources.history.answer(hints.before[0]);
        for &m in sources.scratch.iter().filter(|&&m| m != self.first) {
            let rating = if m == hints.killers[0] {
                KILLER + 2
            } else if m == hints.killers[1] {
                KILLER + 1
            } else if m == answer {
                KILLER
            } else {
                let promotion = if m.promotes() { 8_000 } else { 0 };
                sources.history.quiet(board, m, hints.before) + promotion
            };
            sources.room[self.end] = rated(rating, m);
            self.end += 1;
        }
    }
}

#[inline]
fn take_any(room: &Room, next: &mut usize, end: usize) -> Option<Move> {
    let rated = room[..end].get(*next)?;
    *next += 1;
    Some(move_of(*rated))
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
