//! What has been learnt about moves while searching: which ones cut, and after which.

use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::rules::SLOTS;
use crate::square::Square;
use crate::variant::Variant;
use banmen_core::Seat;

/// No learnt value goes beyond this.
const MOST: i32 = 16_384;

/// A piece (dropped ones apart) and where it arrives, at `piece * 32 + square`: the squares of a piece share a cache line.
pub(super) const ARRIVALS: usize = 2 * SLOTS * 32;

/// The arrival of a move for either side, for looking up what followed it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrival(u16);

impl Arrival {
    /// After no move.
    pub const NONE: Self = Self(2 * ARRIVALS as u16);

    #[inline]
    pub fn of<V: Variant>(board: &PieceBoard<V>, m: Move) -> Self {
        Self((board.side().index() * ARRIVALS + arrival(board, m)) as u16)
    }
}

#[inline]
pub(super) fn arrival<V: Variant>(board: &PieceBoard<V>, m: Move) -> usize {
    let piece = match m.from() {
        Some(from) => board.slot_on(from).unwrap_or(0),
        None => SLOTS + m.dropped_slot(),
    };
    piece * 32 + m.to().index()
}

/// The tables of one thread.
pub(super) struct History {
    quiet: Vec<[i16; Move::VALUES]>,
    captures: Vec<[i16; SLOTS]>,
    /// What did well after an arrival one or two plies before: `[arrival][arrival]`.
    continuations: Vec<[i16; ARRIVALS]>,
    answers: Vec<Move>,
}

/// What is known about the quiet moves of one position.
#[derive(Clone, Copy)]
pub(super) struct Quiets<'a> {
    own: &'a [i16; Move::VALUES],
    after: &'a [i16; ARRIVALS],
    further: &'a [i16; ARRIVALS],
}

impl Quiets<'_> {
    /// How well a move has done.
    #[inline]
    pub fn of(self, arrival: usize, m: Move) -> i32 {
        let own = self.own[usize::from(m.bits()) % Move::VALUES];
        i32::from(own) + i32::from(self.after[arrival]) + i32::from(self.further[arrival])
    }
}

impl History {
    pub fn new() -> Self {
        Self {
            quiet: vec![[0; Move::VALUES]; 2],
            captures: vec![[0; SLOTS]; ARRIVALS],
            continuations: vec![[0; ARRIVALS]; 2 * ARRIVALS + 1],
            answers: vec![Move::NONE; 2 * ARRIVALS + 1],
        }
    }

    pub fn clear(&mut self) {
        self.quiet.as_flattened_mut().fill(0);
        self.captures.as_flattened_mut().fill(0);
        self.continuations.as_flattened_mut().fill(0);
        self.answers.fill(Move::NONE);
    }

    /// What is known about quiet moves of a side after the last two arrivals.
    #[inline]
    pub fn quiets(&self, side: Seat, before: [Arrival; 2]) -> Quiets<'_> {
        Quiets {
            own: &self.quiet[side.index()],
            after: &self.continuations[usize::from(before[0].0)],
            further: &self.continuations[usize::from(before[1].0)],
        }
    }

    /// How well a quiet move has done, also after the last two arrivals.
    #[inline]
    pub fn quiet<V: Variant>(&self, board: &PieceBoard<V>, m: Move, before: [Arrival; 2]) -> i32 {
        self.quiets(board.side(), before).of(arrival(board, m), m)
    }

    /// How well taking a piece of the slot `taken` has done when a piece of this slot did it.
    #[inline]
    pub fn capture(&self, slot: usize, to: Square, taken: usize) -> i32 {
        i32::from(self.captures[slot * 32 + to.index() % 32][taken])
    }

    /// The quiet move that answered this arrival best.
    #[inline]
    pub fn answer(&self, before: Arrival) -> Move {
        self.answers[usize::from(before.0)]
    }

    pub fn reward_quiet<V: Variant>(&mut self, board: &PieceBoard<V>, m: Move, before: [Arrival; 2], bonus: i32) {
        let to = arrival(board, m);
        shift(&mut self.quiet[board.side().index()][usize::from(m.bits())], bonus);
        for arrival in before {
            if arrival != Arrival::NONE {
                shift(&mut self.continuations[usize::from(arrival.0)][to], bonus);
            }
        }
    }

    pub fn reward_capture<V: Variant>(&mut self, board: &PieceBoard<V>, m: Move, taken: usize, bonus: i32) {
        shift(&mut self.captures[arrival(board, m)][taken], bonus);
    }

    pub fn set_answer(&mut self, before: Arrival, m: Move) {
        self.answers[usize::from(before.0)] = m;
    }
}

/// Moves a value towards the bonus, the less the nearer it is to the bounds.
#[inline]
fn shift(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}
