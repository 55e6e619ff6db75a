//! A board chosen at compile time, with everything that follows from its rules worked out by the compiler.

use crate::moves::letter_index;
use crate::rules::{BoardSpec, CLASSIC, DEER, DIRECTIONS, GOROGORO, LionRule, ROUND_SLOTS, SLOTS};
use crate::square::{ROUND, SQUARES, STRIDE, Squares};
use std::fmt::Debug;

/// One of the boards. Code that is generic over it is compiled once for each, with the rules as constants.
pub trait Variant: Copy + Clone + PartialEq + Eq + Debug + Default + Send + Sync + 'static {
    /// The rules.
    const SPEC: &'static BoardSpec;
    /// What follows from them.
    const TABLES: &'static Tables;
}

macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident = $spec:ident, $tables:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name;

        static $tables: Tables = Tables::new(&$spec);

        impl Variant for $name {
            const SPEC: &'static BoardSpec = &$spec;
            const TABLES: &'static Tables = &$tables;
        }
    )*};
}

variants! {
    /// The 5×5 game with deer.
    Deer = DEER, DEER_TABLES;
    /// The classic 3×4 game.
    Classic = CLASSIC, CLASSIC_TABLES;
    /// The 5×6 game.
    Gorogoro = GOROGORO, GOROGORO_TABLES;
}

/// One more than the most pieces of a kind that a hand can hold.
pub const HAND_COUNTS: usize = 8;

/// Everything about a board that the move generator looks up.
#[derive(Debug)]
pub struct Tables {
    /// The squares of the board.
    pub board: Squares,
    /// The squares of the last rank of each side.
    pub far_rank: [Squares; 2],
    /// The squares of the promotion ranks of each side.
    pub zone: [Squares; 2],
    /// Where each side's piece can step from each square: `[side][slot][square]`.
    pub steps: [[[Squares; ROUND]; ROUND_SLOTS]; 2],
    /// From where each side's piece can step onto each square, the second player's in the upper half: `[slot][square]`.
    pub(crate) reach: [[u64; ROUND]; ROUND_SLOTS],
    /// Where each side's piece could never move: `[side][slot]`.
    pub dead: [[Squares; ROUND_SLOTS]; 2],
    /// The letter index of the drop move of each slot.
    pub(crate) drop_letter: [u16; ROUND_SLOTS],
    /// The slot a captured piece joins the hand as.
    pub hand_slot: [u8; ROUND_SLOTS],
    /// The slot a promoting piece becomes.
    pub promotes_to: [u8; ROUND_SLOTS],
    /// Random numbers for the position's key: `[side][slot][square]`.
    pub piece_keys: [[[u64; ROUND]; ROUND_SLOTS]; 2],
    /// `[side][slot][count]`; a count of 0 has the key 0.
    pub hand_keys: [[[u64; HAND_COUNTS]; ROUND_SLOTS]; 2],
    /// In the key when the second player is to move.
    pub side_key: u64,
}

/// The splitmix64 generator, which needs no more than a counter and so runs at compile time.
const fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Tables {
    const fn new(spec: &BoardSpec) -> Self {
        let mut tables = Self {
            board: 0,
            far_rank: [0; 2],
            zone: [0; 2],
            steps: [[[0; ROUND]; ROUND_SLOTS]; 2],
            reach: [[0; ROUND]; ROUND_SLOTS],
            dead: [[0; ROUND_SLOTS]; 2],
            drop_letter: [0; ROUND_SLOTS],
            hand_slot: [0; ROUND_SLOTS],
            promotes_to: [0; ROUND_SLOTS],
            piece_keys: [[[0; ROUND]; ROUND_SLOTS]; 2],
            hand_keys: [[[0; HAND_COUNTS]; ROUND_SLOTS]; 2],
            side_key: 0,
        };
        let mut state = spec.width as u64 * 16 + spec.height as u64;
        tables.side_key = splitmix(&mut state);

        let mut square = 0;
        while square < SQUARES {
            let (file, rank) = (square % STRIDE, square / STRIDE);
            if file < spec.width && rank < spec.height {
                let bit = 1 << square;
                tables.board |= bit;
                let mut side = 0;
                while side < 2 {
                    let remaining = if side == 0 { spec.height - 1 - rank } else { rank };
                    if remaining == 0 {
                        tables.far_rank[side] |= bit;
                    }
                    if remaining < spec.promotion_ranks {
                        tables.zone[side] |= bit;
                    }
                    side += 1;
                }
            }
            square += 1;
        }

        let mut slot = 0;
        while slot < SLOTS {
            tables.hand_slot[slot] = spec.hand_slot(slot) as u8;
            tables.promotes_to[slot] = slot as u8;
            if let Some(piece) = spec.pieces[slot] {
                if let Some(to) = piece.promotes_to {
                    tables.promotes_to[slot] = to as u8;
                }
                if let Some(index) = letter_index(piece.letter) {
                    tables.drop_letter[slot] = index;
                }
                let mut side = 0;
                while side < 2 {
                    let mut square = 0;
                    while square < SQUARES {
                        let steps = steps_from(spec, piece.steps, side, square) & tables.board;
                        if tables.board >> square & 1 != 0 {
                            tables.steps[side][slot][square] = steps;
                            // Seen from the square, a piece's steps are those of the opponent's piece, because every piece steps
                            // alike to left and right.
                            tables.reach[slot][square] |= (steps as u64) << (32 * (1 - side));
                            tables.piece_keys[side][slot][square] = splitmix(&mut state);
                            if steps == 0 {
                                tables.dead[side][slot] |= 1 << square;
                            }
                        }
                        square += 1;
                    }
                    let mut count = 1;
                    while count < HAND_COUNTS {
                        tables.hand_keys[side][slot][count] = splitmix(&mut state);
                        count += 1;
                    }
                    side += 1;
                }
            }
            slot += 1;
        }
        tables
    }
}

const fn steps_from(spec: &BoardSpec, steps: u8, side: usize, square: usize) -> Squares {
    let mut set = 0;
    let mut d = 0;
    while d < DIRECTIONS.len() {
        let (across, ahead) = DIRECTIONS[d];
        let up = if side == 0 { ahead } else { -ahead };
        let file = (square % STRIDE) as i8 + across;
        let rank = (square / STRIDE) as i8 + up;
        let on_board = file >= 0 && rank >= 0 && (file as usize) < spec.width && (rank as usize) < spec.height;
        if steps >> d & 1 != 0 && on_board {
            set |= 1 << (rank as usize * STRIDE + file as usize);
        }
        d += 1;
    }
    set
}

/// Whether the board's lion must be kept safe.
pub(crate) const fn lion_is_checked(spec: &BoardSpec) -> bool {
    matches!(spec.lion, LionRule::Checked)
}

/// Whether a lion on the far rank can win.
pub(crate) const fn lion_can_try(spec: &BoardSpec) -> bool {
    matches!(spec.lion, LionRule::TakenOrTry)
}
