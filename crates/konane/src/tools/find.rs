//! `konane.find`: the simplest position with a value.

use banmen_cgt::Notation;
use banmen_core::Limits;
use serde::{Deserialize, Serialize};

use super::arrangements::Arrangements;
use super::census::CensusProgress;
use super::condition::stones;
use super::value::evaluator;
use super::{EVER_ALL, Halt, LONGEST_NAME};
use crate::board::{Board, Jumps};
use crate::engine::Effort;

/// Arrangements between two looks at the limits.
const CHECK_EVERY: u64 = 1 << 12;

/// Which value to look for, and how far.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindQuestion {
    /// A text in the language of games: `^2`.
    pub value: String,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// The most cells of a board that is looked at.
    #[serde(default = "usual_cells")]
    pub cells: usize,
}

/// Boards of up to this many cells are looked at where nothing else is asked for.
pub const USUAL_CELLS: usize = 12;

fn usual_cells() -> usize {
    USUAL_CELLS
}

/// The simplest position with a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The value, in ASCII.
    pub value: String,
    /// The position: of those on the fewest cells one with the fewest stones. Missing if there is none on so few cells.
    pub board: Option<Board>,
    /// Its stones.
    pub stones: Option<usize>,
    /// The most cells of a board that was looked at whole.
    pub cells: usize,
    /// Positions that were looked at.
    pub positions: u64,
}

/// Looks for the simplest position with a value, on boards of one cell, two cells, and so on.
pub fn find(
    question: &FindQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&CensusProgress),
) -> Result<Found, Halt<Found>> {
    if question.cells > EVER_ALL {
        return Err(Halt::Input(format!("{} cells are too many; at most {EVER_ALL} can be looked at", question.cells)));
    }
    let budget = limits.start();
    let boundless = Limits { cancel: limits.cancel.clone(), ..Limits::none() };
    let mut evaluator = evaluator(question.jumps, limits);
    let wanted = evaluator.algebra.value(&question.value).map_err(|error| Halt::Input(error.to_string()))?;
    let name = evaluator.algebra.name_within(wanted, Notation::Ascii, u128::from(LONGEST_NAME)).unwrap_or_default();
    let mut found = Found { value: name, board: None, stones: None, cells: 0, positions: 0 };
    for cells in 1..=question.cells {
        for rows in (1..=cells).filter(|rows| cells % rows == 0 && rows * rows <= cells) {
            let Ok(empty) = Board::empty(rows, cells / rows) else { continue };
            let mut all = Arrangements::new(&empty, false);
            while all.next < all.total {
                if all.next.is_multiple_of(CHECK_EVERY) {
                    let effort = Effort {
                        positions: found.positions,
                        different: 0,
                        bytes: evaluator.bytes() as u64,
                        elapsed: budget.elapsed(),
                    };
                    report(&CensusProgress { done: all.next, total: all.total, distinct: cells, effort });
                    if let Some(stop) = budget.stop_with_memory(found.positions, effort.bytes) {
                        return Err(Halt::Limit { stop, partial: found });
                    }
                }
                let Some(board) = all.step() else { continue };
                found.positions += 1;
                let stones = stones(&board);
                if found.stones.is_some_and(|fewest| fewest <= stones) {
                    continue;
                }
                match evaluator.solve(&board, &boundless, &mut |_| {}) {
                    Ok(value) if value == wanted => (found.board, found.stones) = (Some(board), Some(stones)),
                    Ok(_) => {}
                    Err(unfinished) => return Err(Halt::Limit { stop: unfinished.stop, partial: found }),
                }
            }
        }
        found.cells = cells;
        if found.board.is_some() {
            break;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_position_is_found() {
        let ask = |value: &str, cells| {
            let asked = FindQuestion { value: value.to_owned(), jumps: Jumps::Any, cells };
            find(&asked, &Limits::none(), &mut |_| {}).unwrap()
        };
        assert_eq!(ask("1", 9).board.unwrap().line(), ".WB");
        assert_eq!(ask("0", 9).board.unwrap().line(), ".");
        let star = ask("*", 9);
        assert_eq!(
            (star.board.unwrap().rows() * star.board.unwrap().cols(), star.stones),
            (star.cells, Some(stones(&star.board.unwrap())))
        );
        assert_eq!(ask("1/1024", 6).board, None);
        let wrong = FindQuestion { value: "1/3".to_owned(), jumps: Jumps::Any, cells: 4 };
        assert!(matches!(find(&wrong, &Limits::none(), &mut |_| {}), Err(Halt::Input(_))));
    }
}
