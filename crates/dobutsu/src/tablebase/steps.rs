//! Where the pieces of the 3×4 board can step, as masks of its twelve squares.
//!
//! Squares are numbered rank by rank from the mover's own left corner: a1 = 0, b1 = 1, c1 = 2, a2 = 3, …, c4 = 11.

/// A set of squares.
pub(super) type Mask = u16;

/// Number of squares.
pub(super) const SQUARES: usize = 12;
/// Number of files.
pub(super) const FILES: i8 = 3;
/// Every square.
pub(super) const BOARD: Mask = 0xfff;
/// The rank a lion has to reach.
pub(super) const FAR_RANK: Mask = 0xe00;
/// The rank the other lion has to reach.
pub(super) const HOME_RANK: Mask = 0x007;

const GIRAFFE_STEPS: &[(i8, i8)] = &[(0, 1), (0, -1), (1, 0), (-1, 0)];
const ELEPHANT_STEPS: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LION_STEPS: &[(i8, i8)] = &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const CHICK_STEPS: &[(i8, i8)] = &[(0, 1)];
const HEN_STEPS: &[(i8, i8)] = &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)];

/// Squares a piece on each square reaches, for the side that moves up.
pub(super) const LION: [Mask; SQUARES] = reach(LION_STEPS, 1);
pub(super) const GIRAFFE: [Mask; SQUARES] = reach(GIRAFFE_STEPS, 1);
pub(super) const ELEPHANT: [Mask; SQUARES] = reach(ELEPHANT_STEPS, 1);
pub(super) const CHICK: [Mask; SQUARES] = reach(CHICK_STEPS, 1);
pub(super) const HEN: [Mask; SQUARES] = reach(HEN_STEPS, 1);
/// The same for the side that moves down; equally, the squares from which an upward piece reaches the square.
pub(super) const CHICK_DOWN: [Mask; SQUARES] = reach(CHICK_STEPS, -1);
pub(super) const HEN_DOWN: [Mask; SQUARES] = reach(HEN_STEPS, -1);

const fn reach(steps: &[(i8, i8)], direction: i8) -> [Mask; SQUARES] {
    let mut masks = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (square as i8 % FILES, square as i8 / FILES);
        let mut step = 0;
        while step < steps.len() {
            let (to_file, to_rank) = (file + steps[step].0, rank + direction * steps[step].1);
            if to_file >= 0 && to_file < FILES && to_rank >= 0 && to_rank < 4 {
                masks[square] |= 1 << (to_rank * FILES + to_file);
            }
            step += 1;
        }
        square += 1;
    }
    masks
}

/// The board turned round, so that the other side moves up.
pub(super) const fn turned(mask: Mask) -> Mask {
    mask.reverse_bits() >> (16 - SQUARES)
}

/// The board seen in a mirror: files a and c exchanged.
pub(super) const fn mirrored(mask: Mask) -> Mask {
    (mask & 0x249) << 2 | mask & 0x492 | (mask & 0x924) >> 2
}

/// The squares of a mask, lowest first.
pub(super) fn squares(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let square = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            square
        })
    })
}

/// All squares reached by a set of pieces of one kind.
#[inline]
pub(super) fn spread(pieces: Mask, table: &[Mask; SQUARES]) -> Mask {
    // Never more than two pieces of a kind.
    let mut reached = 0;
    let mut rest = pieces;
    while rest != 0 {
        reached |= table[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    reached
}
