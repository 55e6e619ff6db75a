//! One searching thread: its counters, its stop flag, its lines, and how games end.

use super::memory::{FRAME, Memory};
use super::past::Past;
use super::picker::{Picker, Sources};
use super::score::*;
use super::transposition::TranspositionTable;
use crate::evaluation::Evaluator;
use crate::moves::{Move, MoveList};
use crate::piece_board::PieceBoard;
use crate::rules::{LION, LionRule};
use crate::square::{Each, Squares};
use crate::variant::{Variant, lion_can_try};
use banmen_core::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// No line is searched deeper.
pub(super) const MAX_PLY: usize = 120;
/// The clock and the flags are looked at once in this many nodes.
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
pub(super) struct TreeBoard<V> {
    pub board: PieceBoard<V>,
    /// The opponent's pieces that could take the lion.
    pub checkers: Squares,
}

impl<V: Variant> TreeBoard<V> {
    /// The position after a safe move whose key is known already. No piece attacked the lion before, so none but the one that moved
    /// does now.
    #[inline]
    pub fn after(board: &PieceBoard<V>, m: Move, key: u64, gives_check: bool) -> Self {
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
    pub root: PieceBoard<V>,
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
    pub fn new(shared: &'a Shared<'a>, memory: &'a mut Memory, root: PieceBoard<V>, keys: &[u64]) -> Self {
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
    pub(super) fn drawn(&self, board: &PieceBoard<V>) -> i32 {
        if board.side() == self.root.side() { DRAW - self.shared.contempt } else { DRAW + self.shared.contempt }
    }

    /// The score of a position in which the game is over, or will be with the very next move of the lion. Safe moves have led here, so
    /// that no lion can be taken.
    #[inline]
    pub(super) fn settled<const PV: bool>(&mut self, board: &PieceBoard<V>, ply: usize) -> Option<i32> {
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
    pub(super) fn lost<const PV: bool>(&mut self, board: &PieceBoard<V>, ply: usize) -> i32 {
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

    /// The line is this move and the line of the next ply.
    pub(super) fn take_line(&mut self, ply: usize, m: Move) {
        self.memory.lines[ply][ply] = m;
        let end = self.line_ends[ply + 1].max(ply + 1);
        let (upper, lower) = self.memory.lines.split_at_mut(ply + 1);
        upper[ply][ply + 1..end].copy_from_slice(&lower[0][ply + 1..end]);
        self.line_ends[ply] = end;
    }

    /// The next move of a picker.
    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker, board: &PieceBoard<V>, ply: usize) -> Option<Move> {
        let sources =
            Sources { values: self.shared.evaluator, history: &self.memory.history, room: &mut self.memory.rooms[ply] };
        picker.next(board, sources)
    }
}
