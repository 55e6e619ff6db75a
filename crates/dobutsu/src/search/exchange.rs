//! What a series of captures on one square is worth.

use crate::evaluation::Evaluator;
use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::rules::LION;
use crate::square::Squares;
use crate::variant::Variant;
use banmen_core::Seat;

/// Whether a move wins at least `threshold` by the exchange on its square, each side taking with its cheapest piece and stopping
/// when it likes. No piece slides, so taking opens no further attack.
pub(super) fn exchange_reaches<V: Variant>(board: &PieceBoard<V>, values: &Evaluator, m: Move, threshold: i32) -> bool {
    let us = board.side();
    let to = m.to();
    let (mover, from) = match m.from() {
        Some(from) => (board.slot_on(from).unwrap_or(LION), from.bit()),
        None => (m.dropped_slot(), 0),
    };
    let mut balance = board.slot_on(to).map_or(0, |taken| values.exchange[taken]) - threshold;
    let mut standing = mover;
    if m.promotes() {
        balance += values.promotion[mover];
        standing = usize::from(V::TABLES.promotes_to[mover]);
    }
    if balance < 0 {
        return false;
    }
    // The worst case: what has moved is lost for nothing.
    balance -= values.exchange[standing];
    if balance >= 0 {
        return true;
    }
    let mut attackers = board.attackers_of_both(to);
    if attackers[us.other().index()] == 0 {
        return true;
    }
    attackers[us.index()] &= !from;
    let mut side = us.other();
    loop {
        let own = attackers[side.index()];
        if own == 0 {
            break;
        }
        let (slot, cheapest) = cheapest(board, side, values, own);
        // The lion may take last only.
        if slot == LION && attackers[side.other().index()] != 0 {
            break;
        }
        attackers[side.index()] &= !cheapest;
        side = side.other();
        balance = -balance - 1 - values.exchange[slot];
        if balance >= 0 {
            break;
        }
    }
    // Whoever is to take and does not has lost the exchange.
    side != us
}

/// The cheapest piece of a side's set, which is not empty: its slot and its square.
#[inline]
fn cheapest<V: Variant>(board: &PieceBoard<V>, side: Seat, values: &Evaluator, set: Squares) -> (usize, Squares) {
    for &slot in &values.cheap_first {
        let of_slot = set & board.pieces(side, usize::from(slot));
        if of_slot != 0 {
            return (usize::from(slot), of_slot & of_slot.wrapping_neg());
        }
    }
    (LION, set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Weights;
    use crate::moves::MoveList;
    use crate::square::Square;
    use crate::variant::{Classic, Deer, Gorogoro};
    use banmen_core::Random;

    /// The exchange played out on the board: the side to take either stops or takes with its cheapest piece.
    fn played_out<V: Variant>(board: &PieceBoard<V>, values: &Evaluator, to: Square) -> i32 {
        let taken = values.exchange[board.slot_on(to).unwrap()];
        let takers = board.attackers(to, board.side());
        if takers == 0 {
            return 0;
        }
        let (slot, cheapest) = cheapest(board, board.side(), values, takers);
        if slot == LION && board.attackers(to, board.side().other()) != 0 {
            return 0;
        }
        let from = Square::numbered(cheapest.trailing_zeros());
        // Promotion on the way is left out, as it is in the quick version.
        (taken - played_out(&board.after(Move::step(from, to, false)), values, to)).max(0)
    }

    fn agree<V: Variant>(seed: u64) {
        let values = Evaluator::new::<V>(&Weights::bare());
        let mut random = Random::new(seed);
        let mut compared = 0;
        while compared < 3000 {
            let mut board = PieceBoard::<V>::start();
            loop {
                let mut list = MoveList::new();
                board.moves(&mut list);
                for &m in list.iter() {
                    let after = board.after(m);
                    if !after.has_lion(after.side()) || !after.has_lion(board.side()) {
                        continue;
                    }
                    let taken = board.slot_on(m.to()).map_or(0, |slot| values.exchange[slot]);
                    let mover = m.from().and_then(|from| board.slot_on(from)).unwrap_or_else(|| m.dropped_slot());
                    let promotion = if m.promotes() { values.promotion[mover] } else { 0 };
                    if mover == LION && after.attackers(m.to(), after.side()) != 0 {
                        continue;
                    }
                    let worth = taken + promotion - played_out(&after, &values, m.to());
                    for threshold in [worth - 1, worth, worth + 1, 0, -100, 150] {
                        assert_eq!(
                            exchange_reaches(&board, &values, m, threshold),
                            worth >= threshold,
                            "{} {m} is worth {worth}, threshold {threshold}",
                            board.to_text()
                        );
                    }
                    compared += 1;
                }
                let Some(&m) = random.pick(&list) else { break };
                board = board.after(m);
            }
        }
    }

    #[test]
    fn the_exchange_is_the_one_played_out_on_the_board() {
        agree::<Deer>(1);
        agree::<Classic>(2);
        agree::<Gorogoro>(3);
    }
}
