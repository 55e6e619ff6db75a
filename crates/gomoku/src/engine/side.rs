//! The two colours of stones.

use super::line::BLACK;

/// One colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub enum Side {
    /// Moves first.
    Black = 0,
    /// Moves second.
    White = 1,
}

impl Side {
    /// The other colour.
    #[inline(always)]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Its code in a line's two-bit cells.
    #[inline(always)]
    pub(super) fn code(self) -> u8 {
        self as u8 + BLACK
    }
}
