//! `konane.outcome`: who wins, without the value.

use banmen_core::{Limits, Stop};
use serde::{Deserialize, Serialize};

use super::{Halt, added, remaining};
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::outcome::Prover;
use crate::rules::Rules;
use crate::verify::Setup;

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
    /// Whether both players first remove a stone from the board, which is then a full one, and Black starts.
    #[serde(default)]
    pub traditional: bool,
}

impl OutcomeQuestion {
    /// What the game starts from, or what is wrong with it.
    pub fn setup(&self) -> Result<Setup, String> {
        if self.traditional {
            let full = Rules::traditional(self.board.rows() as u8, self.board.cols() as u8).board();
            if full.ok() != Some(self.board) {
                return Err(
                    "the traditional game starts from a full chequered board with a black lower left corner".to_owned()
                );
            }
            if self.first == Some(Stone::White) {
                return Err("Black starts the traditional game".to_owned());
            }
        }
        Ok(Setup { board: self.board, traditional: self.traditional, jumps: self.jumps })
    }

    /// Who is asked about as the first player.
    fn starters(&self) -> impl Iterator<Item = Stone> {
        let first = if self.traditional { Some(Stone::Black) } else { self.first };
        Stone::BOTH.into_iter().filter(move |stone| first.is_none_or(|first| first == *stone))
    }
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

/// A prover whose memory fits the limits.
pub(super) fn prover(jumps: Jumps, limits: &Limits) -> Prover {
    Prover::new(jumps, limits.memory)
}

/// Who wins with one player starting, or what ended the search, and what it took.
struct Run {
    first: Stone,
    winner: Result<Stone, Stop>,
    effort: Effort,
}

fn run(
    prover: &mut Prover,
    openings: &[Vec<Board>],
    first: Stone,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Run {
    match prover.solve_openings(openings, first, limits, report) {
        Ok(verdict) => {
            let winner = if verdict.wins { first } else { first.other() };
            Run { first, winner: Ok(winner), effort: verdict.effort }
        }
        Err((stop, effort)) => Run { first, winner: Err(stop), effort },
    }
}

/// Who wins a position. The second search knows what the first has found.
pub fn outcome(
    question: &OutcomeQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<PositionOutcome, Halt<PositionOutcome>> {
    outcome_with(&mut prover(question.jumps, limits), question, limits, report)
}

/// The same with a prover that may know something already and keeps what it learns.
pub fn outcome_with(
    prover: &mut Prover,
    question: &OutcomeQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<PositionOutcome, Halt<PositionOutcome>> {
    let budget = limits.start();
    let openings = question.setup().map_err(Halt::Input)?.openings();
    let mut progress = Effort::default();
    let mut runs = Vec::new();
    for first in question.starters() {
        let limits = remaining(limits, &budget, progress.positions);
        let before = progress;
        let found = run(prover, &openings, first, &limits, &mut |step: &Effort| report(&added(&before, step)));
        progress = added(&before, &found.effort);
        let stopped = found.winner.is_err();
        runs.push(found);
        if stopped {
            break;
        }
    }
    let spent = runs.iter().fold(Effort::default(), |sum, run| added(&sum, &run.effort));
    let mut answer = PositionOutcome {
        board: question.board,
        jumps: question.jumps,
        outcome: None,
        black_first: None,
        white_first: None,
        positions: spent.positions,
        seconds: budget.elapsed().as_secs_f64(),
        bytes: spent.bytes,
    };
    let mut ended = None;
    for Run { first, winner, .. } in runs {
        match (first, winner) {
            (Stone::Black, Ok(winner)) => answer.black_first = Some(winner),
            (Stone::White, Ok(winner)) => answer.white_first = Some(winner),
            (_, Err(stop)) => ended = ended.or(Some(stop)),
        }
    }
    if let Some(stop) = ended {
        return Err(Halt::Limit { stop, partial: answer });
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
            let asked = OutcomeQuestion { board, jumps: Jumps::Any, first: None, traditional: false };
            let found = outcome(&asked, &limits, &mut |_| {}).unwrap();
            let valued = ValueQuestion { board, jumps: Jumps::Any, max_length: 0 };
            let worth = value(&valued, &Limits::none(), &mut |_| {}).unwrap().worth.unwrap();
            assert_eq!(found.outcome, Some(worth.outcome.as_str()), "{board}");
        }
    }

    #[test]
    fn threads_change_no_answer() {
        let mut random = banmen_core::Random::new(12);
        for _ in 0..300 {
            let board = crate::testing::random_board(4, 5, &mut random);
            let asked = OutcomeQuestion { board, jumps: Jumps::Any, first: None, traditional: false };
            let [serial, parallel] = [1, 2].map(|threads| {
                let limits = Limits { memory: Some(1 << 20), threads, ..Limits::none() };
                outcome(&asked, &limits, &mut |_| {}).unwrap()
            });
            assert_eq!(serial.outcome, parallel.outcome, "{board}");
            assert_eq!(
                (serial.black_first, serial.white_first),
                (parallel.black_first, parallel.white_first),
                "{board}"
            );
        }
    }
}
