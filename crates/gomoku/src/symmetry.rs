//! The eight ways in which a square board can be laid on itself.

use crate::{Point, Size, StoneBoard};

/// One of the eight ways: whether columns and rows change places, and then whether each is counted from the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    across: bool,
    columns: bool,
    rows: bool,
}

impl Symmetry {
    /// All eight, the one that changes nothing first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8_u8).map(|bits| Self { across: bits & 4 != 0, columns: bits & 2 != 0, rows: bits & 1 != 0 })
    }

    /// Where a point of a board of this size comes to lie.
    pub fn of(self, size: Size, point: Point) -> Point {
        let last = size.get() - 1;
        let (column, row) = if self.across { (point.row(), point.column()) } else { (point.column(), point.row()) };
        let from = |far: bool, n: u8| if far { last - n } else { n };
        Point::at(from(self.columns, column), from(self.rows, row))
    }

    /// The symmetries under which the stones of a board come to lie on stones of their own colour.
    pub fn keeping(board: &StoneBoard) -> Vec<Self> {
        let size = board.size();
        Self::all()
            .filter(|symmetry| size.iter().all(|point| board.get(point) == board.get(symmetry.of(size, point))))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stone;

    #[test]
    fn an_empty_board_has_eight_and_a_corner_has_two() {
        let mut board = StoneBoard::new(Size::FIFTEEN);
        assert_eq!(Symmetry::keeping(&board).len(), 8);
        board.set("a1".parse().unwrap(), Some(Stone::Black));
        assert_eq!(Symmetry::keeping(&board).len(), 2);
        board.set("b3".parse().unwrap(), Some(Stone::White));
        assert_eq!(Symmetry::keeping(&board).len(), 1);
    }

    #[test]
    fn the_eight_differ_and_each_is_a_permutation() {
        let point: Point = "b3".parse().unwrap();
        let places: std::collections::HashSet<Point> =
            Symmetry::all().map(|symmetry| symmetry.of(Size::FIFTEEN, point)).collect();
        assert_eq!(places.len(), 8);
        for symmetry in Symmetry::all() {
            let all: std::collections::HashSet<Point> =
                Size::FIFTEEN.iter().map(|point| symmetry.of(Size::FIFTEEN, point)).collect();
            assert_eq!(all.len(), 225);
        }
    }
}
