//! What earlier cut-offs teach about the order of moves.

use crate::engine::shape_board::{PointIndex, Side};

const CELLS: usize = 1024;
/// Most and least that a history can say.
pub const HISTORY_LIMIT: i32 = 8192;

/// Histories of one searching thread.
pub struct History {
    main: Vec<[i16; CELLS]>,
    /// By the cell of an earlier move and the cell of this one, for the move one ply ago and two plies ago.
    follow: [Vec<i16>; 2],
    answers: [[PointIndex; CELLS]; 2],
}

impl Default for History {
    fn default() -> Self {
        Self {
            main: vec![[0; CELLS]; 2],
            follow: [vec![0; CELLS * CELLS], vec![0; CELLS * CELLS]],
            answers: [[0; CELLS]; 2],
        }
    }
}

fn learn(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / HISTORY_LIMIT) as i16;
}

impl History {
    /// Forgets half of what was learned of moves by themselves, for a new position of the same game.
    pub fn fade(&mut self) {
        for value in self.main.iter_mut().flatten() {
            *value /= 2;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.iter_mut().for_each(|side| side.fill(0));
        self.follow.iter_mut().for_each(|table| table.fill(0));
        self.answers = [[0; CELLS]; 2];
    }

    /// What is known of a move after the last two moves.
    #[inline(always)]
    pub fn get(&self, side: Side, point: PointIndex, before: [PointIndex; 2]) -> i32 {
        let at = usize::from(point) & (CELLS - 1);
        let follow = |age: usize| i32::from(self.follow[age][(usize::from(before[age]) & (CELLS - 1)) * CELLS + at]);
        i32::from(self.main[side as usize][at]) + follow(0) + follow(1)
    }

    /// Learns that a move was good (positive) or not.
    pub fn learn(&mut self, side: Side, point: PointIndex, before: [PointIndex; 2], bonus: i32) {
        let at = usize::from(point) & (CELLS - 1);
        learn(&mut self.main[side as usize][at], bonus);
        for age in 0..2 {
            learn(&mut self.follow[age][(usize::from(before[age]) & (CELLS - 1)) * CELLS + at], bonus);
        }
    }

    /// The move that last refuted a move of a side.
    pub fn answer(&self, side: Side, point: PointIndex) -> PointIndex {
        self.answers[side as usize][usize::from(point) & (CELLS - 1)]
    }

    /// Remembers the refutation of a move of a side.
    pub fn set_answer(&mut self, side: Side, point: PointIndex, answer: PointIndex) {
        self.answers[side as usize][usize::from(point) & (CELLS - 1)] = answer;
    }
}
