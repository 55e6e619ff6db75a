//! Stones on points: what an observation looks at.

use std::str::FromStr;

use crate::{Percent, Point};

/// The smallest and the largest number of points a side.
pub const SIZES: std::ops::RangeInclusive<u8> = 3..=22;

/// The shortest and the longest row that can be asked for.
pub const ROWS: std::ops::RangeInclusive<u8> = 3..=6;

/// The points on the largest board.
pub const MAX_POINTS: usize = 22 * 22;

const EMPTY: u8 = u8::MAX;

/// A square board whose points are empty or hold a stone with its percentage of black.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    size: u8,
    stones: u16,
    cells: Box<[u8]>,
}

/// What cannot be put on a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// The board's size is out of range.
    #[error("a board of size {0} does not exist; sizes are 3 to 22")]
    Size(u64),
    /// The point is beyond the edge.
    #[error("{point} is off the board of size {size}")]
    OffBoard {
        /// The point in question.
        point: Point,
        /// The board's points a side.
        size: u8,
    },
    /// There is a stone already.
    #[error("{0} has a stone already")]
    Occupied(Point),
    /// Text of a stone that cannot be read.
    #[error(
        "{text:?} is not a stone: {reason}; a stone is a point, a colon and the percentage of black, such as j10:90"
    )]
    Stone {
        /// The text in question.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Grid {
    /// An empty board.
    pub fn new(size: u8) -> Result<Self, GridError> {
        if !SIZES.contains(&size) {
            return Err(GridError::Size(u64::from(size)));
        }
        let points = usize::from(size) * usize::from(size);
        Ok(Self { size, stones: 0, cells: vec![EMPTY; points].into_boxed_slice() })
    }

    /// A board with the stones of a text such as `j10:90 k10:10`, separated by white space or commas.
    pub fn parse(size: u8, text: &str) -> Result<Self, GridError> {
        let mut grid = Self::new(size)?;
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        for word in words {
            let complaint = |reason: String| GridError::Stone { text: word.chars().take(40).collect(), reason };
            let (point, percent) = word.split_once(':').ok_or_else(|| complaint("it has no colon".to_owned()))?;
            let point = Point::from_str(point).map_err(|_| {
                complaint(format!(
                    "{point:?} is not a point; a point is a column letter a to v and a row number 1 to 22"
                ))
            })?;
            let percent = Percent::from_str(percent).map_err(|error| complaint(error.to_string()))?;
            grid.put(point, percent)?;
        }
        Ok(grid)
    }

    /// The points a side.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.cells.len()
    }

    /// The number of stones.
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// Whether every point has a stone.
    pub fn is_full(&self) -> bool {
        self.stones() == self.points()
    }

    /// Whether the point lies on this board.
    pub const fn contains(&self, point: Point) -> bool {
        point.column() < self.size && point.row() < self.size
    }

    /// A point's place in an array of the board, row by row from the lower left.
    pub const fn index(&self, point: Point) -> usize {
        point.row() as usize * self.size as usize + point.column() as usize
    }

    /// The point at a place given by [`Grid::index`].
    pub fn point(&self, index: usize) -> Point {
        let size = usize::from(self.size);
        Point::new((index % size) as u8, (index / size) as u8).expect("an index of the board")
    }

    /// The stone on a point of the board.
    pub fn get(&self, point: Point) -> Option<Percent> {
        if self.contains(point) { self.at(self.index(point)) } else { None }
    }

    /// The stone at a place given by [`Grid::index`].
    pub fn at(&self, index: usize) -> Option<Percent> {
        Percent::new(self.cells[index])
    }

    /// Puts a stone on an empty point; otherwise nothing changes.
    pub fn put(&mut self, point: Point, percent: Percent) -> Result<(), GridError> {
        if !self.contains(point) {
            return Err(GridError::OffBoard { point, size: self.size });
        }
        let index = self.index(point);
        if self.cells[index] != EMPTY {
            return Err(GridError::Occupied(point));
        }
        self.cells[index] = percent.get();
        self.stones += 1;
        Ok(())
    }

    /// Puts a stone, takes one off or changes one at a place given by [`Grid::index`].
    pub fn set(&mut self, index: usize, percent: Option<Percent>) {
        let before = self.cells[index];
        self.cells[index] = percent.map_or(EMPTY, Percent::get);
        self.stones += u16::from(percent.is_some());
        self.stones -= u16::from(before != EMPTY);
    }

    /// The stones and their places, in the order of the places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Percent)> + '_ {
        self.cells.iter().enumerate().filter_map(|(index, &cell)| Percent::new(cell).map(|percent| (index, percent)))
    }

    /// The empty places in their order.
    pub fn empty(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().enumerate().filter(|&(_, &cell)| cell == EMPTY).map(|(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_read_with_their_percentages() {
        let grid = Grid::parse(19, "j10:90, k10:10\nl10:100").unwrap();
        assert_eq!(grid.stones(), 3);
        assert_eq!(grid.get("k10".parse().unwrap()), Percent::new(10));
        assert_eq!(grid.iter().count(), 3);
        assert_eq!(grid.empty().count(), 361 - 3);
    }

    #[test]
    fn reject_bad_stones_and_say_why() {
        for (text, part) in [
            ("j10", "no colon"),
            ("j10:101", "not a percentage"),
            ("j10:-1", "not a percentage"),
            ("z1:5", "is not a point"),
            ("d1:5", "off the board"),
            ("a1:5 a1:5", "has a stone already"),
        ] {
            let error = Grid::parse(3, text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(Grid::new(2).is_err() && Grid::new(23).is_err());
    }
}
