//! Forced wins: is there one, and how does it go?

use std::time::Duration;

use banmen_core::{Game, Limits};

use crate::Position;
use crate::computer::new_engine;
pub use crate::engine::solve::{Answer, ParseWinKindError, Solution, WinKind};

/// Looks for a forced win of the side to move; a finished game has none.
pub fn solve(position: &Position, kind: WinKind, limits: &Limits) -> Solution {
    let nothing =
        |answer| Solution { answer, kind, line: Vec::new(), first: Vec::new(), nodes: 0, elapsed: Duration::ZERO };
    if position.outcome().is_some() {
        return nothing(Answer::None);
    }
    let mut engine = new_engine(*position.rules(), 1, 1);
    if engine.set_position(position.moves()).is_err() {
        return nothing(Answer::Unknown);
    }
    engine.solve(kind, limits)
}
