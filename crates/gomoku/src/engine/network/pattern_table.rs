//! The channels of each pattern for both colours under a rule, made by the line network.

use super::layer::Layer;
use super::pattern::{ARMS, PATTERNS, exchanged_arms, pair};
#[cfg(target_arch = "x86_64")]
use super::vector::x86::{Avx2, Avx512};
use super::vector::{Always, Half, Machine};
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

    /// Prefetches the row of a pattern that is looked up soon.
    #[inline(always)]
    pub fn expect(&self, pattern: u32) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch has no visible effect, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.rows.as_ptr().wrapping_add(pattern as usize).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = pattern;
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
    let line = LineNetwork::new(weights, role);
    match Machine::best() {
        // SAFETY: these instructions are always there.
        Machine::Any => unsafe { line.all::<Always>() },
        // SAFETY: the machine was just seen to have them.
        #[cfg(target_arch = "x86_64")]
        Machine::Avx2 => unsafe { line.all_with_avx2() },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Machine::Avx512 => unsafe { line.all_with_avx512() },
    }
}

/// Widths of the hidden layers of the network that is shipped, for which there is a quicker way.
const LINE1: usize = 128;
const LINE2: usize = 64;

/// The line network of one role.
struct LineNetwork<'a> {
    weights: &'a Weights,
    arms: &'a [i16],
    middle: &'a [i16],
    line2: Layer,
    line3: Layer,
}

impl<'a> LineNetwork<'a> {
    fn new(weights: &'a Weights, role: Role) -> Self {
        let width = weights.line_width;
        Self {
            weights,
            arms: &weights.arms[role as usize * ARMS * width..][..ARMS * width],
            middle: &weights.middle[role as usize * 3 * width..][..3 * width],
            line2: Layer::new(&weights.line2, |at| at),
            line3: Layer::new(&weights.line3, |at| at),
        }
    }

    /// The channels of a pattern.
    #[inline(always)]
    unsafe fn channels<H: Half>(&self, low: usize, high: usize, cell: usize) -> [i8; CHANNELS] {
        let width = self.weights.line_width;
        let [low, high] = [low, high].map(|arm| &self.arms[arm * width..][..width]);
        let middle = &self.middle[cell * width..][..width];
        let first = |unit: usize| leaky16(low[unit] + high[unit] + middle[unit]).clamp(-LIMIT as i16, LIMIT as i16);
        let hidden = |sum: i32| leaky32(sum).clamp(-LIMIT, LIMIT) as i16;
        let sums: [i32; CHANNELS] = if (width, self.weights.line2.bias.len()) == (LINE1, LINE2) {
            // SAFETY: the caller has seen that the machine has the instructions.
            unsafe {
                let second: [i32; LINE2] = H::dense(&self.line2, &std::array::from_fn::<i16, LINE1, _>(first));
                H::dense(&self.line3, &second.map(hidden))
            }
        } else {
            let first: Vec<i16> = (0..width).map(first).collect();
            let line2 = &self.weights.line2;
            let second: Vec<i16> = (0..line2.bias.len()).map(|output| hidden(line2.output(output, &first))).collect();
            std::array::from_fn(|output| self.weights.line3.output(output, &second))
        };
        // From units of 1/256 to those of 1/32.
        sums.map(|sum| ((sum + 4) >> 3).clamp(-127, 127) as i8)
    }

    #[inline(always)]
    unsafe fn all<H: Half>(&self) -> Vec<[i8; CHANNELS]> {
        let mut rows = vec![[0; CHANNELS]; PATTERNS];
        for high in 0..ARMS {
            for low in 0..=high {
                for cell in 0..3 {
                    // SAFETY: the caller has seen that the machine has the instructions.
                    rows[pair(low, high) * 3 + cell] = unsafe { self.channels::<H>(low, high, cell) };
                }
            }
        }
        rows
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn all_with_avx2(&self) -> Vec<[i8; CHANNELS]> {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.all::<Avx2>() }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vnni")]
    unsafe fn all_with_avx512(&self) -> Vec<[i8; CHANNELS]> {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.all::<Avx512>() }
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
    use banmen_core::{Draw, Random};

    use super::super::Network;
    use super::super::samples::{VECTORS, small};
    use super::super::vector::Plain;
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

    #[test]
    fn every_machine_gives_the_shipped_network_the_same_rows() {
        let network = Network::shipped();
        let weights = network.weights();
        assert_eq!((weights.line_width, weights.line2.bias.len()), (LINE1, LINE2));
        let line = LineNetwork::new(weights, Role::RenjuWhite);
        let mut random = Random::new(8);
        for _ in 0..500 {
            let mut arm = || random.below(ARMS as u64) as usize;
            let (low, high, cell) = (arm(), arm(), arm() % 3);
            // SAFETY: every machine has what is plain.
            let plain = unsafe { line.channels::<Plain>(low, high, cell) };
            #[cfg(target_arch = "x86_64")]
            for machine in Machine::ways() {
                // SAFETY: the machine was seen to have the instructions.
                let row = unsafe {
                    match machine {
                        Machine::Any => plain,
                        Machine::Avx2 => line.channels::<Avx2>(low, high, cell),
                        Machine::Avx512 => line.channels::<Avx512>(low, high, cell),
                    }
                };
                assert_eq!(row, plain, "{machine:?}");
            }
            let first: Vec<i16> = (0..LINE1)
                .map(|unit| {
                    let arm = |arm: usize| line.arms[arm * LINE1 + unit];
                    leaky16(arm(low) + arm(high) + line.middle[cell * LINE1 + unit]).clamp(-8191, 8191)
                })
                .collect();
            let second: Vec<i16> = (0..LINE2)
                .map(|output| leaky32(weights.line2.output(output, &first)).clamp(-8191, 8191) as i16)
                .collect();
            for (output, &channel) in plain.iter().enumerate() {
                assert_eq!(((weights.line3.output(output, &second) + 4) >> 3).clamp(-127, 127), i32::from(channel));
            }
        }
    }
}
