//! What an answer is worth, by proof.

use banmen_core::{Game, Judgement, Limits, ParseMoveError, Seat, Task, Text, ToolError};

use super::win::{Win, moves_of};
use super::{NODES, within};
use crate::moves::Move;
use crate::piece_board::PieceBoard;
use crate::variant::Variant;
use crate::{Position, with_board};

/// A win that takes this many moves more than necessary is still called one.
const LONGER: u32 = 2;
/// The longest win that is shown as a punishment.
const PUNISHMENT: u32 = 3;

fn check(task: &Task<'_, Position>) -> Result<(), ToolError> {
    if matches!(task.kind, "mate" | "defend") {
        return Ok(());
    }
    Err(ToolError::Input(format!("there is no puzzle {:?} of animal shogi; expected mate or defend", task.kind)))
}

/// The moves that solve a task.
pub(super) fn answers(task: &Task<'_, Position>, limits: &Limits) -> Result<Vec<String>, ToolError> {
    check(task)?;
    let moves = with_board!(task.position.board(), board => answers_on(task, board, limits));
    Ok(moves.iter().map(Move::to_string).collect())
}

fn answers_on<V: Variant>(task: &Task<'_, Position>, board: &PieceBoard<V>, limits: &Limits) -> Vec<Move> {
    let mut win = Win::new(&within(limits, NODES));
    if task.kind == "defend" {
        let mut moves = moves_of(board);
        moves.retain(|&m| !win.wins(&board.after(m), task.length.max(1)));
        return moves;
    }
    let length = win.shortest(board, task.length.max(1));
    length.map_or_else(Vec::new, |length| win.firsts(board, length))
}

/// Judges a move.
pub(super) fn judge(task: &Task<'_, Position>, answer: &str, limits: &Limits) -> Result<Judgement, ToolError> {
    check(task)?;
    let m: Move = answer.parse().map_err(|error: ParseMoveError| ToolError::Input(error.to_string()))?;
    let mut after = task.position.clone();
    after.play(m).map_err(|error| ToolError::Input(error.to_string()))?;
    Ok(with_board!(after.board(), board => judge_on(task, board, limits)))
}

fn judge_on<V: Variant>(task: &Task<'_, Position>, board: &PieceBoard<V>, limits: &Limits) -> Judgement {
    let mut win = Win::new(&within(limits, NODES));
    let text = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>();
    let wins =
        || Text::new("puzzle.note.wins").with("side", if board.side() == Seat::First { "sente" } else { "gote" });
    if task.kind == "defend" {
        let line = win.line(board, task.length.max(1));
        return if line.is_empty() { Judgement::solved() } else { Judgement::wrong(text(&line)).noting(wins()) };
    }
    let left = task.length.max(1) - 1;
    match win.shortest_after(board, left + LONGER) {
        Some(0) => Judgement::solved(),
        Some(more) if more <= left => {
            Judgement::go_on(win.longest_defence(board, left).iter().map(Move::to_string).collect())
        }
        Some(more) => Judgement::longer(more + 1),
        None => {
            let mut other = Win::new(&within(limits, NODES));
            let punishment = other.line(board, PUNISHMENT);
            if !punishment.is_empty() {
                return Judgement::wrong(text(&punishment)).noting(wins());
            }
            let lasting = win.longest_defence(board, left + LONGER);
            let note = if win.stopped().is_some() { "puzzle.note.not_found" } else { "puzzle.note.win_gone" };
            Judgement::wrong(lasting.iter().map(Move::to_string).collect()).noting(Text::new(note))
        }
    }
}
