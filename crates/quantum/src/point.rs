//! A point where lines cross, and how it is written.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const SIZES: std::ops::RangeInclusive<u8> = 3..=22;

/// A point of a board: a column letter from `a` at the left (the letter i is used) and a row number from 1 at the bottom.
///
/// A point by itself belongs to no board.
///
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Point {
    row: u8,
    column: u8,
}

impl Point {
    /// The point in a column and a row, both counted from 0 at the lower left, or `None` if no board is that large.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < *SIZES.end() && row < *SIZES.end() { Some(Self { row, column }) } else { None }
    }

    /// [`Point::new`] for coordinates known to be in range.
    pub(crate) const fn at(column: u8, row: u8) -> Self {
        debug_assert!(column < *SIZES.end() && row < *SIZES.end());
        Self { row, column }
    }

    /// The column, 0 at the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, 0 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The point some steps away; `None` if that leaves the largest board to the left, below, right or above.
    pub const fn step(self, direction: Direction, steps: i8) -> Option<Self> {
        let (dx, dy) = direction.delta();
        let (column, row) = (self.column as i8 + dx * steps, self.row as i8 + dy * steps);
        if column < 0 || row < 0 { None } else { Self::new(column as u8, row as u8) }
    }
}

/// One of the four directions in which a row of stones can lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From left to right.
    Horizontal,
    /// From bottom to top.
    Vertical,
    /// From the lower left to the upper right.
    Rising,
    /// From the upper left to the lower right.
    Falling,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Rising, Self::Falling];

    /// What one step adds to the column and to the row.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a point; a point is a column letter a to v and a row number 1 to 22, such as j10")]
pub struct ParsePointError {
    text: String,
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let parsed = match text.as_bytes() {
            [letter, first @ b'1'..=b'9'] => Some((letter, first - b'0')),
            [letter, tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => Some((letter, (tens - b'0') * 10 + (ones - b'0'))),
            _ => None,
        };
        parsed
            .and_then(|(letter, row)| {
                let letter = letter.to_ascii_lowercase();
                letter.is_ascii_lowercase().then(|| Self::new(letter - b'a', row - 1))?
            })
            .ok_or_else(|| ParsePointError { text: text.chars().take(40).collect() })
    }
}

impl TryFrom<String> for Point {
    type Error = ParsePointError;

    fn try_from(text: String) -> Result<Self, ParsePointError> {
        text.parse()
    }
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.to_string()
    }
}
