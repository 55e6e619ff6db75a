//! How deep a move is searched: late moves less, a move that stands alone more.

use super::Worker;
use super::node::{Candidate, Node};
use crate::engine::evaluator::Evaluator;
use crate::engine::search::parameters::PLY;
use crate::engine::search::score::Score;
use crate::engine::search::score::is_mate;
use crate::engine::shape_board::{NOWHERE, PointIndex};

/// Doubt beyond this reduces no further.
const MOST_DOUBT: i32 = 2048;

/// What the test of the table's move against all others says.
pub(super) enum Extension {
    /// The move is searched this much deeper, in parts of a ply.
    By(i32),
    /// Another move cuts off too, so the node is given up with this score.
    MultiCut(Score),
}

impl<E: Evaluator> Worker<E> {
    /// Step 13: how many moves a node tries before late move pruning begins.
    #[inline(always)]
    pub(super) fn late_move(&self, node: &Node) -> usize {
        let late = self.late[(node.depth / PLY).clamp(0, 63) as usize] >> u32::from(!node.improving);
        late.max(self.parameters.late_least as usize)
    }

    /// Step 14: searches a node without the table's move to see whether that move stands alone.
    ///
    /// Where all others stay well below its score it is searched a ply deeper (two plies if far below); where they reach beta
    /// too the whole node is cut off.
    #[inline(always)]
    pub(super) fn singular_extension<const PV: bool>(&mut self, node: &Node, point: PointIndex) -> Extension {
        let parameters = &self.parameters;
        let Some(known) = node.known.filter(|known| {
            !node.root
                && point == node.hash_move
                && node.excluded == NOWHERE
                && node.depth >= parameters.singular_depth * PLY
                && known.bound.is_lower()
                && !is_mate(known.score)
                && known.depth * PLY >= node.depth - parameters.singular_slack * PLY
        }) else {
            return Extension::By(0);
        };
        let ply = node.ply;
        let target = known.score - node.depth / PLY * parameters.singular_slope;
        self.stack[ply].excluded = point;
        let score = self.search::<false>(ply, target - 1, target, node.depth / 2, node.cut);
        self.stack[ply].excluded = NOWHERE;
        if score < target {
            let twice = !PV
                && score < target - self.parameters.double_margin
                && self.stack[ply].doubled < self.parameters.double_most;
            Extension::By(if twice { 2 * PLY } else { PLY })
        } else if target >= node.beta {
            Extension::MultiCut(target)
        } else if known.score >= node.beta {
            Extension::By(-PLY)
        } else {
            Extension::By(0)
        }
    }

    /// Step 15: by how much a late move is reduced, in parts of a ply.
    #[inline(always)]
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let parameters = &self.parameters;
        let mut reduction = self.reductions[(node.depth / PLY).min(63) as usize][candidate.number.min(63)];
        if node.cut {
            reduction += parameters.reduction_cut;
        }
        if self.stack[node.ply].principal {
            reduction -= parameters.reduction_principal;
        }
        if !node.improving {
            reduction += parameters.reduction_worse;
        }
        if candidate.attacks() {
            reduction -= parameters.reduction_attack;
        }
        if candidate.is_idle() {
            reduction += parameters.reduction_idle;
        }
        reduction += candidate.doubt.min(MOST_DOUBT) * parameters.reduction_doubt / 256;
        let history = self.history.get(node.me, candidate.point, node.before);
        reduction -= history * PLY / parameters.reduction_history;
        reduction.max(0)
    }
}
