//! A position: a rectangle of black stones, white stones and empty cells.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::bits::{Bits, Wide};
use crate::cell::Cell;

/// The longest side of a board.
pub const MAX_SIDE: usize = 64;
/// The most cells of a board: 16×16, and as many for long narrow boards.
pub const MAX_CELLS: usize = 256;

/// The colour of a stone. Black is Left, White is Right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stone {
    /// Left's stones.
    Black,
    /// Right's stones.
    White,
}

impl Stone {
    /// Both colours, Black first.
    pub const BOTH: [Stone; 2] = [Stone::Black, Stone::White];

    /// The other colour.
    pub const fn other(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }

    /// `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Stone::Black => 'B',
            Stone::White => 'W',
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stone::Black => "black",
            Stone::White => "white",
        })
    }
}

/// How far a jump goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Jumps {
    /// A stone may stop after any jump; the rule of the game.
    #[default]
    Any,
    /// A stone always jumps as far as it can.
    Final,
}

impl fmt::Display for Jumps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Jumps::Any => "any",
            Jumps::Final => "final",
        })
    }
}

/// A position of generalised Konane, without a player to move.
///
/// Besides stones and empty cells there may be blocked cells, `#`, which nothing ever enters: parts of a larger position
/// have them where the rest of it stood.
///
/// ```
/// use banmen_konane::Board;
/// let board: Board = "W../WWW/.BW/B..".parse()?;
/// assert_eq!((board.rows(), board.cols()), (4, 3));
/// assert_eq!(board.to_string(), "W..\nWWW\n.BW\nB..");
/// # Ok::<(), banmen_konane::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    rows: u8,
    cols: u8,
    black: Wide,
    white: Wide,
    blocked: Wide,
}

/// Text or sizes that make no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// No rows at all, or rows without cells.
    #[error("the board is empty: at least one row with one cell is needed")]
    Empty,
    /// A row of another length than the first.
    #[error("row {row} has {found} cells, but row 1 has {expected}: all rows must be equally long")]
    Ragged {
        /// Counted from 1, from the top.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A character that does not stand for a cell.
    #[error("row {row}, column {column}: {found:?} is not a cell; `B`, `W`, `.` or `#` was expected")]
    Unknown {
        /// Counted from 1, from the top.
        row: usize,
        /// Counted from 1, from the left.
        column: usize,
        /// The character.
        found: char,
    },
    /// A blank line between rows: two boards, one below the other.
    #[error("line {line} is blank and rows follow it: these are several boards, and one was expected")]
    Several {
        /// The blank line, counted from 1.
        line: usize,
    },
    /// Too many rows, columns or cells.
    #[error("a board of {rows}×{cols} is too large: at most {MAX_SIDE} rows, {MAX_SIDE} columns and {MAX_CELLS} cells")]
    TooLarge {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
}

impl Board {
    /// An empty board.
    pub fn empty(rows: usize, cols: usize) -> Result<Board, BoardError> {
        if rows == 0 || cols == 0 {
            return Err(BoardError::Empty);
        }
        if rows > MAX_SIDE || cols > MAX_SIDE || rows * cols > MAX_CELLS {
            return Err(BoardError::TooLarge { rows, cols });
        }
        Ok(Board { rows: rows as u8, cols: cols as u8, black: Wide::EMPTY, white: Wide::EMPTY, blocked: Wide::EMPTY })
    }

    /// A full chequered board whose lower left cell, a1, is black.
    pub fn chequered(rows: usize, cols: usize) -> Result<Board, BoardError> {
        let mut board = Board::empty(rows, cols)?;
        for row in 0..rows {
            for col in 0..cols {
                let stone = if (rows - 1 - row + col).is_multiple_of(2) { Stone::Black } else { Stone::White };
                board.set(row, col, Some(stone));
            }
        }
        Ok(board)
    }

    /// The tile repeated `down` times downwards and `right` times to the right.
    pub fn tiled(tile: &Board, down: usize, right: usize) -> Result<Board, BoardError> {
        let mut board = Board::empty(tile.rows() * down, tile.cols() * right)?;
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                board.set(row, col, tile.get(row % tile.rows(), col % tile.cols()));
            }
        }
        Ok(board)
    }

    /// How many rows.
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// How many columns.
    pub const fn cols(&self) -> usize {
        self.cols as usize
    }

    /// The bit of a cell, rows counted from the top.
    pub(crate) const fn index(&self, row: usize, col: usize) -> u32 {
        (row * self.cols as usize + col) as u32
    }

    /// The stone in a cell; rows are counted from the top, columns from the left, both from 0.
    pub fn get(&self, row: usize, col: usize) -> Option<Stone> {
        let index = self.index(row, col);
        if self.black.has(index) {
            Some(Stone::Black)
        } else if self.white.has(index) {
            Some(Stone::White)
        } else {
            None
        }
    }

    /// Puts a stone into a cell, or empties it.
    pub fn set(&mut self, row: usize, col: usize, stone: Option<Stone>) {
        assert!(row < self.rows() && col < self.cols(), "cell ({row}, {col}) is beside the board");
        let bit = Wide::bit(self.index(row, col));
        self.black &= !bit;
        self.white &= !bit;
        self.blocked &= !bit;
        match stone {
            Some(Stone::Black) => self.black |= bit,
            Some(Stone::White) => self.white |= bit,
            None => {}
        }
    }

    /// Whether a cell is blocked.
    pub fn is_blocked(&self, row: usize, col: usize) -> bool {
        self.blocked.has(self.index(row, col))
    }

    /// Blocks a cell, so that nothing ever enters it.
    pub fn block(&mut self, row: usize, col: usize) {
        self.set(row, col, None);
        self.blocked |= Wide::bit(self.index(row, col));
    }

    /// Whether the named cell is on this board.
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.rank() < self.rows() && cell.file() < self.cols()
    }

    /// The row (from the top) and column of a named cell of this board.
    pub const fn place(&self, cell: Cell) -> (usize, usize) {
        (self.rows() - 1 - cell.rank(), cell.file())
    }

    /// The name of the cell in this row (from the top) and column.
    pub const fn cell(&self, row: usize, col: usize) -> Cell {
        Cell::new(col, self.rows() - 1 - row)
    }

    /// The stone in a named cell of this board.
    pub fn at(&self, cell: Cell) -> Option<Stone> {
        let (row, col) = self.place(cell);
        self.get(row, col)
    }

    /// The cells with stones of one colour, bit `row * cols + col`.
    pub(crate) const fn stones(&self, stone: Stone) -> Wide {
        match stone {
            Stone::Black => self.black,
            Stone::White => self.white,
        }
    }

    /// The blocked cells, bit `row * cols + col`.
    pub(crate) const fn blocked_cells(&self) -> Wide {
        self.blocked
    }

    /// How many stones of one colour.
    pub fn count(&self, stone: Stone) -> usize {
        self.stones(stone).count() as usize
    }

    /// The board with the colours exchanged: the negative of the game.
    pub fn colours_swapped(&self) -> Board {
        Board { black: self.white, white: self.black, ..*self }
    }

    /// The board seen in a mirror, left and right exchanged.
    pub fn mirrored(&self) -> Board {
        self.moved(self.rows(), self.cols(), |row, col| (row, self.cols() - 1 - col))
    }

    /// The board turned upside down in a mirror, top and bottom exchanged.
    pub fn flipped(&self) -> Board {
        self.moved(self.rows(), self.cols(), |row, col| (self.rows() - 1 - row, col))
    }

    /// Rows and columns exchanged.
    pub fn transposed(&self) -> Board {
        self.moved(self.cols(), self.rows(), |row, col| (col, row))
    }

    /// Turned by a quarter, clockwise.
    pub fn rotated(&self) -> Board {
        self.transposed().mirrored()
    }

    /// A board of this size to which each cell of `self` has moved.
    fn moved(&self, rows: usize, cols: usize, to: impl Fn(usize, usize) -> (usize, usize)) -> Board {
        let moved = |cells: Wide| {
            cells.cells().fold(Wide::EMPTY, |mut set, cell| {
                let (row, col) = to(cell as usize / self.cols(), cell as usize % self.cols());
                set.insert((row * cols + col) as u32);
                set
            })
        };
        let (black, white, blocked) = (moved(self.black), moved(self.white), moved(self.blocked));
        Board { rows: rows as u8, cols: cols as u8, black, white, blocked }
    }

    /// The part of the board that lies within `cells` (bits `row * cols + col`), cut to its rows and columns, the other
    /// cells blocked.
    pub(crate) fn part(&self, cells: Wide) -> Board {
        let columns = cells.columns(u32::from(self.cols));
        let (top, left) = (cells.lowest() as usize / self.cols(), columns.lowest() as usize);
        let rows = cells.highest() as usize / self.cols() + 1 - top;
        let cols = columns.highest() as usize + 1 - left;
        let mut frame = Wide::EMPTY;
        for row in top..top + rows {
            frame |= Wide::first(cols as u32) << self.index(row, left);
        }
        let (black, white) = (self.black & cells, self.white & cells);
        let whole = Board { black, white, blocked: frame & (!cells | self.blocked), ..*self };
        whole.moved(rows, cols, |row, col| (row - top, col - left))
    }

    /// The board as a TikZ picture, one unit a cell: black stones filled, white ones open, blocked cells grey.
    ///
    /// ```
    /// let board: banmen_konane::Board = "BW/.#".parse()?;
    /// assert!(board.tikz().contains("\\draw[fill=black] (0.5,1.5) circle (0.36);"));
    /// # Ok::<(), banmen_konane::BoardError>(())
    /// ```
    pub fn tikz(&self) -> String {
        let mut lines = vec![
            "\\begin{tikzpicture}[scale=0.6]".to_owned(),
            format!("  \\draw[gray] (0,0) grid ({},{});", self.cols(), self.rows()),
        ];
        for row in 0..self.rows() {
            for col in 0..self.cols() {
                let (x, y) = (col, self.rows() - 1 - row);
                if self.is_blocked(row, col) {
                    lines.push(format!("  \\fill[gray] ({x},{y}) rectangle ({},{});", x + 1, y + 1));
                }
                if let Some(stone) = self.get(row, col) {
                    let fill = if stone == Stone::Black { "black" } else { "white" };
                    lines.push(format!("  \\draw[fill={fill}] ({x}.5,{y}.5) circle (0.36);"));
                }
            }
        }
        lines.push("\\end{tikzpicture}".to_owned());
        lines.join("\n")
    }

    /// The rows joined by `/`, as on one line.
    pub fn line(&self) -> String {
        self.to_string().replace('\n', "/")
    }
}

impl fmt::Display for Board {
    /// One row a line, from the top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for row in 0..self.rows() {
            if row > 0 {
                f.write_char('\n')?;
            }
            for col in 0..self.cols() {
                let empty = if self.is_blocked(row, col) { '#' } else { '.' };
                f.write_char(self.get(row, col).map_or(empty, Stone::letter))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Rows from the top, separated by `/`, `|`, spaces or line ends. A blank line ends a board, so that nothing may follow it.
    fn from_str(text: &str) -> Result<Board, BoardError> {
        if let Some(line) = blank_line_between(text) {
            return Err(BoardError::Several { line });
        }
        let rows = || text.split(|c: char| c == '/' || c == '|' || c.is_whitespace()).filter(|row| !row.is_empty());
        let (mut count, mut cols) = (0, 0);
        for row in rows() {
            let length = row.chars().count();
            count += 1;
            if count == 1 {
                cols = length;
            } else if length != cols {
                return Err(BoardError::Ragged { row: count, found: length, expected: cols });
            }
        }
        let mut board = Board::empty(count, cols)?;
        for (r, row) in rows().enumerate() {
            for (c, found) in row.chars().enumerate() {
                let stone = match found {
                    'B' | 'b' | '●' | '⚫' => Some(Stone::Black),
                    'W' | 'w' | '○' | '⚪' => Some(Stone::White),
                    '.' | '_' | '-' | '·' => None,
                    '#' => {
                        board.block(r, c);
                        continue;
                    }
                    _ => return Err(BoardError::Unknown { row: r + 1, column: c + 1, found }),
                };
                board.set(r, c, stone);
            }
        }
        Ok(board)
    }
}

/// The first blank line that has rows before and after it, counted from 1.
fn blank_line_between(text: &str) -> Option<usize> {
    let is_blank = |line: &str| line.trim().is_empty();
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| is_blank(line));
    let (blank, _) = lines.by_ref().find(|(_, line)| is_blank(line))?;
    lines.any(|(_, line)| !is_blank(line)).then_some(blank + 1)
}

impl Serialize for Board {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.line())
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_may_be_separated_in_several_ways() {
        let expected: Board = "B.\n.W\n".parse().unwrap();
        for text in ["B./.W", "B.|.W", "B. .W", " b_\r\n·w ", "●.\u{3000}\n.○"] {
            assert_eq!(text.parse::<Board>().unwrap(), expected, "{text:?}");
        }
        assert_eq!(expected.line(), "B./.W");
    }

    #[test]
    fn errors_say_where() {
        assert_eq!("".parse::<Board>(), Err(BoardError::Empty));
        assert_eq!("//".parse::<Board>(), Err(BoardError::Empty));
        assert_eq!("B../B.".parse::<Board>(), Err(BoardError::Ragged { row: 2, found: 2, expected: 3 }));
        assert_eq!("B../B?.".parse::<Board>(), Err(BoardError::Unknown { row: 2, column: 2, found: '?' }));
        for (text, line) in [("BW.\n\n.WB", 2), ("\n BW.\n...\n \t\n\n.WB\n", 4), ("B./.W\r\n\r\nW./.B", 2)] {
            assert_eq!(text.parse::<Board>(), Err(BoardError::Several { line }), "{text:?}");
        }
        assert_eq!("\n\nB.\n.W\n\n \n".parse::<Board>().unwrap().line(), "B./.W");
        let huge = vec!["."; 300].join("/");
        assert_eq!(huge.parse::<Board>(), Err(BoardError::TooLarge { rows: 300, cols: 1 }));
        assert!(Board::empty(17, 16).is_err());
        assert!(Board::empty(16, 16).is_ok());
    }

    #[test]
    fn the_lower_left_cell_of_a_chequered_board_is_black() {
        assert_eq!(Board::chequered(2, 3).unwrap().line(), "WBW/BWB");
        assert_eq!(Board::chequered(3, 3).unwrap().line(), "BWB/WBW/BWB");
    }

    #[test]
    fn symmetries_are_what_they_are_called() {
        let board: Board = "B.W/..W".parse().unwrap();
        assert_eq!(board.mirrored().line(), "W.B/W..");
        assert_eq!(board.flipped().line(), "..W/B.W");
        assert_eq!(board.transposed().line(), "B./../WW");
        assert_eq!(board.rotated().line(), ".B/../WW");
        assert_eq!(board.colours_swapped().line(), "W.B/..B");
        assert_eq!(board.rotated().rotated().rotated().rotated(), board);
    }

    #[test]
    fn a_tile_is_repeated() {
        let tile: Board = "BW./...".parse().unwrap();
        assert_eq!(Board::tiled(&tile, 2, 2).unwrap().line(), "BW.BW./....../BW.BW./......");
    }

    #[test]
    fn a_part_keeps_its_cells_and_blocks_the_others() {
        let board: Board = "B..W/.BW./W...".parse().unwrap();
        let cells = [(0, 1), (1, 1), (1, 2), (2, 2)];
        let cells = cells.into_iter().fold(Wide::EMPTY, |set, (row, col)| set | Wide::bit(board.index(row, col)));
        let part = board.part(cells);
        assert_eq!(part.line(), ".#/BW/#.");
        assert_eq!(part.line().parse(), Ok(part));
        assert_eq!(part.transposed().line(), ".B#/#W.");
    }

    #[test]
    fn named_cells_count_from_the_lower_left() {
        let board: Board = "B../..W".parse().unwrap();
        assert_eq!(board.at("a2".parse().unwrap()), Some(Stone::Black));
        assert_eq!(board.at("c1".parse().unwrap()), Some(Stone::White));
        assert_eq!(board.cell(0, 0).to_string(), "a2");
    }
}
