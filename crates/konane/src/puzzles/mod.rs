//! Puzzles: the only winning jump, what a position is worth, which part is hottest.

mod find;
mod judge;
mod study;

use banmen_core::{PuzzleKind, Puzzles};

use crate::board::{Board, Stone};
use crate::position::Konane;

/// The puzzles and everything about them.
pub(crate) const PUZZLES: Puzzles<Konane> = Puzzles {
    text: include_str!("../../data/puzzles.jsonl"),
    kinds: &KINDS,
    find: find::find,
    judge: judge::judge,
    answers: judge::answers,
    image,
};

const fn kind(id: &'static str, length: u32) -> PuzzleKind {
    PuzzleKind { id, length }
}

/// The only winning jump, by the own jumps that the win takes; the worth, by the height of the game; the hottest of so many
/// parts.
const KINDS: [PuzzleKind; 10] = [
    kind("only", 2),
    kind("only", 3),
    kind("only", 4),
    kind("only", 5),
    kind("worth", 2),
    kind("worth", 3),
    kind("worth", 4),
    kind("worth", 5),
    kind("hottest", 2),
    kind("hottest", 3),
];

/// The smallest of a position's eight mirror images, also with the colours exchanged, as text.
fn image(position: &Konane) -> String {
    let text = |board: &Board, to_move: Stone| format!("{} {to_move}", board.line());
    let of = |board: Board, to_move| {
        let turns = [board, board.rotated(), board.rotated().rotated(), board.rotated().rotated().rotated()];
        turns.into_iter().flat_map(|board| [board, board.mirrored()]).map(move |board| text(&board, to_move))
    };
    let board = *position.board();
    let swapped = of(board.colours_swapped(), position.to_move().other());
    of(board, position.to_move()).chain(swapped).min().unwrap_or_default()
}
