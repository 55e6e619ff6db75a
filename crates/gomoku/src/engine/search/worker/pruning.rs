//! The stages that can end a node before any of its moves is tried.

use super::Worker;
use super::node::Node;
use crate::engine::class::Class;
use crate::engine::evaluator::Evaluator;
use crate::engine::search::moves::Urgency;
use crate::engine::search::parameters::PLY;
use crate::engine::search::score::{LEAST_MATE, MOST_EVAL, Score, is_mate, mate_in};
use crate::engine::search::transposition::{Bound, Known};
use crate::engine::shape_board::{NOWHERE, PointIndex};

/// The depth, in plies, under which a win by fours is stored: it holds at any.
const PROVED_DEPTH: i32 = 100;

/// Changes the key of a node that leaves one move out, so that the table tells it from the node with all moves.
fn excluding(point: PointIndex) -> u64 {
    u64::from(point).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl<E: Evaluator> Worker<E> {
    /// Step 5: looks a node up in the transposition table.
    #[inline(always)]
    pub(super) fn probe<const PV: bool>(
        &mut self,
        ply: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut: bool,
        urgency: Urgency,
    ) -> Node {
        let root = PV && ply == 0;
        let excluded = self.stack[ply].excluded;
        let key = self.board.key() ^ excluding(excluded);
        let known = self.table.get(key, ply);
        let hash_move = match known {
            _ if root => self.roots[self.first_root].point,
            Some(known) if known.best != NOWHERE && self.board.is_empty(known.best) => known.best,
            _ => NOWHERE,
        };
        if excluded == NOWHERE {
            self.stack[ply].principal = PV || known.is_some_and(|known| known.principal);
        }
        Node {
            ply,
            alpha,
            beta,
            depth,
            cut,
            root,
            me: self.board.turn(),
            urgency,
            before: [self.board.last(), self.board.last_but_one()],
            excluded,
            key,
            known,
            hash_move,
            static_eval: 0,
            eval: 0,
            improving: false,
        }
    }

    /// Step 5: the stored score where it is deep enough and decides the null window.
    #[inline(always)]
    pub(super) fn table_cutoff(&mut self, node: &Node) -> Option<Score> {
        let known = node.known?;
        let fails_high = known.score >= node.beta;
        if known.depth * PLY < node.depth || !(if fails_high { known.bound.is_lower() } else { known.bound.is_upper() })
        {
            return None;
        }
        if fails_high && node.hash_move != NOWHERE && self.board.class(node.hash_move, node.me) < Class::Four {
            let bonus = self.parameters.bonus(node.depth) / 2;
            self.history.learn(node.me, node.hash_move, node.before, bonus);
        }
        Some(known.score)
    }

    /// Step 6: the static evaluation, and the stored score in its place where it is a bound on the right side.
    #[inline(always)]
    pub(super) fn evaluate_node<const PV: bool>(&mut self, node: &mut Node) {
        node.static_eval = match node.known {
            Some(known) => known.eval,
            None if !PV && self.evaluator.is_learned() => self.evaluate_roughly(node),
            None => self.evaluate(false),
        };
        node.eval = node.static_eval;
        if let Some(known) = node.known
            && (if known.score > node.eval { known.bound.is_lower() } else { known.bound.is_upper() })
        {
            node.eval = known.score;
        }
        self.stack[node.ply].eval = node.static_eval;
        node.improving = node.ply >= 2 && node.static_eval > self.stack[node.ply - 2].eval;
    }

    /// The evaluation, or that of shapes where they alone leave no doubt that the node is pruned.
    fn evaluate_roughly(&mut self, node: &Node) -> Score {
        let parameters = &self.parameters;
        let rough = self.board.evaluate().clamp(-MOST_EVAL, MOST_EVAL);
        // By how much shapes are beyond what futility pruning or razoring asks for.
        let mut beyond = 0;
        if node.urgency == Urgency::Quiet && node.depth <= parameters.futility_depth * PLY {
            beyond = rough - parameters.futility_slope * node.depth / PLY - node.beta;
        }
        if node.depth <= parameters.razor_depth * PLY {
            let margin = parameters.razor_base + parameters.razor_slope * node.depth / PLY;
            beyond = beyond.max(node.alpha - rough - margin);
        }
        if node.excluded == NOWHERE && beyond > parameters.rough_margin {
            return rough;
        }
        // If the evaluation agrees with shapes no stone will follow the last one.
        self.evaluate(beyond > 0)
    }

    /// Step 7: whether the evaluation is so far above beta that a quiet move will not bring it back.
    #[inline(always)]
    pub(super) fn reverse_futility(&self, node: &Node) -> bool {
        let margin = self.parameters.futility_slope * (node.depth - if node.improving { PLY } else { 0 }) / PLY;
        node.excluded == NOWHERE
            && node.urgency == Urgency::Quiet
            && node.depth <= self.parameters.futility_depth * PLY
            && node.eval < LEAST_MATE
            && node.beta > -LEAST_MATE
            && node.eval - margin >= node.beta
    }

    /// Step 8: the score of a win by continuous fours.
    ///
    /// Only where the position is not good enough as it is: elsewhere the search for fours would take most of the time and
    /// change nothing.
    #[inline(always)]
    pub(super) fn vcf<const PV: bool>(&mut self, node: &Node) -> Option<Score> {
        if node.root || node.excluded != NOWHERE || node.eval >= node.beta {
            return None;
        }
        let plies = self.win_by_fours()?;
        let score = mate_in(node.ply + plies);
        let best = self.fours.line().first().copied().unwrap_or(NOWHERE);
        if PV {
            self.stack[node.ply].line = self.fours.line();
        }
        let known =
            Known { score, eval: node.static_eval, best, depth: PROVED_DEPTH, bound: Bound::Lower, principal: PV };
        self.table.put(node.key, node.ply, known);
        Some(score)
    }

    /// Step 9: whether the evaluation is so far below alpha that a shallow search will not raise it.
    #[inline(always)]
    pub(super) fn razoring(&self, node: &Node) -> bool {
        node.excluded == NOWHERE
            && node.depth <= self.parameters.razor_depth * PLY
            && node.alpha < LEAST_MATE
            && node.eval + self.parameters.razor_base + self.parameters.razor_slope * node.depth / PLY < node.alpha
    }

    /// Step 10: whether the side to move stands above beta even if it passes.
    #[inline(always)]
    pub(super) fn null_move(&mut self, node: &Node) -> bool {
        node.excluded == NOWHERE
            && node.urgency == Urgency::Quiet
            && node.depth >= self.parameters.null_depth * PLY
            && self.board.last() != NOWHERE
            && !is_mate(node.beta)
            && node.static_eval >= node.beta + self.parameters.null_margin
            && self.holds_after_pass(node)
    }

    fn holds_after_pass(&mut self, node: &Node) -> bool {
        let reduced = node.depth - (self.parameters.null_reduction + node.depth / self.parameters.null_divisor);
        self.board.pass();
        let score = -self.search::<false>(node.ply + 1, -node.beta, -node.beta + 1, reduced, !node.cut);
        self.board.undo();
        score >= node.beta && !self.control.is_stopped()
    }
}
