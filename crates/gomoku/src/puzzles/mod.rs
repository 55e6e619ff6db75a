//! Puzzles: positions of the engine's own games with a forced win, found, proved and judged.

mod attack;
mod find;
mod judge;

use banmen_core::{Game, Limits, PuzzleKind, Puzzles, ToolError};

pub use attack::Attack;

use crate::computer::new_engine;
use crate::engine::shape_board::ShapeBoard;
use crate::{Position, Rule, Stone};

/// The puzzles and everything about them.
pub(crate) const PUZZLES: Puzzles<Position> = Puzzles {
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

/// Wins by fours, wins that need open threes, and moves without which one loses.
const KINDS: [PuzzleKind; 10] = [
    kind("vcf", 2),
    kind("vcf", 3),
    kind("vcf", 4),
    kind("vcf", 5),
    kind("vcf", 6),
    kind("vct", 3),
    kind("vct", 4),
    kind("vct", 5),
    kind("vct", 6),
    kind("only", 0),
];

/// Positions that judging an answer may visit for each question.
const NODES: u64 = 1_500_000;

/// The limits of one question about a position.
fn within(limits: &Limits, nodes: u64) -> Limits {
    Limits { nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))), ..limits.clone() }
}

/// The board that the search plays on.
fn board_of(position: &Position) -> Result<ShapeBoard, ToolError> {
    if position.rules().rule == Rule::Renju {
        return Err(ToolError::Input("puzzles are about boards without forbidden points".to_owned()));
    }
    let mut engine = new_engine(*position.rules(), 1, 1);
    engine.set_position(position.moves()).map_err(|error| ToolError::Input(error.to_string()))?;
    Ok(engine.board().clone())
}

/// The smallest of a position's eight mirror images, as text.
fn image(position: &Position) -> String {
    let last = position.size().get() - 1;
    let images = (0..8).map(|way| {
        let mut stones: Vec<(u8, u8, bool)> = (position.moves().iter().enumerate())
            .map(|(number, point)| {
                let (mut x, mut y) = (point.column(), point.row());
                if way & 1 != 0 {
                    x = last - x;
                }
                if way & 2 != 0 {
                    y = last - y;
                }
                if way & 4 != 0 {
                    (x, y) = (y, x);
                }
                (x, y, number % 2 == 0)
            })
            .collect();
        stones.sort_unstable();
        stones
    });
    let smallest = images.min().unwrap_or_default();
    let rules = position.rules();
    let side = if position.to_move() == Stone::Black { 'b' } else { 'w' };
    let stones: String =
        smallest.into_iter().map(|(x, y, black)| format!(" {x},{y}{}", if black { 'b' } else { 'w' })).collect();
    format!("{} {} {side}{stones}", rules.size, rules.rule)
}
