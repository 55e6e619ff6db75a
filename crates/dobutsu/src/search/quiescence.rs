//! The quiescence search: going on from a leaf until the position is quiet.
//!
//! The stages, in the order in which they happen:
//!
//! 1. *Decided positions*: a lion that arrives, a repetition, the deepest ply.
//! 2. *Transposition table*, only at the first ply of a leaf.
//! 3. *Stand pat*: the side to move need not go on if its evaluation is good enough; a lion in danger must.
//! 4. The move loop: captures and, at the first ply, attacks on the lion; all moves of a lion in danger.
//! 5. *Exchange pruning*: losing captures and quiet moves that lose a piece are left out.
//! 6. *Delta pruning*: what a capture wins cannot raise alpha.
//! 7. The result: alpha is raised, or beta cuts off.
//! 8. A lion in danger without a safe move is lost.
//! 9. What was found at the first ply goes into the transposition table.

use super::exchange::exchange_reaches;
use super::history::Arrival;
use super::memory::BEFORE;
use super::parameters::DELTA_MARGIN;
use super::picker::{Hints, Picker, Wanted};
use super::score::*;
use super::transposition::{Bound, Entry};
use super::worker::{MAX_PLY, TreeBoard, Worker};
use crate::moves::Move;
use crate::variant::Variant;

/// What is done with a move.
enum Fate {
    Searched,
    Skipped,
    /// Skipped, but it can reach this much.
    SkippedAt(i32),
    /// Skipped with all that follow.
    Last,
}

/// A leaf that is not decided at once.
struct Leaf<'a, V> {
    tree: &'a TreeBoard<V>,
    in_check: bool,
    raw_eval: i32,
    alpha: i32,
    best: i32,
}

impl<V: Variant> Worker<'_, V> {
    /// The score of a position, going on with captures, escapes from danger and, at the first ply, attacks on the lion until it is
    /// quiet; see the [module](self) for the stages.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        tree: &TreeBoard<V>,
        ply: usize,
        first: bool,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let board = &tree.board;
        let shared = self.shared;
        self.line_ends[ply] = ply;
        self.count(ply);
        if self.stopped {
            return 0;
        }
        // Step 1. Decided positions.
        if ply > 0 {
            if let Some(score) = self.settled::<PV>(board, ply) {
                return score;
            }
            if self.past.repeats(board.key()) {
                return self.drawn(board);
            }
        }
        if ply >= MAX_PLY {
            return shared.evaluator.evaluate(board);
        }
        // Step 2. Transposition table.
        let depth = if first { 0 } else { -1 };
        let use_table = shared.use_table && first;
        let known = if use_table { shared.table.probe(board.key(), ply) } else { None };
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
            && entry.decides(alpha, beta)
        {
            return entry.score;
        }
        // Step 3. Stand pat.
        debug_assert_eq!(tree.checkers, board.checkers(), "{}", board.to_text());
        let mut leaf = Leaf { tree, in_check: tree.checkers != 0, raw_eval: 0, alpha, best: -INFINITE };
        if !leaf.in_check {
            leaf.raw_eval = known.map_or_else(|| shared.evaluator.evaluate(board), |entry| entry.eval);
            leaf.best = leaf.raw_eval;
            if leaf.best >= beta {
                return leaf.best;
            }
            leaf.alpha = alpha.max(leaf.best);
        }
        // Step 4. The move loop.
        let frame = ply + BEFORE;
        let mut picker = self.quiescence_picker(&leaf, frame, first, known);
        let mut best_move = Move::NONE;
        let mut count = 0;
        while let Some(m) = self.pick(&mut picker, board, ply) {
            count += 1;
            let gives_check = board.gives_check(m);
            // Steps 5 and 6. Exchange pruning and delta pruning.
            match self.fate(&leaf, m, gives_check, &picker) {
                Fate::Searched => {}
                Fate::Skipped => continue,
                Fate::SkippedAt(most) => {
                    leaf.best = leaf.best.max(most);
                    continue;
                }
                Fate::Last => break,
            }
            let next = TreeBoard::after(board, m, board.key_after(m), gives_check);
            self.memory.frames[frame].arrival = Arrival::of(board, m);
            self.past.push(board.key());
            let score = -self.quiesce::<PV>(&next, ply + 1, false, -beta, -leaf.alpha);
            self.past.pop();
            if self.stopped {
                return 0;
            }
            // Step 7. The result.
            if score > leaf.best {
                leaf.best = score;
                if score > leaf.alpha {
                    best_move = m;
                    if PV {
                        self.take_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    leaf.alpha = score;
                }
            }
        }
        // Step 8. A lion in danger without a safe move.
        if leaf.in_check && count == 0 {
            return self.lost::<PV>(board, ply);
        }
        // Step 9. What was found goes into the table.
        let best = leaf.best;
        if use_table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > alpha && PV {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry { m: best_move, score: best, eval: leaf.raw_eval, depth, bound };
            shared.table.store(board.key(), ply, entry);
        }
        best
    }

    /// Step 4: the moves with which a leaf goes on.
    #[inline(always)]
    fn quiescence_picker(&self, leaf: &Leaf<'_, V>, frame: usize, first: bool, known: Option<Entry>) -> Picker {
        let board = &leaf.tree.board;
        let wanted = match (leaf.in_check, first) {
            (true, _) => Wanted::All,
            (false, true) => Wanted::CapturesAndChecks,
            (false, false) => Wanted::Captures,
        };
        let hints = Hints {
            killers: [Move::NONE; 2],
            before: [self.memory.frames[frame - 1].arrival, self.memory.frames[frame - 2].arrival],
        };
        let targets = board.safe_targets_from(leaf.tree.checkers);
        let table_move = known.map_or(Move::NONE, |entry| {
            let fits = leaf.in_check || board.slot_on(entry.m.to()).is_some();
            if fits && board.is_safe_move(entry.m, targets) { entry.m } else { Move::NONE }
        });
        Picker::new(table_move, wanted, targets, hints)
    }

    /// Steps 5 and 6: whether a move is searched.
    #[inline(always)]
    fn fate(&self, leaf: &Leaf<'_, V>, m: Move, gives_check: bool, picker: &Picker) -> Fate {
        if !self.shared.selective || leaf.best <= -FORCED {
            return Fate::Searched;
        }
        if picker.at_bad_captures() {
            return Fate::Last;
        }
        let (board, values) = (&leaf.tree.board, self.shared.evaluator);
        let taken = board.slot_on(m.to());
        if !leaf.in_check && !gives_check {
            let most = leaf.raw_eval + taken.map_or(0, |taken| values.exchange[taken]) + DELTA_MARGIN;
            if most <= leaf.alpha {
                return Fate::SkippedAt(most);
            }
        }
        if taken.is_none() && !exchange_reaches(board, values, m, 0) { Fate::Skipped } else { Fate::Searched }
    }
}
