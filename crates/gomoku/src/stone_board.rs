//! Stones on points, without a referee.

use std::fmt;
use std::str::FromStr;

use crate::size::MAX_POINTS;
use crate::{Direction, Point, Size, Stone};

/// Stones on the points of a board. Anything may be put anywhere; [`Position`](crate::Position) knows the rules.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct StoneBoard {
    size: Size,
    cells: [Option<Stone>; MAX_POINTS],
}

impl StoneBoard {
    /// An empty board.
    pub const fn new(size: Size) -> Self {
        Self { size, cells: [None; MAX_POINTS] }
    }

    /// The number of points a side.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; nothing lies beyond the edge.
    pub fn get(&self, point: Point) -> Option<Stone> {
        if self.size.contains(point) { self.cells[self.size.index(point)] } else { None }
    }

    /// Whether a point is on the board and has no stone.
    pub fn is_empty(&self, point: Point) -> bool {
        self.size.contains(point) && self.cells[self.size.index(point)].is_none()
    }

    /// Puts a stone on a point of the board, or takes away what is there.
    ///
    /// # Panics
    /// If the point is not on the board.
    pub fn set(&mut self, point: Point, stone: Option<Stone>) {
        assert!(self.size.contains(point), "{point} is not on a board of size {}", self.size);
        self.cells[self.size.index(point)] = stone;
    }

    /// Every point that has a stone, row by row from the bottom left.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> + '_ {
        self.size.iter().filter_map(|point| Some((point, self.get(point)?)))
    }

    /// Every point without a stone, row by row from the bottom left.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.iter().filter(|&point| self.get(point).is_none())
    }

    /// How many stones of a colour lie unbroken in one direction through a point, counting the point itself as that colour.
    pub fn run(&self, point: Point, stone: Stone, direction: Direction) -> usize {
        1 + self.arm(point, stone, direction, 1) + self.arm(point, stone, direction, -1)
    }

    /// The points of the unbroken row of a colour in one direction through a point, counting the point itself as that
    /// colour, from one end to the other.
    pub fn row(&self, point: Point, stone: Stone, direction: Direction) -> Vec<Point> {
        let back = self.arm(point, stone, direction, -1) as i8;
        let ahead = self.arm(point, stone, direction, 1) as i8;
        (-back..=ahead).filter_map(|steps| point.step(direction, steps)).collect()
    }

    fn arm(&self, point: Point, stone: Stone, direction: Direction, sign: i8) -> usize {
        (1..self.size.get() as i8)
            .take_while(|&steps| point.step(direction, sign * steps).is_some_and(|next| self.get(next) == Some(stone)))
            .count()
    }
}

/// The board as a drawing: one line a row from the top, `X` Black, `O` White, `.` empty.
impl fmt::Display for StoneBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size.get()).rev() {
            for column in 0..self.size.get() {
                let mark = match self.get(Point::at(column, row)) {
                    Some(Stone::Black) => 'X',
                    Some(Stone::White) => 'O',
                    None => '.',
                };
                write!(f, "{}{mark}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for StoneBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        fmt::Display::fmt(self, f)
    }
}

/// A drawing that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// The number of lines is not a board size.
    #[error("a drawing of {0} lines is not a board; boards have 5 to 22")]
    Height(usize),
    /// A line is too short or too long.
    #[error("line {line} of the drawing has {found} points, expected {expected}")]
    Width {
        /// The line, 1 at the top.
        line: usize,
        /// How many points it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A mark that is neither `X`, `O` nor `.`.
    #[error("{mark:?} in line {line} of the drawing is not a mark; marks are X, O and .")]
    Mark {
        /// The line, 1 at the top.
        line: usize,
        /// The mark.
        mark: char,
    },
}

/// Reads a drawing as [`Display`](fmt::Display) writes it; spaces inside a line and blank lines do not matter.
impl FromStr for StoneBoard {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let rows: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let size = Size::try_from(rows.len() as u64).map_err(|_| ParseBoardError::Height(rows.len()))?;
        let mut board = Self::new(size);
        for (y, row) in rows.iter().enumerate() {
            let line = y + 1;
            let marks: Vec<char> = row.chars().filter(|mark| !mark.is_whitespace()).collect();
            if marks.len() != rows.len() {
                return Err(ParseBoardError::Width { line, found: marks.len(), expected: rows.len() });
            }
            for (x, &mark) in marks.iter().enumerate() {
                let stone = match mark {
                    'X' | 'x' => Some(Stone::Black),
                    'O' | 'o' => Some(Stone::White),
                    '.' => None,
                    _ => return Err(ParseBoardError::Mark { line, mark }),
                };
                board.set(Point::at(x as u8, size.get() - 1 - y as u8), stone);
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: &str = "
        . . . . .
        . X X X .
        . . O . .
        . O . . .
        O . . . X
    ";

    #[test]
    fn a_drawing_reads_back() {
        let board: StoneBoard = DRAWN.parse().unwrap();
        assert_eq!(board.to_string().parse::<StoneBoard>().unwrap(), board);
        assert_eq!(board.get("e1".parse().unwrap()), Some(Stone::Black));
        assert_eq!(board.stones().count(), 7);
        assert_eq!(board.empty_points().count(), 18);
    }

    #[test]
    fn rows_are_measured_through_a_point() {
        let board: StoneBoard = DRAWN.parse().unwrap();
        assert_eq!(board.run("e4".parse().unwrap(), Stone::Black, Direction::Horizontal), 4);
        assert_eq!(board.run("d4".parse().unwrap(), Stone::White, Direction::Rising), 4);
        let row = board.row("d4".parse().unwrap(), Stone::White, Direction::Rising);
        assert_eq!(row.iter().map(Point::to_string).collect::<Vec<_>>(), ["a1", "b2", "c3", "d4"]);
    }

    #[test]
    fn reject_drawings_that_are_no_board() {
        assert_eq!("....".parse::<StoneBoard>(), Err(ParseBoardError::Height(1)));
        let ragged = ".....\n.....\n....\n.....\n.....";
        assert_eq!(ragged.parse::<StoneBoard>(), Err(ParseBoardError::Width { line: 3, found: 4, expected: 5 }));
        let odd = ".....\n..#..\n.....\n.....\n.....";
        assert_eq!(odd.parse::<StoneBoard>(), Err(ParseBoardError::Mark { line: 2, mark: '#' }));
    }
}
