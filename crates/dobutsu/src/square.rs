//! Squares and sets of squares, the same for every board.

use std::fmt;
use std::str::FromStr;

/// Every board numbers its squares with this many to a rank, so that a square's number and a step's distance are the same on all of them.
pub const STRIDE: usize = 5;

/// The number of squares of the largest board.
pub const SQUARES: usize = 30;

/// [`SQUARES`] rounded up to a power of two, the length of tables that are indexed by a square.
pub(crate) const ROUND: usize = 32;

/// A set of squares, bit `n` for square number `n`.
pub type Squares = u32;

/// A square: its file from the left and its rank from the bottom, as the first player sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank, both counted from 0.
    ///
    /// ```
    /// use banmen_dobutsu::Square;
    /// assert_eq!(Square::at(1, 2).unwrap().to_string(), "b3");
    /// assert!(Square::at(5, 0).is_none());
    /// ```
    pub const fn at(file: usize, rank: usize) -> Option<Self> {
        if file < STRIDE && rank < SQUARES / STRIDE { Some(Self((rank * STRIDE + file) as u8)) } else { None }
    }

    /// The square with this number, which must be below [`SQUARES`].
    pub(crate) const fn numbered(number: u32) -> Self {
        debug_assert!((number as usize) < SQUARES);
        Self(number as u8)
    }

    /// The square's number, below [`SQUARES`].
    pub const fn index(self) -> usize {
        // The compiler sees that tables of 32 need no check.
        self.0 as usize % ROUND
    }

    /// The file, counted from 0 at the left.
    pub const fn file(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The rank, counted from 0 at the bottom.
    pub const fn rank(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The set that holds only this square.
    pub const fn bit(self) -> Squares {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let &[file, rank] = text.as_bytes() else { return Err(()) };
        let file = file.checked_sub(b'a').ok_or(())?;
        let rank = rank.checked_sub(b'1').ok_or(())?;
        Self::at(usize::from(file), usize::from(rank)).ok_or(())
    }
}

/// The squares of a set, lowest number first.
#[derive(Clone)]
pub(crate) struct Each(pub Squares);

impl Iterator for Each {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::numbered(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_every_square_name_it_writes() {
        for number in 0..SQUARES {
            let square = Square::numbered(number as u32);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn reject_names_off_the_largest_board() {
        for name in ["", "a", "a0", "a7", "f1", "A1", "a1 ", "é1", "1a"] {
            assert!(name.parse::<Square>().is_err(), "{name:?} was accepted");
        }
    }
}
