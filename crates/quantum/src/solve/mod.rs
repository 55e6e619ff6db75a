//! Tiny games solved to the end: backward induction over every position, with chance.

mod cells;
mod chances;
mod exact;
mod induction;
mod symmetry;
#[cfg(test)]
mod tests;

pub use exact::Exact;

use cells::Key;
use induction::{Known, OPEN};
use symmetry::Symmetries;

use banmen_core::{Budget as Time, Game, Limits, Stop};
use rustc_hash::FxHashMap;

use crate::odds::rows::{Row, all_rows};
use crate::odds::{Chances, Frontier, Prepared};
use crate::{Grid, Move, Percent, Position, Rules, Stage};

/// The most points of a board that can be solved.
pub const MOST_POINTS: usize = 16;
const MOST_KINDS: usize = 15;

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The board or the cycles are beyond what the solver can write down.
    #[error(
        "a board of {points} points with {kinds} kinds of stones is too large to solve; at most {MOST_POINTS} points and {MOST_KINDS} kinds"
    )]
    TooLarge {
        /// Points on the board.
        points: usize,
        /// Different percentages, and the two certain colours.
        kinds: usize,
    },
    /// A limit ended the work.
    #[error("not solved: {why}, after {positions} positions")]
    Stopped {
        /// Which limit.
        why: Stop,
        /// Positions visited.
        positions: u64,
    },
}

/// Solves positions under one set of rules, and remembers them.
#[derive(Debug)]
pub struct Solver {
    rules: Rules,
    points: usize,
    /// The percentages by their number in a cell, from 1.
    kinds: Vec<Percent>,
    rows: Vec<Row>,
    masks: Vec<u16>,
    symmetries: Symmetries,
    /// The rows through each point.
    rows_of: Vec<Vec<usize>>,
    known: FxHashMap<Key, Known>,
    chances: FxHashMap<u64, Chances>,
    frontier: Frontier,
    /// For each set of full rows of uncertain stones, the order of its stones.
    prepared: FxHashMap<u16, Vec<Prepared>>,
    scratch: Grid,
    visited: u64,
    /// Positions that had been visited before the question in hand.
    visited_before: u64,
    time: Option<Time>,
    stopped: Option<Stop>,
}

/// The value of a game and how it is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct GameValue {
    /// The expected score of the player to decide: win 1, draw ½, loss 0.
    pub value: f64,
    /// A best move.
    pub best: Move,
    /// The moves whose value was found, best first; others are no better than the best.
    pub moves: Vec<(Move, f64)>,
    /// Positions visited.
    pub positions: u64,
}

impl Solver {
    /// A solver for games under these rules.
    pub fn new(rules: &Rules) -> Result<Self, SolveError> {
        let points = usize::from(rules.size) * usize::from(rules.size);
        let mut kinds = vec![Percent::WHITE, Percent::BLACK];
        for &percent in rules.black_cycle.iter().chain(&rules.white_cycle) {
            if !kinds.contains(&percent) {
                kinds.push(percent);
            }
        }
        let too_large = SolveError::TooLarge { points, kinds: kinds.len() };
        if points > MOST_POINTS || kinds.len() > MOST_KINDS {
            return Err(too_large);
        }
        let rows = all_rows(rules.size, rules.row);
        let masks: Vec<u16> =
            rows.iter().map(|row| row.cells().iter().fold(0, |mask, &cell| mask | 1 << cell)).collect();
        Ok(Self {
            symmetries: Symmetries::new(usize::from(rules.size), &masks),
            rows_of: (0..points)
                .map(|cell| (0..masks.len()).filter(|&row| masks[row] >> cell & 1 == 1).collect())
                .collect(),
            rules: rules.clone(),
            points,
            kinds,
            rows,
            masks,
            known: FxHashMap::default(),
            chances: FxHashMap::default(),
            frontier: Frontier::default(),
            prepared: FxHashMap::default(),
            scratch: Grid::new(rules.size).map_err(|_| too_large)?,
            visited: 0,
            visited_before: 0,
            time: None,
            stopped: None,
        })
    }

    /// Positions remembered.
    pub fn positions(&self) -> u64 {
        self.visited
    }

    /// The expected score of the player to decide, and a best move. `None` if no player is to decide.
    pub fn solve(&mut self, position: &Position, limits: &Limits) -> Result<Option<GameValue>, SolveError> {
        if position.turn().seat().is_none() {
            return Ok(None);
        }
        self.time = Some(limits.start());
        self.stopped = None;
        self.visited_before = self.visited;
        let mut moves = self.options(position);
        let positions = self.visited - self.visited_before;
        if let Some(why) = self.stopped {
            return Err(SolveError::Stopped { why, positions });
        }
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let Some(&(best, value)) = moves.first() else { return Ok(None) };
        Ok(Some(GameValue { value, best, moves, positions }))
    }

    /// The expected score of the player to decide.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<Option<f64>, SolveError> {
        Ok(self.solve(position, limits)?.map(|solution| solution.value))
    }

    /// Every option with its exact value.
    fn options(&mut self, position: &Position) -> Vec<(Move, f64)> {
        let cells = self.cells(position.grid());
        let left = Self::left(position);
        let seat = position.mover();
        match position.stage() {
            Stage::Place => {
                let mut cells_in_order: Vec<usize> = self.empty(cells).collect();
                cells_in_order.sort_by(|&a, &b| self.promise(cells, b).total_cmp(&self.promise(cells, a)));
                let mut seen = Vec::new();
                let mut options = Vec::new();
                let mut best = OPEN.0;
                for cell in cells_in_order {
                    let after = self.canonical(self.with_next_stone(cells, cell));
                    if seen.contains(&after) {
                        continue;
                    }
                    seen.push(after);
                    let value = self.after_placing(after, left, seat, best, OPEN.1);
                    // At or below the best so far it is only a bound.
                    if value > best {
                        best = value;
                        options.push((Move::Place(position.grid().point(cell)), value));
                    }
                }
                options
            }
            Stage::Decide => {
                let cells = self.canonical(cells);
                let skip = self.rest(cells, left, seat, OPEN.0, OPEN.1);
                let observe = self.observation(cells, left, seat, OPEN.0, OPEN.1);
                vec![(Move::Observe, observe), (Move::Skip, skip)]
            }
            Stage::AfterMiss => {
                let kept = position.observations().last().map(|last| position.kept_grid(&last.colours));
                let kept = self.canonical(kept.map_or(cells, |grid| self.cells(&grid)));
                let cancelled = self.rest(self.canonical(cells), left, seat, OPEN.0, OPEN.1);
                let kept = self.rest(kept, left, seat, OPEN.0, OPEN.1);
                vec![(Move::Cancel, cancelled), (Move::Keep, kept)]
            }
            Stage::Collapse => Vec::new(),
        }
    }
}
