//! What a quiet position is worth: a sum of named terms whose weights were fitted to self-play.
//!
//! The terms are the material on the board and in hands, the places of the pieces, their places as seen from both lions, the squares
//! around the lions (attacked, weakly guarded, free to flee to), drops that would attack a lion with support, and how the attack
//! maps of both sides lie over the pieces. [`trace`] lists them for the tuner (`crates/workshop`); the [`Evaluator`] adds up their weights
//! without listing them, for the search.

mod evaluator;
mod terms;
mod weights;

pub use evaluator::Evaluator;
pub use terms::{TERMS, TermGroup, tables};
pub use weights::{Weights, WeightsError};

use crate::piece_board::PieceBoard;
use crate::rules::{LION, SLOTS};
use crate::square::{Each, STRIDE};
use crate::variant::Variant;
use banmen_core::Seat;
use terms::*;

/// A score of this many hundredths of a chick means odds of e to 1: the tuner fits the weights so.
pub const SCALE: f64 = 250.0;

/// The expected result of a game, 0 to 1, at a score in hundredths of a chick.
pub fn expectation(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCALE).exp())
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

/// The terms of a position, as they are found.
struct Trace<'a> {
    terms: &'a mut Vec<(u16, i16)>,
    to_move: usize,
}

impl Trace<'_> {
    /// Notes a term counted some times for a side.
    fn term(&mut self, side: usize, index: usize, times: i32) {
        if times != 0 {
            self.terms.push((index as u16, (if side == self.to_move { times } else { -times }) as i16));
        }
    }
}

/// The terms of a position as the side to move sees them: (index, signed count). Both lions must be on the board.
pub fn trace<V: Variant>(board: &PieceBoard<V>, terms: &mut Vec<(u16, i16)>) {
    terms.clear();
    let mut sink = Trace { terms, to_move: board.side().index() };
    let lions = Seat::BOTH.map(|side| board.lion(side).index());
    let maps = board.attack_maps();
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
                for index in piece_terms(us, slot, square.index(), lions, V::SPEC.width, V::SPEC.height) {
                    sink.term(us, index, 1);
                }
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
