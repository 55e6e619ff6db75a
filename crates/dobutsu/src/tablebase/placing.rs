//! A position of the 3×4 game as the table sees it: always the mover's own pieces first, moving up.

use super::steps::{
    BOARD, CHICK, CHICK_DOWN, ELEPHANT, FAR_RANK, GIRAFFE, HEN, HEN_DOWN, LION, Mask, mirrored, spread, turned,
};

/// The side to move.
pub(super) const OWN: usize = 0;
/// The side that has just moved.
pub(super) const OTHER: usize = 1;

/// The kinds of piece that come in pairs and can be held in hand.
pub(super) const GIRAFFES: usize = 0;
pub(super) const ELEPHANTS: usize = 1;
pub(super) const CHICKS: usize = 2;

/// How many pieces of each kind there are in the game.
pub(super) const OF_A_KIND: u32 = 2;

/// Where everything stands. `board[kind][side]`; hens are chicks that also stand in `hens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Placing {
    pub lions: [u8; 2],
    pub board: [[Mask; 2]; 3],
    pub hens: [Mask; 2],
    /// How many of each kind the side to move holds; what is neither on the board nor held here is in the other hand.
    pub hand: [u8; 3],
}

impl Placing {
    pub fn lion(&self, side: usize) -> Mask {
        1 << self.lions[side]
    }

    /// Every square a piece of this side stands on.
    #[inline]
    pub fn occupied(&self, side: usize) -> Mask {
        self.lion(side) | self.board[0][side] | self.board[1][side] | self.board[2][side]
    }

    /// How many pieces of a kind the other side holds.
    #[inline]
    pub fn other_hand(&self, kind: usize) -> u8 {
        let on_board = (self.board[kind][OWN] | self.board[kind][OTHER]).count_ones();
        (OF_A_KIND - on_board) as u8 - self.hand[kind]
    }

    /// The same position with the other side to move.
    #[inline]
    pub fn turned(&self) -> Placing {
        let flip = |pair: [Mask; 2]| [turned(pair[1]), turned(pair[0])];
        Placing {
            lions: [11 - self.lions[1], 11 - self.lions[0]],
            board: self.board.map(flip),
            hens: flip(self.hens),
            hand: std::array::from_fn(|kind| self.other_hand(kind)),
        }
    }

    /// The same position in a mirror, which is worth the same.
    #[inline]
    pub fn mirrored(&self) -> Placing {
        let flip = |pair: [Mask; 2]| pair.map(mirrored);
        Placing {
            lions: self.lions.map(|square| square / 3 * 3 + 2 - square % 3),
            board: self.board.map(flip),
            hens: flip(self.hens),
            hand: self.hand,
        }
    }

    /// Squares the side to move attacks, without its lion.
    #[inline]
    pub fn own_attacks(&self) -> Mask {
        spread(self.board[GIRAFFES][OWN], &GIRAFFE)
            | spread(self.board[ELEPHANTS][OWN], &ELEPHANT)
            | spread(self.board[CHICKS][OWN] & !self.hens[OWN], &CHICK)
            | spread(self.hens[OWN], &HEN)
    }

    /// Squares the other side attacks, with its lion.
    #[inline]
    pub fn other_attacks(&self) -> Mask {
        LION[usize::from(self.lions[OTHER])]
            | spread(self.board[GIRAFFES][OTHER], &GIRAFFE)
            | spread(self.board[ELEPHANTS][OTHER], &ELEPHANT)
            | spread(self.board[CHICKS][OTHER] & !self.hens[OTHER], &CHICK_DOWN)
            | spread(self.hens[OTHER], &HEN_DOWN)
    }

    /// The other side's pieces that attack `square`.
    #[inline]
    pub fn other_attackers(&self, square: usize) -> Mask {
        (LION[square] & self.lion(OTHER))
            | (GIRAFFE[square] & self.board[GIRAFFES][OTHER])
            | (ELEPHANT[square] & self.board[ELEPHANTS][OTHER])
            | (CHICK[square] & self.board[CHICKS][OTHER] & !self.hens[OTHER])
            | (HEN[square] & self.hens[OTHER])
    }

    /// Whether the side to move can take the lion.
    #[inline]
    pub fn can_take_lion(&self) -> bool {
        (self.own_attacks() | LION[usize::from(self.lions[OWN])]) & self.lion(OTHER) != 0
    }

    /// What the side to move can do at once, and how many moves it has that do not lose its lion in reply.
    #[inline]
    pub fn prospect(&self) -> Prospect {
        if self.can_take_lion() {
            return Prospect::TakesLion;
        }
        let own = self.occupied(OWN);
        let empty = BOARD & !(own | self.occupied(OTHER));
        let lion = usize::from(self.lions[OWN]);
        let safe_lion_moves = LION[lion] & !own & !self.other_attacks();
        if safe_lion_moves & FAR_RANK != 0 {
            return Prospect::Tries;
        }
        // Nothing slides on this board, so a move of another piece never opens an attack: it is safe unless the lion
        // already stands in one, and then only if it takes the single attacker.
        let attackers = self.other_attackers(lion);
        let count_to = |to: Mask| {
            let moves = |pieces: Mask, table: &[Mask; 12]| {
                let mut count = 0;
                let mut rest = pieces;
                while rest != 0 {
                    count += (table[rest.trailing_zeros() as usize] & to).count_ones();
                    rest &= rest - 1;
                }
                count
            };
            moves(self.board[GIRAFFES][OWN], &GIRAFFE)
                + moves(self.board[ELEPHANTS][OWN], &ELEPHANT)
                + moves(self.board[CHICKS][OWN] & !self.hens[OWN], &CHICK)
                + moves(self.hens[OWN], &HEN)
        };
        let others = match attackers.count_ones() {
            0 => {
                let kinds = self.hand.iter().filter(|&&count| count > 0).count() as u32;
                count_to(BOARD & !own) + kinds * empty.count_ones()
            }
            1 => count_to(attackers),
            _ => 0,
        };
        let safe = safe_lion_moves.count_ones() + others;
        if safe > 0 {
            return Prospect::Safe(safe as u8);
        }
        let any_move = LION[lion] & !own != 0
            || count_to(BOARD & !own) != 0
            || (empty != 0 && self.hand.iter().any(|&count| count > 0));
        if any_move { Prospect::Mated } else { Prospect::Stuck }
    }

    /// Calls `visit` with every position (other side to move) after a move of the side to move.
    pub fn successors(&self, visit: &mut impl FnMut(Placing)) {
        let own = self.occupied(OWN);
        let other = self.occupied(OTHER);
        let mut land = |from: Placing, to: usize, put: &mut dyn FnMut(&mut Placing)| {
            let mut after = from;
            let bit: Mask = 1 << to;
            for kind in [GIRAFFES, ELEPHANTS, CHICKS] {
                if after.board[kind][OTHER] & bit != 0 {
                    after.board[kind][OTHER] &= !bit;
                    after.hens[OTHER] &= !bit;
                    after.hand[kind] += 1;
                }
            }
            put(&mut after);
            visit(after.turned());
        };
        for to in super::steps::squares(LION[usize::from(self.lions[OWN])] & !own) {
            land(*self, to, &mut |after| after.lions[OWN] = to as u8);
        }
        for (kind, table) in [(GIRAFFES, &GIRAFFE), (ELEPHANTS, &ELEPHANT)] {
            for from in super::steps::squares(self.board[kind][OWN]) {
                for to in super::steps::squares(table[from] & !own) {
                    land(*self, to, &mut |after| after.board[kind][OWN] ^= 1 << from | 1 << to);
                }
            }
        }
        for from in super::steps::squares(self.board[CHICKS][OWN]) {
            let hen = self.hens[OWN] >> from & 1 != 0;
            let table = if hen { &HEN } else { &CHICK };
            for to in super::steps::squares(table[from] & !own) {
                let promotes = FAR_RANK >> to & 1 != 0;
                land(*self, to, &mut |after| {
                    after.board[CHICKS][OWN] ^= 1 << from | 1 << to;
                    after.hens[OWN] &= !(1 << from);
                    if hen || promotes {
                        after.hens[OWN] |= 1 << to;
                    }
                });
            }
        }
        for kind in [GIRAFFES, ELEPHANTS, CHICKS] {
            if self.hand[kind] > 0 {
                for to in super::steps::squares(BOARD & !(own | other)) {
                    let mut after = *self;
                    after.hand[kind] -= 1;
                    after.board[kind][OWN] |= 1 << to;
                    visit(after.turned());
                }
            }
        }
    }
}

/// What the side to move can do at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prospect {
    /// Takes the lion: a win in one.
    TakesLion,
    /// Brings its own lion home safely: a win in one.
    Tries,
    /// Has this many moves after which its lion cannot be taken.
    Safe(u8),
    /// Every move loses the lion: a loss in two.
    Mated,
    /// Has no move at all, and loses.
    Stuck,
}
