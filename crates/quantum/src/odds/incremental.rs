//! The odds of a board that grows stone by stone.

use super::frontier::Frontier;
use super::rows::{Edge, Groups, full_rows, full_rows_through};
use super::{Budget, Chances, Method, Odds, Sampler};
use crate::{Grid, Percent};

/// A group with its answer, or with none when it took too many states.
#[derive(Clone, Debug)]
struct Group {
    edges: Vec<Edge>,
    stones: Vec<u16>,
    answer: Option<(Chances, usize)>,
}

/// A board with its groups of full rows. After one more stone only the groups it touches are computed again.
#[derive(Clone, Debug)]
pub struct IncrementalOdds {
    grid: Grid,
    row: u8,
    states: usize,
    groups: Vec<Group>,
    black_certain: bool,
    white_certain: bool,
    frontier: Frontier,
    recomputed: usize,
}

impl IncrementalOdds {
    /// The table of a board for rows of `row` stones; each group may take up to `states` states.
    pub fn new(grid: Grid, row: u8, states: usize) -> Self {
        let mut table = Self {
            grid,
            row,
            states,
            groups: Vec::new(),
            black_certain: false,
            white_certain: false,
            frontier: Frontier::default(),
            recomputed: 0,
        };
        let edges = full_rows(&table.grid, row).iter().filter_map(|row| Edge::of(&table.grid, row)).collect();
        table.add_groups(edges);
        table
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many groups have been computed since the table was made.
    pub fn recomputed(&self) -> usize {
        self.recomputed
    }

    /// How many independent groups there are.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Puts a stone on an empty place.
    pub fn put(&mut self, index: usize, percent: Percent) {
        debug_assert!(self.grid.at(index).is_none());
        self.grid.set(index, Some(percent));
        let new: Vec<Edge> =
            full_rows_through(&self.grid, self.row, index).iter().filter_map(|row| Edge::of(&self.grid, row)).collect();
        if new.is_empty() {
            return;
        }
        let mut edges = new.clone();
        self.groups.retain_mut(|group| {
            let touched =
                new.iter().any(|edge| edge.stones().iter().any(|stone| group.stones.binary_search(stone).is_ok()));
            if touched {
                edges.append(&mut group.edges);
            }
            !touched
        });
        self.add_groups(edges);
    }

    fn add_groups(&mut self, edges: Vec<Edge>) {
        let groups = Groups::of_edges(edges, self.grid.points());
        self.black_certain |= groups.black_certain;
        self.white_certain |= groups.white_certain;
        for edges in groups.parts {
            let mut stones: Vec<u16> = edges.iter().flat_map(|edge| edge.stones().iter().copied()).collect();
            stones.sort_unstable();
            stones.dedup();
            self.recomputed += 1;
            let answer = self.frontier.solve(&self.grid, &edges, self.states);
            self.groups.push(Group { edges, stones, answer });
        }
    }

    /// The exact odds with a bound on their rounding error, or `None` when some group took too many states.
    pub fn exact(&self) -> Option<Odds> {
        let mut chances = Chances::certain(self.black_certain, self.white_certain);
        let (mut states, mut stones) = (0, 0);
        for group in &self.groups {
            let (part, visited) = group.answer?;
            chances = chances.and(part);
            states += visited;
            stones += group.stones.len();
        }
        // Every number is a sum of products of positive numbers: each operation adds at most one unit of relative
        // error, there are at most two additions for each state, three operations for each stone and ten for each group.
        let operations = 2 * states + 3 * stones + 10 * self.groups.len();
        let error = (operations + 1) as f64 * f64::EPSILON;
        Some(Odds { chances, method: Method::Exact { error, states } })
    }

    /// The odds by the exact method if its groups were computed, otherwise by as many samples as the budget says.
    pub fn odds(&self, budget: &Budget) -> Option<Odds> {
        if budget.states > 0
            && let Some(odds) = self.exact()
        {
            return Some(odds);
        }
        (budget.samples > 0).then(|| Sampler::new(&self.grid, self.row, budget.seed).odds(budget.samples))
    }
}
