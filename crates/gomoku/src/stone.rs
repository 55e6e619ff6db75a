//! The two colours of stones.

use std::fmt;

use banmen_core::Seat;
use serde::{Deserialize, Serialize};

/// The colour of a stone, and of the player who places it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stone {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl Stone {
    /// Both colours, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other colour.
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The seat of this colour's player: Black moves first.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Black => Seat::First,
            Self::White => Seat::Second,
        }
    }

    /// The colour of the player in a seat.
    pub const fn of(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::Black,
            Seat::Second => Self::White,
        }
    }

    /// The colour's name as a key for texts.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// 0 for Black and 1 for White, to index arrays by colour.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Stone {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}
