//! The search of one thread, from a position down to quiet ones.

use super::exchange::exchange_reaches;
use super::history::Arrival;
use super::memory::{BEFORE, FRAME, Memory, Tried};
use super::past::Past;
use super::picker::{Hints, Picker, Sources, Wanted};
use super::score::*;
use super::table::{Bound, Entry, TranspositionTable};
use crate::board::Board;
use crate::evaluation::Evaluator;
use crate::moves::{Move, MoveList};
use crate::rules::{LION, LionRule};
use crate::square::{Each, Squares};
use crate::variant::{Variant, lion_can_try};
use banmen_core::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// No line is searched deeper.
pub(super) const MAX_PLY: usize = 120;
/// The clock and the flags are looked at after so many nodes.
const POLL: u64 = 1024;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub evaluator: &'a Evaluator,
    pub budget: &'a Budget,
    pub stop: AtomicBool,
    pub nodes: AtomicU64,
    /// Off in tests: then nothing is cut short but by exact bounds.
    pub selective: bool,
    pub use_table: bool,
    /// How much worse than even a draw is to the side that searches.
    pub contempt: i32,
}

/// A position of the tree, which only safe moves lead to.
pub(super) struct Node<V> {
    pub board: Board<V>,
    /// The opponent's pieces that could take the lion.
    pub checkers: Squares,
}

impl<V: Variant> Node<V> {
    /// The position after a safe move whose key is known already. No piece attacked the lion before, so none but the one that moved
    /// does now.
    #[inline]
    pub fn after(board: &Board<V>, m: Move, key: u64, gives_check: bool) -> Self {
        Self { board: board.after_with_key(m, key), checkers: if gives_check { m.to().bit() } else { 0 } }
    }
}

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub m: Move,
    pub score: i32,
    /// The score one iteration before.
    pub before: i32,
    pub line: Vec<Move>,
    pub seldepth: usize,
}

/// One thread's search.
pub(super) struct Worker<'a, V> {
    pub shared: &'a Shared<'a>,
    pub(super) memory: &'a mut Memory,
    pub root: Board<V>,
    pub root_moves: Vec<RootMove>,
    /// Moves before this one have been searched already for a better line.
    pub root_first: usize,
    pub root_depth: i32,
    pub nodes: u64,
    pub seldepth: usize,
    pub stopped: bool,
    /// Whether this thread asks the clock.
    pub watches: bool,
    pub(super) past: Past,
    pub(super) line_ends: [usize; MAX_PLY + 2],
    next_poll: u64,
    reported: u64,
}

impl<'a, V: Variant> Worker<'a, V> {
    pub fn new(shared: &'a Shared<'a>, memory: &'a mut Memory, root: Board<V>, keys: &[u64]) -> Self {
        memory.frames.fill(FRAME);
        let mut list = MoveList::new();
        root.safe_moves(&mut list);
        let root_moves = list
            .iter()
            .map(|&m| RootMove { m, score: -INFINITE, before: -INFINITE, line: vec![m], seldepth: 0 })
            .collect();
        Self {
            shared,
            memory,
            root,
            root_moves,
            root_first: 0,
            root_depth: 0,
            nodes: 0,
            seldepth: 0,
            stopped: false,
            watches: true,
            past: Past::new(keys, V::SPEC.repetitions),
            line_ends: [0; MAX_PLY + 2],
            next_poll: 0,
            reported: 0,
        }
    }

    /// Counts a node and now and then looks whether to stop.
    #[inline]
    pub(super) fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        let total = self.report_nodes();
        // A search that has not finished its first iteration has no move to answer with.
        if self.watches && self.root_depth > 1 && self.shared.budget.stop(total).is_some() {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        if self.shared.stop.load(Ordering::Relaxed) && self.root_depth > 1 {
            self.stopped = true;
        }
        let left = self.shared.budget.limits().nodes.map_or(POLL, |most| most.saturating_sub(total));
        self.next_poll = self.nodes + left.clamp(1, POLL);
    }

    /// Adds this thread's nodes to the common count and tells the sum.
    pub fn report_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    /// The score of a position that repeats: as much below even as the searching side would rather fight on.
    #[inline]
    pub(super) fn drawn(&self, board: &Board<V>) -> i32 {
        if board.side() == self.root.side() { DRAW - self.shared.contempt } else { DRAW + self.shared.contempt }
    }

    /// The score of a position in which the game is over, or will be with the very next move of the lion. Safe moves have led here, so
    /// that no lion can be taken.
    #[inline]
    pub(super) fn settled<const PV: bool>(&mut self, board: &Board<V>, ply: usize) -> Option<i32> {
        if !lion_can_try(V::SPEC) {
            return None;
        }
        if let Some(ending) = board.ended() {
            return Some(if ending.winner == board.side() { win_at(ply) } else { loss_at(ply) });
        }
        let us = board.side();
        let lion = board.lion(us);
        let ahead =
            V::TABLES.steps[us.index()][LION][lion.index()] & V::TABLES.far_rank[us.index()] & !board.occupied(us);
        if ahead == 0 {
            return None;
        }
        let to = Each(ahead & !board.attacks(us.other())).next()?;
        if PV {
            self.end_line(ply, Move::step(lion, to, false));
        }
        Some(win_at(ply + 1))
    }

    /// The score of a side that has no safe move.
    pub(super) fn lost<const PV: bool>(&mut self, board: &Board<V>, ply: usize) -> i32 {
        // Where the lion may be left in danger there may still be a move, and the lion is taken after it.
        let mut legal = MoveList::new();
        board.moves(&mut legal);
        let Some(&m) = legal.first().filter(|_| V::SPEC.lion != LionRule::Checked) else { return loss_at(ply) };
        if PV && ply + 1 < MAX_PLY {
            let after = board.after(m);
            if let Some(from) = Each(after.lion_takers()).next() {
                let to = after.lion(board.side());
                let slot = after.slot_of_piece(from);
                let promotes = V::SPEC.pieces[slot].is_some_and(|piece| piece.promotes_to.is_some())
                    && (from.bit() | to.bit()) & V::TABLES.zone[after.side().index()] != 0;
                self.end_line(ply + 1, Move::step(from, to, promotes));
            }
            self.take_line(ply, m);
        }
        loss_at(ply + 2)
    }

    /// The line ends with this move.
    fn end_line(&mut self, ply: usize, m: Move) {
        self.memory.lines[ply][ply] = m;
        self.line_ends[ply] = ply + 1;
    }

    pub(super) fn take_line(&mut self, ply: usize, m: Move) {
        self.memory.lines[ply][ply] = m;
        let end = self.line_ends[ply + 1].max(ply + 1);
        let (upper, lower) = self.memory.lines.split_at_mut(ply + 1);
        upper[ply][ply + 1..end].copy_from_slice(&lower[0][ply + 1..end]);
        self.line_ends[ply] = end;
    }

    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker, board: &Board<V>, ply: usize) -> Option<Move> {
        let sources =
            Sources { values: self.shared.evaluator, history: &self.memory.history, room: &mut self.memory.rooms[ply] };
        picker.next(board, sources)
    }

    /// Searches the root between the bounds; the root moves get their scores and lines.
    pub fn search_root(&mut self, depth: i32, alpha: i32, beta: i32) -> i32 {
        let root = Node { board: self.root, checkers: self.root.checkers() };
        self.search::<true>(&root, 0, depth, alpha, beta, false)
    }

    fn search<const PV: bool>(
        &mut self,
        node: &Node<V>,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        cut_node: bool,
    ) -> i32 {
        self.line_ends[ply] = ply;
        let board = &node.board;
        debug_assert_eq!(node.checkers, board.checkers(), "{}", board.to_text());
        let in_check = node.checkers != 0;
        let shared = self.shared;
        if in_check && shared.selective && (ply as i32) < 2 * self.root_depth {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce::<PV>(node, ply, true, alpha, beta);
        }
        self.count(ply);
        if self.stopped {
            return 0;
        }
        let is_root = ply == 0;
        if !is_root {
            if let Some(score) = self.settled::<PV>(board, ply) {
                return score;
            }
            if self.past.repeats(board.key()) {
                return self.drawn(board);
            }
            if ply >= MAX_PLY {
                return shared.evaluator.evaluate(board);
            }
            alpha = alpha.max(loss_at(ply));
            beta = beta.min(win_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let here = ply + BEFORE;
        let excluded = self.memory.frames[here].excluded;
        self.memory.frames[here + 1].excluded = Move::NONE;
        self.memory.frames[here + 2].killers = [Move::NONE; 2];

        let known =
            if shared.use_table && excluded == Move::NONE { shared.table.probe(board.key(), ply) } else { None };
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
        if let Some(entry) = known {
            shared.table.expect(board.key_after(entry.m));
        }
        // What the position seems worth, the table's bound taken into account.
        let (mut eval, mut raw_eval) = (-INFINITE, 0);
        if in_check {
            self.memory.frames[here].eval = None;
        } else {
            raw_eval = if let Some(entry) = known { entry.eval } else { shared.evaluator.evaluate(board) };
            eval = raw_eval;
            self.memory.frames[here].eval = Some(raw_eval);
            if let Some(entry) = known
                && entry.score.abs() < FORCED
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.score > eval,
                    Bound::Upper => entry.score < eval,
                    Bound::None => false,
                }
            {
                eval = entry.score;
            }
        }
        let improving = !in_check && self.memory.frames[here - 2].eval.is_none_or(|before| raw_eval > before);

        if shared.selective && !PV && !in_check && excluded == Move::NONE && beta.abs() < FORCED {
            // So far above that no quiet reply will bring it back.
            if depth <= 8 && eval - 110 * (depth - i32::from(improving)) >= beta && eval < FORCED {
                return i32::midpoint(eval, beta);
            }
            // So far below that only captures could help.
            if depth <= 3 && eval + 250 + 250 * depth < alpha {
                let score = self.quiesce::<false>(node, ply, true, alpha, alpha + 1);
                if score <= alpha {
                    return score;
                }
            }
            // Passing is sound where having to move is no burden: with a piece to move besides the lion, or one in hand.
            let free = board.occupied(board.side()) != board.pieces(board.side(), LION)
                || !board.hand(board.side()).is_empty();
            if depth >= 3
                && eval >= beta
                && raw_eval + 20 * depth >= beta + 60
                && free
                && !self.memory.frames[here - 1].passed
            {
                let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
                let mut next = Node { board: *board, checkers: 0 };
                next.board.pass();
                shared.table.expect(next.board.key());
                self.memory.frames[here].arrival = Arrival::NONE;
                self.memory.frames[here].passed = true;
                self.past.push(board.key());
                let score = -self.search::<false>(&next, ply + 1, depth - reduction, -beta, 1 - beta, !cut_node);
                self.past.pop();
                self.memory.frames[here].passed = false;
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    let score = if score >= FORCED { beta } else { score };
                    if depth < 12 {
                        return score;
                    }
                    self.memory.frames[here - 1].passed = true;
                    let verified = self.search::<false>(node, ply, depth - reduction, beta - 1, beta, false);
                    self.memory.frames[here - 1].passed = false;
                    if verified >= beta {
                        return score;
                    }
                }
            }
        }
        let targets = board.safe_targets_from(node.checkers);
        let table_move = if is_root {
            self.root_moves[self.root_first].line[0]
        } else {
            known.map_or(Move::NONE, |entry| if board.is_safe_move(entry.m, targets) { entry.m } else { Move::NONE })
        };
        if shared.selective && table_move == Move::NONE && depth >= 4 && (PV || cut_node) {
            depth -= 1;
        }

        let hints = Hints {
            killers: self.memory.frames[here].killers,
            before: [self.memory.frames[here - 1].arrival, self.memory.frames[here - 2].arrival],
        };
        // So far below that no quiet move can help at this depth, except one that attacks the lion.
        let ceiling = eval + 150 + 110 * (depth - 1);
        let futile = shared.selective && !is_root && !in_check && depth <= 6 && ceiling <= alpha;
        let wanted = if futile { Wanted::CapturesAndChecks } else { Wanted::All };
        let mut picker = Picker::new(table_move, wanted, targets, hints);
        let mut best = -INFINITE;
        let mut best_move = Move::NONE;
        let first_alpha = alpha;
        let mut count = 0;
        let mut tried_quiets = Tried::new();
        let mut tried_captures = Tried::new();
        while let Some(m) = self.pick(&mut picker, board, ply) {
            if m == excluded || is_root && !self.root_moves[self.root_first..].iter().any(|root| root.m == m) {
                continue;
            }
            count += 1 + picker.passed_over();
            // Asked for before it is known whether the move is looked at, as memory is slower than all that decides about it.
            let next_key = board.key_after(m);
            shared.table.expect(next_key);
            let taken = board.slot_on(m.to());
            let quiet = taken.is_none();
            let checks = board.gives_check(m);
            let learnt = if quiet { self.memory.history.quiet(board, m, hints.before) } else { 0 };
            let mut reduction = i32::from(self.memory.reductions[depth.min(63) as usize][count.min(63)]);

            if shared.selective && !is_root && best > -FORCED {
                let rest = (depth - 1 - reduction).max(0);
                if quiet {
                    if !PV && count as i32 >= (4 + depth * depth) / if improving { 1 } else { 2 } {
                        picker.only_checks(excluded);
                    }
                    if !checks {
                        if !in_check && rest <= 6 && eval + 150 + 110 * rest <= alpha {
                            picker.only_checks(excluded);
                            continue;
                        }
                        if rest <= 3 && learnt < -4500 * (rest + 1) {
                            continue;
                        }
                    }
                    if rest <= 8 && !exchange_reaches(board, shared.evaluator, m, -35 * rest * rest) {
                        continue;
                    }
                } else if depth <= 7
                    && picker.at_bad_captures()
                    && !exchange_reaches(board, shared.evaluator, m, -100 * depth)
                {
                    continue;
                }
            }

            // A move that alone holds the score is looked at more deeply.
            let mut extension = 0;
            if shared.selective
                && !is_root
                && depth >= 7
                && m == table_move
                && excluded == Move::NONE
                && (ply as i32) < 2 * self.root_depth
                && let Some(entry) = known
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= depth - 3
                && entry.score.abs() < FORCED
            {
                let bar = entry.score - 2 * depth;
                self.memory.frames[here].excluded = m;
                let score = self.search::<false>(node, ply, (depth - 1) / 2, bar - 1, bar, cut_node);
                self.memory.frames[here].excluded = Move::NONE;
                // The inner search has used this ply's line and the killers after it.
                self.line_ends[ply] = ply;
                if self.stopped {
                    return 0;
                }
                if score < bar {
                    extension = 1 + i32::from(!PV && score < bar - 40);
                } else if bar >= beta {
                    return bar;
                } else if entry.score >= beta {
                    extension = -1;
                }
            }

            let mut next = Node::after(board, m, next_key, checks);
            if is_root {
                // Here the lion that could be taken may have been spared, when only some moves are looked at.
                next.checkers = next.board.checkers();
            }
            self.memory.frames[here].arrival = Arrival::of(board, m);
            self.past.push(board.key());
            let new_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            let mut full = !PV || count > 1;
            if shared.selective && depth >= 2 && count > 1 + usize::from(PV) && (quiet || picker.at_bad_captures()) {
                reduction += i32::from(!improving) + i32::from(cut_node)
                    - i32::from(PV)
                    - i32::from(checks)
                    - i32::from(in_check);
                reduction -= i32::from(m == hints.killers[0] || m == hints.killers[1]);
                reduction -= learnt / 9000;
                let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
                score = -self.search::<false>(&next, ply + 1, reduced, -alpha - 1, -alpha, true);
                full = score > alpha && reduced < new_depth;
            }
            if full {
                score = -self.search::<false>(&next, ply + 1, new_depth, -alpha - 1, -alpha, !cut_node);
            }
            if PV && (count == 1 || score > alpha) {
                score = -self.search::<true>(&next, ply + 1, new_depth, -beta, -alpha, false);
            }
            self.past.pop();
            if self.stopped {
                return 0;
            }

            if is_root {
                self.note_root_move(m, score, count == 1 || score > alpha);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if PV {
                        self.take_line(ply, m);
                    }
                    if score >= beta {
                        self.reward(board, ply, depth, m, hints, &tried_quiets, &tried_captures);
                        break;
                    }
                    alpha = score;
                }
            }
            if m != best_move {
                let tried = if quiet { &mut tried_quiets } else { &mut tried_captures };
                tried.push(m);
            }
        }
        count += picker.passed_over();
        if futile && best < ceiling && (count > 0 || board.has_safe_move(targets)) {
            best = ceiling;
            count += 1;
        }
        if count == 0 {
            return if excluded == Move::NONE { self.lost::<PV>(board, ply) } else { alpha };
        }
        if shared.use_table && excluded == Move::NONE && !(is_root && self.root_first > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            shared.table.store(board.key(), ply, Entry { m: best_move, score: best, eval: raw_eval, depth, bound });
        }
        best
    }

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

    /// Learns from a move that was too good.
    #[allow(clippy::too_many_arguments, reason = "all of them describe one event")]
    fn reward(
        &mut self,
        board: &Board<V>,
        ply: usize,
        depth: i32,
        m: Move,
        hints: Hints,
        quiets: &Tried,
        captures: &Tried,
    ) {
        let bonus = (170 * depth - 90).clamp(60, 1800);
        if let Some(taken) = board.slot_on(m.to()) {
            self.memory.history.reward_capture(board, m, taken, bonus);
        } else {
            let killers = &mut self.memory.frames[ply + BEFORE].killers;
            if killers[0] != m {
                killers[1] = killers[0];
                killers[0] = m;
            }
            self.memory.history.set_answer(hints.before[0], m);
            self.memory.history.reward_quiet(board, m, hints.before, bonus);
            for &other in quiets.moves() {
                self.memory.history.reward_quiet(board, other, hints.before, -bonus);
            }
        }
        for &other in captures.moves() {
            if let Some(taken) = board.slot_on(other.to()) {
                self.memory.history.reward_capture(board, other, taken, -bonus);
            }
        }
    }
}
