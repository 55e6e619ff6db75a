//! How deep a move is searched: late moves less, a move that stands alone more.

use super::node::{Candidate, Node};
use super::parameters::*;
use super::score::FORCED;
use super::transposition::Bound;
use super::worker::Worker;
use crate::moves::Move;
use crate::variant::Variant;

/// What the test of the table's move against all others says.
pub(super) enum Extension {
    /// The move is searched this many plies deeper.
    By(i32),
    /// Another move cuts off too (or the search was stopped), so the node is given up with this score.
    MultiCut(i32),
}

impl<V: Variant> Worker<'_, V> {
    /// Step 13: searches a node without the table's move to see whether that move stands alone.
    ///
    /// Where all others stay well below its score it is searched a ply deeper (two plies if far below); where they reach beta
    /// too the whole node is cut off.
    #[inline(always)]
    pub(super) fn singular_extension<const PV: bool>(&mut self, node: &Node<'_, V>, m: Move) -> Extension {
        let (ply, depth) = (node.ply, node.depth);
        if !self.shared.selective
            || node.is_root()
            || depth < SINGULAR_DEPTH
            || m != node.table_move
            || node.excluded != Move::NONE
            || ply as i32 >= EXTENDED * self.root_depth
        {
            return Extension::By(0);
        }
        let Some(entry) = node.known.filter(|entry| {
            matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= depth - SINGULAR_SLACK
                && entry.score.abs() < FORCED
        }) else {
            return Extension::By(0);
        };
        let bar = entry.score - SINGULAR_SLOPE * depth;
        self.memory.frames[node.frame].excluded = m;
        let score = self.search::<false>(node.tree, ply, (depth - 1) / 2, bar - 1, bar, node.cut);
        self.memory.frames[node.frame].excluded = Move::NONE;
        // The inner search has used this ply's line and the killers after it.
        self.line_ends[ply] = ply;
        if self.stopped {
            Extension::MultiCut(0)
        } else if score < bar {
            Extension::By(1 + i32::from(!PV && score < bar - DOUBLE_MARGIN))
        } else if bar >= node.beta {
            Extension::MultiCut(bar)
        } else if entry.score >= node.beta {
            Extension::By(-1)
        } else {
            Extension::By(0)
        }
    }
}

/// Step 14: by how many plies a late move is reduced; negative for one that deserves more than its depth.
#[inline(always)]
pub(super) fn reduction<const PV: bool, V>(node: &Node<'_, V>, candidate: &Candidate) -> i32 {
    candidate.reduction + i32::from(!node.improving) + i32::from(node.cut)
        - i32::from(PV)
        - i32::from(candidate.checks)
        - i32::from(node.in_check)
        - i32::from(node.hints.killers.contains(&candidate.m))
        - candidate.history / REDUCTION_HISTORY
}
