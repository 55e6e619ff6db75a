//! Jumps on a board, cell by cell: the referee's own way, independent of the engine's sets of bits.

use std::fmt;
use std::str::FromStr;

use banmen_core::ParseMoveError;

use crate::board::{Board, Jumps, Stone};
use crate::cell::Cell;

/// A stone's move: from a cell, over stones of the other colour, to a cell in the same row or column. Written `c3-c7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    /// Where the stone stands.
    pub from: Cell,
    /// Where it stops.
    pub to: Cell,
}

/// Right, down, left, up: rows are counted from the top.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Board {
    /// Every jump of `stone`, in a fixed order.
    ///
    /// ```
    /// use banmen_konane::{Board, Jumps, Stone};
    /// let board: Board = "BW.W.".parse()?;
    /// let text: Vec<String> = board.jumps(Stone::Black, Jumps::Any).iter().map(ToString::to_string).collect();
    /// assert_eq!(text, ["a1-c1", "a1-e1"]);
    /// assert_eq!(board.jumps(Stone::Black, Jumps::Final).len(), 1);
    /// # Ok::<(), banmen_konane::BoardError>(())
    /// ```
    pub fn jumps(&self, stone: Stone, jumps: Jumps) -> Vec<Jump> {
        let mut found = Vec::new();
        for row in 0..self.rows() {
            for col in 0..self.cols() {
                if self.get(row, col) == Some(stone) {
                    for direction in DIRECTIONS {
                        self.jumps_towards(row, col, direction, jumps, &mut found);
                    }
                }
            }
        }
        found
    }

    fn jumps_towards(&self, row: usize, col: usize, step: (isize, isize), jumps: Jumps, found: &mut Vec<Jump>) {
        let Some(stone) = self.get(row, col) else { return };
        let before = found.len();
        let (mut over, mut to) = (self.beside(row, col, step, 1), self.beside(row, col, step, 2));
        while let (Some(middle), Some(end)) = (over, to) {
            let free = self.get(end.0, end.1).is_none() && !self.is_blocked(end.0, end.1);
            if self.get(middle.0, middle.1) != Some(stone.other()) || !free {
                break;
            }
            if jumps == Jumps::Final {
                found.truncate(before);
            }
            found.push(Jump { from: self.cell(row, col), to: self.cell(end.0, end.1) });
            (over, to) = (self.beside(end.0, end.1, step, 1), self.beside(end.0, end.1, step, 2));
        }
    }

    /// The cell some steps away, if it is on the board.
    fn beside(&self, row: usize, col: usize, step: (isize, isize), steps: isize) -> Option<(usize, usize)> {
        let row = row.checked_add_signed(step.0 * steps)?;
        let col = col.checked_add_signed(step.1 * steps)?;
        (row < self.rows() && col < self.cols()).then_some((row, col))
    }

    /// Whether `stone` can jump at all.
    pub fn can_jump(&self, stone: Stone) -> bool {
        !self.jumps(stone, Jumps::Any).is_empty()
    }

    /// The board after a jump of `stone`, or why it may not be played.
    pub fn after(&self, jump: Jump, stone: Stone, jumps: Jumps) -> Result<Board, String> {
        let Jump { from, to } = jump;
        for cell in [from, to] {
            if !self.contains(cell) {
                return Err(format!("{cell} is not on this board of {} rows and {} columns", self.rows(), self.cols()));
            }
        }
        if self.at(from) != Some(stone) {
            return Err(format!("there is no {stone} stone on {from}"));
        }
        let (row, col) = self.place(from);
        let (to_row, to_col) = self.place(to);
        let step = ((to_row as isize - row as isize).signum(), (to_col as isize - col as isize).signum());
        if (step.0 == 0) == (step.1 == 0) {
            return Err("a stone jumps along its row or column".to_owned());
        }
        let mut possible = Vec::new();
        self.jumps_towards(row, col, step, jumps, &mut possible);
        if !possible.contains(&jump) {
            let furthest = possible.iter().any(|found| jumps == Jumps::Final && found.from == from);
            let why = if furthest {
                format!("under these rules a stone jumps as far as it can, to {}", possible[0].to)
            } else {
                format!("each jump goes over one {} stone onto the empty cell behind it", stone.other())
            };
            return Err(why);
        }
        let mut after = *self;
        let (mut row, mut col) = (row, col);
        while (row, col) != (to_row, to_col) {
            after.set(row, col, None);
            (row, col) = ((row as isize + step.0) as usize, (col as isize + step.1) as usize);
        }
        after.set(to_row, to_col, Some(stone));
        Ok(after)
    }

    /// Every jump of `stone` with the board after it.
    pub fn options(&self, stone: Stone, jumps: Jumps) -> Vec<(Jump, Board)> {
        let found = self.jumps(stone, jumps);
        found.into_iter().map(|jump| (jump, self.after(jump, stone, jumps).expect("a listed jump is legal"))).collect()
    }
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for Jump {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Jump, ParseMoveError> {
        let cells = text.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let (from, to) = cells.ok_or_else(|| ParseMoveError::new(text, "a jump is written like `c3-c5`"))?;
        Ok(Jump { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Bits, Wide};
    use crate::frame::Frame;
    use crate::testing::random_board;
    use banmen_core::{Draw, Random};

    /// The engine's moves against the referee's, on boards of one frame.
    fn frames_agree<B: Bits>(rows: usize, cols: usize, seed: u64) {
        let mut random = Random::new(seed);
        let frame = Frame::<B>::for_size(rows, cols).unwrap();
        for _ in 0..400 {
            let rows = 1 + random.below(rows as u64) as usize;
            let cols = 1 + random.below(cols as u64) as usize;
            let board = random_board(rows, cols, &mut random);
            for jumps in [Jumps::Any, Jumps::Final] {
                for stone in Stone::BOTH {
                    let mut engine = Vec::new();
                    let field = frame.field(&board);
                    frame.for_each_step(&field, stone, jumps, |step| {
                        let name =
                            |cell: u32| board.cell((cell / frame.stride) as usize, (cell % frame.stride) as usize);
                        assert!(step.landed.has(step.to));
                        engine.push((Jump { from: name(step.from), to: name(step.to) }, step.after));
                    });
                    let mut referee: Vec<_> = board
                        .options(stone, jumps)
                        .into_iter()
                        .map(|(jump, after)| (jump, frame.field(&after)))
                        .collect();
                    engine.sort_unstable();
                    referee.sort_unstable();
                    assert_eq!(engine, referee, "{board}");
                    assert_eq!(frame.can_move(&field, stone), !referee.is_empty());
                }
            }
        }
    }

    #[test]
    fn frames_of_every_width_move_like_the_referee() {
        frames_agree::<u64>(8, 8, 1);
        frames_agree::<u64>(6, 9, 2);
        frames_agree::<u64>(3, 21, 3);
        frames_agree::<u128>(9, 9, 4);
        frames_agree::<u128>(3, 24, 5);
        frames_agree::<Wide>(16, 16, 6);
    }

    #[test]
    fn refusals_say_why() {
        let board: Board = "BW.W./.....".parse().unwrap();
        let refuse = |text: &str, jumps| board.after(text.parse().unwrap(), Stone::Black, jumps).unwrap_err();
        assert!(refuse("a2-z2", Jumps::Any).contains("not on this board"));
        assert!(refuse("c2-e2", Jumps::Any).contains("no black stone on c2"));
        assert!(refuse("a2-c1", Jumps::Any).contains("row or column"));
        assert!(refuse("a2-a2", Jumps::Any).contains("row or column"));
        assert!(refuse("a2-d2", Jumps::Any).contains("goes over one white stone"));
        assert!(refuse("a2-c2", Jumps::Final).contains("as far as it can, to e2"));
        let after = board.after("a2-e2".parse().unwrap(), Stone::Black, Jumps::Any).unwrap();
        assert_eq!(after.line(), "....B/.....");
    }

    #[test]
    fn blocked_cells_are_never_entered() {
        let board: Board = "BW#/...".parse().unwrap();
        assert!(!board.can_jump(Stone::Black));
    }
}
