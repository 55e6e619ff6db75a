//! The channels of each pattern for one role, made by the line network.

use super::pattern::{ARMS, PATTERNS, pair};
use super::weights::{LIMIT, Weights};
use super::{CHANNELS, CONVOLVED, Role, leaky16, leaky32};

/// The channels of a pattern.
pub type Row = [i8; CHANNELS];

/// A row for each pattern.
pub struct PatternTable {
    rows: Vec<Row>,
    plain: [i16; CHANNELS],
}

impl std::fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PatternTable of {} rows", self.rows.len())
    }
}

impl PatternTable {
    /// Fills the table of a role.
    pub fn new(weights: &Weights, role: Role) -> Self {
        let width = weights.line_width;
        let arms = &weights.arms[role as usize * ARMS * width..][..ARMS * width];
        let middle = &weights.middle[role as usize * 3 * width..][..3 * width];
        let mut rows = vec![[0; CHANNELS]; PATTERNS];
        let mut hidden = vec![0; width];
        let mut second = vec![0; weights.line2.bias.len()];
        for high in 0..ARMS {
            for low in 0..=high {
                for cell in 0..3 {
                    let parts = arms[low * width..][..width]
                        .iter()
                        .zip(&arms[high * width..][..width])
                        .zip(&middle[cell * width..][..width]);
                    for (unit, ((&one, &other), &middle)) in hidden.iter_mut().zip(parts) {
                        *unit = leaky16(one + other + middle).clamp(-LIMIT as i16, LIMIT as i16);
                    }
                    for (output, unit) in second.iter_mut().enumerate() {
                        *unit = leaky32(weights.line2.output(output, &hidden)).clamp(-LIMIT, LIMIT) as i16;
                    }
                    let row = &mut rows[pair(low, high) * 3 + cell];
                    for (output, channel) in row.iter_mut().enumerate() {
                        // From units of 1/256 to those of 1/32.
                        *channel = ((weights.line3.output(output, &second) + 4) >> 3).clamp(-127, 127) as i8;
                    }
                }
            }
        }
        let x = rows[0].map(|channel| leaky16(4 * i16::from(channel)));
        let mut plain = x.map(|x| x << 2);
        for (channel, plain) in plain.iter_mut().take(CONVOLVED).enumerate() {
            let sum: i16 = weights.conv.iter().map(|cell| product(x[channel], cell[channel])).sum();
            *plain = activate(sum + weights.conv_bias[channel]);
        }
        Self { rows, plain }
    }

    /// The row of a pattern.
    #[inline(always)]
    pub fn row(&self, pattern: usize) -> &Row {
        &self.rows[pattern]
    }

    /// All rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The final channels of a point with nothing around it.
    pub fn plain(&self) -> &[i16; CHANNELS] {
        &self.plain
    }
}

/// A channel times a weight of the convolution, rounded as the one instruction for it does on most machines (`pmulhrsw`,
/// `i16x8.q15mulr_sat_s`).
#[inline(always)]
pub fn product(x: i16, weight: i16) -> i16 {
    ((((i32::from(x << 4) * i32::from(weight)) >> 14) + 1) >> 1) as i16
}

/// The activation after the convolution.
#[inline(always)]
pub fn activate(x: i16) -> i16 {
    leaky16(x).min(LIMIT as i16)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{VECTORS, small};
    use super::*;

    #[test]
    fn rows_are_those_of_training() {
        let vectors: serde_json::Value = serde_json::from_str(VECTORS).unwrap();
        let roles = [Role::Freestyle, Role::Standard, Role::RenjuBlack, Role::RenjuWhite];
        for row in vectors["rows"].as_array().unwrap() {
            let role = roles[row["role"].as_u64().unwrap() as usize];
            let expected: Vec<i8> = serde_json::from_value(row["row"].clone()).unwrap();
            let pattern = row["pattern"].as_u64().unwrap() as usize;
            assert_eq!(small().table(role).row(pattern).to_vec(), expected, "{role:?} {pattern}");
        }
    }
}
