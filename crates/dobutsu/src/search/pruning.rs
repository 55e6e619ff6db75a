//! What a node leaves out: all of itself, or single moves.

use super::exchange::exchange_reaches;
use super::history::Arrival;
use super::node::{Candidate, Node};
use super::parameters::*;
use super::picker::Picker;
use super::score::*;
use super::worker::{TreeBoard, Worker};
use crate::rules::LION;
use crate::variant::Variant;

/// Step 7: the score of a node whose evaluation is so far above beta that a quiet move will not bring it back.
#[inline(always)]
pub(super) fn reverse_futility<V>(node: &Node<'_, V>) -> Option<i32> {
    let margin = REVERSE_FUTILITY_SLOPE * (node.depth - i32::from(node.improving));
    (node.depth <= REVERSE_FUTILITY_DEPTH && node.eval - margin >= node.beta && node.eval < FORCED)
        .then(|| i32::midpoint(node.eval, node.beta))
}

/// The most that a quiet move is expected to reach, searched to a depth.
#[inline(always)]
pub(super) fn futility_ceiling<V>(node: &Node<'_, V>, depth: i32) -> i32 {
    node.eval + FUTILITY_BASE + FUTILITY_SLOPE * depth
}

impl<V: Variant> Worker<'_, V> {
    /// Step 8: the score of a node that is far below alpha and that captures and checks do not save.
    #[inline(always)]
    pub(super) fn razoring(&mut self, node: &Node<'_, V>) -> Option<i32> {
        if node.depth > RAZOR_DEPTH || node.eval + RAZOR_BASE + RAZOR_SLOPE * node.depth >= node.alpha {
            return None;
        }
        let score = self.quiesce::<false>(node.tree, node.ply, true, node.alpha, node.alpha + 1);
        (score <= node.alpha).then_some(score)
    }

    /// Step 9: the score of a node that stays above beta even if the side to move passes.
    #[inline(always)]
    pub(super) fn null_move(&mut self, node: &Node<'_, V>) -> Option<i32> {
        let (board, side, depth, beta) = (node.board, node.board.side(), node.depth, node.beta);
        // Passing is sound where there is no zugzwang: with a piece to move besides the lion, or one in hand.
        let free = board.occupied(side) != board.pieces(side, LION) || !board.hand(side).is_empty();
        if depth < NULL_DEPTH
            || node.eval < beta
            || node.raw_eval + NULL_SLOPE * depth < beta + NULL_MARGIN
            || !free
            || self.memory.frames[node.frame - 1].passed
        {
            return None;
        }
        let reduction =
            NULL_REDUCTION + depth / NULL_DEPTH_DIVISOR + ((node.eval - beta) / NULL_EVAL_DIVISOR).min(NULL_EVAL_MOST);
        let mut next = TreeBoard { board: *board, checkers: 0 };
        next.board.pass();
        self.shared.table.expect(next.board.key());
        self.memory.frames[node.frame].arrival = Arrival::NONE;
        self.memory.frames[node.frame].passed = true;
        self.past.push(board.key());
        let score = -self.search::<false>(&next, node.ply + 1, depth - reduction, -beta, 1 - beta, !node.cut);
        self.past.pop();
        self.memory.frames[node.frame].passed = false;
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        // A win found after a pass is not proved.
        let score = if score >= FORCED { beta } else { score };
        if depth < NULL_VERIFIED_DEPTH {
            return Some(score);
        }
        self.memory.frames[node.frame - 1].passed = true;
        let verified = self.search::<false>(node.tree, node.ply, depth - reduction, beta - 1, beta, false);
        self.memory.frames[node.frame - 1].passed = false;
        (verified >= beta).then_some(score)
    }

    /// Step 12: whether a single move is left out.
    #[inline(always)]
    pub(super) fn prunes<const PV: bool>(
        &self,
        node: &Node<'_, V>,
        candidate: &Candidate,
        picker: &mut Picker,
    ) -> bool {
        let (board, values, m) = (node.board, self.shared.evaluator, candidate.m);
        if !candidate.quiet {
            // Exchange pruning of captures.
            return node.depth <= CAPTURE_EXCHANGE_DEPTH
                && candidate.bad_capture
                && !exchange_reaches(board, values, m, -CAPTURE_EXCHANGE_SLOPE * node.depth);
        }
        // Late move pruning: of the quiet moves after this one only checks are left.
        let late = (LATE_BASE + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        if !PV && candidate.number as i32 >= late {
            picker.only_checks(node.excluded);
        }
        let depth = (node.depth - 1 - candidate.reduction).max(0);
        if !candidate.checks {
            // Futility pruning.
            if !node.in_check && depth <= FUTILITY_DEPTH && futility_ceiling(node, depth) <= node.alpha {
                picker.only_checks(node.excluded);
                return true;
            }
            // History pruning.
            if depth <= HISTORY_PRUNING_DEPTH && candidate.history < -HISTORY_PRUNING_SLOPE * (depth + 1) {
                return true;
            }
        }
        // Exchange pruning of quiet moves.
        depth <= EXCHANGE_DEPTH && !exchange_reaches(board, values, m, -EXCHANGE_SLOPE * depth * depth)
    }
}
