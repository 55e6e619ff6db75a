//! Counting the leaves of the game tree, the classic test of a move generator.

use crate::board::Board;
use crate::moves::{Move, MoveList};
use crate::variant::Variant;

/// The number of move sequences of this length. A position that has ended has none. The last move is counted, not played.
pub fn perft<V: Variant>(board: &Board<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(board.count_moves()),
        _ => {
            let mut list = MoveList::new();
            board.moves(&mut list);
            list.iter().map(|&m| perft(&board.after(m), depth - 1)).sum()
        }
    }
}

/// The [`perft`] number behind each first move.
pub fn divide<V: Variant>(board: &Board<V>, depth: u32) -> Vec<(Move, u64)> {
    let mut list = MoveList::new();
    if depth > 0 {
        board.moves(&mut list);
    }
    list.iter().map(|&m| (m, perft(&board.after(m), depth - 1))).collect()
}
