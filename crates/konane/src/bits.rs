//! Sets of cells, as wide as the board needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of cells, one bit each. `u64` serves boards of up to 64 cells, `u128` up to 128, [`Wide`] up to 256.
///
/// Shifts by the width or more are not asked for.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells fit.
    const WIDTH: u32;
    /// No cell.
    const EMPTY: Self;

    /// The set of one cell.
    fn bit(index: u32) -> Self;

    /// The cells `0..count`.
    fn first(count: u32) -> Self;

    /// The same cells if all bits of the mask are set, none if it is 0.
    fn masked(self, mask: u64) -> Self;

    /// Whether there is no cell.
    fn is_empty(self) -> bool;

    /// How many cells.
    fn count(self) -> u32;

    /// The smallest cell. The set must not be empty.
    fn lowest(self) -> u32;

    /// The largest cell. The set must not be empty.
    fn highest(self) -> u32;

    /// The same set without its smallest cell.
    fn without_lowest(self) -> Self;

    /// The cells in reverse: cell `i` becomes `WIDTH - 1 - i`.
    fn reversed(self) -> Self;

    /// 64 bits that depend on every cell.
    fn folded(self) -> u64;

    /// How many words of 64 cells there are.
    const WORDS: usize = Self::WIDTH as usize / 64;

    /// The cells from `64 * index` on.
    fn word(self, index: usize) -> u64;

    /// The set of the cells in its words.
    #[cfg(feature = "threads")]
    fn of_words(word: impl Fn(usize) -> u64) -> Self;

    /// The set as a [`Wide`] one.
    #[cfg(test)]
    fn widen(self) -> Wide;

    /// The cells of a [`Wide`] set that fit.
    #[cfg(test)]
    fn narrow(wide: Wide) -> Self;

    /// The first `rows` rows of this stride in reverse order.
    #[inline]
    fn rows_reversed(self, stride: u32, rows: u32) -> Self {
        let row = Self::first(stride);
        (0..rows / 2).fold(self, |set, r| set.exchanged((rows - 1 - 2 * r) * stride, row << (r * stride)))
    }

    /// Rows and columns exchanged: the cell `row * stride + col` becomes `col * stride + row`. All cells lie in a square of this
    /// side, of which `diagonal` holds at least the diagonal.
    #[inline]
    fn transposed(self, stride: u32, side: u32, diagonal: Self) -> Self {
        // The cells right of the diagonal by so many columns change places with those as many rows below it.
        (1..side).fold(self, |set, distance| {
            let right_of = (diagonal & Self::first((side - distance) * (stride + 1))) << distance;
            set.exchanged(distance * (stride - 1), right_of)
        })
    }

    /// The cells under a mask exchanged with those `by` further on.
    #[inline(always)]
    fn exchanged(self, by: u32, mask: Self) -> Self {
        let differing = (self ^ (self >> by)) & mask;
        self ^ differing ^ (differing << by)
    }

    /// The columns of this stride in which there is a cell.
    #[inline]
    fn columns(self, stride: u32) -> Self {
        let mut columns = self;
        let mut rows = ((Self::WIDTH - 1) / stride + 1).next_power_of_two() / 2;
        while rows > 0 {
            if rows * stride < Self::WIDTH {
                columns |= columns >> (rows * stride);
            }
            rows /= 2;
        }
        columns & Self::first(stride)
    }

    /// Every cell moved on by a step: one cell, or the stride of a frame, which is less than 64 for sets of 128 cells.
    #[inline(always)]
    fn onwards(self, step: u32) -> Self {
        self << step
    }

    /// Every cell moved back by a step.
    #[inline(always)]
    fn back(self, step: u32) -> Self {
        self >> step
    }

    /// Whether the two sets share a cell.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    fn has(self, index: u32) -> bool {
        self.meets(Self::bit(index))
    }

    /// The cells, smallest first.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set, smallest first.
#[derive(Clone, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }
}

macro_rules! primitive_bits {
    ($type:ty, $folded:expr, $widen:expr, $narrow:expr, { $($special:item)* }) => {
        impl Bits for $type {
            const WIDTH: u32 = <$type>::BITS;
            const EMPTY: $type = 0;

            #[inline(always)]
            fn bit(index: u32) -> $type {
                1 << index
            }

            #[inline(always)]
            fn masked(self, mask: u64) -> $type {
                self & mask.cast_signed() as $type
            }

            #[inline(always)]
            fn first(count: u32) -> $type {
                if count >= <$type>::BITS { <$type>::MAX } else { (1 << count) - 1 }
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                <$type>::BITS - 1 - self.leading_zeros()
            }

            #[inline(always)]
            fn without_lowest(self) -> $type {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn reversed(self) -> $type {
                self.reverse_bits()
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                $folded(self)
            }

            #[inline(always)]
            fn word(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }

            #[cfg(feature = "threads")]
            #[inline(always)]
            fn of_words(word: impl Fn(usize) -> u64) -> $type {
                (0..Self::WORDS).fold(0, |set, index| set | <$type>::from(word(index)) << (64 * index))
            }

            #[cfg(test)]
            fn widen(self) -> Wide {
                $widen(self)
            }

            #[cfg(test)]
            fn narrow(wide: Wide) -> $type {
                $narrow(wide)
            }

            $($special)*
        }
    };
}

/// The stride for which a `u64` holds a square board, and single instructions exist for what other strides do in loops.
const SQUARE: u32 = 8;

primitive_bits!(u64, |x| x, |x| Wide([x, 0, 0, 0]), |wide: Wide| wide.0[0], {
    #[inline]
    fn rows_reversed(self, stride: u32, rows: u32) -> u64 {
        if stride == SQUARE {
            return self.swap_bytes() >> (64 - SQUARE * rows);
        }
        let row = u64::first(stride);
        (0..rows / 2).fold(self, |set, r| set.exchanged((rows - 1 - 2 * r) * stride, row << (r * stride)))
    }

    #[inline]
    fn transposed(self, stride: u32, side: u32, diagonal: u64) -> u64 {
        if stride == SQUARE {
            // Exchange single cells, then 2×2 blocks, then 4×4 blocks across the diagonal.
            let set = self.exchanged(7, 0x00aa_00aa_00aa_00aa).exchanged(14, 0x0000_cccc_0000_cccc);
            return set.exchanged(28, 0x0000_0000_f0f0_f0f0);
        }
        (1..side).fold(self, |set, distance| {
            let right_of = (diagonal & u64::first((side - distance) * (stride + 1))) << distance;
            set.exchanged(distance * (stride - 1), right_of)
        })
    }
});
primitive_bits!(
    u128,
    |x: u128| (x as u64) ^ ((x >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29),
    |x: u128| Wide([x as u64, (x >> 64) as u64, 0, 0]),
    |wide: Wide| u128::from(wide.0[0]) | u128::from(wide.0[1]) << 64,
    {
        // Two instructions instead of six, when the compiler sees that the step is short.
        #[inline(always)]
        fn onwards(self, step: u32) -> u128 {
            self << (step & 63)
        }

        #[inline(always)]
        fn back(self, step: u32) -> u128 {
            self >> (step & 63)
        }
    }
);

/// A set of up to 256 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide(pub [u64; 4]);

impl Wide {
    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, index: u32) {
        self.0[(index / 64) as usize] |= 1 << (index % 64);
    }
}

macro_rules! wide_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl $trait for Wide {
            type Output = Wide;
            #[inline(always)]
            fn $method(self, other: Wide) -> Wide {
                Wide(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl $assign_trait for Wide {
            #[inline(always)]
            fn $assign(&mut self, other: Wide) {
                *self = *self $op other;
            }
        }
    };
}

wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shl(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|i| {
            let high = if i >= words { self.0[i - words] << bits } else { 0 };
            let low = if bits > 0 && i > words { self.0[i - words - 1] >> (64 - bits) } else { 0 };
            high | low
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;
    #[inline]
    fn shr(self, by: u32) -> Wide {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|i| {
            let low = if i + words < 4 { self.0[i + words] >> bits } else { 0 };
            let high = if bits > 0 && i + words + 1 < 4 { self.0[i + words + 1] << (64 - bits) } else { 0 };
            low | high
        }))
    }
}

impl Bits for Wide {
    const WIDTH: u32 = 256;
    const EMPTY: Wide = Wide([0; 4]);

    #[inline]
    fn bit(index: u32) -> Wide {
        let mut words = [0; 4];
        words[(index / 64) as usize] = 1 << (index % 64);
        Wide(words)
    }

    #[inline(always)]
    fn has(self, index: u32) -> bool {
        self.0[(index / 64) as usize] >> (index % 64) & 1 != 0
    }

    #[inline]
    fn masked(self, mask: u64) -> Wide {
        Wide(self.0.map(|word| word & mask))
    }

    #[inline]
    fn first(count: u32) -> Wide {
        Wide(std::array::from_fn(|i| u64::first(count.saturating_sub(64 * i as u32).min(64))))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(3);
        word as u32 * 64 + self.0[word].trailing_zeros()
    }

    #[inline]
    fn highest(self) -> u32 {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        word as u32 * 64 + 63 - self.0[word].leading_zeros()
    }

    #[inline]
    fn without_lowest(self) -> Wide {
        let mut words = self.0;
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        Wide(words)
    }

    #[inline]
    fn reversed(self) -> Wide {
        Wide(std::array::from_fn(|i| self.0[3 - i].reverse_bits()))
    }

    #[inline]
    fn folded(self) -> u64 {
        self.0.iter().fold(0, |folded: u64, &word| (folded ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    #[inline(always)]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }

    #[cfg(feature = "threads")]
    #[inline(always)]
    fn of_words(word: impl Fn(usize) -> u64) -> Wide {
        Wide(std::array::from_fn(word))
    }

    #[cfg(test)]
    fn widen(self) -> Wide {
        self
    }

    #[cfg(test)]
    fn narrow(wide: Wide) -> Wide {
        wide
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_core::{Draw, Random};

    /// Every operation against the same one on a plain list of cells.
    fn agrees_with_lists<B: Bits>(seed: u64) {
        let mut random = Random::new(seed);
        for _ in 0..300 {
            let wide = Wide(std::array::from_fn(|_| random.next_u64() & random.next_u64()));
            let set = B::narrow(wide);
            let cells: Vec<u32> = set.cells().collect();
            assert_eq!(cells, (0..B::WIDTH).filter(|&i| set.has(i)).collect::<Vec<_>>());
            assert_eq!(set.count() as usize, cells.len());
            assert_eq!(B::narrow(set.widen()), set);
            if let (Some(&low), Some(&high)) = (cells.first(), cells.last()) {
                assert_eq!((set.lowest(), set.highest()), (low, high));
            }
            let by = random.below(u64::from(B::WIDTH)) as u32;
            let left: Vec<u32> = cells.iter().map(|c| c + by).filter(|&c| c < B::WIDTH).collect();
            let right: Vec<u32> = cells.iter().filter(|&&c| c >= by).map(|c| c - by).collect();
            let back: Vec<u32> = cells.iter().rev().map(|c| B::WIDTH - 1 - c).collect();
            assert_eq!((set.masked(!0), set.masked(0)), (set, B::EMPTY));
            assert_eq!((set << by).cells().collect::<Vec<_>>(), left);
            assert_eq!((set >> by).cells().collect::<Vec<_>>(), right);
            assert_eq!(set.reversed().cells().collect::<Vec<_>>(), back);
            assert_eq!(B::first(by).cells().collect::<Vec<_>>(), (0..by).collect::<Vec<_>>());
        }
        assert_eq!(B::first(B::WIDTH), !B::EMPTY);
    }

    fn rows_and_columns_agree_with_lists<B: Bits>(stride: u32, seed: u64) {
        let mut random = Random::new(seed);
        let side = stride.min(B::WIDTH / stride);
        for _ in 0..300 {
            let rows = 1 + random.below(u64::from(B::WIDTH / stride)) as u32;
            let wide = Wide(std::array::from_fn(|_| random.next_u64() & random.next_u64()));
            let set = B::narrow(wide) & B::first(rows * stride);
            let moved = |to: &dyn Fn(u32, u32) -> u32| {
                set.cells().fold(B::EMPTY, |moved, cell| moved | B::bit(to(cell / stride, cell % stride)))
            };
            assert_eq!(set.rows_reversed(stride, rows), moved(&|row, col| (rows - 1 - row) * stride + col));
            assert_eq!(set.columns(stride), moved(&|_, col| col));
            let square = set.cells().filter(|cell| cell / stride < side && cell % stride < side);
            let square = square.fold(B::EMPTY, |square, cell| square | B::bit(cell));
            let expected =
                square.cells().fold(B::EMPTY, |set, cell| set | B::bit(cell % stride * stride + cell / stride));
            let diagonal = (0..side).fold(B::EMPTY, |set, row| set | B::bit(row * (stride + 1)));
            assert_eq!(square.transposed(stride, side, diagonal), expected);
            let (by, mask) = (1 + random.below(u64::from(B::WIDTH) - 1) as u32, B::first(stride) & B::narrow(wide));
            let exchanged = set.exchanged(by, mask);
            if by >= stride && by + stride <= B::WIDTH {
                for cell in 0..B::WIDTH {
                    let from = if mask.has(cell) {
                        cell + by
                    } else if cell >= by && mask.has(cell - by) {
                        cell - by
                    } else {
                        cell
                    };
                    assert_eq!(exchanged.has(cell), set.has(from));
                }
            }
        }
    }

    #[test]
    fn rows_turn_and_columns_are_found_in_every_stride() {
        rows_and_columns_agree_with_lists::<u64>(8, 1);
        rows_and_columns_agree_with_lists::<u64>(9, 2);
        rows_and_columns_agree_with_lists::<u64>(21, 3);
        rows_and_columns_agree_with_lists::<u128>(11, 4);
        rows_and_columns_agree_with_lists::<u128>(24, 5);
        rows_and_columns_agree_with_lists::<Wide>(16, 6);
    }

    #[test]
    fn sets_of_every_width_agree_with_lists() {
        agrees_with_lists::<u64>(1);
        agrees_with_lists::<u128>(2);
        agrees_with_lists::<Wide>(3);
    }
}
