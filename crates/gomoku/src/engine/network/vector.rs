//! The arithmetic that takes most of the time, once in plain Rust and once with AVX2; both give the same integers.

use super::pattern_table::product;
use super::weights::Dense;
use super::{CHANNELS, CONVOLVED, leaky16};

/// Adds what a cell's change means to the convolution at one of the cells around it.
#[inline(always)]
pub fn add_products(
    near: &mut [i16; CONVOLVED],
    before: &[i16; CHANNELS],
    after: &[i16; CHANNELS],
    weights: &[i16; CONVOLVED],
) {
    for channel in 0..CONVOLVED {
        // Cells beyond the edge are never read, and are not restored when a stone is taken back.
        near[channel] = near[channel]
            .wrapping_add(product(after[channel], weights[channel]) - product(before[channel], weights[channel]));
    }
}

/// The activation of a point's sums.
#[inline(always)]
pub fn activated(sums: &[i16; CHANNELS]) -> [i16; CHANNELS] {
    let mut channels = [0; CHANNELS];
    for channel in 0..CHANNELS {
        channels[channel] = leaky16(sums[channel]);
    }
    channels
}

/// All outputs of a dense layer.
#[inline(always)]
pub fn dense<const IN: usize, const OUT: usize>(layer: &Dense, input: &[i16; IN]) -> [i32; OUT] {
    let mut outputs = [0; OUT];
    for (output, sum) in outputs.iter_mut().enumerate() {
        *sum = layer.output(output, input);
    }
    outputs
}

/// Whether the machine has AVX2.
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi1");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The same with AVX2.
#[cfg(target_arch = "x86_64")]
pub mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_hadd_epi32, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_mulhrs_epi16, _mm256_permute2x128_si256, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_storeu_si256,
        _mm256_sub_epi16,
    };

    use super::super::weights::Dense;
    use super::super::{CHANNELS, CONVOLVED};

    const LANES: usize = 16;
    const _: () = assert!(CONVOLVED == LANES);

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(numbers: &[i16], at: usize) -> __m256i {
        let numbers: &[i16] = &numbers[at..at + LANES];
        // SAFETY: the slice holds the sixteen numbers that are read.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    /// See [`super::add_products`].
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn add_products(
        near: &mut [i16; CONVOLVED],
        before: &[i16; CHANNELS],
        after: &[i16; CHANNELS],
        weights: &[i16; CONVOLVED],
    ) {
        let weights = load(weights, 0);
        let product = |x: __m256i| _mm256_mulhrs_epi16(_mm256_slli_epi16::<4>(x), weights);
        let change = _mm256_sub_epi16(product(load(after, 0)), product(load(before, 0)));
        let sum = _mm256_add_epi16(load(near, 0), change);
        // SAFETY: the array has room for sixteen numbers.
        unsafe { _mm256_storeu_si256(near.as_mut_ptr().cast(), sum) };
    }

    /// See [`super::dense`]; inputs are a multiple of sixteen, outputs of eight.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn dense<const IN: usize, const OUT: usize>(layer: &Dense, input: &[i16; IN]) -> [i32; OUT] {
        const { assert!(IN.is_multiple_of(LANES) && OUT.is_multiple_of(8)) };
        let weights = &layer.weights[..IN * OUT];
        let mut outputs = [0; OUT];
        for first in (0..OUT).step_by(8) {
            let mut sums = [_mm256_setzero_si256(); 8];
            for at in (0..IN).step_by(LANES) {
                let input = load(input, at);
                for (sum, output) in sums.iter_mut().zip(first..) {
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(load(weights, output * IN + at), input));
                }
            }
            // Sums of the eight numbers in each of the eight vectors.
            let pair = |a: usize| _mm256_hadd_epi32(sums[a], sums[a + 1]);
            let low = _mm256_hadd_epi32(pair(0), pair(2));
            let high = _mm256_hadd_epi32(pair(4), pair(6));
            let all = _mm256_add_epi32(
                _mm256_permute2x128_si256::<0x20>(low, high),
                _mm256_permute2x128_si256::<0x31>(low, high),
            );
            let eight = &mut outputs[first..first + 8];
            // SAFETY: the slice has room for eight numbers.
            unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), all) };
        }
        for (output, bias) in outputs.iter_mut().zip(&layer.bias) {
            *output = (*output + bias) >> layer.shift;
        }
        outputs
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;

    fn numbers<const N: usize>(random: &mut Random, limit: i64) -> [i16; N] {
        std::array::from_fn(|_| (random.below(2 * limit as u64 + 1) as i64 - limit) as i16)
    }

    #[test]
    fn avx2_gives_the_same_integers() {
        if !has_avx2() {
            return;
        }
        let mut random = Random::new(5);
        for _ in 0..2000 {
            let (before, after) = (numbers(&mut random, 508), numbers(&mut random, 508));
            let weights = numbers(&mut random, 12288);
            let mut plain = numbers(&mut random, 8000);
            let mut wide = plain;
            add_products(&mut plain, &before, &after, &weights);
            // SAFETY: the machine was seen to have AVX2.
            unsafe { avx2::add_products(&mut wide, &before, &after, &weights) };
            assert_eq!(plain, wide);
            let layer = Dense {
                inputs: 64,
                shift: 9,
                weights: numbers::<{ 64 * 16 }>(&mut random, 4000).to_vec(),
                bias: numbers::<16>(&mut random, 8191).map(i32::from).to_vec(),
            };
            let input: [i16; 64] = numbers(&mut random, 8191);
            // SAFETY: the machine was seen to have AVX2.
            let wide: [i32; 16] = unsafe { avx2::dense(&layer, &input) };
            assert_eq!(dense::<64, 16>(&layer, &input), wide);
        }
    }
}
