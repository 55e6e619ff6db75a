//! The names of cells: `a1` is the lower left one.

use std::fmt;
use std::str::FromStr;

use banmen_core::ParseMoveError;

use crate::board::MAX_SIDE;

/// A cell by its file (column, from the left) and rank (row, from below), both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    file: u8,
    rank: u8,
}

/// Letters in a file's name.
const LETTERS: usize = 26;

impl Cell {
    /// The cell of this file and rank.
    pub const fn new(file: usize, rank: usize) -> Cell {
        assert!(file < MAX_SIDE && rank < MAX_SIDE);
        Cell { file: file as u8, rank: rank as u8 }
    }

    /// The column, from the left, counted from 0.
    pub const fn file(self) -> usize {
        self.file as usize
    }

    /// The row, from below, counted from 0.
    pub const fn rank(self) -> usize {
        self.rank as usize
    }
}

/// The name of a file: `a` to `z`, then `aa`, `ab`, …
pub fn file_name(file: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % LETTERS) as u8);
    let last = letter(file);
    if file < LETTERS { last.to_string() } else { format!("{}{last}", letter(file / LETTERS - 1)) }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", file_name(self.file()), self.rank + 1)
    }
}

impl FromStr for Cell {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Cell, ParseMoveError> {
        let fail = || ParseMoveError::new(text, "a cell is a letter and a number, such as `c3`");
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, number) = text.split_at(letters);
        if name.is_empty() || name.len() > 2 || !number.bytes().all(|b| b.is_ascii_digit()) || number.starts_with('0') {
            return Err(fail());
        }
        let file =
            name.bytes().fold(0, |file, letter| file * LETTERS + usize::from(letter.to_ascii_lowercase() - b'a') + 1)
                - 1;
        let rank: usize = number.parse().map_err(|_| fail())?;
        if file >= MAX_SIDE || rank > MAX_SIDE { Err(fail()) } else { Ok(Cell::new(file, rank - 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for file in 0..MAX_SIDE {
            for rank in [0, 8, 9, MAX_SIDE - 1] {
                let cell = Cell::new(file, rank);
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
        assert_eq!(Cell::new(2, 2).to_string(), "c3");
        assert_eq!(Cell::new(26, 0).to_string(), "aa1");
    }

    #[test]
    fn reject_what_is_no_cell() {
        for text in ["", "c", "3", "c0", "c03", "c-1", "abc1", "c65", "c99999999999999999999", "ç3", "zz1"] {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }
}
