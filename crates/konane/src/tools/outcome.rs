//! `konane.outcome`: who wins, without the value.

use banmen_core::Limits;
use serde::{Deserialize, Serialize};

use super::{Halt, added, remaining};
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::outcome::Prover;

/// Which position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeQuestion {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// Who starts; both are asked about if nothing is said.
    #[serde(default)]
    pub first: Option<Stone>,
}

/// Who wins. What was not asked or is not known is missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionOutcome {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    pub jumps: Jumps,
    /// `L` (Black wins), `R` (White), `N` (the next player) or `P` (the previous player).
    pub outcome: Option<&'static str>,
    /// Who wins if Black starts.
    pub black_first: Option<Stone>,
    /// Who wins if White starts.
    pub white_first: Option<Stone>,
    /// How many positions were looked into.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// The bytes that were in use.
    pub bytes: u64,
}

/// The share of the memory for what the proof remembers; the rest is for the values of small parts.
fn remembered(limits: &Limits) -> Option<u64> {
    limits.memory.map(|bytes| bytes / 4 * 3)
}

/// A prover whose memory fits the limits.
pub(super) fn prover(jumps: Jumps, limits: &Limits) -> Prover {
    Prover::new(jumps, remembered(limits))
}

/// Who wins a position.
pub fn outcome(
    question: &OutcomeQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<PositionOutcome, Halt<PositionOutcome>> {
    let budget = limits.start();
    let mut prover = prover(question.jumps, limits);
    let mut answer = PositionOutcome {
        board: question.board,
        jumps: question.jumps,
        outcome: None,
        black_first: None,
        white_first: None,
        positions: 0,
        seconds: 0.0,
        bytes: 0,
    };
    let mut spent = Effort::default();
    let asked = Stone::BOTH.into_iter().filter(|stone| question.first.is_none_or(|first| first == *stone));
    for first in asked {
        let before = spent;
        let limits = remaining(limits, &budget, before.positions);
        let mut noted = |step: &Effort| {
            spent = added(&before, step);
            report(&spent);
        };
        let found = prover.solve(&question.board, first, &limits, &mut noted);
        let step = match &found {
            Ok(verdict) => verdict.effort,
            Err((_, effort)) => *effort,
        };
        spent = added(&before, &step);
        answer.positions = spent.positions;
        answer.bytes = spent.bytes;
        answer.seconds = budget.elapsed().as_secs_f64();
        let winner = match found {
            Ok(verdict) => Some(if verdict.wins { first } else { first.other() }),
            Err((stop, _)) => return Err(Halt::Limit { stop, partial: answer }),
        };
        match first {
            Stone::Black => answer.black_first = winner,
            Stone::White => answer.white_first = winner,
        }
    }
    answer.outcome = match (answer.black_first, answer.white_first) {
        (Some(Stone::Black), Some(Stone::Black)) => Some("L"),
        (Some(Stone::White), Some(Stone::White)) => Some("R"),
        (Some(Stone::Black), Some(Stone::White)) => Some("N"),
        (Some(Stone::White), Some(Stone::Black)) => Some("P"),
        _ => None,
    };
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{ValueQuestion, value};

    #[test]
    fn outcomes_are_the_signs_of_values() {
        let mut random = banmen_core::Random::new(11);
        for _ in 0..100 {
            let board = crate::testing::random_board(3, 5, &mut random);
            let limits = Limits { memory: Some(1 << 20), ..Limits::none() };
            let asked = OutcomeQuestion { board, jumps: Jumps::Any, first: None };
            let found = outcome(&asked, &limits, &mut |_| {}).unwrap();
            let valued = ValueQuestion { board, jumps: Jumps::Any, max_length: 0 };
            let worth = value(&valued, &Limits::none(), &mut |_| {}).unwrap().worth.unwrap();
            assert_eq!(found.outcome, Some(worth.outcome.as_str()), "{board}");
        }
    }
}
