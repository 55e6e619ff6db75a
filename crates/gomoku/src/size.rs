//! How large a board may be.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Point;

/// The smallest and the largest number of points a side.
pub const SIZES: std::ops::RangeInclusive<u8> = 5..=22;

/// The points on the largest board.
pub const MAX_POINTS: usize = 22 * 22;

/// The number of points on a side of a square board, 5 to 22.
///
/// ```
/// use banmen_gomoku::Size;
/// assert_eq!(Size::default().get(), 19);
/// assert!(Size::try_from(4_u8).is_err() && Size::try_from(23_u8).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u8")]
pub struct Size(u8);

/// A number of points a side on which gomoku is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of size {given} does not exist; sizes are 5 to 22")]
pub struct SizeError {
    /// What was asked for.
    pub given: u64,
}

impl Size {
    /// The tournament size.
    pub const FIFTEEN: Self = Self(15);
    /// The size most people own, and the default.
    pub const NINETEEN: Self = Self(19);

    /// The number of points a side.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of points on the whole board.
    pub const fn points(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Whether a point lies on this board.
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.0 && point.row() < self.0
    }

    /// The point in the middle; on an even board the one to the lower left of the middle.
    pub const fn centre(self) -> Point {
        Point::at((self.0 - 1) / 2, (self.0 - 1) / 2)
    }

    /// A point's place in an array of the board, row by row from the bottom left.
    pub const fn index(self, point: Point) -> usize {
        point.row() as usize * self.0 as usize + point.column() as usize
    }

    /// The point at a place given by [`Size::index`].
    pub const fn point(self, index: usize) -> Point {
        Point::at((index % self.0 as usize) as u8, (index / self.0 as usize) as u8)
    }

    /// Every point of the board, row by row from the bottom left.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + Clone {
        (0..self.points()).map(move |index| self.point(index))
    }

    /// The points that are drawn as dots: nine on large boards, five on middling ones, the centre on small ones, and on
    /// boards of even size only the four of the corners.
    pub fn star_points(self) -> Vec<Point> {
        let n = self.0;
        let edge = match n {
            0..=6 => return vec![self.centre()],
            7..=8 => 1,
            9..=12 => 2,
            _ => 3,
        };
        let (low, high, middle) = (edge, n - 1 - edge, n / 2);
        let mut stars = vec![Point::at(low, low), Point::at(high, low), Point::at(low, high), Point::at(high, high)];
        if n % 2 == 1 {
            stars.push(Point::at(middle, middle));
            if n >= 17 {
                stars.extend([
                    Point::at(middle, low),
                    Point::at(low, middle),
                    Point::at(high, middle),
                    Point::at(middle, high),
                ]);
            }
        }
        stars
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::NINETEEN
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Size> for u8 {
    fn from(size: Size) -> Self {
        size.0
    }
}

impl TryFrom<u64> for Size {
    type Error = SizeError;

    fn try_from(given: u64) -> Result<Self, SizeError> {
        match u8::try_from(given) {
            Ok(n) if SIZES.contains(&n) => Ok(Self(n)),
            _ => Err(SizeError { given }),
        }
    }
}

impl TryFrom<u8> for Size {
    type Error = SizeError;

    fn try_from(given: u8) -> Result<Self, SizeError> {
        Self::try_from(u64::from(given))
    }
}

/// Text that is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a board size; sizes are 5 to 22")]
pub struct ParseSizeError {
    text: String,
}

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        text.parse::<u8>()
            .ok()
            .and_then(|n| Self::try_from(n).ok())
            .ok_or_else(|| ParseSizeError { text: text.chars().take(40).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_a_point_and_back() {
        for n in SIZES {
            let size = Size::try_from(n).unwrap();
            assert_eq!(size.iter().len(), usize::from(n) * usize::from(n));
            for (index, point) in size.iter().enumerate() {
                assert_eq!(size.index(point), index);
                assert!(size.contains(point));
            }
        }
    }

    #[test]
    fn nineteen_has_nine_stars_and_fifteen_five() {
        assert_eq!(Size::NINETEEN.star_points().len(), 9);
        assert_eq!(Size::FIFTEEN.star_points().len(), 5);
        for n in SIZES {
            let size = Size::try_from(n).unwrap();
            let stars = size.star_points();
            assert!(stars.iter().all(|&star| size.contains(star)));
            assert!(stars.iter().enumerate().all(|(i, star)| !stars[..i].contains(star)), "{n}");
        }
    }

    #[test]
    fn centres_are_the_ones_people_name() {
        assert_eq!(Size::FIFTEEN.centre().to_string(), "h8");
        assert_eq!(Size::NINETEEN.centre().to_string(), "j10");
    }

    #[test]
    fn reject_sizes_out_of_range() {
        for text in ["4", "23", "0", "-5", "", "19x", "999999999999"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
            assert!(serde_json::from_str::<Size>(text).is_err(), "{text}");
        }
        assert_eq!("5".parse::<Size>(), Ok(Size(5)));
        assert_eq!(serde_json::from_str::<Size>("22").unwrap(), Size(22));
    }
}
