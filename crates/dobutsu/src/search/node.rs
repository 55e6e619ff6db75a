//! One node of the principal variation search.
//!
//! The stages, in the order in which they happen:
//!
//! 1. *Check extension*: a lion in danger is worth one more ply.
//! 2. *Quiescence search* at depth zero.
//! 3. *Decided positions*: a lion that arrives, a repetition, the deepest ply.
//! 4. *Mate distance pruning*: a shorter win is already known.
//! 5. *Transposition table*: a cut-off by what is stored.
//! 6. *Static evaluation*, made better by the stored score.
//! 7. *Reverse futility pruning*: far enough above beta that a quiet move will not bring it back.
//! 8. *Razoring*: so far below alpha that only captures could help, which a quiescence search tries.
//! 9. *Null move pruning*: beta holds even after a pass; verified where the depth is great.
//! 10. *Internal iterative reduction*: less depth where the table knows no move.
//! 11. The move loop: the table's move, captures, killers, quiet moves, losing captures. Where *futility pruning* holds for
//!     the whole node, quiet moves that do not attack the lion are not even generated.
//! 12. *Late move pruning*, *futility pruning*, *history pruning* and *exchange pruning* of single moves.
//! 13. *Singular extension*, double extension and *multi-cut* for the table's move.
//! 14. *Late move reductions*, with a second search at full depth after a surprise.
//! 15. *Principal variation search*: a null window for all moves but the first.
//! 16. The result: alpha is raised, or beta cuts off, from which history, killers and countermoves learn.
//! 17. Positions without a safe move.
//! 18. What was found goes into the transposition table.
//!
//! Steps 7 to 9 and 12 are in [`pruning`](super::pruning), 13 and 14 in [`depth`](super::depth). All numbers are in
//! [`parameters`](super::parameters). `PV` nodes lie on the principal variation and have an open window; all others have a
//! null window. Tests switch all that is not exact off by [`Shared::selective`](super::worker::Shared).

use super::depth::{Extension, reduction};
use super::history::Arrival;
use super::memory::{BEFORE, Tried};
use super::parameters::*;
use super::picker::{Hints, Picker, Wanted};
use super::pruning::{futility_ceiling, reverse_futility};
use super::score::*;
use super::transposition::{Bound, Entry};
use super::worker::{MAX_PLY, TreeBoard, Worker};
use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::variant::Variant;

/// A node that is not decided at once.
pub(super) struct Node<'a, V> {
    pub tree: &'a TreeBoard<V>,
    pub board: &'a PieceBoard<V>,
    pub ply: usize,
    /// Where the ply's frame is.
    pub frame: usize,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// Whether a cut-off is expected.
    pub cut: bool,
    pub in_check: bool,
    /// The move that a singular extension leaves out.
    pub excluded: Move,
    pub known: Option<Entry>,
    pub table_move: Move,
    pub hints: Hints,
    /// The static evaluation; zero in check.
    pub raw_eval: i32,
    /// The static evaluation, or a stored score that says more; below all scores in check.
    pub eval: i32,
    /// Whether the side to move stands better than two plies ago.
    pub improving: bool,
}

impl<V> Node<'_, V> {
    pub const fn is_root(&self) -> bool {
        self.ply == 0
    }
}

/// A move of a node as it is tried.
pub(super) struct Candidate {
    pub m: Move,
    /// 1 for the first move of the node.
    pub number: usize,
    /// Whether it takes nothing.
    pub quiet: bool,
    /// Whether it attacks the lion.
    pub checks: bool,
    /// Whether it loses by the exchange of captures.
    pub bad_capture: bool,
    /// The history of a quiet move.
    pub history: i32,
    /// What late move reductions take away before they look at the move itself.
    pub reduction: i32,
}

impl<V: Variant> Worker<'_, V> {
    /// Searches the root between the bounds; the root moves get their scores and lines.
    pub fn search_root(&mut self, depth: i32, alpha: i32, beta: i32) -> i32 {
        let root = TreeBoard { board: self.root, checkers: self.root.checkers() };
        self.search::<true>(&root, 0, depth, alpha, beta, false)
    }

    /// The score of a position, from the view of the side to move; see the [module](self) for the stages.
    pub(super) fn search<const PV: bool>(
        &mut self,
        tree: &TreeBoard<V>,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        cut: bool,
    ) -> i32 {
        self.line_ends[ply] = ply;
        let board = &tree.board;
        debug_assert_eq!(tree.checkers, board.checkers(), "{}", board.to_text());
        let in_check = tree.checkers != 0;
        let shared = self.shared;
        // Step 1. Check extension.
        if in_check && shared.selective && (ply as i32) < EXTENDED * self.root_depth {
            depth += 1;
        }
        // Step 2. Quiescence search.
        if depth <= 0 {
            return self.quiesce::<PV>(tree, ply, true, alpha, beta);
        }
        self.count(ply);
        if self.stopped {
            return 0;
        }
        if ply > 0 {
            // Step 3. Decided positions.
            if let Some(score) = self.settled::<PV>(board, ply) {
                return score;
            }
            if self.past.repeats(board.key()) {
                return self.drawn(board);
            }
            if ply >= MAX_PLY {
                return shared.evaluator.evaluate(board);
            }
            // Step 4. Mate distance pruning.
            alpha = alpha.max(loss_at(ply));
            beta = beta.min(win_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let frame = ply + BEFORE;
        let excluded = self.memory.frames[frame].excluded;
        self.memory.frames[frame + 1].excluded = Move::NONE;
        self.memory.frames[frame + 2].killers = [Move::NONE; 2];

        // Step 5. Transposition table.
        let known =
            if shared.use_table && excluded == Move::NONE { shared.table.probe(board.key(), ply) } else { None };
        if let Some(entry) = known {
            if !PV && entry.depth >= depth && entry.decides(alpha, beta) {
                return entry.score;
            }
            shared.table.expect(board.key_after(entry.m));
        }
        // Step 6. Static evaluation.
        let (raw_eval, eval) = self.static_evaluation(board, frame, in_check, known);
        let improving = !in_check && self.memory.frames[frame - 2].eval.is_none_or(|before| raw_eval > before);
        let mut node = Node {
            tree,
            board,
            ply,
            frame,
            depth,
            alpha,
            beta,
            cut,
            in_check,
            excluded,
            known,
            table_move: Move::NONE,
            hints: Hints { killers: [Move::NONE; 2], before: [Arrival::NONE; 2] },
            raw_eval,
            eval,
            improving,
        };
        if shared.selective && !PV && !in_check && excluded == Move::NONE && beta.abs() < FORCED {
            // Step 7. Reverse futility pruning.
            if let Some(score) = reverse_futility(&node) {
                return score;
            }
            // Step 8. Razoring.
            if let Some(score) = self.razoring(&node) {
                return score;
            }
            // Step 9. Null move pruning.
            if let Some(score) = self.null_move(&node) {
                return score;
            }
        }
        self.search_moves::<PV>(&mut node)
    }

    /// Step 6: the static evaluation, and that evaluation or a stored score that says more.
    #[inline(always)]
    fn static_evaluation(
        &mut self,
        board: &PieceBoard<V>,
        frame: usize,
        in_check: bool,
        known: Option<Entry>,
    ) -> (i32, i32) {
        if in_check {
            self.memory.frames[frame].eval = None;
            return (0, -INFINITE);
        }
        let raw_eval = known.map_or_else(|| self.shared.evaluator.evaluate(board), |entry| entry.eval);
        self.memory.frames[frame].eval = Some(raw_eval);
        let better = known.filter(|entry| entry.score.abs() < FORCED && entry.corrects(raw_eval));
        (raw_eval, better.map_or(raw_eval, |entry| entry.score))
    }

    /// Steps 10 to 18: the moves of a node.
    #[inline(always)]
    fn search_moves<const PV: bool>(&mut self, node: &mut Node<'_, V>) -> i32 {
        let shared = self.shared;
        let (board, ply, frame) = (node.board, node.ply, node.frame);
        let is_root = node.is_root();
        // Step 10. Internal iterative reduction.
        let targets = board.safe_targets_from(node.tree.checkers);
        node.table_move = match node.known {
            _ if is_root => self.root_moves[self.root_first].line[0],
            Some(entry) if board.is_safe_move(entry.m, targets) => entry.m,
            _ => Move::NONE,
        };
        if shared.selective && node.table_move == Move::NONE && node.depth >= IIR_DEPTH && (PV || node.cut) {
            node.depth -= 1;
        }

        // Step 11. The move loop.
        node.hints = Hints {
            killers: self.memory.frames[frame].killers,
            before: [self.memory.frames[frame - 1].arrival, self.memory.frames[frame - 2].arrival],
        };
        let ceiling = futility_ceiling(node, node.depth - 1);
        let futile =
            shared.selective && !is_root && !node.in_check && node.depth <= FUTILITY_DEPTH && ceiling <= node.alpha;
        let wanted = if futile { Wanted::CapturesAndChecks } else { Wanted::All };
        let mut picker = Picker::new(node.table_move, wanted, targets, node.hints);
        let first_alpha = node.alpha;
        let mut best = -INFINITE;
        let mut best_move = Move::NONE;
        let mut count = 0;
        let mut tried_quiets = Tried::new();
        let mut tried_captures = Tried::new();
        while let Some(m) = self.pick(&mut picker, board, ply) {
            if m == node.excluded || is_root && !self.root_moves[self.root_first..].iter().any(|root| root.m == m) {
                continue;
            }
            count += 1 + picker.passed_over();
            // Asked for before it is known whether the move is looked at, as memory is slower than all that decides about it.
            let next_key = board.key_after(m);
            shared.table.expect(next_key);
            let candidate = self.candidate(node, m, count, picker.at_bad_captures());

            // Step 12. Pruning of single moves.
            if shared.selective && !is_root && best > -FORCED && self.prunes::<PV>(node, &candidate, &mut picker) {
                continue;
            }

            // Step 13. Singular extension, double extension and multi-cut.
            let extension = match self.singular_extension::<PV>(node, m) {
                Extension::By(plies) => plies,
                Extension::MultiCut(score) => return score,
            };

            let mut next = TreeBoard::after(board, m, next_key, candidate.checks);
            if is_root {
                // Here the lion that could be taken may have been spared, when only some moves are looked at.
                next.checkers = next.board.checkers();
            }
            self.memory.frames[frame].arrival = Arrival::of(board, m);
            self.past.push(board.key());
            let score = self.search_move::<PV>(node, &candidate, &next, node.depth - 1 + extension);
            self.past.pop();
            if self.stopped {
                return 0;
            }

            // Step 16. The result.
            if is_root {
                self.note_root_move(m, score, count == 1 || score > node.alpha);
            }
            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = m;
                    if PV {
                        self.take_line(ply, m);
                    }
                    if score >= node.beta {
                        self.reward(node, m, &tried_quiets, &tried_captures);
                        break;
                    }
                    node.alpha = score;
                }
            }
            if m != best_move {
                let tried = if candidate.quiet { &mut tried_quiets } else { &mut tried_captures };
                tried.push(m);
            }
        }

        // Step 17. Positions without a safe move.
        count += picker.passed_over();
        if futile && best < ceiling && (count > 0 || board.has_safe_move(targets)) {
            best = ceiling;
            count += 1;
        }
        if count == 0 {
            return if node.excluded == Move::NONE { self.lost::<PV>(board, ply) } else { node.alpha };
        }
        // Step 18. What was found goes into the table.
        if shared.use_table && node.excluded == Move::NONE && !(is_root && self.root_first > 0) {
            let bound = if best >= node.beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry { m: best_move, score: best, eval: node.raw_eval, depth: node.depth, bound };
            shared.table.store(board.key(), ply, entry);
        }
        best
    }

    #[inline(always)]
    fn candidate(&self, node: &Node<'_, V>, m: Move, number: usize, bad_capture: bool) -> Candidate {
        let quiet = node.board.slot_on(m.to()).is_none();
        Candidate {
            m,
            number,
            quiet,
            checks: node.board.gives_check(m),
            bad_capture,
            history: if quiet { self.memory.history.quiet(node.board, m, node.hints.before) } else { 0 },
            reduction: i32::from(self.memory.reductions[node.depth.min(63) as usize][number.min(63)]),
        }
    }

    /// Steps 14 and 15: the score of a move that has been made.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node<'_, V>,
        candidate: &Candidate,
        next: &TreeBoard<V>,
        depth: i32,
    ) -> i32 {
        let (ply, alpha, beta) = (node.ply + 1, node.alpha, node.beta);
        let mut score = -INFINITE;
        // Step 14. Late move reductions.
        let mut full = !PV || candidate.number > 1;
        if self.shared.selective
            && node.depth >= REDUCTION_DEPTH
            && candidate.number > 1 + usize::from(PV)
            && (candidate.quiet || candidate.bad_capture)
        {
            let reduced = (depth - reduction::<PV, V>(node, candidate)).clamp(1, depth.max(1));
            score = -self.search::<false>(next, ply, reduced, -alpha - 1, -alpha, true);
            full = score > alpha && reduced < depth;
        }
        // Step 15. Principal variation search.
        if full {
            score = -self.search::<false>(next, ply, depth, -alpha - 1, -alpha, !node.cut);
        }
        if PV && (candidate.number == 1 || score > alpha) {
            score = -self.search::<true>(next, ply, depth, -beta, -alpha, false);
        }
        score
    }

    /// Keeps what was found of a move at the root; one that neither came first nor raised alpha has no true score.
    fn note_root_move(&mut self, m: Move, score: i32, raised: bool) {
        let seldepth = self.seldepth;
        let end = self.line_ends[1].max(1);
        let line = &self.memory.lines[1][1..end];
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.m == m) {
            if raised {
                root.score = score;
                root.seldepth = seldepth;
                root.line.truncate(1);
                root.line.extend_from_slice(line);
            } else {
                root.score = -INFINITE;
            }
        }
    }

    /// Step 16: learns from a move that cut off, and from those tried before it.
    fn reward(&mut self, node: &Node<'_, V>, m: Move, quiets: &Tried, captures: &Tried) {
        let (board, before) = (node.board, node.hints.before);
        let bonus = (BONUS_SLOPE * node.depth - BONUS_OFFSET).clamp(LEAST_BONUS, MOST_BONUS);
        let history = &mut self.memory.history;
        if let Some(taken) = board.slot_on(m.to()) {
            history.reward_capture(board, m, taken, bonus);
        } else {
            let killers = &mut self.memory.frames[node.frame].killers;
            if killers[0] != m {
                *killers = [m, killers[0]];
            }
            history.set_answer(before[0], m);
            history.reward_quiet(board, m, before, bonus);
            for &other in quiets.moves() {
                history.reward_quiet(board, other, before, -bonus);
            }
        }
        for &other in captures.moves() {
            if let Some(taken) = board.slot_on(other.to()) {
                history.reward_capture(board, other, taken, -bonus);
            }
        }
    }
}
