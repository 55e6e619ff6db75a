//! The channels of each pattern for both colours under a rule, made by the line network.

use super::pattern::{ARMS, PATTERNS, exchanged_arms, pair};
use super::vector::Machine;
use super::weights::{LIMIT, Weights};
use super::{CHANNELS, CONVOLVED, Role, VIEWS, leaky16, leaky32};
use crate::engine::shape_board::Side;
use crate::rules::Rule;

/// The channels of a pattern for both colours, on one line of the processor's cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i8; VIEWS]);

/// A row for each pattern as Black sees it.
pub struct PatternTable {
    rows: Vec<Row>,
    plain: [i16; VIEWS],
}

impl std::fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PatternTable of {} rows", self.rows.len())
    }
}

/// Where a channel of a colour (0 Black, 1 White) lies among those of both.
#[inline(always)]
pub const fn place_of(channel: usize, view: usize) -> usize {
    let others = CHANNELS - CONVOLVED;
    if channel < CONVOLVED { view * CONVOLVED + channel } else { 2 * CONVOLVED + view * others + channel - CONVOLVED }
}

impl PatternTable {
    /// Fills the table of a rule.
    pub fn new(weights: &Weights, rule: Rule) -> Self {
        let black = channels(weights, Role::of(rule, Side::Black));
        let other = (rule == Rule::Renju).then(|| channels(weights, Role::of(rule, Side::White)));
        let white = other.as_ref().unwrap_or(&black);
        let mut rows = vec![Row([0; VIEWS]); PATTERNS];
        let exchanged = exchanged_arms();
        for high in 0..ARMS {
            for low in 0..=high {
                for cell in 0..3 {
                    let seen = pair(low, high) * 3 + cell;
                    let other = pair(exchanged[low], exchanged[high]) * 3 + if cell == 0 { 0 } else { 3 - cell };
                    let Row(row) = &mut rows[seen];
                    for (view, channels) in [&black[seen], &white[other]].into_iter().enumerate() {
                        for (channel, &value) in channels.iter().enumerate() {
                            row[place_of(channel, view)] = value;
                        }
                    }
                }
            }
        }
        let mut plain = [0; VIEWS];
        for (place, plain) in plain.iter_mut().enumerate() {
            let x = leaky16(4 * i16::from(rows[0].0[place]));
            *plain = if place < 2 * CONVOLVED {
                let channel = place % CONVOLVED;
                let sum: i16 = weights.conv.iter().map(|cell| product(x, cell[channel])).sum();
                activate(sum + weights.conv_bias[channel])
            } else {
                x << 2
            };
        }
        Self { rows, plain }
    }

    /// The row of a pattern as Black sees it.
    #[inline(always)]
    pub fn row(&self, pattern: u32) -> &[i8; VIEWS] {
        &self.rows[pattern as usize].0
    }

    /// The final channels of a point with nothing around it.
    pub fn plain(&self) -> &[i16; VIEWS] {
        &self.plain
    }
}

/// The channels of all patterns of a role.
fn channels(weights: &Weights, role: Role) -> Vec<[i8; CHANNELS]> {
    #[cfg(target_arch = "x86_64")]
    if Machine::best() != Machine::Any {
        // SAFETY: the machine was just seen to have what the function needs.
        return unsafe { channels_with_avx2(weights, role) };
    }
    channels_plainly(weights, role)
}

/// The same instructions of the language, which the compiler makes into wider ones of the machine.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn channels_with_avx2(weights: &Weights, role: Role) -> Vec<[i8; CHANNELS]> {
    channels_plainly(weights, role)
}

#[inline(always)]
fn channels_plainly(weights: &Weights, role: Role) -> Vec<[i8; CHANNELS]> {
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
    rows
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
        let tables = roles.map(|role| channels(small().weights(), role));
        for row in vectors["rows"].as_array().unwrap() {
            let role = row["role"].as_u64().unwrap() as usize;
            let expected: Vec<i8> = serde_json::from_value(row["row"].clone()).unwrap();
            let pattern = row["pattern"].as_u64().unwrap() as usize;
            assert_eq!(tables[role][pattern].to_vec(), expected, "{role} {pattern}");
        }
    }
}
