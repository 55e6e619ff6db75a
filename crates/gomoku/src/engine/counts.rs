//! What the numbers of points of each class say together: a network of one hidden layer, small enough for every leaf.
//!
//! Sums of worths over points cannot say that a third open two changes more than the first, or that a four in reserve is
//! worth most when the other side has an open three. Here each class of each side looks up a row by its number of points,
//! the threats of the position look up one more, the rows are added up, and what is above zero counts.

use super::class::Class;
use super::weights::THREATS;

/// Units of the hidden layer.
pub const UNITS: usize = 16;
/// Numbers of points that are told apart; the last stands for all higher ones.
const NUMBERS_APART: usize = 8;
/// Points without any shape are counted in steps of this many, since they are far more numerous.
const BARE_STEP: u16 = 24;
/// Rows of the table.
pub const ROWS: usize = 2 * Class::COUNT * NUMBERS_APART + THREATS;
/// Rows that one position adds up.
pub const ACTIVE: usize = 2 * Class::COUNT + 1;

/// One in a row, as a whole number.
pub const ROW_ONE: f32 = 256.0;
/// One in the output, as a whole number, for an evaluation in its own units.
pub const OUT_ONE: f32 = 64.0;

/// Numbers of points of each class.
pub type Counts = [u16; Class::COUNT];

/// The network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountNet {
    rows: Vec<[i16; UNITS]>,
    out: [i16; UNITS],
}

/// The rows that a position adds up, seen from the side to move.
#[inline(always)]
pub fn active_rows(mine: &Counts, theirs: &Counts, threats: usize) -> [u16; ACTIVE] {
    let mut rows = [0; ACTIVE];
    for (side, counts) in [mine, theirs].into_iter().enumerate() {
        for (class, &count) in counts.iter().enumerate() {
            let count = if class == Class::None as usize { count / BARE_STEP } else { count };
            let at = side * Class::COUNT + class;
            rows[at] = (at * NUMBERS_APART + usize::from(count).min(NUMBERS_APART - 1)) as u16;
        }
    }
    rows[ACTIVE - 1] = (2 * Class::COUNT * NUMBERS_APART + threats % THREATS) as u16;
    rows
}

impl CountNet {
    /// A network from its numbers, row after row, and the weights of its units; `None` if there are not as many as needed.
    pub fn new(rows: &[i16], out: &[i16]) -> Option<Self> {
        if rows.len() != ROWS * UNITS {
            return None;
        }
        Some(Self { rows: rows.as_chunks::<UNITS>().0.to_vec(), out: out.try_into().ok()? })
    }

    /// What it says of a position to the side to move.
    #[inline]
    pub fn judge(&self, mine: &Counts, theirs: &Counts, threats: usize) -> i32 {
        let mut sums = [0i16; UNITS];
        for row in active_rows(mine, theirs, threats) {
            for (sum, &number) in sums.iter_mut().zip(&self.rows[usize::from(row)]) {
                *sum = sum.saturating_add(number);
            }
        }
        let mut total = 0;
        for (&sum, &weight) in sums.iter().zip(&self.out) {
            total += (i32::from(sum.max(0)) * i32::from(weight)) >> 8;
        }
        total >> 6
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;

    #[test]
    fn whole_numbers_say_what_fractions_say() {
        let mut random = Random::new(5);
        let mut number = |most: u32| random.below(u64::from(2 * most + 1)) as i16 - most as i16;
        let rows: Vec<i16> = (0..ROWS * UNITS).map(|_| number(90)).collect();
        let out: Vec<i16> = (0..UNITS).map(|_| number(4000)).collect();
        let net = CountNet::new(&rows, &out).unwrap();
        for round in 0..2_000 {
            let mut counts = [[0; Class::COUNT]; 2];
            for count in counts.iter_mut().flatten() {
                *count = random.below(if round % 2 == 0 { 4 } else { 300 }) as u16;
            }
            let threats = random.below(THREATS as u64) as usize;
            let mut expected = 0.0;
            for unit in 0..UNITS {
                let sum: f32 = active_rows(&counts[0], &counts[1], threats)
                    .iter()
                    .map(|&row| f32::from(rows[usize::from(row) * UNITS + unit]) / ROW_ONE)
                    .sum();
                expected += sum.max(0.0) * f32::from(out[unit]) / OUT_ONE;
            }
            let said = net.judge(&counts[0], &counts[1], threats) as f32;
            assert!((said - expected).abs() <= 2.0, "{said} is not {expected}");
        }
    }

    #[test]
    fn every_position_has_its_own_rows() {
        let none = [0; Class::COUNT];
        let many = [u16::MAX; Class::COUNT];
        for (mine, theirs) in [(&none, &many), (&many, &none), (&many, &many)] {
            let rows = active_rows(mine, theirs, THREATS - 1);
            assert!(rows.is_sorted() && rows.windows(2).all(|pair| pair[0] != pair[1]));
            assert!(rows.iter().all(|&row| usize::from(row) < ROWS));
        }
    }
}
