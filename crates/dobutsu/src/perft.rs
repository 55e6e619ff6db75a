//! Counting the leaves of the game tree, the classic test of a move generator.

use crate::moves::{Move, MoveList};
use crate::piece_board::PieceBoard;
use crate::variant::Variant;
use banmen_core::Cancel;

/// The number of move sequences of this length. A position that has ended has none. The last move is counted, not played.
pub fn perft<V: Variant>(board: &PieceBoard<V>, depth: u32) -> u64 {
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
pub fn divide<V: Variant>(board: &PieceBoard<V>, depth: u32) -> Vec<(Move, u64)> {
    let mut list = MoveList::new();
    if depth > 0 {
        board.moves(&mut list);
    }
    list.iter().map(|&m| (m, perft(&board.after(m), depth - 1))).collect()
}

/// As [`divide`], but ends with `None` soon after it is cancelled.
pub fn divide_until<V: Variant>(board: &PieceBoard<V>, depth: u32, cancel: &Cancel) -> Option<Vec<(Move, u64)>> {
    let mut list = MoveList::new();
    if depth > 0 {
        board.moves(&mut list);
    }
    list.iter().map(|&m| Some((m, perft_until(&board.after(m), depth - 1, cancel)?))).collect()
}

/// As [`perft`], but ends with `None` soon after it is cancelled.
fn perft_until<V: Variant>(board: &PieceBoard<V>, depth: u32, cancel: &Cancel) -> Option<u64> {
    /// Counts of this depth are done in a moment, so the cancel flag is not read during them.
    const MOMENT: u32 = 5;
    if depth <= MOMENT {
        return if cancel.is_set() { None } else { Some(perft(board, depth)) };
    }
    let mut list = MoveList::new();
    board.moves(&mut list);
    list.iter().map(|&m| perft_until(&board.after(m), depth - 1, cancel)).sum()
}
