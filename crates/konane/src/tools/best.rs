//! `konane.best`: a move to play, and how sure it is.

use banmen_core::{Game, Limits, Score};
use serde::{Deserialize, Serialize};

use super::Halt;
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::level;
use crate::position::{Konane, Move};
use crate::rules::Rules;

/// Which position, and who is to move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestQuestion {
    /// The position.
    pub board: Board,
    /// Who is to move.
    pub to_move: Stone,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// Which of the computer's levels is asked.
    #[serde(default = "hard")]
    pub level: String,
    /// Where the level's chance begins.
    #[serde(default)]
    pub seed: u64,
}

fn hard() -> String {
    "hard".to_owned()
}

/// A move to play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestMove {
    /// The position.
    pub board: Board,
    /// Who is to move.
    pub to_move: Stone,
    /// The move, unless there is none.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// The position after it.
    pub after: Option<Board>,
    /// What the level makes of it: a value, or a count of moves.
    pub score: Option<Score>,
    /// The line that it expects.
    pub line: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// A move to play, as a level of the computer would choose it within the limits.
pub fn best(
    question: &BestQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<BestMove, Halt<BestMove>> {
    let budget = limits.start();
    let rules = Rules { jumps: question.jumps, ..Rules::free(&question.board, question.to_move) };
    let position = Konane::start(&rules).map_err(|error| Halt::Input(error.to_string()))?;
    let mut player = level::player(&question.level, question.jumps, question.seed).ok_or_else(|| {
        let known: Vec<&str> = level::all().iter().map(|level| level.id).collect();
        Halt::Input(format!("there is no level {:?}; {} were expected", question.level, known.join(", ")))
    })?;
    let mut last = banmen_core::Progress::default();
    let chosen = player.choose(&position, limits, &mut |progress| {
        report(&Effort { positions: progress.nodes, elapsed: budget.elapsed(), ..Effort::default() });
        last = progress;
    });
    let after = match chosen {
        Some(Move::Jump(jump)) => question.board.after(jump, question.to_move, question.jumps).ok(),
        _ => None,
    };
    Ok(BestMove {
        board: question.board,
        to_move: question.to_move,
        best: chosen.map(|chosen| chosen.to_string()),
        after,
        score: last.score,
        line: last.line,
        seconds: budget.elapsed().as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(board: &str, level: &str) -> Result<BestMove, Halt<BestMove>> {
        let question = BestQuestion {
            board: board.parse().unwrap(),
            to_move: Stone::Black,
            jumps: Jumps::Any,
            level: level.to_owned(),
            seed: 0,
        };
        best(&question, &Limits::within(std::time::Duration::from_secs(1)), &mut |_| {})
    }

    #[test]
    fn a_move_is_given_if_there_is_one() {
        assert_eq!(ask("BW.", "hard").unwrap().best.as_deref(), Some("a1-c1"));
        assert_eq!(ask("B.W", "hard").unwrap().best, None);
        assert!(matches!(ask("BW.", "godlike"), Err(Halt::Input(why)) if why.contains("easy, normal, hard")));
    }
}
