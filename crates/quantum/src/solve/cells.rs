//! Boards as the solver writes them down: four bits for each point.

use banmen_core::Seat;

use super::Solver;
use crate::{Grid, Percent, Position};

/// A point takes four bits of a position; 0 is empty.
pub(super) const BITS: u32 = 4;

/// Four bits for each point, and the observations left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub cells: u64,
    pub left: [u16; 2],
}

/// How many stones there are.
pub(super) fn stones(cells: u64) -> usize {
    let any = cells | cells >> 1 | cells >> 2 | cells >> 3;
    (any & 0x1111_1111_1111_1111).count_ones() as usize
}

/// The kind of stone on a point, 0 for none.
pub(super) fn at(cells: u64, cell: usize) -> u64 {
    cells >> (BITS * cell as u32) & 15
}

impl Solver {
    pub(super) fn cells(&self, grid: &Grid) -> u64 {
        grid.iter().fold(0, |cells, (index, percent)| cells | self.kind(percent) << (BITS * index as u32))
    }

    pub(super) fn kind(&self, percent: Percent) -> u64 {
        self.kinds.iter().position(|&kind| kind == percent).map_or(0, |number| number as u64 + 1)
    }

    /// Without a limit everybody always has one left.
    pub(super) fn left(position: &Position) -> [u16; 2] {
        Seat::BOTH.map(|seat| position.observations_left(seat).unwrap_or(1))
    }

    pub(super) fn empty(&self, cells: u64) -> impl Iterator<Item = usize> + use<> {
        (0..self.points).filter(move |&cell| at(cells, cell) == 0)
    }

    pub(super) fn with_next_stone(&self, cells: u64, cell: usize) -> u64 {
        cells | self.kind(self.rules.stone(stones(cells))) << (BITS * cell as u32)
    }

    /// The smallest of the position's mirror images.
    pub(super) fn canonical(&self, cells: u64) -> u64 {
        self.symmetries.smallest(cells)
    }

    /// How promising a placement looks, for the order in which they are tried: rows that it helps or spoils count the
    /// more the fuller they are.
    pub(super) fn promise(&self, cells: u64, cell: usize) -> f64 {
        let mut sum = 0.0;
        for &row in &self.rows_of[cell] {
            let (mut black, mut white, mut weight) = (1.0, 1.0, 1.0);
            for &other in self.rows[row].cells() {
                let kind = at(cells, usize::from(other)) as usize;
                if kind > 0 {
                    black *= self.kinds[kind - 1].black();
                    white *= self.kinds[kind - 1].white();
                    weight *= 4.0;
                }
            }
            sum += weight * (black * black + white * white);
        }
        sum
    }
}
