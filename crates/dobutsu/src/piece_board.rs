//! What stands where: one position of one board, on bitboards, without its past.

use crate::moves::Move;
use crate::rules::{LION, LionRule, ROUND_SLOTS, SLOTS};
use crate::square::{Each, ROUND, STRIDE, Square, Squares};
use crate::variant::{HAND_COUNTS, Variant, lion_can_try};
use banmen_core::Seat;
use std::marker::PhantomData;

/// The mark of an empty square.
const EMPTY: u8 = 0xff;

/// The pieces in a hand, by unpromoted slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand(u32);

impl Hand {
    /// How many of this slot there are.
    #[inline]
    pub const fn count(self, slot: usize) -> usize {
        (self.0 >> (slot * 4) & 15) as usize
    }

    /// Whether there is nothing in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The slots of which there is any, and how many there are of each.
    #[inline]
    pub(crate) fn kinds(self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let slot = rest.trailing_zeros() / 4;
            let count = rest >> (slot * 4) & 15;
            rest &= !(15 << (slot * 4));
            Some((slot as usize, count as usize))
        })
    }

    /// Whether this hand has at least as much of everything as the other.
    pub fn holds(self, other: Self) -> bool {
        (0..SLOTS).all(|slot| self.count(slot) >= other.count(slot))
    }

    #[inline]
    const fn add(&mut self, slot: usize) {
        self.0 += 1 << (slot * 4);
    }

    #[inline]
    const fn remove(&mut self, slot: usize) {
        self.0 -= 1 << (slot * 4);
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A lion has been taken.
    LionTaken,
    /// A lion stands unattacked on its far rank.
    Try,
    /// The side to move has no move.
    NoMove,
}

/// How a position ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who has won.
    pub winner: Seat,
    /// By what.
    pub reason: Reason,
}

/// The squares a side attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AttackMap {
    /// By anything.
    pub all: Squares,
    /// By anything but the lion.
    pub pieces: Squares,
    /// By at least two pieces.
    pub twice: Squares,
}

/// A position of the board `V`: pieces, hands and the side to move.
///
/// Small enough to be copied for every move, so nothing is ever taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceBoard<V> {
    /// `[slot][side]`: the sides beside each other, so that both can be looked at as one number.
    kinds: [[Squares; 2]; SLOTS],
    occupied: [Squares; 2],
    hands: [Hand; 2],
    /// The slot on each square; longer than the board, so that no index can fall outside.
    squares: [u8; ROUND],
    side: Seat,
    key: u64,
    variant: PhantomData<V>,
}

impl<V: Variant> PieceBoard<V> {
    /// A board with nothing on it and the first player to move; a position only once both lions stand.
    pub(crate) fn empty() -> Self {
        Self {
            kinds: [[0; 2]; SLOTS],
            occupied: [0; 2],
            hands: [Hand(0); 2],
            squares: [EMPTY; ROUND],
            side: Seat::First,
            key: 0,
            variant: PhantomData,
        }
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// A number that two different positions share only by a rare accident.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// What a side has in hand.
    #[inline]
    pub const fn hand(&self, side: Seat) -> Hand {
        self.hands[side.index()]
    }

    /// The squares on which a side has a piece of this slot.
    #[inline]
    pub const fn pieces(&self, side: Seat, slot: usize) -> Squares {
        self.kinds[slot][side.index()]
    }

    /// The squares on which a side has any piece.
    #[inline]
    pub const fn occupied(&self, side: Seat) -> Squares {
        self.occupied[side.index()]
    }

    /// The squares without a piece.
    #[inline]
    pub const fn vacant(&self) -> Squares {
        V::TABLES.board & !(self.occupied[0] | self.occupied[1])
    }

    /// The slot of the piece on a square.
    #[inline]
    pub const fn slot_on(&self, square: Square) -> Option<usize> {
        let slot = self.squares[square.index()];
        if slot == EMPTY { None } else { Some(slot as usize) }
    }

    /// The slot of the piece on a square where there is one.
    #[inline]
    pub(crate) const fn slot_of_piece(&self, square: Square) -> usize {
        self.squares[square.index()] as usize % ROUND_SLOTS
    }

    /// The piece on a square and whose it is.
    pub const fn piece_on(&self, square: Square) -> Option<(Seat, usize)> {
        match self.slot_on(square) {
            Some(slot) if self.occupied[0] & square.bit() != 0 => Some((Seat::First, slot)),
            Some(slot) => Some((Seat::Second, slot)),
            None => None,
        }
    }

    /// Whether a side's lion is still on the board.
    #[inline]
    pub const fn has_lion(&self, side: Seat) -> bool {
        self.kinds[LION][side.index()] != 0
    }

    /// Where a side's lion stands; it must be on the board.
    #[inline]
    pub(crate) const fn lion(&self, side: Seat) -> Square {
        Square::numbered(self.kinds[LION][side.index()].trailing_zeros())
    }

    /// Every square onto which a side's pieces can step, its own pieces' squares included.
    #[inline]
    pub fn attacks(&self, by: Seat) -> Squares {
        self.attack_maps()[by.index()].all
    }

    /// What each side's pieces attack, told apart by who and how often.
    ///
    /// One shift for each direction and both sides at once; the rules are constants here, so only the kinds that step that way are
    /// looked at. A square can be attacked only once from each direction, which makes the count exact.
    #[inline]
    pub(crate) fn attack_maps(&self) -> [AttackMap; 2] {
        let mut pieces = 0;
        let mut twice = 0;
        let mut d = 0;
        while d < 8 {
            let mut from = 0;
            let mut slot = 0;
            while slot < LION {
                if let Some(piece) = &V::SPEC.pieces[slot] {
                    // The second player's way ahead is the first player's way back.
                    let first = piece.steps >> d & 1 != 0;
                    let second = piece.steps >> ((12 - d) % 8) & 1 != 0;
                    from |= self.both(slot) & both_of(if first { !0 } else { 0 }, if second { !0 } else { 0 });
                }
                slot += 1;
            }
            let to = shift(from, d, V::SPEC.height);
            twice |= pieces & to;
            pieces |= to;
            d += 1;
        }
        Seat::BOTH.map(|side| {
            let lion = match self.kinds[LION][side.index()] {
                0 => 0,
                lions => V::TABLES.steps[side.index()][LION][lions.trailing_zeros() as usize % ROUND],
            };
            let of = |both: u64| (both >> (side.index() * 32)) as Squares;
            let (pieces, twice) = (of(pieces) & V::TABLES.board, (of(twice) | of(pieces) & lion) & V::TABLES.board);
            AttackMap { all: pieces | lion, pieces, twice }
        })
    }

    /// The squares of both sides' pieces of a slot, the second player's in the upper half.
    #[inline]
    const fn both(&self, slot: usize) -> u64 {
        both_of(self.kinds[slot][0], self.kinds[slot][1])
    }

    /// The pieces of a side that can step onto a square.
    #[inline]
    pub fn attackers(&self, square: Square, by: Seat) -> Squares {
        self.attackers_of_both(square)[by.index()]
    }

    /// Each side's pieces that can step onto a square.
    #[inline]
    pub(crate) fn attackers_of_both(&self, square: Square) -> [Squares; 2] {
        let mut attackers = 0;
        let mut slot = 0;
        while slot < SLOTS {
            if V::SPEC.pieces[slot].is_some() {
                attackers |= V::TABLES.reach[slot][square.index()] & self.both(slot);
            }
            slot += 1;
        }
        [attackers as Squares, (attackers >> 32) as Squares]
    }

    /// The opponent's pieces that could take the lion of the side to move.
    #[inline]
    pub fn checkers(&self) -> Squares {
        if self.has_lion(self.side) { self.attackers(self.lion(self.side), self.side.other()) } else { 0 }
    }

    /// The pieces of the side to move that can take the opponent's lion.
    #[inline]
    pub fn lion_takers(&self) -> Squares {
        let other = self.side.other();
        if self.has_lion(other) { self.attackers(self.lion(other), self.side) } else { 0 }
    }

    /// Whether the moved piece attacks the other lion from where it arrives. No other piece can begin to.
    #[inline]
    pub(crate) fn gives_check(&self, m: Move) -> bool {
        let slot = match m.from() {
            Some(from) => self.slot_of_piece(from),
            None => m.dropped_slot(),
        };
        let slot = if m.promotes() { usize::from(V::TABLES.promotes_to[slot]) } else { slot };
        let us = self.side;
        V::TABLES.steps[us.index()][slot][m.to().index()] & self.pieces(us.other(), LION) != 0
    }

    /// Whether the game is over by what stands on the board; having no move is not looked at.
    #[inline]
    pub fn ended(&self) -> Option<Ending> {
        let other = self.side.other();
        if V::SPEC.lion != LionRule::Checked && !self.has_lion(self.side) {
            return Some(Ending { winner: other, reason: Reason::LionTaken });
        }
        if lion_can_try(V::SPEC) {
            // The side that has just moved first: its lion may have arrived. The other side's lion may have been left there, attacked no more.
            if self.lion_arrived(other) && self.lion_takers() == 0 {
                return Some(Ending { winner: other, reason: Reason::Try });
            }
            if self.lion_arrived(self.side) && self.checkers() == 0 {
                return Some(Ending { winner: self.side, reason: Reason::Try });
            }
        }
        None
    }

    #[inline]
    const fn lion_arrived(&self, side: Seat) -> bool {
        self.kinds[LION][side.index()] & V::TABLES.far_rank[side.index()] != 0
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, side: Seat, slot: usize, square: Square) {
        let s = side.index();
        self.kinds[slot][s] |= square.bit();
        self.occupied[s] |= square.bit();
        self.squares[square.index()] = slot as u8;
        self.key ^= V::TABLES.piece_keys[s][slot][square.index()];
    }

    /// Adds a piece to a hand.
    #[inline]
    pub(crate) fn give(&mut self, side: Seat, slot: usize) {
        let keys = &V::TABLES.hand_keys[side.index()][slot];
        let hand = &mut self.hands[side.index()];
        let before = hand.count(slot);
        hand.add(slot);
        self.key ^= keys[before] ^ keys[before + 1];
    }

    /// Hands the move to the other side.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.side = self.side.other();
        self.key ^= V::TABLES.side_key;
    }

    /// The position after a move, which must be one the generator makes here.
    #[inline]
    pub fn after(&self, m: Move) -> Self {
        self.after_with_key(m, self.key_after(m))
    }

    /// The [position after](PieceBoard::after) a move whose key is known already.
    #[inline]
    pub(crate) fn after_with_key(&self, m: Move, key: u64) -> Self {
        let mut next = *self;
        next.place(m);
        next.key = key;
        next
    }

    /// Plays a move, which must be one the generator makes here.
    #[inline]
    pub(crate) fn play(&mut self, m: Move) {
        let key = self.key_after(m);
        self.place(m);
        self.key = key;
    }

    /// The key of the position after a move.
    #[inline]
    pub(crate) fn key_after(&self, m: Move) -> u64 {
        let (us, them, to) = (self.side.index(), self.side.other().index(), m.to().index());
        let (pieces, hands) = (&V::TABLES.piece_keys, &V::TABLES.hand_keys[us]);
        let key = self.key ^ V::TABLES.side_key;
        let Some(from) = m.from() else {
            let slot = m.dropped_slot();
            let before = self.hands[us].count(slot);
            return key
                ^ pieces[us][slot][to]
                ^ hands[slot][before % HAND_COUNTS]
                ^ hands[slot][before.wrapping_sub(1) % HAND_COUNTS];
        };
        let slot = self.slot_of_piece(from);
        let arriving = if m.promotes() { usize::from(V::TABLES.promotes_to[slot]) } else { slot };
        let key = key ^ pieces[us][slot][from.index()] ^ pieces[us][arriving % ROUND_SLOTS][to];
        match self.slot_on(m.to()) {
            None => key,
            Some(LION) => key ^ pieces[them][LION][to],
            Some(taken) => {
                let taken = taken % ROUND_SLOTS;
                let slot = usize::from(V::TABLES.hand_slot[taken]) % ROUND_SLOTS;
                let before = self.hands[us].count(slot);
                key ^ pieces[them][taken][to]
                    ^ hands[slot][before % HAND_COUNTS]
                    ^ hands[slot][(before + 1) % HAND_COUNTS]
            }
        }
    }

    /// Does everything a move does but to the key.
    #[inline]
    fn place(&mut self, m: Move) {
        let (us, them, to) = (self.side.index(), self.side.other().index(), m.to());
        let slot = if let Some(from) = m.from() {
            let slot = self.slot_of_piece(from);
            if let Some(taken) = self.slot_on(to) {
                self.kinds[taken][them] &= !to.bit();
                self.occupied[them] &= !to.bit();
                if taken != LION {
                    self.hands[us].add(usize::from(V::TABLES.hand_slot[taken]));
                }
            }
            self.kinds[slot][us] &= !from.bit();
            self.occupied[us] &= !from.bit();
            self.squares[from.index()] = EMPTY;
            if m.promotes() { usize::from(V::TABLES.promotes_to[slot]) } else { slot }
        } else {
            let slot = m.dropped_slot();
            self.hands[us].remove(slot);
            slot
        };
        self.kinds[slot][us] |= to.bit();
        self.occupied[us] |= to.bit();
        self.squares[to.index()] = slot as u8;
        self.side = self.side.other();
    }

    /// The same position seen in a mirror, left and right exchanged.
    pub fn mirrored(&self) -> Self {
        self.rebuilt(|side, square| (side, Square::at(V::SPEC.width - 1 - square.file(), square.rank())))
    }

    /// The same position with the sides exchanged and the board turned upside down (left stays left).
    pub fn exchanged(&self) -> Self {
        self.rebuilt(|side, square| (side.other(), Square::at(square.file(), V::SPEC.height - 1 - square.rank())))
    }

    fn rebuilt(&self, image: impl Fn(Seat, Square) -> (Seat, Option<Square>)) -> Self {
        let mut board = Self::empty();
        for side in Seat::BOTH {
            let (image_side, _) = image(side, Square::numbered(0));
            for slot in 0..SLOTS {
                for square in Each(self.pieces(side, slot)) {
                    if let (_, Some(square)) = image(side, square) {
                        board.put(image_side, slot, square);
                    }
                }
                for _ in 0..self.hand(side).count(slot) {
                    board.give(image_side, slot);
                }
            }
            if side == self.side && image_side == Seat::Second {
                board.pass();
            }
        }
        board
    }
}

/// A set for each side in one number.
#[inline]
const fn both_of(first: Squares, second: Squares) -> u64 {
    first as u64 | (second as u64) << 32
}

/// Moves the sets of both sides one step in a direction of [`DIRECTIONS`](crate::rules::DIRECTIONS), as the first player sees it; what
/// falls off the left or right edge of the stride is lost, what leaves a smaller board must be masked.
#[inline]
const fn shift(sets: u64, direction: usize, height: usize) -> u64 {
    const FIRST_FILE: Squares = 0b00001_00001_00001_00001_00001_00001;
    const LAST_FILE: Squares = FIRST_FILE << (STRIDE - 1);
    const FIRST_RANK: Squares = 0b11111;
    const LAST_RANK: Squares = FIRST_RANK << (5 * STRIDE);
    let across = match direction {
        1..=3 => (sets & !both_of(LAST_FILE, LAST_FILE)) << 1,
        5..=7 => (sets & !both_of(FIRST_FILE, FIRST_FILE)) >> 1,
        _ => sets,
    };
    // Only on the highest board could a set reach into the other one's squares.
    let highest = height == 6;
    match direction {
        2 | 6 => across,
        0 | 1 | 7 if highest => (across & !both_of(LAST_RANK, LAST_RANK)) << STRIDE,
        0 | 1 | 7 => across << STRIDE,
        _ if highest => (across & !both_of(FIRST_RANK, FIRST_RANK)) >> STRIDE,
        _ => across >> STRIDE,
    }
}
