//! What may be chosen: the boards, their pieces and their ends, all as data.
//!
//! Nothing here is a procedure. [`PieceBoard`](crate::PieceBoard) reads these tables at compile time, so a rule that a board does not have
//! costs it nothing.

/// The number of piece slots of a board; a slot that a board does not use is empty in its table.
pub const SLOTS: usize = 6;

/// [`SLOTS`] rounded up to a power of two, the length of tables that are indexed by a slot.
pub(crate) const ROUND_SLOTS: usize = 8;

/// The slot of the chick (the pawn) on every board.
pub const CHICK: usize = 0;
/// The slot of the hen, a promoted chick, on every board.
pub const HEN: usize = 1;
/// The slot of the lion (the king) on every board.
pub const LION: usize = 5;

/// The directions a piece may step in, as its owner sees the board: bit `d` for [`DIRECTIONS`]`[d]`.
pub type Steps = u8;

/// (file, rank) of each direction, clockwise from straight ahead.
pub const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const AHEAD: Steps = 1 << 0;
const AHEAD_DIAGONALS: Steps = 1 << 1 | 1 << 7;
const SIDEWAYS: Steps = 1 << 2 | 1 << 6;
const BACK_DIAGONALS: Steps = 1 << 3 | 1 << 5;
const BACK: Steps = 1 << 4;

/// One kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The animal's name in English, lower case.
    pub name: &'static str,
    /// The letter of the text form, upper case; a promoted piece has the letter of what it was.
    pub letter: u8,
    /// Where it may step.
    pub steps: Steps,
    /// The slot it becomes when it promotes.
    pub promotes_to: Option<usize>,
    /// The slot it came from, for a promoted piece: what the captor gets.
    pub promoted_from: Option<usize>,
}

const fn plain(name: &'static str, letter: u8, steps: Steps) -> Piece {
    Piece { name, letter, steps, promotes_to: None, promoted_from: None }
}

const fn promoting(name: &'static str, letter: u8, steps: Steps, to: usize) -> Piece {
    Piece { name, letter, steps, promotes_to: Some(to), promoted_from: None }
}

const fn promoted(name: &'static str, letter: u8, from: usize) -> Piece {
    Piece { name, letter, steps: GOLD_STEPS, promotes_to: None, promoted_from: Some(from) }
}

/// Every direction but diagonally backward: the hen, the dog and whatever promotes.
const GOLD_STEPS: Steps = AHEAD | AHEAD_DIAGONALS | SIDEWAYS | BACK;
const LION_STEPS: Steps = GOLD_STEPS | BACK_DIAGONALS;

/// When a piece that can promote does so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// Always, when it moves onto the promotion ranks.
    Forced,
    /// As its owner likes when the move starts or ends on the promotion ranks, but always where it could never move again.
    Optional,
}

/// How the lion may be lost or may win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LionRule {
    /// Whoever takes the lion wins; it may be left in danger.
    Taken,
    /// As `Taken`, and a lion that stands unattacked on the far rank wins too.
    TakenOrTry,
    /// The lion may not be left in danger; whoever cannot help it has lost.
    Checked,
}

/// A board with its pieces and all its rules.
#[derive(Clone, Copy, Debug)]
pub struct BoardSpec {
    /// The name by which people and programs choose it.
    pub name: &'static str,
    /// The number of files.
    pub width: usize,
    /// The number of ranks.
    pub height: usize,
    /// The pieces by slot.
    pub pieces: [Option<Piece>; SLOTS],
    /// The start position in the text form.
    pub start: &'static str,
    /// How many of a kind there are on board and in hands together, by unpromoted slot.
    pub census: [u8; SLOTS],
    /// How many of the last ranks promote.
    pub promotion_ranks: usize,
    /// When a piece promotes there.
    pub promotion: Promotion,
    /// Whether a chick may be dropped where it can never move.
    pub dead_drops: bool,
    /// Whether a side may have two unpromoted chicks on a file.
    pub doubled_chicks: bool,
    /// Whether dropping a chick may be the move that mates.
    pub chick_drop_mates: bool,
    /// The end by the lion.
    pub lion: LionRule,
    /// A position that occurs this often, with the same side to move, is a draw.
    pub repetitions: u8,
}

/// The 5×5 game with deer.
pub const DEER: BoardSpec = BoardSpec {
    name: "deer",
    width: 5,
    height: 5,
    pieces: [
        Some(promoting("chick", b'C', AHEAD, HEN)),
        Some(promoted("hen", b'C', CHICK)),
        Some(plain("elephant", b'E', AHEAD_DIAGONALS | BACK_DIAGONALS)),
        Some(plain("giraffe", b'G', AHEAD | SIDEWAYS | BACK)),
        Some(plain("deer", b'D', AHEAD | BACK_DIAGONALS)),
        Some(plain("lion", b'L', LION_STEPS)),
    ],
    start: "gel1d/1ccc1/5/1CCC1/D1LEG[-] w",
    census: [6, 0, 2, 2, 2, 2],
    promotion_ranks: 1,
    promotion: Promotion::Forced,
    dead_drops: false,
    doubled_chicks: true,
    chick_drop_mates: true,
    lion: LionRule::Taken,
    repetitions: 4,
};

/// The classic 3×4 game.
pub const CLASSIC: BoardSpec = BoardSpec {
    name: "classic",
    width: 3,
    height: 4,
    pieces: [
        Some(promoting("chick", b'C', AHEAD, HEN)),
        Some(promoted("hen", b'C', CHICK)),
        Some(plain("elephant", b'E', AHEAD_DIAGONALS | BACK_DIAGONALS)),
        Some(plain("giraffe", b'G', AHEAD | SIDEWAYS | BACK)),
        None,
        Some(plain("lion", b'L', LION_STEPS)),
    ],
    start: "gle/1c1/1C1/ELG[-] w",
    census: [2, 0, 2, 2, 0, 2],
    promotion_ranks: 1,
    promotion: Promotion::Forced,
    dead_drops: true,
    doubled_chicks: true,
    chick_drop_mates: true,
    lion: LionRule::TakenOrTry,
    repetitions: 3,
};

/// The 5×6 game *goro-goro*, a small shogi.
pub const GOROGORO: BoardSpec = BoardSpec {
    name: "gorogoro",
    width: 5,
    height: 6,
    pieces: [
        Some(promoting("chick", b'P', AHEAD, HEN)),
        Some(promoted("hen", b'P', CHICK)),
        Some(promoting("cat", b'S', AHEAD | AHEAD_DIAGONALS | BACK_DIAGONALS, 4)),
        Some(plain("dog", b'G', GOLD_STEPS)),
        Some(promoted("lynx", b'S', 2)),
        Some(plain("lion", b'K', LION_STEPS)),
    ],
    start: "sgkgs/5/1ppp1/1PPP1/5/SGKGS[-] w",
    census: [6, 0, 4, 4, 0, 2],
    promotion_ranks: 2,
    promotion: Promotion::Optional,
    dead_drops: false,
    doubled_chicks: false,
    chick_drop_mates: false,
    lion: LionRule::Checked,
    repetitions: 4,
};

impl BoardSpec {
    /// Every board there is, the default first.
    pub const ALL: [&'static Self; 3] = [&DEER, &CLASSIC, &GOROGORO];

    /// The slot whose piece has this letter, promoted or not.
    pub fn slot(&self, letter: u8, promoted: bool) -> Option<usize> {
        (0..SLOTS).find(|&slot| {
            self.pieces[slot].is_some_and(|piece| piece.letter == letter && piece.promoted_from.is_some() == promoted)
        })
    }

    /// The slot a captured piece goes to the hand as.
    pub const fn hand_slot(&self, slot: usize) -> usize {
        match self.pieces[slot] {
            Some(Piece { promoted_from: Some(from), .. }) => from,
            _ => slot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promotion_leads_back_to_where_it_came_from() {
        for spec in BoardSpec::ALL {
            for (slot, piece) in spec.pieces.iter().enumerate() {
                let Some(piece) = piece else { continue };
                if let Some(to) = piece.promotes_to {
                    assert_eq!(spec.pieces[to].unwrap().promoted_from, Some(slot), "{} {}", spec.name, piece.name);
                }
                assert_eq!(spec.slot(piece.letter, piece.promoted_from.is_some()), Some(slot));
            }
        }
    }

    #[test]
    fn every_piece_steps_the_same_to_the_left_as_to_the_right() {
        for spec in BoardSpec::ALL {
            for piece in spec.pieces.iter().flatten() {
                for d in 1..4 {
                    assert_eq!(piece.steps >> d & 1, piece.steps >> (8 - d) & 1, "{} {}", spec.name, piece.name);
                }
            }
        }
    }
}
