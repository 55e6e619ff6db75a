//! What an answer is worth, by exact values.

use banmen_core::{Game, Judgement, Limits, ParseMoveError, Task, Text, ToolError, Turn};

use crate::{Move, Position, SolveError, Solver};

/// Values closer than this are the same; they are sums of exact chances in floating point.
const SAME: f64 = 1e-9;

/// Every move of the player to decide with its exact expected score, in the order of the moves.
pub(super) fn values(
    position: &Position,
    solver: &mut Solver,
    limits: &Limits,
) -> Result<Vec<(Move, f64)>, SolveError> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let seat = position.mover();
    // Both choices after a placement are worked out together.
    if legal.contains(&Move::Observe) {
        let mut found = solver.solve(position, limits)?.map(|solution| solution.moves).unwrap_or_default();
        found.sort_by_key(|(m, _)| *m != Move::Observe);
        return Ok(found);
    }
    let mut found = Vec::with_capacity(legal.len());
    for m in legal {
        let mut after = position.clone();
        if after.play(m).is_err() {
            continue;
        }
        let value = if let Turn::Over { outcome } = after.turn() {
            outcome.score(seat)
        } else {
            let value = solver.value(&after, limits)?.unwrap_or(0.5);
            if after.mover() == seat { value } else { 1.0 - value }
        };
        found.push((m, value));
    }
    Ok(found)
}

/// The moves of greatest value, and that value.
pub(super) fn best(values: &[(Move, f64)]) -> (Vec<Move>, f64) {
    let most = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    (values.iter().filter(|&&(_, value)| value > most - SAME).map(|&(m, _)| m).collect(), most)
}

fn stopped(error: SolveError) -> ToolError {
    match error {
        error @ SolveError::TooLarge { .. } => ToolError::Input(error.to_string()),
        error @ SolveError::Stopped { .. } => {
            ToolError::Stopped { why: error.to_string(), partial: serde_json::Value::Null }
        }
    }
}

/// The moves that solve a task.
pub(super) fn answers(task: &Task<'_, Position>, limits: &Limits) -> Result<Vec<String>, ToolError> {
    let mut solver = Solver::new(task.position.rules()).map_err(stopped)?;
    let values = values(task.position, &mut solver, limits).map_err(stopped)?;
    Ok(best(&values).0.iter().map(Move::to_string).collect())
}

/// An expected score as people read it.
fn percent(value: f64) -> String {
    format!("{:.1} %", 100.0 * value)
}

/// Judges a move.
pub(super) fn judge(task: &Task<'_, Position>, answer: &str, limits: &Limits) -> Result<Judgement, ToolError> {
    let m: Move = answer.parse().map_err(|error: ParseMoveError| ToolError::Input(error.to_string()))?;
    let mut after = task.position.clone();
    after.play(m).map_err(|error| ToolError::Input(error.to_string()))?;
    let mut solver = Solver::new(task.position.rules()).map_err(stopped)?;
    let values = values(task.position, &mut solver, limits).map_err(stopped)?;
    let (right, most) = best(&values);
    let own = values.iter().find(|(other, _)| *other == m).map_or(0.0, |&(_, value)| value);
    let note = |key: &str| Text::new(key).with("own", percent(own)).with("best", percent(most));
    if right.contains(&m) {
        let others = values.iter().filter(|(other, _)| !right.contains(other)).map(|&(_, value)| value);
        let next = others.fold(0.0, f64::max);
        let note = Text::new("puzzle.note.best_value").with("own", percent(own)).with("next", percent(next));
        return Ok(Judgement::solved().noting(note));
    }
    let mut refutation = Vec::new();
    // After a placement its player would still decide as well as possible.
    if matches!(m, Move::Place(_))
        && after.mover() == task.position.mover()
        && let Some(solution) = solver.solve(&after, limits).map_err(stopped)?
        && solution.best == Move::Skip
        && after.play(Move::Skip).is_ok()
    {
        refutation.push(Move::Skip.to_string());
    }
    // The opponent's best turn, as far as chance has no say in it.
    while matches!(after.turn(), Turn::Seat { seat } if seat != task.position.mover()) {
        let Some(solution) = solver.solve(&after, limits).map_err(stopped)? else { break };
        refutation.push(solution.best.to_string());
        if after.play(solution.best).is_err() {
            break;
        }
    }
    Ok(Judgement::wrong(refutation).noting(note("puzzle.note.worse_value")))
}
