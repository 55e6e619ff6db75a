//! The plain way to the odds: every colouring of every stone that matters.

use super::Chances;
use super::rows::full_rows;
use crate::Grid;

/// Stones in full rows that [`enumerate`] still accepts.
pub const MAX_ENUMERATED: usize = 26;

/// The odds by going through all colourings of the stones in full rows, or `None` when there are more than
/// [`MAX_ENUMERATED`] of them. Slow, and simple enough to be the judge of the quick way.
pub fn enumerate(grid: &Grid, row: u8) -> Option<Chances> {
    let rows = full_rows(grid, row);
    let mut stones: Vec<u16> = rows.iter().flat_map(|row| row.cells().iter().copied()).collect();
    stones.sort_unstable();
    stones.dedup();
    if stones.len() > MAX_ENUMERATED {
        return None;
    }
    let masks: Vec<u32> = rows
        .iter()
        .map(|row| row.cells().iter().fold(0, |mask, cell| mask | 1 << stones.binary_search(cell).unwrap_or(0)))
        .collect();
    let black: Vec<f64> =
        stones.iter().map(|&stone| grid.at(usize::from(stone)).map_or(0.0, crate::Percent::black)).collect();
    let mut chances = Chances::default();
    for colours in 0..1u32 << stones.len() {
        let probability: f64 =
            black.iter().enumerate().map(|(i, p)| if colours >> i & 1 == 1 { *p } else { 1.0 - p }).product();
        let black_row = masks.iter().any(|mask| colours & mask == *mask);
        let white_row = masks.iter().any(|mask| colours & mask == 0);
        match (black_row, white_row) {
            (true, false) => chances.black += probability,
            (false, true) => chances.white += probability,
            (true, true) => chances.both += probability,
            (false, false) => chances.none += probability,
        }
    }
    Some(chances)
}
