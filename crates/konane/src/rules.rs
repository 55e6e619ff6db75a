//! What may be chosen before a game.

use banmen_core::RulesError;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Jumps, Stone};
use crate::cell::Cell;

/// Where a game starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// A full chequered board; Black and then White remove a stone each, then jumps begin.
    #[default]
    Traditional,
    /// A position of one's own; jumps begin at once.
    Free,
}

/// The rules of one game.
///
/// ```
/// use banmen_konane::{Rules, Start};
/// let rules: Rules = serde_json::from_str(r#"{"start":"free","position":"BW./..."}"#).unwrap();
/// assert_eq!(rules.start, Start::Free);
/// assert_eq!(Rules::default().rows, 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Rows of the traditional board.
    pub rows: u8,
    /// Columns of the traditional board.
    pub cols: u8,
    /// Traditional or free.
    pub start: Start,
    /// The free start: rows from the top, joined by `/`.
    pub position: String,
    /// Who moves first from a free start; the traditional game begins with Black.
    pub first: Stone,
    /// How far jumps go.
    pub jumps: Jumps,
}

/// The smallest side of a traditional board.
pub const MIN_TRADITIONAL: usize = 2;
/// The largest side of a board that is played on.
pub const MAX_PLAYED: usize = 16;

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            rows: 6,
            cols: 6,
            start: Start::Traditional,
            position: String::new(),
            first: Stone::Black,
            jumps: Jumps::Any,
        }
    }
}

impl Rules {
    /// The traditional game on a board of this size.
    pub fn traditional(rows: u8, cols: u8) -> Rules {
        Rules { rows, cols, ..Rules::default() }
    }

    /// A game from this position.
    pub fn free(board: &Board, first: Stone) -> Rules {
        Rules {
            rows: board.rows() as u8,
            cols: board.cols() as u8,
            start: Start::Free,
            position: board.line(),
            first,
            jumps: Jumps::Any,
        }
    }

    /// The board that the game starts from.
    pub fn board(&self) -> Result<Board, RulesError> {
        // Checked whether or not the game starts there, so that nothing else is kept in its place.
        let position =
            || self.position.parse().map_err(|error: crate::BoardError| RulesError::new("position", error.to_string()));
        let played = |side: u8| (MIN_TRADITIONAL..=MAX_PLAYED).contains(&usize::from(side));
        match self.start {
            Start::Traditional => {
                if !self.position.is_empty() {
                    position()?;
                }
                for (field, side) in [("rows", self.rows), ("cols", self.cols)] {
                    if !played(side) {
                        let why = format!("{side} was given, {MIN_TRADITIONAL} to {MAX_PLAYED} was expected");
                        return Err(RulesError::new(field, why));
                    }
                }
                Board::chequered(self.rows.into(), self.cols.into())
                    .map_err(|error| RulesError::new("rows", error.to_string()))
            }
            Start::Free => position(),
        }
    }
}

/// The black stones that may be removed first: those in the centre and in the corners.
pub fn first_removals(board: &Board) -> Vec<Cell> {
    let middles = |side: usize| if side % 2 == 1 { vec![side / 2] } else { vec![side / 2 - 1, side / 2] };
    let mut cells = Vec::new();
    for row in middles(board.rows()) {
        for col in middles(board.cols()) {
            cells.push(board.cell(row, col));
        }
    }
    for row in [0, board.rows() - 1] {
        for col in [0, board.cols() - 1] {
            cells.push(board.cell(row, col));
        }
    }
    cells.retain(|&cell| board.at(cell) == Some(Stone::Black));
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The white stones that may be removed second: those beside the hole.
pub fn second_removals(board: &Board, hole: Cell) -> Vec<Cell> {
    let (row, col) = board.place(hole);
    let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|(down, right)| {
        let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
        (row < board.rows() && col < board.cols()).then(|| board.cell(row, col))
    });
    let mut cells: Vec<Cell> = beside.filter(|&cell| board.at(cell) == Some(Stone::White)).collect();
    cells.sort_unstable();
    cells
}

/// What the traditional game on a full board can begin with: for each stone that Black may remove, the boards that White may
/// make of it. Black jumps first on them.
pub fn traditional_openings(full: &Board) -> Vec<Vec<Board>> {
    let without = |board: &Board, cell: Cell| {
        let mut board = *board;
        let (row, col) = board.place(cell);
        board.set(row, col, None);
        board
    };
    let replies = |hole| {
        let board = without(full, hole);
        second_removals(&board, hole).into_iter().map(|cell| without(&board, cell)).collect()
    };
    first_removals(full).into_iter().map(replies).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cells: Vec<Cell>) -> Vec<String> {
        cells.into_iter().map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn black_begins_in_the_centre_or_a_corner() {
        let removals = |rows, cols| names(first_removals(&Board::chequered(rows, cols).unwrap()));
        assert_eq!(removals(6, 6), ["a1", "c3", "d4", "f6"]);
        assert_eq!(removals(5, 5), ["a1", "a5", "c3", "e1", "e5"]);
        assert_eq!(removals(2, 2), ["a1", "b2"]);
        assert_eq!(removals(3, 5), ["a1", "a3", "e1", "e3"]);
    }

    #[test]
    fn white_answers_beside_the_hole() {
        let mut board = Board::chequered(6, 6).unwrap();
        let hole: Cell = "c3".parse().unwrap();
        let (row, col) = board.place(hole);
        board.set(row, col, None);
        assert_eq!(names(second_removals(&board, hole)), ["b3", "c2", "c4", "d3"]);
    }

    #[test]
    fn rules_that_do_not_fit_say_why() {
        let error = Rules::traditional(1, 6).board().unwrap_err();
        assert_eq!(error.field, "rows");
        let rules = Rules { start: Start::Free, position: "B.?".to_owned(), ..Rules::default() };
        let error = rules.board().unwrap_err();
        assert!(error.field == "position" && error.why.contains("column 3"), "{error}");
    }
}
