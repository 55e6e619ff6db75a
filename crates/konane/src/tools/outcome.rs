//! `konane.outcome`: who wins, without the value.

use banmen_core::{Budget, Limits, Stop};
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

/// Who wins with one player starting, or what ended the search, and what it took.
struct Run {
    first: Stone,
    winner: Result<Stone, Stop>,
    effort: Effort,
}

fn run(prover: &mut Prover, board: &Board, first: Stone, limits: &Limits, report: &mut dyn FnMut(&Effort)) -> Run {
    match prover.solve(board, first, limits, report) {
        Ok(verdict) => {
            let winner = if verdict.wins { first } else { first.other() };
            Run { first, winner: Ok(winner), effort: verdict.effort }
        }
        Err((stop, effort)) => Run { first, winner: Err(stop), effort },
    }
}

/// One starter after the other; the second search knows what the first has found.
fn in_turn(question: &OutcomeQuestion, limits: &Limits, budget: &Budget, report: &mut dyn FnMut(&Effort)) -> Vec<Run> {
    let mut prover = prover(question.jumps, limits);
    let mut spent = Effort::default();
    let mut runs = Vec::new();
    for first in Stone::BOTH.into_iter().filter(|stone| question.first.is_none_or(|first| first == *stone)) {
        let limits = remaining(limits, budget, spent.positions);
        let found =
            run(&mut prover, &question.board, first, &limits, &mut |step: &Effort| report(&added(&spent, step)));
        spent = added(&spent, &found.effort);
        let stopped = found.winner.is_err();
        runs.push(found);
        if stopped {
            break;
        }
    }
    runs
}

/// Both starters at once, each with half of the memory and of the positions.
#[cfg(feature = "threads")]
fn side_by_side(question: &OutcomeQuestion, limits: &Limits, report: &mut dyn FnMut(&Effort)) -> Vec<Run> {
    use std::sync::{Mutex, PoisonError};

    let half = Limits {
        memory: limits.memory.map(|bytes| bytes / 2),
        nodes: limits.nodes.map(|nodes| nodes / 2),
        ..limits.clone()
    };
    let others = Mutex::new(Effort::default());
    let ask = |first, report: &mut dyn FnMut(&Effort)| {
        run(&mut prover(question.jumps, &half), &question.board, first, &half, report)
    };
    std::thread::scope(|scope| {
        let white = scope
            .spawn(|| ask(Stone::White, &mut |step| *others.lock().unwrap_or_else(PoisonError::into_inner) = *step));
        let black = ask(Stone::Black, &mut |step| {
            let theirs = *others.lock().unwrap_or_else(PoisonError::into_inner);
            report(&Effort { elapsed: step.elapsed, ..added(&theirs, step) });
        });
        let mut white = white.join().expect("a search that fails has failed for the asker too");
        // Both were in use at once.
        white.effort.bytes += black.effort.bytes;
        vec![black, white]
    })
}

/// Who wins a position. With more than one thread both starters are looked at side by side.
pub fn outcome(
    question: &OutcomeQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<PositionOutcome, Halt<PositionOutcome>> {
    let budget = limits.start();
    #[cfg(feature = "threads")]
    let runs = if limits.threads > 1 && question.first.is_none() {
        side_by_side(question, limits, report)
    } else {
        in_turn(question, limits, &budget, report)
    };
    #[cfg(not(feature = "threads"))]
    let runs = in_turn(question, limits, &budget, report);
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
            let asked = OutcomeQuestion { board, jumps: Jumps::Any, first: None };
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
            let asked = OutcomeQuestion { board, jumps: Jumps::Any, first: None };
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
