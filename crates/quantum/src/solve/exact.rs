//! The player that knows the solution.

use banmen_core::{Game, Limits, Player, Progress, Score};

use super::{SolveError, Solver};
use crate::{Move, Position, Rules};

/// Plays tiny games perfectly.
#[derive(Debug)]
pub struct Exact {
    solver: Solver,
}

impl Exact {
    /// The player of these rules.
    pub fn new(rules: &Rules) -> Result<Self, SolveError> {
        Ok(Self { solver: Solver::new(rules)? })
    }
}

impl Player<Position> for Exact {
    /// A best move; if the limits end the work before, any legal one.
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let Ok(solution) = self.solver.solve(position, limits) else {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            return legal.first().copied();
        };
        let solution = solution?;
        report(Progress {
            nodes: solution.positions,
            fraction: Some(1.0),
            score: Some(Score::share(position.mover(), solution.value)),
            line: vec![solution.best.to_string()],
            ..Progress::default()
        });
        Some(solution.best)
    }
}
