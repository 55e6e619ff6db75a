//! Which move a node tries next, and what it learns from the one that was best.

use super::Worker;
use crate::engine::board::{NOWHERE, Place, Side};
use crate::engine::evaluator::Evaluator;
use crate::engine::point::Class;
use crate::engine::search::history::HISTORY_LIMIT;
use crate::engine::search::moves::{Hints, Rated, Urgency, generate, rate};
use crate::engine::search::parameters::PLY;

impl<E: Evaluator> Worker<E> {
    /// Adds the moves of a node with the worth of trying them early, without one that was already tried.
    pub(super) fn gather(&mut self, ply: usize, urgency: Urgency, before: [Place; 2], without: Place) {
        if ply == 0 {
            for index in self.first_root..self.roots.len() {
                self.moves.push(Rated { rate: -(index as i32), place: self.roots[index].place });
            }
            return;
        }
        self.places.clear();
        generate(&self.board, urgency, &mut self.places);
        let hints = Hints {
            history: &self.history,
            before,
            killers: self.stack[ply].killers,
            answer: self.history.answer(self.board.turn().other(), before[0]),
        };
        for &place in self.places.iter().filter(|&&place| place != without) {
            self.moves.push(rate(&self.board, place, &hints));
        }
    }

    /// The best-rated move from a place in the list on, brought to that place.
    pub(super) fn pick(&mut self, from: usize) -> Option<Place> {
        let mut top = from;
        for index in from + 1..self.moves.len() {
            if self.moves[index].rate > self.moves[top].rate {
                top = index;
            }
        }
        if top >= self.moves.len() {
            return None;
        }
        self.moves.swap(from, top);
        Some(self.moves[from].place)
    }

    /// Drops all moves from a place in the list on that make no four.
    pub(super) fn keep_fours(&mut self, from: usize, me: Side) {
        let mut kept = from;
        for index in from..self.moves.len() {
            if self.board.class(self.moves[index].place, me) >= Class::Four {
                self.moves[kept] = self.moves[index];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// The last two moves, the latest first.
    pub(super) fn before(&self) -> [Place; 2] {
        [self.board.last(), self.board.last_but_one()]
    }

    pub(super) fn learn(&mut self, ply: usize, me: Side, best: Place, cut: bool, depth: i32, tried: &[Place]) {
        let before = self.before();
        let bonus = bonus_for(depth);
        self.history.learn(me, best, before, bonus);
        if cut {
            for &place in tried.iter().filter(|&&place| place != NOWHERE && place != best) {
                self.history.learn(me, place, before, -bonus);
            }
            let killers = &mut self.stack[ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            if before[0] != NOWHERE {
                self.history.set_answer(me.other(), before[0], best);
            }
        }
    }
}

/// How much a cut-off at a depth teaches.
pub(super) fn bonus_for(depth: i32) -> i32 {
    let plies = depth / PLY;
    (20 * plies * plies + 60 * plies).clamp(0, HISTORY_LIMIT / 4)
}
