//! What a player does in a turn: places a stone, or decides something about the opening.

use std::fmt;
use std::str::FromStr;

use banmen_core::ParseMoveError;

use crate::Point;

/// A move of gomoku.
///
/// ```
/// use banmen_gomoku::{Move, Point};
/// let point: Point = "j10".parse().unwrap();
/// assert_eq!("j10".parse(), Ok(Move::At(point)));
/// assert_eq!("swap".parse(), Ok(Move::Swap));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone on a point; in Taraguchi-10 also a point offered, or chosen among those offered.
    At(Point),
    /// The player takes over the other colour.
    Swap,
    /// The player keeps the colour.
    Stay,
    /// The player places a white and a black stone more and leaves the choice to the other.
    Two,
    /// Black offers ten fifth moves.
    Ten,
}

impl Move {
    /// The moves that are decisions.
    pub const DECISIONS: [Self; 4] = [Self::Swap, Self::Stay, Self::Two, Self::Ten];

    /// The point, unless it is a decision.
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::At(point) => Some(point),
            _ => None,
        }
    }

    /// A decision's name; empty for a point.
    pub const fn name(self) -> &'static str {
        match self {
            Self::At(_) => "",
            Self::Swap => "swap",
            Self::Stay => "stay",
            Self::Two => "two",
            Self::Ten => "ten",
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Self {
        Self::At(point)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(point) => point.fmt(f),
            decision => f.write_str(decision.name()),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        match Self::DECISIONS.into_iter().find(|decision| text.eq_ignore_ascii_case(decision.name())) {
            Some(decision) => Ok(decision),
            None => text.parse().map(Self::At),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_reads_back() {
        for decision in Move::DECISIONS {
            assert_eq!(decision.to_string().parse(), Ok(decision));
            assert_eq!(decision.to_string().to_uppercase().parse(), Ok(decision));
        }
        assert!("".parse::<Move>().is_err());
        assert!("three".parse::<Move>().unwrap_err().to_string().contains("a point is"));
    }
}
