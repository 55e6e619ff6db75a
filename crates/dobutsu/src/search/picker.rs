//! The moves of a position, the most promising first.

use super::exchange::exchange_reaches;
use super::history::{Arrival, History};
use crate::board::Board;
use crate::evaluation::Evaluator;
use crate::moves::{MAX_MOVES, Move, MoveList};
use crate::variant::Variant;

/// Where moves of a kind begin; the spaces between are wider than any history value.
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BAD_CAPTURE: i32 = -(1 << 24);

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

/// Gives the moves one by one.
pub(super) struct Picker {
    moves: MoveList,
    scores: [i32; MAX_MOVES],
    next: usize,
    first: Move,
    wanted: Wanted,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Generate,
    Rest,
}

/// What is known beforehand about quiet moves.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    pub killers: [Move; 2],
    pub before: [Arrival; 2],
}

impl Picker {
    /// `first` is tried before anything is generated; it must be a safe move here or none.
    #[inline]
    pub fn new(first: Move, wanted: Wanted) -> Self {
        let stage = if first == Move::NONE { Stage::Generate } else { Stage::First };
        Self { moves: MoveList::new(), scores: [0; MAX_MOVES], next: 0, first, wanted, stage }
    }

    /// The next move.
    #[inline]
    pub fn next<V: Variant>(
        &mut self,
        board: &Board<V>,
        values: &Evaluator,
        history: &History,
        hints: &Hints,
    ) -> Option<Move> {
        match self.stage {
            Stage::First => {
                self.stage = Stage::Generate;
                return Some(self.first);
            }
            Stage::Generate => {
                self.stage = Stage::Rest;
                match self.wanted {
                    Wanted::All => board.safe_moves(&mut self.moves),
                    Wanted::Captures => board.safe_captures(&mut self.moves),
                    Wanted::CapturesAndChecks => {
                        board.safe_captures(&mut self.moves);
                        board.quiet_checks(&mut self.moves);
                    }
                }
                self.rate(board, values, history, hints);
            }
            Stage::Rest => {}
        }
        loop {
            let m = self.take_best()?;
            if m != self.first {
                return Some(m);
            }
        }
    }

    /// Whether the move given last was put behind the quiet ones as a losing capture.
    #[inline]
    pub fn last_was_bad_capture(&self) -> bool {
        self.next > 0 && self.scores[self.next - 1] < BAD_CAPTURE / 2
    }

    fn take_best(&mut self) -> Option<Move> {
        let len = self.moves.len();
        if self.next == len {
            return None;
        }
        let mut best = self.next;
        for index in self.next + 1..len {
            if self.scores[index] > self.scores[best] {
                best = index;
            }
        }
        self.scores.swap(self.next, best);
        self.moves.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    fn rate<V: Variant>(&mut self, board: &Board<V>, values: &Evaluator, history: &History, hints: &Hints) {
        let answer = history.answer(hints.before[0]);
        for index in 0..self.moves.len() {
            let m = self.moves[index];
            self.scores[index] = if let Some(taken) = board.slot_on(m.to()) {
                let base = if exchange_reaches(board, values, m, 0) { GOOD_CAPTURE } else { BAD_CAPTURE };
                base + values.exchange[taken] * 32 + history.capture(board, m, taken)
            } else if m == hints.killers[0] {
                KILLER + 2
            } else if m == hints.killers[1] {
                KILLER + 1
            } else if m == answer {
                KILLER
            } else {
                let promotion = if m.promotes() { 8_000 } else { 0 };
                history.quiet(board, m, hints.before) + promotion
            };
        }
    }
}
