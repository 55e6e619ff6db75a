//! The shortest forced win, exactly: every move of both sides is tried.

use banmen_core::{Budget, Limits, Stop};
use rustc_hash::FxHashMap;

use crate::moves::{Move, MoveList};
use crate::piece_board::PieceBoard;
use crate::variant::Variant;

/// What is known of a position: the side to move wins within `won` own moves, and not within `refuted`.
#[derive(Clone, Copy)]
struct Known {
    won: u32,
    refuted: u32,
}

/// Finds shortest wins. Repetition does not matter to them: a shortest way never comes back.
pub struct Win {
    known: FxHashMap<u64, Known>,
    nodes: u64,
    budget: Budget,
    stopped: Option<Stop>,
}

impl Win {
    /// A search within the limits.
    pub fn new(limits: &Limits) -> Self {
        Self { known: FxHashMap::default(), nodes: 0, budget: limits.start(), stopped: None }
    }

    /// Which limit ended the work; what was not found then may exist.
    pub fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// The fewest own moves with which the side to move wins, if at most `most`.
    pub fn shortest<V: Variant>(&mut self, board: &PieceBoard<V>, most: u32) -> Option<u32> {
        (1..=most).find(|&length| self.wins(board, length))
    }

    /// The fewest further own moves with which the side that has just moved wins, if at most `most`; 0 if it has won.
    pub fn shortest_after<V: Variant>(&mut self, board: &PieceBoard<V>, most: u32) -> Option<u32> {
        (0..=most).find(|&length| self.holds(board, length))
    }

    /// Every first move that wins within `length` own moves.
    pub fn firsts<V: Variant>(&mut self, board: &PieceBoard<V>, length: u32) -> Vec<Move> {
        if length == 0 || board.ending().is_some() {
            return Vec::new();
        }
        let mut moves = moves_of(board);
        moves.retain(|&m| self.holds(&board.after(m), length - 1));
        moves
    }

    /// Whether the side to move wins within `length` own moves.
    pub fn wins<V: Variant>(&mut self, board: &PieceBoard<V>, length: u32) -> bool {
        self.nodes += 1;
        if self.stopped.is_none() && self.nodes.is_multiple_of(64) {
            self.stopped = self.budget.stop(self.nodes);
        }
        if let Some(ending) = board.ending() {
            return ending.winner == board.side();
        }
        if length == 0 || self.stopped.is_some() {
            return false;
        }
        let known = self.known.get(&board.key()).copied().unwrap_or(Known { won: u32::MAX, refuted: 0 });
        if known.won <= length || known.refuted >= length {
            return known.won <= length;
        }
        let wins = moves_of(board).into_iter().any(|m| self.holds(&board.after(m), length - 1));
        if self.stopped.is_none() {
            let known = if wins { Known { won: length, ..known } } else { Known { refuted: length, ..known } };
            self.known.insert(board.key(), known);
        }
        wins
    }

    /// Whether the side that has just moved wins within `length` further own moves, whatever the other side does.
    pub fn holds<V: Variant>(&mut self, board: &PieceBoard<V>, length: u32) -> bool {
        match board.ending() {
            Some(ending) => ending.winner != board.side(),
            None if length == 0 => false,
            None => moves_of(board).into_iter().all(|m| self.wins(&board.after(m), length)),
        }
    }

    /// The answer that makes the win of the side that has just moved last longest.
    pub fn longest_defence<V: Variant>(&mut self, board: &PieceBoard<V>, most: u32) -> Option<Move> {
        let lasting = moves_of(board).into_iter().map(|m| {
            let after = board.after(m);
            let length = if after.ending().is_some() { 0 } else { self.shortest(&after, most).unwrap_or(u32::MAX) };
            (m, length)
        });
        lasting.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(m, _)| m)
    }

    /// A winning line of the side to move, with answers that last.
    pub fn line<V: Variant>(&mut self, board: &PieceBoard<V>, most: u32) -> Vec<Move> {
        let mut board = *board;
        let mut line = Vec::new();
        while let Some(length) = self.shortest(&board, most) {
            let Some(&m) = self.firsts(&board, length).first() else { break };
            board = board.after(m);
            line.push(m);
            if board.ending().is_some() {
                break;
            }
            let Some(answer) = self.longest_defence(&board, length) else { break };
            board = board.after(answer);
            line.push(answer);
        }
        line
    }
}

/// The moves, those that threaten the lion first.
pub(super) fn moves_of<V: Variant>(board: &PieceBoard<V>) -> Vec<Move> {
    let mut list = MoveList::new();
    board.moves(&mut list);
    let mut moves = list.to_vec();
    moves.sort_by_key(|&m| !board.gives_check(m));
    moves
}
