//! Puzzles: positions of the engine's own games with a forced win, found, proved and judged.

mod find;
mod judge;
mod win;

use banmen_core::{Limits, PuzzleKind, Puzzles};

pub use win::Win;

use crate::piece_board::PieceBoard;
use crate::{AnyBoard, Position, with_board};

/// The puzzles and everything about them.
pub(crate) const PUZZLES: Puzzles<Position> = Puzzles {
    text: include_str!("../../data/puzzles.jsonl"),
    kinds: &KINDS,
    find: find::find,
    judge: judge::judge,
    answers: judge::answers,
    image,
};

/// Wins in one to five moves.
const KINDS: [PuzzleKind; 5] = [mate(1), mate(2), mate(3), mate(4), mate(5)];

const fn mate(length: u32) -> PuzzleKind {
    PuzzleKind { id: "mate", length }
}

/// Positions that judging an answer may visit for each question.
const NODES: u64 = 3_000_000;

/// The limits of one question about a position.
fn within(limits: &Limits, nodes: u64) -> Limits {
    Limits { nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))), ..limits.clone() }
}

/// The smallest of a position, its mirror image, and both with the sides exchanged, as text.
fn image(position: &Position) -> String {
    fn smallest<V: crate::variant::Variant>(board: &PieceBoard<V>) -> String {
        let exchanged = {
            let mut turned = board.exchanged();
            if turned.side() == board.side() {
                turned.pass();
            }
            turned
        };
        let images = [*board, board.mirrored(), exchanged, exchanged.mirrored()];
        images.iter().map(PieceBoard::to_text).min().unwrap_or_default()
    }
    let board: &AnyBoard = position.board();
    format!("{} {}", position.name(), with_board!(board, board => smallest(board)))
}
