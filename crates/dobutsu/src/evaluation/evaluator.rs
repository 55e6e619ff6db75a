//! The weights laid out so that a position's worth is found quickly.

use super::piece_terms;
use super::terms::*;
use super::weights::Weights;
use crate::piece_board::{AttackMap, PieceBoard};
use crate::rules::{LION, ROUND_SLOTS, SLOTS};
use crate::square::{Each, ROUND};
use crate::variant::Variant;
use banmen_core::Seat;

/// A value for each slot and square, at `slot * 32 + square`.
type Places = [i16; 256];

/// Such values for each side and each square of a lion.
type FromLion = Box<[[Places; ROUND]; 2]>;

/// The weights laid out for quick looking up. The tables are longer than they need be, so that no index can fall outside of them.
pub struct Evaluator {
    /// `[side][own lion]`: material, place and place seen from the own lion.
    own: FromLion,
    /// `[side][other lion]`: place seen from the other lion.
    other: FromLion,
    /// `[to move][slot * 4 + 2 * guarded + attacked]`.
    safety: [[i16; 32]; 2],
    /// `[slot][count]`: all of the kind in hand together.
    in_hand: [[i16; 16]; ROUND_SLOTS],
    checking_drops: [i16; ROUND_SLOTS],
    /// What squares around the other lion are worth, by how many there are of them.
    pressure: [i16; 16],
    weak: [i16; 16],
    doubled: [i16; 16],
    /// `[flights][held]`.
    flights: [[i16; 8]; 16],
    space: i32,
    mobility: i32,
    tempo: i32,
    /// The change in the evaluation when a piece of this slot is taken: lost by one side, gained in hand by the other.
    pub(crate) exchange: [i32; SLOTS],
    /// The slots but the lion's, those with the least such change first.
    pub(crate) cheap_first: [u8; LION],
    /// What a piece gains by promoting.
    pub(crate) promotion: [i32; SLOTS],
}

impl Evaluator {
    /// The evaluator of the board `V` with these weights.
    pub fn new<V: Variant>(weights: &Weights) -> Self {
        let weights = weights.values();
        let weight = |index: usize| weights[index] as i16;
        let board_value = |slot: usize| weights[MATERIAL.at(slot)];
        let hand_value = |slot: usize| weights[IN_HAND.at(slot * HAND_STEPS + 1)];
        let around =
            |table: TermGroup| std::array::from_fn(|count| if count < table.len { weight(table.at(count)) } else { 0 });
        let exchange = std::array::from_fn(|slot| match slot {
            LION => 10_000,
            _ => (board_value(slot) + hand_value(V::SPEC.hand_slot(slot))).max(1),
        });
        let mut cheap_first = std::array::from_fn(|slot| slot as u8);
        cheap_first.sort_by_key(|&slot| exchange[usize::from(slot)]);
        let (own, other) = places::<V>(&weight);
        Self {
            own,
            other,
            safety: [0, 1].map(|to_move| {
                std::array::from_fn(|index| match (index / 4, index % 4) {
                    (slot, _) if slot >= LION => 0,
                    (_, 0) => 0,
                    // Attacked and loose, attacked and guarded, only guarded.
                    (slot, state) => weight(SAFETY.at((to_move * SLOTS + slot) * 3 + [0, 0, 2, 1][state])),
                })
            }),
            in_hand: std::array::from_fn(|slot| {
                let upto = |count: usize| (1..=count).map(|nth| weight(IN_HAND.at(slot * HAND_STEPS + nth))).sum();
                std::array::from_fn(|count| if slot < SLOTS { upto(count.min(HAND_STEPS - 1)) } else { 0 })
            }),
            checking_drops: std::array::from_fn(|slot| if slot < SLOTS { weight(CHECKING_DROPS.at(slot)) } else { 0 }),
            pressure: around(PRESSURE),
            weak: around(WEAK),
            doubled: around(DOUBLED),
            flights: std::array::from_fn(|flights| {
                let at = |held: usize| flights * (MOST_HELD + 1) + held;
                std::array::from_fn(|held| {
                    if held <= MOST_HELD && at(held) < FLIGHTS.len { weight(FLIGHTS.at(at(held))) } else { 0 }
                })
            }),
            space: weights[SPACE.at(0)],
            mobility: weights[MOBILITY.at(0)],
            tempo: weights[TEMPO.at(0)],
            exchange,
            cheap_first,
            promotion: std::array::from_fn(|slot| match V::SPEC.pieces[slot].and_then(|piece| piece.promotes_to) {
                Some(to) => board_value(to) - board_value(slot),
                None => 0,
            }),
        }
    }

    /// The position's worth for the side to move, in hundredths of a chick. Both lions must be on the board.
    pub fn evaluate<V: Variant>(&self, board: &PieceBoard<V>) -> i32 {
        let maps = board.attack_maps();
        let difference = self.of_side::<V, 0>(board, &maps) - self.of_side::<V, 1>(board, &maps);
        self.tempo + if board.side() == Seat::First { difference } else { -difference }
    }

    /// What one side's terms are worth to it, being to move left out.
    #[inline]
    fn of_side<V: Variant, const SIDE: usize>(&self, board: &PieceBoard<V>, maps: &[AttackMap; 2]) -> i32 {
        let (side, enemy) = (Seat::BOTH[SIDE], Seat::BOTH[1 - SIDE]);
        let (own, theirs) = (&maps[SIDE], &maps[1 - SIDE]);
        let (lion, other_lion) = (board.lion(side).index(), board.lion(enemy).index());
        let from_own = &self.own[SIDE][lion];
        let from_other = &self.other[SIDE][other_lion];
        let safety = &self.safety[usize::from(board.side() == side)];
        let mut score = 0;
        for square in Each(board.occupied(side)) {
            let slot = board.slot_of_piece(square);
            let place = usize::from((slot << 5) as u8 | square.index() as u8);
            let state = (theirs.all >> square.index() & 1) + 2 * (own.all >> square.index() & 1);
            score += i32::from(from_own[place]) + i32::from(from_other[place]);
            score += i32::from(safety[(slot * 4 + state as usize) % 32]);
        }

        let around = V::TABLES.steps[1 - SIDE][LION][other_lion];
        let attacked = around & own.pieces;
        let flights = around & !board.occupied(enemy) & !own.all;
        let mut held = 0;
        let hand = board.hand(side);
        if !hand.is_empty() {
            let supported = board.vacant() & own.all & !theirs.pieces;
            for (slot, count) in hand.kinds() {
                held += count;
                let checking = V::TABLES.steps[1 - SIDE][slot][other_lion] & supported;
                score += i32::from(self.in_hand[slot][count % 16]);
                score += i32::from(self.checking_drops[slot]) * checking.count_ones() as i32;
            }
        }
        score += i32::from(self.pressure[attacked.count_ones() as usize % 16]);
        score += i32::from(self.weak[(attacked & !theirs.pieces).count_ones() as usize % 16]);
        score += i32::from(self.doubled[(around & own.twice).count_ones() as usize % 16]);
        score += i32::from(self.flights[flights.count_ones() as usize % 16][held.min(MOST_HELD)]);
        score += self.space * (own.all & !theirs.all).count_ones() as i32;
        score + self.mobility * (own.pieces & !board.occupied(side)).count_ones() as i32
    }
}

/// The tables of pieces' places: as seen from the own lion, everything else that depends on the piece alone included, and from the other.
fn places<V: Variant>(weight: &impl Fn(usize) -> i16) -> (FromLion, FromLion) {
    let blank = vec![[[0; 256]; ROUND]; 2].into_boxed_slice();
    let mut own: FromLion = blank.try_into().expect("two sides");
    let mut other = own.clone();
    for side in 0..2 {
        for slot in 0..SLOTS {
            for lion in Each(V::TABLES.board) {
                for square in Each(V::TABLES.board) {
                    let (lion, square) = (lion.index(), square.index());
                    let terms = piece_terms(side, slot, square, [lion; 2], V::SPEC.width, V::SPEC.height);
                    let [kind, place, from_other, from_own] = terms.map(weight);
                    own[side][lion][slot * 32 + square] = kind + place + from_own;
                    other[side][lion][slot * 32 + square] = from_other;
                }
            }
        }
    }
    (own, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::trace;
    use crate::moves::MoveList;
    use crate::variant::{Classic, Deer, Gorogoro};
    use banmen_core::{Draw, Random};

    /// The quick sum against the weights of the listed terms, with weights that are all different.
    fn agree<V: Variant>(seed: u64) {
        let mut random = Random::new(seed);
        let mut values = [0.0; TERMS];
        for value in &mut values {
            *value = random.below(401) as f64 - 200.0;
        }
        let weights = Weights::from_values(&values);
        let evaluator = Evaluator::new::<V>(&weights);
        let mut terms = Vec::new();
        let mut compared = 0;
        while compared < 3000 {
            let mut board = PieceBoard::<V>::start();
            while board.has_lion(Seat::First) && board.has_lion(Seat::Second) {
                trace(&board, &mut terms);
                let listed: i32 =
                    terms.iter().map(|&(index, times)| weights.values()[usize::from(index)] * i32::from(times)).sum();
                assert_eq!(evaluator.evaluate(&board), listed, "{}", board.to_text());
                compared += 1;
                let mut legal = MoveList::new();
                board.moves(&mut legal);
                let Some(&m) = random.pick(&legal) else { break };
                board = board.after(m);
            }
        }
    }

    #[test]
    fn the_worth_is_the_sum_of_the_weights_of_the_listed_terms() {
        agree::<Deer>(1);
        agree::<Classic>(2);
        agree::<Gorogoro>(3);
    }
}
