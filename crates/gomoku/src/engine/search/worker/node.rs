//! One node of the principal variation search.
//!
//! The stages, in the order in which they happen:
//!
//! 1. *Decided positions*: a five or an open four at hand, two fives to stop, a full board, the deepest ply.
//! 2. *Mate distance pruning*: a shorter win is already known.
//! 3. *Forced reply*: the only answer to a four, which costs next to no depth.
//! 4. *Leaf*: at depth zero the evaluation, and a VCF (victory by continuous fours) where it is below beta.
//! 5. *Transposition table*: a cut-off by what is stored, and the move to try first.
//! 6. *Static evaluation*, made better by the stored score.
//! 7. *Reverse futility pruning*: far enough above beta that a quiet move will not bring it back.
//! 8. *VCF* where the evaluation is below beta.
//! 9. *Razoring*: so far below alpha that a shallow search will not raise it.
//! 10. *Null move pruning*: beta holds even after a pass.
//! 11. *Internal iterative reduction*: less depth where the table knows no move.
//! 12. The move loop: the table's move, then the others in the order of [`rate`](crate::engine::search::moves::rate).
//! 13. *Late move pruning* and *idle move pruning*: late moves without a four and moves that make nothing are skipped.
//! 14. *Singular extension*, double extension and *multi-cut* for the table's move.
//! 15. *Late move reductions*, with a second search at full depth after a surprise.
//! 16. *Principal variation search*: a null window for all moves but the first.
//! 17. The result: alpha is raised, or beta cuts off.
//! 18. Positions without a move.
//! 19. History, killers and countermoves learn from the best move.
//! 20. What was found goes into the transposition table.
//!
//! The stages before the loop are in [`pruning`](super::pruning), those that decide how deep a move is searched in
//! [`depth`](super::depth), and the order of moves in [`order`](super::order). All numbers are
//! [`Parameters`](crate::engine::search::parameters::Parameters). `PV` nodes lie on the principal variation and have an open
//! window; all others have a null window.

use super::depth::Extension;
use super::order::Picker;
use super::{MAX_PLY, Worker};
use crate::engine::class::Class;
use crate::engine::evaluator::Evaluator;
use crate::engine::renju::is_forbidden;
use crate::engine::search::moves::{Rated, Urgency};
use crate::engine::search::parameters::PLY;
use crate::engine::search::score::{DRAW, INFINITE, LEAST_MATE, Score, is_mate, mate_in, mated_in};
use crate::engine::search::transposition::{Bound, Known};
use crate::engine::shape_board::{NOWHERE, PointIndex, Side};

/// Most moves that a node remembers to have tried in vain.
const MOST_TRIED: usize = 32;

/// A node that is not decided at once.
pub(super) struct Node {
    pub ply: usize,
    pub alpha: Score,
    pub beta: Score,
    /// In parts of a ply.
    pub depth: i32,
    /// Whether a cut-off is expected.
    pub cut: bool,
    pub root: bool,
    /// The side to move.
    pub me: Side,
    pub urgency: Urgency,
    /// The last two moves, the latest first.
    pub before: [PointIndex; 2],
    /// The move that a singular extension leaves out.
    pub excluded: PointIndex,
    /// The position in the transposition table.
    pub key: u64,
    pub known: Option<Known>,
    pub hash_move: PointIndex,
    pub static_eval: Score,
    /// The static evaluation, or a stored score that says more.
    pub eval: Score,
    /// Whether the side to move stands better than two plies ago.
    pub improving: bool,
}

/// A move of a node as it is tried.
pub(super) struct Candidate {
    pub point: PointIndex,
    /// What it makes for the side to move.
    pub mine: Class,
    /// What it would make for the other side.
    pub theirs: Class,
    /// 1 for the first move of the node.
    pub number: usize,
    /// See [`Rated::doubt`].
    pub doubt: i32,
}

impl Candidate {
    /// Whether it makes an open three or a four.
    pub fn attacks(&self) -> bool {
        self.mine >= Class::Three && self.mine != Class::Forbidden
    }

    /// Whether it makes nothing for either side.
    pub fn is_idle(&self) -> bool {
        self.mine == Class::None && self.theirs == Class::None
    }
}

impl<E: Evaluator> Worker<E> {
    /// The score of the position on the board, from the view of the side to move; see the [module](self) for the stages.
    pub(super) fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        cut: bool,
    ) -> Score {
        if self.visit(1) {
            return DRAW;
        }
        let root = PV && ply == 0;
        if PV {
            self.stack[ply].line.clear();
            self.deepest = self.deepest.max(ply);
        }
        if !root {
            // Step 1. Decided positions.
            if let Some(score) = self.decided_by_shapes(ply) {
                if PV && score > 0 {
                    self.stack[ply].line = self.finish();
                }
                return score;
            }
            if self.board.is_full() {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate(true);
            }
            // Step 2. Mate distance pruning.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        // Step 3. Forced reply.
        let urgency = Urgency::of(&self.board);
        if let (Urgency::Five(point), false) = (urgency, root) {
            return self.forced_reply::<PV>(ply, point, alpha, beta, depth, cut);
        }
        // Step 4. Leaf.
        if depth <= 0 && !root {
            return self.leaf::<PV>(ply, beta);
        }
        // Step 5. Transposition table.
        let mut node = self.probe::<PV>(ply, alpha, beta, depth, cut, urgency);
        if !PV && let Some(score) = self.table_cutoff(&node) {
            return score;
        }
        // Step 6. Static evaluation.
        self.evaluate_node::<PV>(&mut node);
        // Step 7. Reverse futility pruning.
        if !PV && self.reverse_futility(&node) {
            return node.eval;
        }
        // Step 8. VCF.
        if let Some(score) = self.vcf::<PV>(&node) {
            return score;
        }
        // Step 9. Razoring.
        if !PV && self.razoring(&node) {
            return node.eval;
        }
        // Step 10. Null move pruning.
        if !PV && self.null_move(&node) {
            return beta;
        }
        // Step 11. Internal iterative reduction.
        if node.hash_move == NOWHERE && depth >= self.parameters.iir_depth * PLY {
            node.depth -= PLY;
        }
        self.search_moves::<PV>(node)
    }

    /// Steps 12 to 20: the moves of a node.
    #[inline(always)]
    fn search_moves<const PV: bool>(&mut self, mut node: Node) -> Score {
        let (ply, root) = (node.ply, node.root);
        self.stack[ply + 2].killers = [NOWHERE; 2];
        let first_alpha = node.alpha;
        let mut best_score = -INFINITE;
        let mut best = NOWHERE;
        let mut count = 0;
        let mut tried = [NOWHERE; MOST_TRIED];
        let late = self.late_move(&node);
        // Step 12. The move loop.
        let mut picker = Picker::new(self.moves.len(), if root { NOWHERE } else { node.hash_move });
        while let Some(Rated { point, doubt, .. }) = self.next_move(&mut picker, &node) {
            if point == node.excluded {
                continue;
            }
            let mine = self.board.class(point, node.me);
            let theirs = self.board.class(point, node.me.other());
            if mine == Class::Forbidden && is_forbidden(&mut self.board, point) {
                continue;
            }
            count += 1;
            let candidate = Candidate { point, mine, theirs, number: count, doubt };

            // Step 13. Late move pruning and idle move pruning.
            if !root && best_score > -LEAST_MATE {
                if node.urgency == Urgency::Quiet
                    && count > late
                    && !(PV && count < self.parameters.late_least_pv as usize)
                {
                    self.keep_fours(&mut picker, node.me);
                    if mine < Class::Four {
                        continue;
                    }
                }
                if candidate.is_idle() && node.depth < self.parameters.idle_depth * PLY {
                    continue;
                }
            }

            // Step 14. Singular extension, double extension and multi-cut.
            let extension = match self.singular_extension::<PV>(&node, point) {
                Extension::By(extension) => extension,
                Extension::MultiCut(score) => {
                    picker.close(&mut self.moves);
                    return score;
                }
            };
            self.stack[ply + 1].doubled = self.stack[ply].doubled + i32::from(extension > PLY);

            let nodes_before = self.nodes;
            self.make(point);
            let score = self.search_move::<PV>(&node, &candidate, node.depth - PLY + extension);
            self.unmake();
            if self.control.is_stopped() {
                picker.close(&mut self.moves);
                return DRAW;
            }
            if root {
                self.report_root(&candidate, score, node.alpha, self.nodes - nodes_before);
            }

            // Step 17. The result.
            if score > best_score {
                best_score = score;
                if score > node.alpha {
                    best = point;
                    if PV && !root {
                        self.extend_line(ply, point);
                    }
                    if score >= node.beta {
                        break;
                    }
                    node.alpha = score;
                    if node.depth > self.parameters.raised_above * PLY
                        && node.depth < self.parameters.raised_below * PLY
                        && !is_mate(score)
                    {
                        node.depth -= self.parameters.raised;
                    }
                }
            }
            if point != best && count <= MOST_TRIED {
                tried[count - 1] = point;
            }
        }
        picker.close(&mut self.moves);

        // Step 18. Positions without a move.
        if count == 0 {
            return if node.excluded != NOWHERE {
                node.alpha
            } else if node.urgency == Urgency::Four {
                mated_in(ply + 4)
            } else {
                DRAW
            };
        }
        // Step 19. History.
        if best != NOWHERE && node.urgency == Urgency::Quiet {
            self.learn(&node, best, best_score >= node.beta, &tried[..count.min(MOST_TRIED)]);
        }
        // Step 20. What was found goes into the table.
        if node.excluded == NOWHERE && !(root && self.first_root > 0) {
            let bound = if best_score >= node.beta {
                Bound::Lower
            } else if PV && node.alpha > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let known = Known {
                score: best_score,
                eval: node.static_eval,
                best,
                depth: node.depth / PLY,
                bound,
                principal: self.stack[ply].principal,
            };
            self.table.put(node.key, ply, known);
        }
        best_score
    }

    /// Steps 15 and 16: the score of a move that is already on the board.
    #[inline(always)]
    fn search_move<const PV: bool>(&mut self, node: &Node, candidate: &Candidate, depth: i32) -> Score {
        let (ply, alpha, beta) = (node.ply + 1, node.alpha, node.beta);
        let mut score = -INFINITE;
        if node.depth >= self.parameters.reduction_depth * PLY && candidate.number > 1 + usize::from(node.root) {
            // Step 15. Late move reductions.
            let reduced = (depth - self.reduction(node, candidate)).max(self.parameters.reduction_rest);
            score = -self.search::<false>(ply, -alpha - 1, -alpha, reduced, true);
            if score > alpha && reduced < depth {
                score = -self.search::<false>(ply, -alpha - 1, -alpha, depth, !node.cut);
            }
        } else if !PV || candidate.number > 1 {
            // Step 16. Principal variation search.
            score = -self.search::<false>(ply, -alpha - 1, -alpha, depth, !node.cut);
        }
        if PV && (candidate.number == 1 || (score > alpha && (node.root || score < beta))) {
            score = -self.search::<true>(ply, -beta, -alpha, depth, false);
        }
        score
    }

    /// The only answer to a four.
    fn forced_reply<const PV: bool>(
        &mut self,
        ply: usize,
        point: PointIndex,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut: bool,
    ) -> Score {
        if self.board.class(point, self.board.turn()) == Class::Forbidden && is_forbidden(&mut self.board, point) {
            return mated_in(ply + 2);
        }
        self.stack[ply].eval = if ply > 0 { -self.stack[ply - 1].eval } else { 0 };
        self.stack[ply].excluded = NOWHERE;
        self.stack[ply].principal = PV;
        self.stack[ply + 1].doubled = self.stack[ply].doubled;
        self.stack[ply + 2].killers = [NOWHERE; 2];
        self.make(point);
        let next = if depth > 0 { depth - PLY + self.parameters.forced } else { depth };
        let score = -self.search::<PV>(ply + 1, -beta, -alpha, next, !cut);
        self.unmake();
        if PV && !self.control.is_stopped() {
            self.extend_line(ply, point);
        }
        score
    }

    /// Notes what was found of a move at the root; only the first move and one that raised alpha have a true score.
    fn report_root(&mut self, candidate: &Candidate, score: Score, alpha: Score, nodes: u64) {
        let line = &self.stack[1].line;
        let roots = &mut self.roots[self.first_root..];
        if let Some(root) = roots.iter_mut().find(|root| root.point == candidate.point) {
            root.nodes += nodes;
            if candidate.number == 1 || score > alpha {
                root.score = score;
                root.line.clear();
                root.line.push(candidate.point);
                root.line.extend_from_slice(line);
            } else {
                root.score = -INFINITE;
            }
        }
    }

    /// Makes a move and the line after it the principal variation of a node.
    fn extend_line(&mut self, ply: usize, point: PointIndex) {
        let [node, next] = &mut self.stack[ply..ply + 2] else { return };
        node.line.clear();
        node.line.push(point);
        node.line.extend_from_slice(&next.line);
    }
}
