//! One ply of odds and nothing more.

use banmen_core::{Draw, Game, Limits, Player, Progress, Random};

use crate::odds::{Budget, IncrementalOdds};
use crate::search::Look;
use crate::{Grid, Move, Position, Stage};

/// States that the odds of one placement may take; a greedy player does not think long.
const STATES: usize = 20_000;
const SAMPLES: u64 = 1 << 13;

/// Places where an observation right afterwards would be best, observes when it is likelier to win than to lose by it, and keeps
/// colours when they make its next observation better. Where no point helps, it builds beside the stones on the board.
#[derive(Clone, Debug)]
pub struct Greedy {
    random: Random,
    /// In this many of a hundred turns it places anywhere near instead.
    careless: u8,
}

impl Greedy {
    /// The player of this seed, which never forgets itself.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), careless: 0 }
    }

    /// The same with its mind elsewhere in a quarter of its turns.
    pub fn easy(seed: u64) -> Self {
        Self { careless: 25, ..Self::new(seed) }
    }

    fn look(position: &Position, table: &IncrementalOdds) -> Option<Look> {
        let budget = Budget { states: STATES, samples: SAMPLES, ..Budget::default() };
        let odds = table.odds(&budget)?;
        Some(Look::new(odds.chances, position.mover(), position.rules().both_rows))
    }

    fn place(&mut self, position: &Position, limits: &Limits) -> Option<Move> {
        let grid = position.grid();
        let budget = limits.start();
        let percent = position.next_stone();
        let table = IncrementalOdds::new(grid.clone(), position.rules().row, STATES);
        let before = Self::look(position, &table)?;
        let careless = self.random.percent(self.careless);
        let mut best = (f64::NEG_INFINITY, Vec::new());
        for index in grid.empty() {
            // A point that completes no row leaves the odds as they are.
            let look = if careless || !completes_row(grid, position.rules().row, index) || budget.stop(0).is_some() {
                before
            } else {
                let mut after = table.clone();
                after.put(index, percent);
                Self::look(position, &after)?
            };
            let beside = if touches_a_stone(grid, index) { 1e-9 } else { 0.0 };
            let score = look.win - (1.0 - look.win - look.nothing) + beside;
            if score > best.0 {
                best = (score, vec![index]);
            } else if score >= best.0 {
                best.1.push(index);
            }
        }
        self.random.pick(&best.1).map(|&index| Move::Place(grid.point(index)))
    }
}

fn completes_row(grid: &Grid, row: u8, index: usize) -> bool {
    let mut found = false;
    crate::odds::rows::rows_through(grid.size(), row, index, |row| {
        found |= row.cells().iter().all(|&cell| usize::from(cell) == index || grid.at(usize::from(cell)).is_some());
    });
    found
}

fn touches_a_stone(grid: &Grid, index: usize) -> bool {
    let point = grid.point(index);
    (-1..=1i8).any(|dx| {
        (-1..=1i8).any(|dy| {
            let column = point.column().checked_add_signed(dx);
            let row = point.row().checked_add_signed(dy);
            column.zip(row).and_then(|(x, y)| crate::Point::new(x, y)).is_some_and(|there| grid.get(there).is_some())
        })
    })
}

impl Player<Position> for Greedy {
    fn choose(&mut self, position: &Position, limits: &Limits, _: &mut dyn FnMut(Progress)) -> Option<Move> {
        position.turn().seat()?;
        match position.stage() {
            Stage::Place => self.place(position, limits),
            Stage::Decide => {
                let table = IncrementalOdds::new(position.grid().clone(), position.rules().row, STATES);
                let look = Self::look(position, &table)?;
                let lose = 1.0 - look.win - look.nothing;
                Some(if look.win > lose { Move::Observe } else { Move::Skip })
            }
            Stage::AfterMiss => {
                let kept = position.kept_grid(&position.observations().last()?.colours);
                let table = IncrementalOdds::new(kept, position.rules().row, STATES);
                let now = IncrementalOdds::new(position.grid().clone(), position.rules().row, STATES);
                let (after, before) = (Self::look(position, &table)?, Self::look(position, &now)?);
                Some(if after.win > before.win { Move::Keep } else { Move::Cancel })
            }
            Stage::Collapse => None,
        }
    }
}
