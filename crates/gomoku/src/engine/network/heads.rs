//! What the sums of a position mean: chances of win, draw and loss, and a rating for each point.

use super::accumulator::Accumulator;
#[cfg(target_arch = "x86_64")]
use super::vector::avx2;
use super::vector::dense;
#[cfg(target_arch = "x86_64")]
use super::vector::has_avx2;
use super::weights::{Dense, LIMIT, POLICY, REGION, VALUE, VALUE_INPUTS};
use super::{CHANNELS, REGIONS, Role, leaky32};
use crate::engine::shape_board::{PointIndex, Side};

/// Logits are in units of this.
pub const UNIT: f32 = 1.0 / 256.0;

/// How a position is judged, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Logits of win, draw and loss, in units of 1/256.
    pub logits: [i32; 3],
    /// The last hidden layer, on which the policy depends too.
    hidden: [i16; VALUE],
}

impl Value {
    /// The worth of the position on the scale of the evaluation, where 200 is a winning chance of 73 %.
    #[inline(always)]
    pub fn score(&self) -> i32 {
        (self.logits[0] - self.logits[2]) * 200 / 256
    }

    /// The chances of win, draw and loss.
    pub fn chances(&self) -> [f32; 3] {
        let most = self.logits.into_iter().max().unwrap_or(0);
        let parts = self.logits.map(|logit| ((logit - most) as f32 * UNIT).exp());
        let sum: f32 = parts.iter().sum();
        parts.map(|part| part / sum)
    }
}

#[inline(always)]
fn limited(x: i32) -> i16 {
    x.clamp(-LIMIT, LIMIT) as i16
}

#[inline(always)]
fn layer<const AVX2: bool, const IN: usize, const OUT: usize>(layer: &Dense, input: &[i16; IN]) -> [i32; OUT] {
    #[cfg(target_arch = "x86_64")]
    if AVX2 {
        // SAFETY: the caller has seen that the machine has AVX2.
        return unsafe { avx2::dense(layer, input) };
    }
    dense(layer, input)
}

#[inline(always)]
fn hidden<const AVX2: bool, const IN: usize, const OUT: usize>(
    weights: &Dense,
    input: &[i16; IN],
    bias: &[i16; OUT],
) -> [i16; OUT] {
    let sums: [i32; OUT] = layer::<AVX2, IN, OUT>(weights, input);
    let mut outputs = [0; OUT];
    for output in 0..OUT {
        outputs[output] = limited(leaky32(sums[output] + i32::from(bias[output])));
    }
    outputs
}

impl Accumulator {
    /// Judges the position for the side to move.
    pub fn value(&mut self, turn: Side) -> Value {
        self.settle();
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the machine was just seen to have what the function needs.
            return unsafe { self.value_with_avx2(turn) };
        }
        self.value_plainly::<false>(turn)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn value_with_avx2(&self, turn: Side) -> Value {
        self.value_plainly::<true>(turn)
    }

    #[inline(always)]
    fn value_plainly<const AVX2: bool>(&self, turn: Side) -> Value {
        let weights = self.network().weights();
        let (mine, theirs) = (self.regions(turn), self.regions(turn.other()));
        let mut whole = [0i32; 2 * CHANNELS];
        let mut input = [0i16; VALUE_INPUTS];
        for region in 0..REGIONS {
            let mut sums = [0i16; 2 * CHANNELS];
            for channel in 0..CHANNELS {
                whole[channel] += mine[region][channel];
                whole[CHANNELS + channel] += theirs[region][channel];
                sums[channel] = limited(mine[region][channel] >> 3);
                sums[CHANNELS + channel] = limited(theirs[region][channel] >> 3);
            }
            let local = hidden::<AVX2, _, REGION>(&weights.region, &sums, &[0; REGION]);
            input[2 * CHANNELS + region * REGION..][..REGION].copy_from_slice(&local);
        }
        for (input, whole) in input.iter_mut().zip(whole) {
            *input = limited(whole >> 5);
        }
        let role = Role::of(self.rule(), turn) as usize;
        let first = hidden::<AVX2, _, VALUE>(&weights.value1, &input, &weights.value_role[role]);
        let second = hidden::<AVX2, _, VALUE>(&weights.value2, &first, &[0; VALUE]);
        let logits = std::array::from_fn(|output| weights.value3.output(output, &second));
        Value { logits, hidden: second }
    }

    /// Rates points for the side to move; a point twice as likely to be the best move has 177 more.
    pub fn policy(&mut self, turn: Side, value: &Value, points: &[PointIndex], ratings: &mut Vec<i32>) {
        self.settle();
        ratings.clear();
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the machine was just seen to have what the function needs.
            return unsafe { self.policy_with_avx2(turn, value, points, ratings) };
        }
        self.policy_plainly::<false>(turn, value, points, ratings);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn policy_with_avx2(&self, turn: Side, value: &Value, points: &[PointIndex], ratings: &mut Vec<i32>) {
        self.policy_plainly::<true>(turn, value, points, ratings);
    }

    #[inline(always)]
    fn policy_plainly<const AVX2: bool>(
        &self,
        turn: Side,
        value: &Value,
        points: &[PointIndex],
        ratings: &mut Vec<i32>,
    ) {
        let weights = self.network().weights();
        let role = Role::of(self.rule(), turn) as usize;
        let mut about: [i32; POLICY] = layer::<AVX2, VALUE, POLICY>(&weights.policy_board, &value.hidden);
        for (about, &role) in about.iter_mut().zip(&weights.policy_role[role]) {
            *about += i32::from(role);
        }
        for &place in points {
            let mut channels = [0; 2 * CHANNELS];
            channels[..CHANNELS].copy_from_slice(&self.channels(place, turn));
            channels[CHANNELS..].copy_from_slice(&self.channels(place, turn.other()));
            let mut looked = [0; POLICY];
            let sums: [i32; POLICY] = layer::<AVX2, { 2 * CHANNELS }, POLICY>(&weights.policy1, &channels);
            for output in 0..POLICY {
                looked[output] = limited(leaky32(sums[output] + about[output]));
            }
            ratings.push(weights.policy2.output(0, &looked));
        }
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};
    use serde::Deserialize;

    use super::super::samples::{VECTORS, small};
    use super::*;
    use crate::engine::shape_board::point_index;
    use crate::rules::Rule;

    #[derive(Deserialize)]
    struct Case {
        size: usize,
        rule: usize,
        moves: Vec<usize>,
        value: [i32; 3],
        policy: Vec<i32>,
    }

    #[derive(Deserialize)]
    struct Vectors {
        positions: Vec<Case>,
    }

    fn side(ply: usize) -> Side {
        if ply.is_multiple_of(2) { Side::Black } else { Side::White }
    }

    #[test]
    fn positions_are_judged_as_in_training() {
        let vectors: Vectors = serde_json::from_str(VECTORS).unwrap();
        assert!(vectors.positions.len() > 10);
        for case in vectors.positions {
            let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][case.rule];
            let place = |point: usize| point_index(point % case.size, point / case.size);
            let mut sums = Accumulator::new(small(), rule, case.size).unwrap();
            for (ply, &point) in case.moves.iter().enumerate() {
                sums.put(place(point), side(ply));
            }
            let turn = side(case.moves.len());
            let value = sums.value(turn);
            assert_eq!(value.logits, case.value);
            let points: Vec<PointIndex> = (0..case.size * case.size).map(place).collect();
            let mut ratings = Vec::new();
            sums.policy(turn, &value, &points, &mut ratings);
            assert_eq!(ratings, case.policy);
        }
    }

    #[test]
    fn sums_follow_stones_put_and_taken_back() {
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let size = 15 + seed as usize % 6;
            let rule = Rule::ALL[seed as usize % 3];
            let mut sums = Accumulator::new(small(), rule, size).unwrap();
            let mut stones: Vec<PointIndex> = Vec::new();
            for turn in 0..120 {
                if random.below(3) == 0 && !stones.is_empty() {
                    stones.pop();
                    sums.undo();
                } else {
                    let mut line = || random.below(size as u64) as usize;
                    let place = point_index(line(), line());
                    if !stones.contains(&place) {
                        sums.put(place, side(stones.len()));
                        stones.push(place);
                    }
                }
                if random.below(4) == 0 {
                    sums.settle();
                }
                if turn % 30 == 29 {
                    sums.settle();
                    let mut fresh = Accumulator::new(small(), rule, size).unwrap();
                    for (ply, &place) in stones.iter().rev().enumerate() {
                        // The sums do not depend on the order of the stones.
                        fresh.put(place, side(stones.len() - 1 - ply));
                    }
                    fresh.settle();
                    assert!(sums.agrees(&fresh), "seed {seed} turn {turn}");
                }
            }
        }
    }

    #[test]
    fn other_sizes_are_refused() {
        assert!(Accumulator::new(small(), Rule::Freestyle, 14).is_none());
        assert!(Accumulator::new(small(), Rule::Freestyle, 21).is_none());
    }
}
