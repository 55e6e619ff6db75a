//! What the sums of a position mean: chances of win, draw and loss, and a rating for each point.

use super::accumulator::{Accumulator, Regions};
use super::layer::Layer;
use super::pattern_table::place_of;
#[cfg(target_arch = "x86_64")]
use super::vector::x86::{Avx2, Avx512};
use super::vector::{Always, Half, Machine};
use super::weights::{LIMIT, POLICY, REGION, VALUE, VALUE_INPUTS, Weights};
use super::{CHANNELS, Role, VIEWS, leaky32};
use crate::engine::shape_board::{PointIndex, Side};

/// Logits are in units of this.
pub const UNIT: f32 = 1.0 / 256.0;

/// Points that are rated at once.
const AT_ONCE: usize = 8;

/// The dense layers with their inputs in the order in which the accumulator has them, for one side to move.
#[derive(Clone, Debug)]
pub struct Layers {
    region: Layer,
    value1: Layer,
    value2: Layer,
    policy1: Layer,
    policy_board: Layer,
}

impl Layers {
    /// The layers of some weights when a side is to move.
    pub fn new(weights: &Weights, turn: Side) -> Self {
        // Weights have the mover's channels first.
        let mut order = [0; VIEWS];
        for (input, place) in (0..VIEWS).map(|input| {
            let side = if input < CHANNELS { turn } else { turn.other() };
            (input, place_of(input % CHANNELS, side as usize))
        }) {
            order[place] = input;
        }
        let by_channels = |at: usize| order.get(at).copied().unwrap_or(at);
        Self {
            region: Layer::new(&weights.region, by_channels),
            value1: Layer::new(&weights.value1, by_channels),
            value2: Layer::new(&weights.value2, |at| at),
            policy1: Layer::new(&weights.policy1, by_channels),
            policy_board: Layer::new(&weights.policy_board, |at| at),
        }
    }
}

/// How a position is judged, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Logits of win, draw and loss, in units of 1/256.
    pub logits: [i32; 3],
    /// The worth of the position on the scale of the evaluation, where 200 is a winning chance of 73 %.
    pub score: i32,
    /// The last hidden layer, on which the policy depends too.
    hidden: [i16; VALUE],
}

impl Value {
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
unsafe fn hidden<H: Half, const IN: usize, const OUT: usize>(
    layer: &Layer,
    input: &[i16; IN],
    bias: &[i16; OUT],
) -> [i16; OUT] {
    // SAFETY: the caller has seen that the machine has the instructions.
    let sums: [i32; OUT] = unsafe { H::dense(layer, input) };
    std::array::from_fn(|output| limited(leaky32(sums[output] + i32::from(bias[output]))))
}

impl Accumulator {
    /// Judges the position for the side to move, of which shapes say so much. Where the position will be left at once its last stone is
    /// not put in.
    pub fn value(&mut self, turn: Side, shapes: i32, leaves: bool) -> Value {
        self.settle(usize::from(leaves));
        match self.machine {
            // SAFETY: these instructions are always there.
            Machine::Any => unsafe { self.value_with::<Always>(turn, shapes) },
            // SAFETY: the machine was seen to have them.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2 => unsafe { self.value_with_avx2(turn, shapes) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512 => unsafe { self.value_with_avx512(turn, shapes) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn value_with_avx2(&mut self, turn: Side, shapes: i32) -> Value {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.value_with::<Avx2>(turn, shapes) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vnni")]
    unsafe fn value_with_avx512(&mut self, turn: Side, shapes: i32) -> Value {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.value_with::<Avx512>(turn, shapes) }
    }

    #[inline(always)]
    unsafe fn value_with<H: Half>(&mut self, turn: Side, shapes: i32) -> Value {
        // SAFETY: the caller vouches for the instructions, here and below.
        let last = unsafe { self.settle_last::<H>() };
        let (weights, layers) = (self.network().weights(), self.network().layers(turn));
        let role = Role::of(self.rule(), turn) as usize;
        let regions: &Regions = self.regions(last);
        let mut whole = [0i32; VIEWS];
        let mut input = [0i16; VALUE_INPUTS];
        for (number, region) in regions.iter().enumerate() {
            let mut sums = [0i16; VIEWS];
            for ((sum, whole), &of_region) in sums.iter_mut().zip(&mut whole).zip(region.as_flattened()) {
                *whole += of_region;
                *sum = limited(of_region >> 3);
            }
            // SAFETY: as above.
            let local = unsafe { hidden::<H, _, REGION>(&layers.region, &sums, &[0; REGION]) };
            input[VIEWS + number * REGION..][..REGION].copy_from_slice(&local);
        }
        for (input, whole) in input.iter_mut().zip(whole) {
            *input = limited(whole >> 5);
        }
        // SAFETY: as above.
        let second = unsafe {
            let first = hidden::<H, _, VALUE>(&layers.value1, &input, &weights.value_role[role]);
            hidden::<H, _, VALUE>(&layers.value2, &first, &[0; VALUE])
        };
        let mut logits: [i32; 3] = std::array::from_fn(|output| weights.value3.output(output, &second));
        let score = (logits[0] - logits[2]) * 200 / 256 + shapes * weights.shapes / 256;
        let half = (shapes * weights.shapes).div_euclid(400);
        logits[0] += half;
        logits[2] -= half;
        Value { logits, score, hidden: second }
    }

    /// Rates points for the side to move; a point twice as likely to be the best move has 177 more.
    pub fn policy(&mut self, turn: Side, value: &Value, points: &[PointIndex], ratings: &mut Vec<i32>) {
        self.settle(0);
        ratings.clear();
        match self.machine {
            // SAFETY: these instructions are always there.
            Machine::Any => unsafe { self.policy_with::<Always>(turn, value, points, ratings) },
            // SAFETY: the machine was seen to have them.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2 => unsafe { self.policy_with_avx2(turn, value, points, ratings) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512 => unsafe { self.policy_with_avx512(turn, value, points, ratings) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn policy_with_avx2(&self, turn: Side, value: &Value, points: &[PointIndex], ratings: &mut Vec<i32>) {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.policy_with::<Avx2>(turn, value, points, ratings) };
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vnni")]
    unsafe fn policy_with_avx512(&self, turn: Side, value: &Value, points: &[PointIndex], ratings: &mut Vec<i32>) {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.policy_with::<Avx512>(turn, value, points, ratings) };
    }

    #[inline(always)]
    unsafe fn policy_with<H: Half>(&self, turn: Side, value: &Value, points: &[PointIndex], ratings: &mut Vec<i32>) {
        let (weights, layers) = (self.network().weights(), self.network().layers(turn));
        let role = Role::of(self.rule(), turn) as usize;
        // SAFETY: the caller vouches for the instructions, here and below.
        let mut about: [i32; POLICY] = unsafe { H::dense(&layers.policy_board, &value.hidden) };
        for (about, &role) in about.iter_mut().zip(&weights.policy_role[role]) {
            *about += i32::from(role);
        }
        let mut rate = |sums: [i32; POLICY]| {
            let looked: [i16; POLICY] = std::array::from_fn(|output| limited(leaky32(sums[output] + about[output])));
            ratings.push(weights.policy2.output(0, &looked));
        };
        let (several, others) = points.as_chunks::<AT_ONCE>();
        for places in several {
            // SAFETY: as above.
            let sums: [_; AT_ONCE] =
                unsafe { H::denses(&layers.policy1, &places.each_ref().map(|&place| self.channels(place))) };
            sums.into_iter().for_each(&mut rate);
        }
        for &place in others {
            // SAFETY: as above.
            rate(unsafe { H::dense(&layers.policy1, &self.channels(place)) });
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
        shapes: i32,
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
            for machine in Machine::ways() {
                let mut sums = Accumulator::new(small(), rule, case.size).unwrap();
                sums.machine = machine;
                for (ply, &point) in case.moves.iter().enumerate() {
                    sums.put(place(point), side(ply));
                }
                let turn = side(case.moves.len());
                let value = sums.value(turn, case.shapes, machine != Machine::Any);
                assert_eq!(value.logits, case.value, "{machine:?}");
                let points: Vec<PointIndex> = (0..case.size * case.size).map(place).collect();
                let mut ratings = Vec::new();
                sums.policy(turn, &value, &points, &mut ratings);
                assert_eq!(ratings, case.policy, "{machine:?}");
            }
        }
    }

    #[test]
    fn values_follow_stones_put_and_taken_back_on_every_machine() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let size = 15 + seed as usize % 6;
            let rule = Rule::ALL[seed as usize % 3];
            let empty = Accumulator::new(small(), rule, size).unwrap();
            let mut followers: Vec<Accumulator> = Machine::ways()
                .into_iter()
                .map(|machine| {
                    let mut sums = empty.clone();
                    sums.machine = machine;
                    sums
                })
                .collect();
            let mut stones: Vec<PointIndex> = Vec::new();
            for turn in 0..160 {
                if random.below(3) == 0 && !stones.is_empty() {
                    stones.pop();
                    followers.iter_mut().for_each(Accumulator::undo);
                } else {
                    let mut line = || random.below(size as u64) as usize;
                    let place = point_index(line(), line());
                    if !stones.contains(&place) {
                        for sums in &mut followers {
                            sums.put(place, side(stones.len()));
                        }
                        stones.push(place);
                    }
                }
                let shapes = random.below(3000) as i32 - 1500;
                let mover = side(stones.len());
                let (asked, leaves) = (random.below(3) > 0, random.below(2) > 0);
                let values: Vec<Option<Value>> =
                    followers.iter_mut().map(|sums| asked.then(|| sums.value(mover, shapes, leaves))).collect();
                assert!(values.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed} turn {turn}");
                if turn % 20 == 19 {
                    let mut fresh = empty.clone();
                    for (ply, &place) in stones.iter().rev().enumerate() {
                        // The sums do not depend on the order of the stones.
                        fresh.put(place, side(stones.len() - 1 - ply));
                    }
                    fresh.settle(0);
                    let value = fresh.value(mover, shapes, false);
                    for sums in &mut followers {
                        assert_eq!(sums.value(mover, shapes, true), value, "seed {seed} turn {turn}");
                        sums.settle(0);
                        assert!(sums.agrees(&fresh), "seed {seed} turn {turn}");
                    }
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
