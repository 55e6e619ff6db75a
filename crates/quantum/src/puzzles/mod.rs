//! Puzzles on boards small enough for exact values: observe or wait, and where to place the next stone.

mod find;
mod judge;
pub mod lookahead;

use banmen_core::{Game, PuzzleKind, Puzzles};

use crate::{Position, Stage};

/// The puzzles and everything about them.
pub(crate) const PUZZLES: Puzzles<Position> = Puzzles {
    text: include_str!("../../data/puzzles.jsonl"),
    kinds: &KINDS,
    find: find::find,
    judge: judge::judge,
    answers: judge::answers,
    image,
};

/// Observations that are right and observations that are wrong, about equally many; the best placement on boards of 3 and 4
/// points a side.
const KINDS: [PuzzleKind; 4] = [
    PuzzleKind { id: "decide", length: find::OBSERVE },
    PuzzleKind { id: "decide", length: find::WAIT },
    PuzzleKind { id: "place", length: 3 },
    PuzzleKind { id: "place", length: 4 },
];

/// The smallest of a position's eight mirror images, as text.
fn image(position: &Position) -> String {
    let size = usize::from(position.grid().size());
    let cell = |x: usize, y: usize| {
        position.grid().at(y * size + x).map_or_else(|| "-".to_owned(), |percent| percent.get().to_string())
    };
    let images = (0..8).map(|way| {
        let cells = (0..size * size).map(|index| {
            let (mut x, mut y) = (index % size, index / size);
            if way & 1 != 0 {
                x = size - 1 - x;
            }
            if way & 2 != 0 {
                y = size - 1 - y;
            }
            if way & 4 != 0 {
                (x, y) = (y, x);
            }
            cell(x, y)
        });
        cells.collect::<Vec<_>>().join(" ")
    });
    let left = banmen_core::Seat::BOTH.map(|seat| position.observations_left(seat));
    let stage = if position.stage() == Stage::Place { "place" } else { "decide" };
    format!("{} {stage} {left:?} {}", position.rules().row, images.min().unwrap_or_default())
}
