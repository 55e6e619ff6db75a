//! Which move a node tries next, and what it learns from the one that was best.

use super::Worker;
use super::node::Node;
use crate::engine::class::Class;
use crate::engine::evaluator::Evaluator;
use crate::engine::search::moves::{Hints, Rated, Urgency, generate, rate, rate_by_history, rate_plainly};
use crate::engine::search::parameters::PLY;
use crate::engine::shape_board::{NOWHERE, PointIndex, Side};

/// The moves of one node, which lie at the end of the worker's list.
///
/// The table's move comes before the others are even generated: most often it is enough.
pub(super) struct Picker {
    start: usize,
    next: usize,
    hash_move: PointIndex,
    hash_move_is_tried: bool,
    generated: bool,
    only_fours: bool,
}

impl Picker {
    /// Moves that begin at an index of the list, with the table's move unless it is [`NOWHERE`].
    pub fn new(start: usize, hash_move: PointIndex) -> Self {
        let hash_move_is_tried = hash_move == NOWHERE;
        Self { start, next: start, hash_move, hash_move_is_tried, generated: false, only_fours: false }
    }

    /// Takes the node's moves off the list.
    #[inline(always)]
    pub fn close(&self, moves: &mut Vec<Rated>) {
        moves.truncate(self.start);
    }
}

impl<E: Evaluator> Worker<E> {
    /// The next move to try: the table's, then the best-rated of the others.
    #[inline(always)]
    pub(super) fn next_move(&mut self, picker: &mut Picker, node: &Node) -> Option<Rated> {
        if !picker.hash_move_is_tried {
            picker.hash_move_is_tried = true;
            return Some(Rated { rate: 0, point: picker.hash_move, doubt: 0 });
        }
        if !picker.generated {
            picker.generated = true;
            self.gather(node, picker.hash_move);
        }
        let rated = self.pick(picker.next)?;
        picker.next += 1;
        Some(rated)
    }

    /// Adds the moves of a node with the worth of trying them early, without one that was already tried.
    fn gather(&mut self, node: &Node, without: PointIndex) {
        if node.root {
            for index in self.first_root..self.roots.len() {
                self.moves.push(Rated { rate: -(index as i32), point: self.roots[index].point, doubt: 0 });
            }
            return;
        }
        self.points.clear();
        generate(&self.board, node.urgency, &mut self.points);
        let hints = Hints {
            history: &self.history,
            before: node.before,
            killers: self.stack[node.ply].killers,
            answer: self.history.answer(node.me.other(), node.before[0]),
        };
        let learned = node.urgency == Urgency::Quiet
            && node.depth >= self.parameters.policy_depth * PLY
            && self.evaluator.is_learned();
        if !learned {
            let others = self.points.iter().filter(|&&point| point != without);
            self.moves.extend(others.map(|&point| rate(&self.board, point, &hints)));
            return;
        }
        self.evaluator.rate(&self.board, &self.points, &mut self.ratings);
        let rated =
            || self.points.iter().copied().zip(self.ratings.iter().copied()).filter(|&(point, _)| point != without);
        let top = rated().map(|(_, rating)| rating).max().unwrap_or(0);
        for (point, rating) in rated() {
            let mut rate = rate_by_history(&self.board, point, &hints) + rating * self.parameters.policy_share / 256;
            if self.parameters.shapes_share != 0 {
                rate += rate_plainly(&self.board, point, node.before) * self.parameters.shapes_share / 100;
            }
            self.moves.push(Rated { rate, point, doubt: top - rating });
        }
    }

    /// The best-rated move from an index of the list on, brought to that index.
    fn pick(&mut self, from: usize) -> Option<Rated> {
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
        Some(self.moves[from])
    }

    /// Drops all moves still to come that make no four, so that they need not be picked one by one.
    #[inline(always)]
    pub(super) fn keep_fours(&mut self, picker: &mut Picker, me: Side) {
        if !picker.generated || picker.only_fours {
            return;
        }
        picker.only_fours = true;
        let mut kept = picker.next;
        for index in picker.next..self.moves.len() {
            if self.board.class(self.moves[index].point, me) >= Class::Four {
                self.moves[kept] = self.moves[index];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Step 19: rewards the best move and, after a cut-off, blames those tried before it.
    pub(super) fn learn(&mut self, node: &Node, best: PointIndex, cut: bool, tried: &[PointIndex]) {
        let (me, before) = (node.me, node.before);
        let bonus = self.parameters.bonus(node.depth);
        self.history.learn(me, best, before, bonus);
        if cut {
            for &point in tried.iter().filter(|&&point| point != NOWHERE && point != best) {
                self.history.learn(me, point, before, -bonus);
            }
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            if before[0] != NOWHERE {
                self.history.set_answer(me.other(), before[0], best);
            }
        }
    }
}
