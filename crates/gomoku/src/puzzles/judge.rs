//! What an answer is worth, by proof.

use banmen_core::{Judgement, Limits, Task, Text, ToolError};

use super::{Attack, NODES, board_of, within};
use crate::engine::class::Class;
use crate::engine::shape_board::{PointIndex, ShapeBoard, index_of, point_index, point_of};
use crate::engine::solve::WinKind;
use crate::{Point, Position};

/// A win that takes this many moves more than necessary is still called one.
const LONGER: u32 = 2;
/// The longest win by fours that is shown as a punishment.
const PUNISHMENT: u32 = 8;
/// The longest win that counts where the task names no length.
pub(super) const LONGEST: u32 = 6;

/// The most own moves of a win in this task.
fn longest(task: &Task<'_, Position>) -> u32 {
    if task.length == 0 { LONGEST } else { task.length }
}

/// The moves that solve a task.
pub(super) fn answers(task: &Task<'_, Position>, limits: &Limits) -> Result<Vec<String>, ToolError> {
    let mut board = board_of(task.position)?;
    let points = if task.kind == "defend" {
        defences(&mut board, limits)
    } else {
        let mut attack = Attack::new(WinKind::Vct, &within(limits, NODES));
        let length = attack.shortest(&mut board, longest(task));
        length.map_or_else(Vec::new, |length| attack.firsts(&mut board, length))
    };
    Ok(points.into_iter().map(|point| point_of(point).to_string()).collect())
}

/// The points after which the other side has no win by fours.
fn defences(board: &mut ShapeBoard, limits: &Limits) -> Vec<PointIndex> {
    let mut points = empty_points(board);
    points.retain(|&point| {
        board.place(point);
        let mut attack = Attack::new(WinKind::Vcf, &within(limits, NODES));
        let safe = attack.shortest(board, PUNISHMENT).is_none() && attack.stopped().is_none();
        board.undo();
        safe
    });
    points
}

/// Every empty point.
pub(super) fn empty_points(board: &ShapeBoard) -> Vec<PointIndex> {
    let side = board.side_length();
    let all = (0..side).flat_map(|y| (0..side).map(move |x| point_index(x, y)));
    all.filter(|&point| board.is_empty(point)).collect()
}

/// Judges a move.
pub(super) fn judge(task: &Task<'_, Position>, answer: &str, limits: &Limits) -> Result<Judgement, ToolError> {
    let input = |why: String| ToolError::Input(why);
    let point: Point = answer.parse().map_err(|error: banmen_core::ParseMoveError| input(error.to_string()))?;
    let mut after = task.position.clone();
    after.place(point).map_err(|error| input(error.to_string()))?;
    if after.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
        return Ok(Judgement::solved());
    }
    let mut board = board_of(task.position)?;
    let best = answers(task, limits)?;
    board.place(index_of(point));
    if task.kind == "defend" {
        let mut attack = Attack::new(WinKind::Vcf, &within(limits, NODES));
        let line = attack.line(&mut board, PUNISHMENT);
        return Ok(if line.is_empty() { Judgement::solved() } else { punished(&line, &board) });
    }
    let length = longest(task);
    let mut attack = Attack::new(WinKind::Vct, &within(limits, NODES));
    match attack.shortest_after(&mut board, length - 1 + LONGER) {
        // With two ways to five nothing is left to find; and a task of one move ends with it.
        Some(left) if left < length => {
            let evident = board.count(board.turn().other(), Class::Five) > 1;
            if evident || task.kind == "only" {
                return Ok(Judgement::solved());
            }
            let reply = attack.longest_defence(&mut board, length).map(|(reply, _)| point_of(reply).to_string());
            Ok(Judgement::go_on(reply.into_iter().collect()))
        }
        Some(left) => Ok(Judgement::longer(left + 1)),
        None => Ok(refute(&mut board, &best, length, limits)),
    }
}

/// Why the move that has just been made on the board does not win.
fn refute(board: &mut ShapeBoard, best: &[String], length: u32, limits: &Limits) -> Judgement {
    let it = board.turn().other();
    let punishment = Attack::new(WinKind::Vcf, &within(limits, NODES)).line(board, PUNISHMENT);
    if !punishment.is_empty() && board.count(it, Class::Five) == 0 {
        return punished(&punishment, board);
    }
    let replies = if board.count(it, Class::Five) > 0 {
        board.find(it, Class::Five).into_iter().collect()
    } else {
        // The point that mattered is usually the one that matters now as well.
        let key = best.iter().filter_map(|text| text.parse().ok()).map(index_of).filter(|&point| board.is_empty(point));
        let mut replies: Vec<PointIndex> = key.collect();
        let mut near = empty_points(board);
        near.retain(|&point| board.class(point, it) >= Class::Two || board.class(point, board.turn()) >= Class::Four);
        near.sort_by_key(|&point| std::cmp::Reverse((board.class(point, it), point)));
        replies.extend(near);
        replies
    };
    let mut attack = Attack::new(WinKind::Vct, &within(limits, NODES));
    for reply in replies {
        board.place(reply);
        let wins = attack.shortest(board, length + LONGER).is_some();
        board.undo();
        if !wins {
            let note = if attack.stopped().is_some() { "puzzle.note.not_found" } else { "puzzle.note.win_gone" };
            return Judgement::wrong(vec![point_of(reply).to_string()]).noting(Text::new(note));
        }
    }
    // Every answer loses: a quiet move that wins, one move later than threats do.
    Judgement::longer(length + LONGER + 1)
}

fn punished(line: &[PointIndex], board: &ShapeBoard) -> Judgement {
    let side = if board.turn() == crate::engine::shape_board::Side::Black { "black" } else { "white" };
    let line = line.iter().map(|&point| point_of(point).to_string()).collect();
    Judgement::wrong(line).noting(Text::new("puzzle.note.wins_by_fours").with("side", side))
}
