//! What observations of the solver's small boards bring: the odds, each computed once, and the colourings without a row.

use super::Solver;
use super::cells::{BITS, at};
use crate::Percent;
use crate::odds::rows::{Edge, Groups};
use crate::odds::{Chances, Prepared};

/// Stones up to which colourings are simply gone through.
const MOST_ENUMERATED: u32 = 10;

impl Solver {
    /// What an observation would bring.
    pub(super) fn chances_of(&mut self, cells: u64) -> Chances {
        if let Some(&chances) = self.chances.get(&cells) {
            return chances;
        }
        let occupied = (0..self.points).filter(|&cell| at(cells, cell) != 0).fold(0u16, |mask, cell| mask | 1 << cell);
        let full = self.masks.iter().filter(|&&mask| mask & occupied == mask);
        let relevant = full.fold(0u16, |all, mask| all | mask);
        let chances = if relevant == 0 {
            Chances::NOTHING
        } else if relevant.count_ones() <= MOST_ENUMERATED {
            self.enumerated(cells, occupied, relevant)
        } else {
            self.by_frontier(cells)
        };
        self.chances.insert(cells, chances);
        chances
    }

    /// For few stones it is quickest to go through all colourings.
    fn enumerated(&self, cells: u64, occupied: u16, relevant: u16) -> Chances {
        // Colourings as the set of black stones, each with its chance; every stone doubles the list.
        let mut colourings: Vec<(u16, f64)> = vec![(0, 1.0)];
        for cell in (0..self.points).filter(|cell| relevant >> cell & 1 == 1) {
            let percent = self.kinds[at(cells, cell) as usize - 1];
            for number in 0..colourings.len() {
                let (black, chance) = colourings[number];
                colourings[number].1 = chance * percent.white();
                colourings.push((black | 1 << cell, chance * percent.black()));
            }
        }
        let full: Vec<u16> = self.masks.iter().copied().filter(|mask| mask & occupied == *mask).collect();
        let mut chances = Chances::default();
        for (black, chance) in colourings {
            let black_row = full.iter().any(|&mask| !black & mask == 0);
            let white_row = full.iter().any(|&mask| black & mask == 0);
            match (black_row, white_row) {
                (true, true) => chances.both += chance,
                (true, false) => chances.black += chance,
                (false, true) => chances.white += chance,
                (false, false) => chances.none += chance,
            }
        }
        chances
    }

    fn by_frontier(&mut self, cells: u64) -> Chances {
        for cell in 0..self.points {
            let kind = at(cells, cell) as usize;
            self.scratch.set(cell, (kind > 0).then(|| self.kinds[kind - 1]));
        }
        let certain = (0..self.points).any(|cell| matches!(at(cells, cell), 1 | 2));
        let full = self.masks.iter().enumerate().fold(0u16, |set, (number, &mask)| {
            let is_full = (0..self.points).all(|cell| mask >> cell & 1 == 0 || at(cells, cell) != 0);
            // Boards with more rows than bits have certain stones or few full rows; they are computed afresh.
            if is_full && number < 16 { set | 1 << number } else { set }
        });
        let edges = || self.rows.iter().filter_map(|row| Edge::of(&self.scratch, row)).collect();
        // A board of sixteen points never comes near any budget.
        if certain || self.rows.len() > 16 {
            let groups = Groups::of_edges(edges(), self.points);
            let mut chances = Chances::certain(groups.black_certain, groups.white_certain);
            for edges in &groups.parts {
                if let Some((part, _)) = self.frontier.solve(&self.scratch, edges, usize::MAX) {
                    chances = chances.and(part);
                }
            }
            return chances;
        }
        if !self.prepared.contains_key(&full) {
            let groups = Groups::of_edges(edges(), self.points).parts;
            let size = self.rules.size;
            self.prepared.insert(full, groups.iter().filter_map(|edges| Prepared::new(edges, size)).collect());
        }
        let mut chances = Chances::NOTHING;
        for group in self.prepared.get_mut(&full).into_iter().flatten() {
            if let Some((part, _)) = self.frontier.solve_prepared(&self.scratch, group, usize::MAX) {
                chances = chances.and(part);
            }
        }
        chances
    }

    /// The colourings of a board without a row, the likeliest first.
    pub(super) fn misses(&self, cells: u64) -> Vec<(f64, u64)> {
        // Each as its chance, the set of black stones, and the board with the colours kept; every uncertain stone doubles
        // the list.
        let mut colourings = vec![(1.0, 0u16, 0u64)];
        let mut stones = 0u16;
        let (white_kind, black_kind) = (self.kind(Percent::WHITE), self.kind(Percent::BLACK));
        for cell in (0..self.points).filter(|&cell| at(cells, cell) != 0) {
            stones |= 1 << cell;
            let percent = self.kinds[at(cells, cell) as usize - 1];
            let place = BITS * cell as u32;
            let black = |&(chance, black, kept): &(f64, u16, u64)| {
                (chance * percent.black(), black | 1 << cell, kept | black_kind << place)
            };
            let white = |&(chance, black, kept): &(f64, u16, u64)| {
                (chance * percent.white(), black, kept | white_kind << place)
            };
            let mut longer: Vec<(f64, u16, u64)> = Vec::with_capacity(2 * colourings.len());
            if percent != Percent::WHITE {
                longer.extend(colourings.iter().map(black));
            }
            if percent != Percent::BLACK {
                longer.extend(colourings.iter().map(white));
            }
            colourings = longer;
        }
        let row = |black: u16| {
            let white = stones & !black;
            self.masks.iter().any(|&mask| black & mask == mask || white & mask == mask)
        };
        let mut misses: Vec<(f64, u64)> = colourings
            .into_iter()
            .filter(|&(_, black, _)| !row(black))
            .map(|(chance, _, kept)| (chance, kept))
            .collect();
        misses.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        misses
    }
}
