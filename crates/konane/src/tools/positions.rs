//! How many different positions can be reached, by moves of either player in any order.

use banmen_core::{Limits, Stop};

use crate::bits::{Bits, Wide};
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::frame::{Field, Frame};

/// Counts the positions that can be reached from a board, itself included: as they are, neither split nor turned.
///
/// ```
/// use banmen_konane::{Jumps, tools::reachable};
/// let board = ".../BW./WB.".parse()?;
/// assert_eq!(reachable(&board, Jumps::Any, &Default::default(), &mut |_| {}), Ok(8));
/// # Ok::<(), banmen_konane::BoardError>(())
/// ```
pub fn reachable(
    board: &Board,
    jumps: Jumps,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<u64, (Stop, Effort)> {
    let board = if board.rows() > board.cols() { board.transposed() } else { *board };
    let (rows, cols) = (board.rows(), board.cols());
    if let Some(frame) = Frame::<u64>::for_size(rows, cols) {
        count(frame, &board, jumps, limits, report)
    } else if let Some(frame) = Frame::<u128>::for_size(rows, cols) {
        count(frame, &board, jumps, limits, report)
    } else {
        let frame = Frame::<Wide>::for_size(rows, cols).expect("a board fits the widest set");
        count(frame, &board, jumps, limits, report)
    }
}

/// Positions with the same number of stones; what occurs twice is removed whenever the list has doubled.
struct Level<B> {
    found: Vec<[B; 2]>,
    distinct: usize,
}

impl<B: Bits> Level<B> {
    fn push(&mut self, field: &Field<B>) {
        self.found.push([field.black, field.white]);
        if self.found.len() > 2 * self.distinct + FEWEST {
            self.thin();
        }
    }

    fn thin(&mut self) {
        self.found.sort_unstable();
        self.found.dedup();
        self.distinct = self.found.len();
    }
}

/// Lists shorter than this are not worth thinning.
const FEWEST: usize = 1 << 12;
/// Positions between two looks at the limits.
const CHECK_EVERY: usize = 1 << 12;

/// Every jump takes stones away, so that positions are finished level by level, and only open levels are held.
fn count<B: Bits>(
    frame: Frame<B>,
    board: &Board,
    jumps: Jumps,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<u64, (Stop, Effort)> {
    let budget = limits.start();
    let start = frame.field(board);
    let cells = start.cells();
    let stones = start.stones().count() as usize;
    let mut levels: Vec<Level<B>> = (0..=stones).map(|_| Level { found: Vec::new(), distinct: 0 }).collect();
    levels[stones].push(&start);
    let mut total = 0;
    for level in (0..=stones).rev() {
        levels[level].thin();
        let found = std::mem::take(&mut levels[level].found);
        for (index, &[black, white]) in found.iter().enumerate() {
            if index % CHECK_EVERY == 0 {
                let held = found.capacity() + levels[..level].iter().map(|open| open.found.capacity()).sum::<usize>();
                let effort = Effort {
                    positions: total,
                    different: total,
                    bytes: (held * size_of::<[B; 2]>()) as u64,
                    elapsed: budget.elapsed(),
                };
                report(&effort);
                if let Some(stop) = budget.stop_with_memory(total, effort.bytes) {
                    return Err((stop, effort));
                }
            }
            total += 1;
            let field = Field { black, white, open: cells & !(black | white) };
            for stone in Stone::BOTH {
                frame.for_each_step(&field, stone, jumps, |step| {
                    levels[step.after.stones().count() as usize].push(&step.after);
                });
            }
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use banmen_core::Random;

    use super::*;

    /// Every position in a plain set, by the referee's moves.
    fn plainly(board: Board, jumps: Jumps) -> u64 {
        let mut seen = HashSet::from([board]);
        let mut pending = vec![board];
        while let Some(board) = pending.pop() {
            for stone in Stone::BOTH {
                for (_, after) in board.options(stone, jumps) {
                    if seen.insert(after) {
                        pending.push(after);
                    }
                }
            }
        }
        seen.len() as u64
    }

    #[test]
    fn counts_agree_with_a_plain_set() {
        let mut random = Random::new(7);
        for case in 0..300 {
            let board = crate::testing::random_board(3 + case % 2, 3 + case % 3, &mut random);
            for jumps in [Jumps::Any, Jumps::Final] {
                let counted = reachable(&board, jumps, &Limits::none(), &mut |_| {});
                assert_eq!(counted, Ok(plainly(board, jumps)), "{board}");
            }
        }
    }

    #[test]
    fn tiles_reach_as_many_as_the_table_says() {
        let tile: Board = ".../BW./WB.".parse().unwrap();
        for (down, right, expected) in [(1, 1, 8), (1, 2, 100), (1, 3, 1268), (1, 4, 16_084), (2, 2, 28_545)] {
            let board = Board::tiled(&tile, down, right).unwrap();
            assert_eq!(reachable(&board, Jumps::Any, &Limits::none(), &mut |_| {}), Ok(expected));
        }
    }
}
