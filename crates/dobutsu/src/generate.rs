//! Every move of a position: one generator for all boards, listing or only counting.
//!
//! No piece slides, so no piece is ever pinned and no attack is ever blocked: a move of any piece but the lion changes nothing about
//! who attacks the lion, unless it takes the attacker. That makes exact legality, where a board asks for it, three set operations.

use crate::moves::{Move, MoveList};
use crate::piece_board::{Ending, PieceBoard, Reason};
use crate::rules::{CHICK, LION, Promotion};
use crate::square::{Each, STRIDE, Square, Squares};
use crate::variant::{Variant, lion_is_checked};

/// What is done with the moves: collected, rated or only counted.
pub(crate) trait Sink<V: Variant> {
    /// A piece of this slot steps to each of these squares.
    fn steps(&mut self, slot: usize, from: Square, to: Squares, promotes: bool);
    /// A piece of this slot is dropped on each of these squares.
    fn drops(&mut self, slot: usize, to: Squares);
}

struct Collect<'a>(&'a mut MoveList);

impl<V: Variant> Sink<V> for Collect<'_> {
    #[inline]
    fn steps(&mut self, _: usize, from: Square, to: Squares, promotes: bool) {
        for to in Each(to) {
            self.0.push(Move::step(from, to, promotes));
        }
    }

    #[inline]
    fn drops(&mut self, slot: usize, to: Squares) {
        for to in Each(to) {
            self.0.push(Move::drop_indexed(V::TABLES.drop_letter[slot], to));
        }
    }
}

struct Count(u32);

impl<V: Variant> Sink<V> for Count {
    #[inline]
    fn steps(&mut self, _: usize, _: Square, to: Squares, _: bool) {
        self.0 += to.count_ones();
    }

    #[inline]
    fn drops(&mut self, _: usize, to: Squares) {
        self.0 += to.count_ones();
    }
}

/// Where pieces may go.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    /// Of all pieces but the lion.
    pieces: Squares,
    lion: Squares,
    drops: Squares,
}

impl<V: Variant> PieceBoard<V> {
    /// Adds every legal move to the list. A position that has [ended](PieceBoard::ended) has none.
    pub fn moves(&self, list: &mut MoveList) {
        if self.ended().is_none() {
            self.emit(self.legal_targets(), &mut Collect(list));
        }
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        if self.ended().is_some() {
            return 0;
        }
        let mut count = Count(0);
        self.emit(self.legal_targets(), &mut count);
        count.0
    }

    /// Whether and how the game is over here; draws by repetition need the past and are not looked at.
    pub fn ending(&self) -> Option<Ending> {
        self.ended().or_else(|| {
            let stuck = self.count_moves() == 0;
            stuck.then(|| Ending { winner: self.side().other(), reason: Reason::NoMove })
        })
    }

    /// Whether this move is legal here; any value may be asked about.
    pub fn is_legal(&self, m: Move) -> bool {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.contains(&m)
    }

    /// Adds the legal moves after which the lion cannot be taken at once. Where lions are taken rather than checked this leaves out
    /// the moves that lose at once, and it assumes that the other lion cannot be taken now.
    #[inline]
    pub fn safe_moves(&self, list: &mut MoveList) {
        self.emit(self.safe_targets(), &mut Collect(list));
    }

    /// Gives those of the [safe moves](PieceBoard::safe_moves) that take something.
    #[inline]
    pub(crate) fn safe_captures<S: Sink<V>>(&self, mut targets: Targets, sink: &mut S) {
        let enemy = self.occupied(self.side().other());
        targets.pieces &= enemy;
        targets.lion &= enemy;
        targets.drops = 0;
        self.emit(targets, sink);
    }

    /// Gives those of the [safe moves](PieceBoard::safe_moves) that take nothing and attack the other lion. There must be no danger to
    /// the own lion.
    #[inline]
    pub(crate) fn quiet_checks<S: Sink<V>>(&self, sink: &mut S) {
        let (us, them) = (self.side(), self.side().other());
        let lion = self.lion(them).index();
        let vacant = self.vacant();
        let zone = V::TABLES.zone[us.index()];
        // Where a piece of this slot would attack the lion.
        let attacking = |slot: usize| V::TABLES.steps[them.index()][slot][lion] & vacant;
        for slot in 0..LION {
            let Some(piece) = &V::SPEC.pieces[slot] else { continue };
            for from in Each(self.pieces(us, slot)) {
                let to = V::TABLES.steps[us.index()][slot][from.index()];
                let mut staying = to & attacking(slot);
                if let Some(promoted) = piece.promotes_to {
                    let promoting = if from.bit() & zone != 0 { to } else { to & zone };
                    sink.steps(slot, from, promoting & attacking(promoted), true);
                    staying &= match V::SPEC.promotion {
                        Promotion::Forced => !promoting,
                        Promotion::Optional => !V::TABLES.dead[us.index()][slot],
                    };
                }
                sink.steps(slot, from, staying, false);
            }
        }
        let hand = self.hand(us);
        for slot in 0..LION {
            if hand.count(slot) > 0 {
                let mut to = attacking(slot);
                if slot == CHICK {
                    to &= !self.forbidden_chick_drops();
                }
                sink.drops(slot, to);
            }
        }
    }

    /// Gives those of the [safe moves](PieceBoard::safe_moves) that take nothing.
    #[inline]
    pub(crate) fn safe_quiets<S: Sink<V>>(&self, mut targets: Targets, sink: &mut S) {
        let vacant = self.vacant();
        targets.pieces &= vacant;
        targets.lion &= vacant;
        self.emit(targets, sink);
    }

    /// Whether there is any of the [safe moves](PieceBoard::safe_moves).
    #[inline]
    pub(crate) fn has_safe_move(&self, targets: Targets) -> bool {
        let mut count = Count(0);
        self.emit(targets, &mut count);
        count.0 > 0
    }

    /// Whether this move, perhaps from a table and of another position, is one of the [safe moves](PieceBoard::safe_moves) here.
    #[inline]
    pub(crate) fn is_safe_move(&self, m: Move, targets: Targets) -> bool {
        let us = self.side();
        let to = m.to().bit();
        let Some(from) = m.from() else {
            let slot = m.dropped_slot();
            if slot >= LION || self.hand(us).count(slot) == 0 || to & targets.drops == 0 {
                return false;
            }
            let dead = if V::SPEC.dead_drops { 0 } else { V::TABLES.dead[us.index()][slot] };
            let forbidden = if slot == CHICK { self.forbidden_chick_drops() } else { 0 };
            return m == Move::drop_indexed(V::TABLES.drop_letter[slot], m.to()) && to & (dead | forbidden) == 0;
        };
        if from.bit() & self.occupied(us) == 0 {
            return false;
        }
        let Some(slot) = self.slot_on(from) else { return false };
        let free = if slot == LION { targets.lion } else { targets.pieces };
        if V::TABLES.steps[us.index()][slot][from.index()] & free & to == 0 {
            return false;
        }
        let may = V::SPEC.pieces[slot].is_some_and(|piece| piece.promotes_to.is_some())
            && (from.bit() | to) & V::TABLES.zone[us.index()] != 0;
        let must = may
            && match V::SPEC.promotion {
                Promotion::Forced => true,
                Promotion::Optional => to & V::TABLES.dead[us.index()][slot] != 0,
            };
        if m.promotes() { may } else { !must }
    }

    #[inline]
    fn legal_targets(&self) -> Targets {
        if lion_is_checked(V::SPEC) {
            self.safe_targets()
        } else {
            let free = V::TABLES.board & !self.occupied(self.side());
            Targets { pieces: free, lion: free, drops: self.vacant() }
        }
    }

    /// Where pieces may go without losing the lion at once; what the parts of the generator start from.
    #[inline]
    pub(crate) fn safe_targets(&self) -> Targets {
        self.safe_targets_from(self.checkers())
    }

    /// The [safe targets](PieceBoard::safe_targets) where it is known who could take the lion.
    #[inline]
    pub(crate) fn safe_targets_from(&self, checkers: Squares) -> Targets {
        let free = V::TABLES.board & !self.occupied(self.side());
        let lion = free & !self.attacks(self.side().other());
        match checkers {
            0 => Targets { pieces: free, lion, drops: self.vacant() },
            // An attacker stands beside the lion or it could not reach it, so nothing can be put between.
            one if one.is_power_of_two() => Targets { pieces: one, lion, drops: 0 },
            _ => Targets { pieces: 0, lion, drops: 0 },
        }
    }

    #[inline]
    fn emit<S: Sink<V>>(&self, targets: Targets, sink: &mut S) {
        self.emit_steps::<S, 0>(targets, sink);
        self.emit_steps::<S, 1>(targets, sink);
        self.emit_steps::<S, 2>(targets, sink);
        self.emit_steps::<S, 3>(targets, sink);
        self.emit_steps::<S, 4>(targets, sink);
        self.emit_steps::<S, 5>(targets, sink);
        let hand = self.hand(self.side());
        if targets.drops == 0 || hand.is_empty() {
            return;
        }
        self.emit_drops::<S, 0>(targets.drops, sink);
        self.emit_drops::<S, 1>(targets.drops, sink);
        self.emit_drops::<S, 2>(targets.drops, sink);
        self.emit_drops::<S, 3>(targets.drops, sink);
        self.emit_drops::<S, 4>(targets.drops, sink);
    }

    /// The steps of one slot; a constant one, so that the compiler knows the piece.
    #[inline]
    fn emit_steps<S: Sink<V>, const SLOT: usize>(&self, targets: Targets, sink: &mut S) {
        let Some(piece) = &V::SPEC.pieces[SLOT] else { return };
        let side = self.side();
        let steps = &V::TABLES.steps[side.index()][SLOT];
        let free = if SLOT == LION { targets.lion } else { targets.pieces };
        for from in Each(self.pieces(side, SLOT)) {
            let to = steps[from.index()] & free;
            if piece.promotes_to.is_none() {
                sink.steps(SLOT, from, to, false);
                continue;
            }
            let zone = V::TABLES.zone[side.index()];
            if piece.steps.is_power_of_two() && matches!(V::SPEC.promotion, Promotion::Forced) {
                sink.steps(SLOT, from, to, (from.bit() | to) & zone != 0);
                continue;
            }
            let promoting = if from.bit() & zone != 0 { to } else { to & zone };
            let staying = match V::SPEC.promotion {
                Promotion::Forced => to & !promoting,
                Promotion::Optional => to & !V::TABLES.dead[side.index()][SLOT],
            };
            sink.steps(SLOT, from, promoting, true);
            sink.steps(SLOT, from, staying, false);
        }
    }

    /// The drops of one slot.
    #[inline]
    fn emit_drops<S: Sink<V>, const SLOT: usize>(&self, mut to: Squares, sink: &mut S) {
        let droppable = matches!(&V::SPEC.pieces[SLOT], Some(piece) if piece.promoted_from.is_none());
        if !droppable || self.hand(self.side()).count(SLOT) == 0 {
            return;
        }
        if !V::SPEC.dead_drops {
            to &= !V::TABLES.dead[self.side().index()][SLOT];
        }
        if SLOT == CHICK {
            to &= !self.forbidden_chick_drops();
        }
        sink.drops(SLOT, to);
    }

    /// Squares where a chick may not be dropped although it could move from there: beside another on its file, or to mate.
    #[inline]
    fn forbidden_chick_drops(&self) -> Squares {
        let mut forbidden = 0;
        if !V::SPEC.doubled_chicks {
            for chick in Each(self.pieces(self.side(), CHICK)) {
                forbidden |= FILE << chick.file();
            }
        }
        if !V::SPEC.chick_drop_mates && self.has_lion(self.side().other()) {
            let lion = self.lion(self.side().other());
            let square = V::TABLES.steps[self.side().other().index()][CHICK][lion.index()] & self.vacant();
            if square != 0 && self.chick_drop_would_mate(Square::numbered(square.trailing_zeros())) {
                forbidden |= square;
            }
        }
        forbidden
    }

    /// Whether a chick dropped here, in front of the other lion, could be neither taken nor fled from.
    fn chick_drop_would_mate(&self, square: Square) -> bool {
        let (us, them) = (self.side(), self.side().other());
        let takers = self.attackers(square, them) & !self.pieces(them, LION);
        // The dropped chick attacks the lion's own square only, so the attacks of now are those of then.
        let flights =
            V::TABLES.steps[them.index()][LION][self.lion(them).index()] & !self.occupied(them) & !self.attacks(us);
        takers == 0 && flights == 0
    }
}

/// The squares of the first file.
const FILE: Squares = {
    let mut file: Squares = 0;
    let mut rank = 0;
    while rank < 6 {
        file |= 1 << (rank * STRIDE);
        rank += 1;
    }
    file
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Classic, Deer, Gorogoro};
    use banmen_core::{Draw, Random};

    /// The parts of the generator that only the search uses, against the whole of it.
    fn parts_agree<V: Variant>(seed: u64) {
        let mut random = Random::new(seed);
        for _ in 0..60 {
            let mut board = PieceBoard::<V>::start();
            for _ in 0..80 {
                let mut legal = MoveList::new();
                board.moves(&mut legal);
                let Some(&m) = random.pick(&legal) else { break };
                if board.lion_takers() == 0 {
                    let safe = |m: &&Move| board.after(**m).lion_takers() == 0;
                    let expected: Vec<Move> = legal.iter().filter(safe).copied().collect();
                    check_parts(&board, &expected, &mut random);
                }
                board = board.after(m);
            }
        }
    }

    fn check_parts<V: Variant>(board: &PieceBoard<V>, expected: &[Move], random: &mut Random) {
        let listed = |make: &dyn Fn(&mut MoveList)| {
            let mut list = MoveList::new();
            make(&mut list);
            let mut sorted = list.to_vec();
            sorted.sort_unstable();
            sorted
        };
        let of = |wanted: &dyn Fn(Move) -> bool| {
            let mut sorted: Vec<Move> = expected.iter().copied().filter(|&m| wanted(m)).collect();
            sorted.sort_unstable();
            sorted
        };
        let targets = board.safe_targets();
        let takes = |m: Move| board.slot_on(m.to()).is_some();
        assert_eq!(listed(&|list| board.safe_moves(list)), of(&|_| true), "{}", board.to_text());
        assert_eq!(listed(&|list| board.safe_captures(targets, &mut Collect(list))), of(&takes), "{}", board.to_text());
        assert_eq!(
            listed(&|list| board.safe_quiets(targets, &mut Collect(list))),
            of(&|m| !takes(m)),
            "{}",
            board.to_text()
        );
        if board.checkers() == 0 {
            let checks = of(&|m| !takes(m) && board.after(m).checkers() != 0);
            assert_eq!(listed(&|list| board.quiet_checks(&mut Collect(list))), checks, "{}", board.to_text());
        }
        let square = |random: &mut Random| Square::numbered(random.below(crate::SQUARES as u64) as u32);
        for round in 0..200 {
            let m = match round % 3 {
                0 => random.pick(expected).copied().unwrap_or(Move::NONE),
                1 => Move::step(square(random), square(random), random.percent(30)),
                _ => Move::drop(*random.pick(&['C', 'E', 'G', 'D', 'P', 'S']).unwrap_or(&'C'), square(random))
                    .unwrap_or(Move::NONE),
            };
            assert_eq!(board.is_safe_move(m, targets), expected.contains(&m), "{m} in {}", board.to_text());
        }
    }

    #[test]
    fn the_parts_of_the_generator_are_parts_of_the_whole() {
        parts_agree::<Deer>(1);
        parts_agree::<Classic>(2);
        parts_agree::<Gorogoro>(3);
    }
}
