//! Who wins, asked again and again about positions of one game.

use banmen_cgt::{Arena, Outcome};
use banmen_core::{Budget, Limits, Stop};

use super::outcome::prover;
use super::value::evaluator;
use super::{added, remaining};
use crate::board::{Board, Jumps, Stone};
use crate::engine::Effort;
use crate::evaluator::Evaluator;
use crate::outcome::Prover;

/// Answers who wins, by values if the first position's value can be had soon, and otherwise by proofs.
pub struct Oracle {
    way: Way,
    limits: Limits,
    budget: Budget,
    spent: Effort,
}

/// How it knows. What the other way has learnt is forgotten, so that either may fill the memory.
enum Way {
    Values(Box<Evaluator<Arena>>),
    Proofs(Prover),
}

/// Sub-positions beyond which values are given up for proofs.
const FEW: u64 = 200_000;

impl Oracle {
    /// An oracle for a position and everything that follows from it.
    pub fn new(
        board: &Board,
        jumps: Jumps,
        limits: &Limits,
        report: &mut dyn FnMut(&Effort),
    ) -> Result<Oracle, (Stop, Effort)> {
        let budget = limits.start();
        let mut values = evaluator(jumps, limits);
        let first = Limits { nodes: Some(limits.nodes.map_or(FEW, |most| most.min(FEW))), ..limits.clone() };
        let (spent, way) = match values.solve(board, &first, report) {
            Ok(_) => (Effort::default(), Way::Values(Box::new(values))),
            Err(unfinished) if unfinished.stop == Stop::Nodes => {
                drop(values);
                (unfinished.effort, Way::Proofs(prover(jumps, limits)))
            }
            Err(unfinished) => return Err((unfinished.stop, unfinished.effort)),
        };
        Ok(Oracle { way, limits: limits.clone(), budget, spent })
    }

    /// What was spent so far.
    pub fn spent(&self) -> Effort {
        self.spent
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, board: &Board, to_move: Stone, report: &mut dyn FnMut(&Effort)) -> Result<bool, Stop> {
        let limits = remaining(&self.limits, &self.budget, self.spent.positions);
        let before = self.spent;
        let mut last = Effort::default();
        let mut noted = |step: &Effort| {
            last = *step;
            report(&added(&before, step));
        };
        let answer = match &mut self.way {
            Way::Proofs(prover) => {
                prover.solve(board, to_move, &limits, &mut noted).map(|verdict| verdict.wins).map_err(|(stop, _)| stop)
            }
            Way::Values(values) => match values.solve(board, &limits, &mut noted) {
                Ok(value) => {
                    let winner = match to_move {
                        Stone::Black => Outcome::L,
                        Stone::White => Outcome::R,
                    };
                    let outcome = values.algebra.outcome(value);
                    Ok(outcome == Outcome::N || outcome == winner)
                }
                Err(unfinished) => Err(unfinished.stop),
            },
        };
        self.spent = Effort { elapsed: self.budget.elapsed(), ..added(&before, &last) };
        answer
    }
}
