//! Line patterns: the eleven cells of a line around a point, numbered for the table.
//!
//! A pattern is two arms of five cells, read outwards from the point, and the cell in the middle. Beyond the edge of the board
//! everything is wall, so an arm has 364 codes. A pattern and its mirror image have the same number.

use crate::engine::line::{EMPTY, WALL};

/// Cells of an arm.
pub const REACH: usize = 5;
/// Codes of an arm.
pub const ARMS: usize = 364;
/// Unordered pairs of arms.
pub const PAIRS: usize = ARMS * (ARMS + 1) / 2;
/// Patterns.
pub const PATTERNS: usize = 3 * PAIRS;

/// How many arms have more than a number of cells on the board.
const fn longer_than(inside: usize) -> usize {
    let (mut sum, mut cells) = (0, REACH);
    while cells > inside {
        sum += 3usize.pow(cells as u32);
        cells -= 1;
    }
    sum
}

/// The code of an arm whose cells are two-bit digits, nearest first or last, as one colour sees it.
///
/// Arms are ordered by how many of their cells are on the board, longest first, then as numbers of base 3, nearest cell lowest:
/// 0 empty, 1 own, 2 other.
const fn code(bits: usize, nearest_lowest: bool, swap: bool) -> u16 {
    let (mut inside, mut number, mut weight) = (0, 0, 1);
    while inside < REACH {
        let place = if nearest_lowest { inside } else { REACH - 1 - inside };
        let cell = (bits >> (2 * place)) as u8 & 3;
        if cell == WALL {
            break;
        }
        let digit = if swap && cell != EMPTY { 3 - cell } else { cell };
        number += digit as usize * weight;
        weight *= 3;
        inside += 1;
    }
    (longer_than(inside) + number) as u16
}

const fn codes(nearest_lowest: bool, swap: bool) -> [u16; 1 << (2 * REACH)] {
    let mut codes = [0; 1 << (2 * REACH)];
    let mut bits = 0;
    while bits < codes.len() {
        codes[bits] = code(bits, nearest_lowest, swap);
        bits += 1;
    }
    codes
}

/// Codes of the arm before a point on its line, for Black's view and White's.
static BEFORE: [[u16; 1 << (2 * REACH)]; 2] = [codes(false, false), codes(false, true)];
/// Codes of the arm after it.
static AFTER: [[u16; 1 << (2 * REACH)]; 2] = [codes(true, false), codes(true, true)];

/// The number of an unordered pair of arms.
#[inline(always)]
pub const fn pair(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// Bits of a window of eleven two-bit cells.
pub const WINDOW: u64 = (1 << (2 * (2 * REACH + 1))) - 1;

/// The pattern in a window of eleven two-bit cells as a colour (0 Black, 1 White) sees it.
#[inline(always)]
pub fn number(window: u64, view: usize) -> usize {
    let arm = (1 << (2 * REACH)) - 1;
    let before = usize::from(BEFORE[view][(window & arm) as usize]);
    let after = usize::from(AFTER[view][(window >> (2 * REACH + 2) & arm) as usize]);
    let cell = (window >> (2 * REACH) & 3) as usize;
    let middle = if view == 1 && cell != 0 { 3 - cell } else { cell };
    pair(before, after) * 3 + middle
}

/// The code of an arm with the colours exchanged.
fn exchanged_arm(code: usize) -> usize {
    let mut inside = REACH;
    while code >= longer_than(inside) + 3usize.pow(inside as u32) {
        inside -= 1;
    }
    let (mut rest, mut number, mut weight) = (code - longer_than(inside), 0, 1);
    for _ in 0..inside {
        number += if rest % 3 == 0 { 0 } else { 3 - rest % 3 } * weight;
        rest /= 3;
        weight *= 3;
    }
    longer_than(inside) + number
}

/// For each arm its code with the colours exchanged.
pub fn exchanged_arms() -> Vec<usize> {
    (0..ARMS).map(exchanged_arm).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::line::{BLACK, WHITE};

    fn window(cells: [u8; 11]) -> u64 {
        cells.iter().rev().fold(0, |bits, &cell| bits << 2 | u64::from(cell))
    }

    /// All windows of a line that has its walls only beyond its ends.
    fn windows() -> impl Iterator<Item = [u8; 11]> {
        (0..=5).flat_map(|left| {
            (0..=5usize).flat_map(move |right| {
                let inside = 11 - left - right;
                (0..3usize.pow(inside as u32)).step_by(17).map(move |mut number| {
                    let mut cells = [WALL; 11];
                    for cell in &mut cells[left..left + inside] {
                        *cell = (number % 3) as u8;
                        number /= 3;
                    }
                    cells
                })
            })
        })
    }

    #[test]
    fn a_pattern_reads_the_same_from_both_ends() {
        for cells in windows() {
            let mut mirrored = cells;
            mirrored.reverse();
            for view in 0..2 {
                assert_eq!(number(window(cells), view), number(window(mirrored), view));
                assert!(number(window(cells), view) < PATTERNS);
            }
        }
    }

    #[test]
    fn white_sees_what_black_sees_with_the_colours_exchanged() {
        for cells in windows() {
            let exchanged = cells.map(|cell| match cell {
                BLACK => WHITE,
                WHITE => BLACK,
                other => other,
            });
            assert_eq!(number(window(cells), 1), number(window(exchanged), 0));
        }
    }

    #[test]
    fn the_empty_plain_is_pattern_nought() {
        assert_eq!(number(0, 0), 0);
        assert_eq!(longer_than(0) + 1, ARMS);
    }
}
