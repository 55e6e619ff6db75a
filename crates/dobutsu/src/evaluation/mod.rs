//! What a quiet position is worth: a sum of named terms whose weights were fitted to self-play.
//!
//! The terms are the material on the board and in hands, the places of the pieces, their places as seen from both lions, the squares
//! around the lions (attacked, weakly guarded, free to flee to), drops that would attack a lion with support, and how the attack
//! maps of both sides lie over the pieces. One generic walk over the position serves both uses: adding up weights for the search, and
//! listing the terms for the [tuner](crate::tune).

mod terms;
mod weights;

pub use terms::{TERMS, Table, tables};
pub use weights::{Weights, WeightsError};

use crate::board::Board;
use crate::rules::{LION, SLOTS};
use crate::square::{Each, SQUARES, STRIDE};
use crate::variant::Variant;
use banmen_core::Seat;
use terms::*;

/// What is done with the terms of a position.
trait Sink {
    /// A piece of a side, with the lions' squares.
    fn piece(&mut self, side: usize, slot: usize, square: usize, lions: [usize; 2]);
    /// A term counted some times for a side.
    fn term(&mut self, side: usize, index: usize, times: i32);
}

/// The weights laid out for quick looking up: everything about one piece in two numbers.
pub struct Evaluator {
    weights: [i32; TERMS],
    /// `[side][slot][own lion][square]`: material, place and place seen from the own lion.
    own: Vec<[[[i16; SQUARES]; SQUARES]; SLOTS]>,
    /// `[side][slot][other lion][square]`: place seen from the other lion.
    other: Vec<[[[i16; SQUARES]; SQUARES]; SLOTS]>,
    /// The change in the evaluation when a piece of this slot is taken: lost by one side, gained in hand by the other.
    pub(crate) exchange: [i32; SLOTS],
    /// What a piece gains by promoting.
    pub(crate) promotion: [i32; SLOTS],
}

struct Sum<'a> {
    evaluator: &'a Evaluator,
    scores: [i32; 2],
}

impl Sink for Sum<'_> {
    #[inline]
    fn piece(&mut self, side: usize, slot: usize, square: usize, lions: [usize; 2]) {
        let own = self.evaluator.own[side][slot][lions[side]][square];
        let other = self.evaluator.other[side][slot][lions[1 - side]][square];
        self.scores[side] += i32::from(own) + i32::from(other);
    }

    #[inline]
    fn term(&mut self, side: usize, index: usize, times: i32) {
        self.scores[side] += self.evaluator.weights[index] * times;
    }
}

/// The terms of a position as the side to move sees them: (index, signed count).
struct Trace<'a> {
    terms: &'a mut Vec<(u16, i16)>,
    height: usize,
    width: usize,
    to_move: usize,
}

impl Sink for Trace<'_> {
    fn piece(&mut self, side: usize, slot: usize, square: usize, lions: [usize; 2]) {
        for index in piece_terms(side, slot, square, lions, self.width, self.height) {
            self.term(side, index, 1);
        }
    }

    fn term(&mut self, side: usize, index: usize, times: i32) {
        if times != 0 {
            self.terms.push((index as u16, (if side == self.to_move { times } else { -times }) as i16));
        }
    }
}

/// The terms of one piece: its kind, its place, its place from the other lion and from its own.
fn piece_terms(side: usize, slot: usize, square: usize, lions: [usize; 2], width: usize, height: usize) -> [usize; 4] {
    let seen = |square: usize| {
        let (file, rank) = (square % STRIDE, square / STRIDE);
        (file, if side == 0 { rank } else { height - 1 - rank })
    };
    let (file, rank) = seen(square);
    let from = |lion: usize| {
        let (lion_file, lion_rank) = seen(lion);
        (rank + HEIGHT - 1 - lion_rank) * STRIDE + file.abs_diff(lion_file)
    };
    [
        MATERIAL.at(slot),
        PLACE.at(slot * PLACES + rank * FOLDED + file.min(width - 1 - file)),
        FROM_OTHER_LION.at(slot * OFFSETS + from(lions[1 - side])),
        FROM_OWN_LION.at(slot * OFFSETS + from(lions[side])),
    ]
}

impl Evaluator {
    /// The evaluator of the board `V` with these weights.
    pub fn new<V: Variant>(weights: &Weights) -> Self {
        let weights = *weights.values();
        let mut own = vec![[[[0; SQUARES]; SQUARES]; SLOTS]; 2];
        let mut other = own.clone();
        for side in 0..2 {
            for slot in 0..SLOTS {
                for lion in Each(V::TABLES.board) {
                    for square in Each(V::TABLES.board) {
                        let (lion, square) = (lion.index(), square.index());
                        let terms = piece_terms(side, slot, square, [lion; 2], V::SPEC.width, V::SPEC.height);
                        let [kind, place, from_other, from_own] = terms.map(|index| weights[index] as i16);
                        own[side][slot][lion][square] = kind + place + from_own;
                        other[side][slot][lion][square] = from_other;
                    }
                }
            }
        }
        let board_value = |slot: usize| weights[MATERIAL.at(slot)];
        let hand_value = |slot: usize| weights[IN_HAND.at(slot * HAND_STEPS + 1)];
        let exchange = std::array::from_fn(|slot| match slot {
            LION => 10_000,
            _ => (board_value(slot) + hand_value(V::SPEC.hand_slot(slot))).max(1),
        });
        let promotion = std::array::from_fn(|slot| match V::SPEC.pieces[slot].and_then(|piece| piece.promotes_to) {
            Some(to) => board_value(to) - board_value(slot),
            None => 0,
        });
        Self { weights, own, other, exchange, promotion }
    }

    /// The position's worth for the side to move, in hundredths of a chick. Both lions must be on the board.
    #[inline]
    pub fn evaluate<V: Variant>(&self, board: &Board<V>) -> i32 {
        let mut sum = Sum { evaluator: self, scores: [0; 2] };
        walk(board, &mut sum);
        let us = board.side().index();
        sum.scores[us] - sum.scores[1 - us]
    }
}

/// The terms of a position as the side to move sees them: (index, signed count). Both lions must be on the board.
pub fn trace<V: Variant>(board: &Board<V>, terms: &mut Vec<(u16, i16)>) {
    terms.clear();
    let (width, height) = (V::SPEC.width, V::SPEC.height);
    walk(board, &mut Trace { terms, height, width, to_move: board.side().index() });
}

/// The one walk over a position that finds all its terms.
#[inline]
fn walk<V: Variant, S: Sink>(board: &Board<V>, sink: &mut S) {
    let lions = Seat::BOTH.map(|side| board.lion(side).index());
    let maps = Seat::BOTH.map(|side| board.attack_map(side));
    for side in Seat::BOTH {
        let (us, them) = (side.index(), side.other().index());
        let (own, theirs) = (maps[us], maps[them]);
        let hand = board.hand(side);
        let to_move = usize::from(side == board.side());
        let mut held = 0;
        for slot in 0..SLOTS {
            let Some(piece) = &V::SPEC.pieces[slot] else { continue };
            let pieces = board.pieces(side, slot);
            for square in Each(pieces) {
                sink.piece(us, slot, square.index(), lions);
            }
            if slot == LION {
                continue;
            }
            let safety = SAFETY.at((to_move * SLOTS + slot) * 3);
            sink.term(us, safety, (pieces & theirs.all & !own.all).count_ones() as i32);
            sink.term(us, safety + 1, (pieces & theirs.all & own.all).count_ones() as i32);
            sink.term(us, safety + 2, (pieces & !theirs.all & own.all).count_ones() as i32);
            if piece.promoted_from.is_none() && hand.count(slot) > 0 {
                let count = hand.count(slot);
                held += count;
                for nth in 1..=count {
                    sink.term(us, IN_HAND.at(slot * HAND_STEPS + nth), 1);
                }
                let checking = V::TABLES.steps[them][slot][lions[them]] & board.vacant();
                let supported = checking & own.all & !theirs.pieces;
                sink.term(us, CHECKING_DROPS.at(slot), supported.count_ones() as i32);
            }
        }
        let held = held.min(MOST_HELD);
        let around = V::TABLES.steps[them][LION][lions[them]];
        let attacked = around & own.pieces;
        sink.term(us, PRESSURE.at(attacked.count_ones() as usize), 1);
        sink.term(us, WEAK.at((attacked & !theirs.pieces).count_ones() as usize), 1);
        sink.term(us, DOUBLED.at((around & own.twice).count_ones() as usize), 1);
        let flights = around & !board.occupied(side.other()) & !own.all;
        sink.term(us, FLIGHTS.at(flights.count_ones() as usize * (MOST_HELD + 1) + held), 1);
        sink.term(us, SPACE.at(0), (own.all & !theirs.all).count_ones() as i32);
        sink.term(us, MOBILITY.at(0), (own.pieces & !board.occupied(side)).count_ones() as i32);
        sink.term(us, TEMPO.at(0), to_move as i32);
    }
}
