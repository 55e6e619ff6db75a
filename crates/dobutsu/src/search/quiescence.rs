//! The end of a line: going on until the position is quiet.

use super::exchange::exchange_reaches;
use super::history::Arrival;
use super::memory::BEFORE;
use super::picker::{Hints, Picker, Wanted};
use super::score::*;
use super::table::{Bound, Entry};
use super::worker::{MAX_PLY, Node, Worker};
use crate::moves::Move;
use crate::variant::Variant;

impl<V: Variant> Worker<'_, V> {
    /// Goes on with captures, escapes from danger and, at first, attacks on the lion, until the position is quiet.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        node: &Node<V>,
        ply: usize,
        checks: bool,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let board = &node.board;
        self.line_ends[ply] = ply;
        self.count(ply);
        if self.stopped {
            return 0;
        }
        if ply > 0 {
            if let Some(score) = self.settled::<PV>(board, ply) {
                return score;
            }
            if self.past.repeats(board.key()) {
                return self.drawn(board);
            }
        }
        let shared = self.shared;
        if ply >= MAX_PLY {
            return shared.evaluator.evaluate(board);
        }
        let depth = if checks { 0 } else { -1 };
        let use_table = shared.use_table && checks;
        let known = if use_table { shared.table.probe(board.key(), ply) } else { None };
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
                Bound::None => false,
            }
        {
            return entry.score;
        }
        debug_assert_eq!(node.checkers, board.checkers(), "{}", board.to_text());
        let in_check = node.checkers != 0;
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut raw_eval = 0;
        if !in_check {
            raw_eval = if let Some(entry) = known { entry.eval } else { shared.evaluator.evaluate(board) };
            best = raw_eval;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let wanted = match (in_check, checks) {
            (true, _) => Wanted::All,
            (false, true) => Wanted::CapturesAndChecks,
            (false, false) => Wanted::Captures,
        };
        let here = ply + BEFORE;
        let hints = Hints {
            killers: [Move::NONE; 2],
            before: [self.memory.frames[here - 1].arrival, self.memory.frames[here - 2].arrival],
        };
        let targets = board.safe_targets_from(node.checkers);
        let table_move = known.map_or(Move::NONE, |entry| {
            let fits = in_check || board.slot_on(entry.m.to()).is_some();
            if fits && board.is_safe_move(entry.m, targets) { entry.m } else { Move::NONE }
        });
        let mut picker = Picker::new(table_move, wanted, targets, hints);
        let mut best_move = Move::NONE;
        let mut count = 0;
        while let Some(m) = self.pick(&mut picker, board, ply) {
            count += 1;
            let gives_check = board.gives_check(m);
            if shared.selective && best > -FORCED {
                if picker.at_bad_captures() {
                    break;
                }
                let taken = board.slot_on(m.to());
                if !in_check {
                    let gain = taken.map_or(0, |taken| shared.evaluator.exchange[taken]);
                    if !gives_check && raw_eval + gain + 150 <= alpha {
                        best = best.max(raw_eval + gain + 150);
                        continue;
                    }
                }
                if taken.is_none() && !exchange_reaches(board, shared.evaluator, m, 0) {
                    continue;
                }
            }
            let next = Node::after(board, m, board.key_after(m), gives_check);
            self.memory.frames[here].arrival = Arrival::of(board, m);
            self.past.push(board.key());
            let score = -self.quiesce::<PV>(&next, ply + 1, false, -beta, -alpha);
            self.past.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if PV {
                        self.take_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if in_check && count == 0 {
            return self.lost::<PV>(board, ply);
        }
        if use_table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha && PV {
                Bound::Exact
            } else {
                Bound::Upper
            };
            shared.table.store(board.key(), ply, Entry { m: best_move, score: best, eval: raw_eval, depth, bound });
        }
        best
    }
}
