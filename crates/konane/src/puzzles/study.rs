//! What puzzles ask about a board.

use banmen_cgt::{Arena, Dyadic, Value};
use banmen_core::{Limits, ToolError};
use rustc_hash::FxHashMap;

use crate::board::{Board, Jumps, Stone};
use crate::evaluator::Evaluator;
use crate::jump::Jump;
use crate::position::Konane;

/// Values of boards under one jump convention.
pub(super) struct Study<'a> {
    pub(super) values: Evaluator<Arena>,
    pub(super) limits: &'a Limits,
    jumps: Jumps,
}

impl<'a> Study<'a> {
    pub(super) fn new(jumps: Jumps, limits: &'a Limits) -> Self {
        Self { values: Evaluator::new(Arena::new(), jumps), limits, jumps }
    }

    pub(super) fn value(&mut self, board: &Board) -> Result<Value, ToolError> {
        self.values
            .solve(board, self.limits, &mut |_| {})
            .map_err(|stopped| ToolError::Stopped { why: stopped.to_string(), partial: serde_json::Value::Null })
    }

    /// Whether the side to move wins.
    pub(super) fn wins(&mut self, board: &Board, to_move: Stone) -> Result<bool, ToolError> {
        let value = self.value(board)?;
        let arena = &mut self.values.algebra;
        Ok(match to_move {
            Stone::Black => !arena.less_or_equal(value, Value::ZERO),
            Stone::White => !arena.less_or_equal(Value::ZERO, value),
        })
    }

    /// Every jump of the side to move, and whether it wins.
    pub(super) fn jumps(&mut self, position: &Konane) -> Result<Vec<(Jump, bool)>, ToolError> {
        let to_move = position.to_move();
        let options = position.board().options(to_move, self.jumps);
        options.into_iter().map(|(jump, after)| Ok((jump, !self.wins(&after, to_move.other())?))).collect()
    }

    /// The temperature of each part, in the order of their letters.
    pub(super) fn temperatures(&mut self, board: &Board) -> Result<Vec<Dyadic>, ToolError> {
        let parts = self.values.components(board);
        parts
            .into_iter()
            .map(|part| {
                let value = self.value(&part.board)?;
                Ok(self.values.algebra.temperature(value))
            })
            .collect()
    }
}

/// How long play goes on: wins and heights of small boards by going through all of them.
#[derive(Default)]
pub(super) struct Play {
    lengths: FxHashMap<(Board, Stone), Option<u32>>,
    heights: FxHashMap<Board, u32>,
}

/// Boards that one question may go through.
const MOST_BOARDS: usize = 8_000;

impl Play {
    /// Whether there were too many boards; the answers are worth nothing then.
    pub(super) fn gave_up(&self) -> bool {
        self.lengths.len() >= MOST_BOARDS || self.heights.len() >= MOST_BOARDS
    }

    /// In how many own jumps the side to move can be sure that the other side is stuck; `None` if it loses.
    pub(super) fn length(&mut self, board: &Board, to_move: Stone, jumps: Jumps) -> Option<u32> {
        if let Some(&known) = self.lengths.get(&(*board, to_move)) {
            return known;
        }
        if self.gave_up() {
            return None;
        }
        let mut best: Option<u32> = None;
        for (_, after) in board.options(to_move, jumps) {
            let answers = after.options(to_move.other(), jumps);
            let lengths = answers.iter().map(|(_, next)| self.length(next, to_move, jumps));
            // A jump wins if each answer loses; the longest of them counts.
            let longest = lengths.reduce(|a, b| Some(a?.max(b?))).unwrap_or(Some(0));
            if let Some(longest) = longest {
                best = Some(best.map_or(longest + 1, |best| best.min(longest + 1)));
            }
        }
        self.lengths.insert((*board, to_move), best);
        best
    }

    /// The most jumps that can still be made, by whomever.
    pub(super) fn height(&mut self, board: &Board, jumps: Jumps) -> u32 {
        if let Some(&known) = self.heights.get(board) {
            return known;
        }
        if self.gave_up() {
            return u32::MAX / 2;
        }
        let both = [Stone::Black, Stone::White].into_iter().flat_map(|stone| board.options(stone, jumps));
        let height = both.map(|(_, after)| 1 + self.height(&after, jumps)).max().unwrap_or(0);
        self.heights.insert(*board, height);
        height
    }
}
