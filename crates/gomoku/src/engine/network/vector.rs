//! The arithmetic that takes most of the time, in plain Rust and with the vectors of each machine; all give the same integers.

use super::layer::Layer;
use super::pattern_table::product;
use super::weights::LIMIT;
use super::{HALF, leaky16};

/// Half the channels of a point, of both colours: those that are convolved or those that are not. One vector or several.
pub trait Half: Copy {
    /// The same many numbers of 32 bits.
    type Long: Copy;

    /// From 16-bit numbers.
    ///
    /// # Safety
    /// Here and below: the machine has the instructions of the implementation.
    unsafe fn load(from: &[i16; HALF]) -> Self;
    /// From 8-bit numbers.
    unsafe fn widen(from: &[i8; HALF]) -> Self;
    /// To 16-bit numbers.
    unsafe fn store(self, to: &mut [i16; HALF]);
    /// The sum.
    unsafe fn plus(self, other: Self) -> Self;
    /// The difference.
    unsafe fn minus(self, other: Self) -> Self;
    /// The activation.
    unsafe fn leaky(self) -> Self;
    /// The product with weights of the convolution.
    unsafe fn times(self, weights: Self) -> Self;
    /// At most the largest input of a dense layer.
    unsafe fn limited(self) -> Self;
    /// All zero.
    unsafe fn no_sum() -> Self::Long;
    /// A sum and these numbers.
    unsafe fn added_to(self, sum: Self::Long) -> Self::Long;
    /// Adds a sum to others.
    unsafe fn deposit(sum: Self::Long, to: &mut [i32; HALF]);
    /// All outputs of a dense layer; inputs are a multiple of sixteen, and so are outputs.
    unsafe fn dense<const IN: usize, const OUT: usize>(layer: &Layer, input: &[i16; IN]) -> [i32; OUT];
    /// The same for several inputs, for which the weights are read once.
    #[inline(always)]
    unsafe fn denses<const IN: usize, const OUT: usize, const N: usize>(
        layer: &Layer,
        inputs: &[[i16; IN]; N],
    ) -> [[i32; OUT]; N] {
        // SAFETY: as for one input.
        inputs.each_ref().map(|input| unsafe { Self::dense(layer, input) })
    }
}

/// Plain Rust.
#[derive(Clone, Copy)]
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub struct Plain([i16; HALF]);

impl Half for Plain {
    type Long = [i32; HALF];

    #[inline(always)]
    unsafe fn load(from: &[i16; HALF]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    unsafe fn widen(from: &[i8; HALF]) -> Self {
        Self(from.map(i16::from))
    }

    #[inline(always)]
    unsafe fn store(self, to: &mut [i16; HALF]) {
        *to = self.0;
    }

    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at].wrapping_add(other.0[at])))
    }

    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at].wrapping_sub(other.0[at])))
    }

    #[inline(always)]
    unsafe fn leaky(self) -> Self {
        Self(self.0.map(leaky16))
    }

    #[inline(always)]
    unsafe fn times(self, weights: Self) -> Self {
        Self(std::array::from_fn(|at| product(self.0[at], weights.0[at])))
    }

    #[inline(always)]
    unsafe fn limited(self) -> Self {
        Self(self.0.map(|x| x.min(LIMIT as i16)))
    }

    #[inline(always)]
    unsafe fn no_sum() -> [i32; HALF] {
        [0; HALF]
    }

    #[inline(always)]
    unsafe fn added_to(self, sum: [i32; HALF]) -> [i32; HALF] {
        std::array::from_fn(|at| sum[at] + i32::from(self.0[at]))
    }

    #[inline(always)]
    unsafe fn deposit(sum: [i32; HALF], to: &mut [i32; HALF]) {
        for (to, sum) in to.iter_mut().zip(sum) {
            *to += sum;
        }
    }

    #[inline(always)]
    unsafe fn dense<const IN: usize, const OUT: usize>(layer: &Layer, input: &[i16; IN]) -> [i32; OUT] {
        layer.outputs(input)
    }
}

/// An implementation for vectors of `$lanes` numbers, with the instructions for each step.
#[allow(unused_macros)]
macro_rules! vectors {
    (
        $name:ident, $vector:ty, $lanes:literal, zero $zero:expr, load $load:expr, widen $widen:expr, store $store:expr, add $add:expr, sub $sub:expr,
        leaky $leaky:expr, times $times:expr, limited $limited:expr, add_long $add_long:expr, one $one:expr, other $other:expr, in_order $in_order:expr, dense $dense:expr $(, denses $denses:expr)?
    ) => {
        #[derive(Clone, Copy)]
        pub struct $name([$vector; HALF / $lanes]);

        impl Half for $name {
            /// One half of the numbers of each vector, then the other: the even ones and the odd ones, or the low and the high ones.
            type Long = [[$vector; HALF / $lanes]; 2];

            #[inline(always)]
            unsafe fn load(from: &[i16; HALF]) -> Self {
                // SAFETY: the vectors lie within the array; the caller vouches for the instructions, here and below.
                Self(std::array::from_fn(|at| unsafe { $load(from.as_ptr().add(at * $lanes)) }))
            }

            #[inline(always)]
            unsafe fn widen(from: &[i8; HALF]) -> Self {
                // SAFETY: the vectors lie within the array.
                Self(std::array::from_fn(|at| unsafe { $widen(from.as_ptr().add(at * $lanes)) }))
            }

            #[inline(always)]
            unsafe fn store(self, to: &mut [i16; HALF]) {
                for at in 0..HALF / $lanes {
                    // SAFETY: the vectors lie within the array.
                    unsafe { $store(to.as_mut_ptr().add(at * $lanes), self.0[at]) };
                }
            }

            #[inline(always)]
            unsafe fn plus(self, other: Self) -> Self {
                // SAFETY: as above.
                Self(std::array::from_fn(|at| unsafe { $add(self.0[at], other.0[at]) }))
            }

            #[inline(always)]
            unsafe fn minus(self, other: Self) -> Self {
                // SAFETY: as above.
                Self(std::array::from_fn(|at| unsafe { $sub(self.0[at], other.0[at]) }))
            }

            #[inline(always)]
            unsafe fn leaky(self) -> Self {
                // SAFETY: as above.
                Self(self.0.map(|vector| unsafe { $leaky(vector) }))
            }

            #[inline(always)]
            unsafe fn times(self, weights: Self) -> Self {
                // SAFETY: as above.
                Self(std::array::from_fn(|at| unsafe { $times(self.0[at], weights.0[at]) }))
            }

            #[inline(always)]
            unsafe fn limited(self) -> Self {
                // SAFETY: as above.
                Self(self.0.map(|vector| unsafe { $limited(vector) }))
            }

            #[inline(always)]
            unsafe fn no_sum() -> Self::Long {
                // SAFETY: as above.
                [[unsafe { $zero }; HALF / $lanes]; 2]
            }

            #[inline(always)]
            unsafe fn added_to(self, sum: Self::Long) -> Self::Long {
                let [one, other] = sum;
                // SAFETY: as above.
                [
                    std::array::from_fn(|at| unsafe { $one(one[at], self.0[at]) }),
                    std::array::from_fn(|at| unsafe { $other(other[at], self.0[at]) }),
                ]
            }

            #[inline(always)]
            unsafe fn deposit(sum: Self::Long, to: &mut [i32; HALF]) {
                let [ones, others] = sum;
                for (vector, (one, other)) in ones.into_iter().zip(others).enumerate() {
                    // SAFETY: as above.
                    let halves: [$vector; 2] = unsafe { $in_order(one, other) };
                    for (half, sum) in halves.into_iter().enumerate() {
                        // SAFETY: the vectors lie within the array.
                        unsafe {
                            let at = to.as_mut_ptr().add(vector * $lanes + half * $lanes / 2).cast::<i16>();
                            $store(at, $add_long($load(at), sum));
                        }
                    }
                }
            }

            #[inline(always)]
            unsafe fn dense<const IN: usize, const OUT: usize>(layer: &Layer, input: &[i16; IN]) -> [i32; OUT] {
                // SAFETY: as above.
                unsafe { $dense(layer, input) }
            }

            $(
                #[inline(always)]
                unsafe fn denses<const IN: usize, const OUT: usize, const N: usize>(
                    layer: &Layer,
                    inputs: &[[i16; IN]; N],
                ) -> [[i32; OUT]; N] {
                    // SAFETY: as above.
                    unsafe { $denses(layer, inputs) }
                }
            )?
        }
    };
}

/// With AVX2 and AVX-512.
#[cfg(target_arch = "x86_64")]
pub mod x86 {
    use std::arch::x86_64::{
        __m256i, __m512i, _mm_loadu_si128, _mm256_add_epi16, _mm256_add_epi32, _mm256_cvtepi8_epi16,
        _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mulhrs_epi16,
        _mm256_permute2x128_si256, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi16,
        _mm256_srai_epi16, _mm256_storeu_si256, _mm256_sub_epi16, _mm256_unpackhi_epi32, _mm256_unpacklo_epi32,
        _mm512_add_epi16, _mm512_add_epi32, _mm512_cvtepi8_epi16, _mm512_dpwssd_epi32, _mm512_loadu_si512,
        _mm512_max_epi16, _mm512_min_epi16, _mm512_mulhrs_epi16, _mm512_permutex2var_epi32, _mm512_set1_epi16,
        _mm512_set1_epi32, _mm512_setr_epi32, _mm512_setzero_si512, _mm512_slli_epi16, _mm512_srai_epi16,
        _mm512_storeu_si512, _mm512_sub_epi16,
    };

    use super::super::HALF;
    use super::super::layer::Layer;
    use super::super::weights::LIMIT;
    use super::Half;

    /// Weights of a pair of numbers that leave the first.
    const EVEN: i32 = 1;
    /// Weights of a pair of numbers that leave the second.
    const ODD: i32 = 1 << 16;

    vectors!(
        Avx2, __m256i, 16,
        zero _mm256_setzero_si256(),
        load |from: *const i16| _mm256_loadu_si256(from.cast()),
        widen |from: *const i8| _mm256_cvtepi8_epi16(_mm_loadu_si128(from.cast())),
        store |to: *mut i16, vector| _mm256_storeu_si256(to.cast(), vector),
        add _mm256_add_epi16,
        sub _mm256_sub_epi16,
        leaky |vector| _mm256_max_epi16(vector, _mm256_srai_epi16::<3>(vector)),
        times |vector, weights| _mm256_mulhrs_epi16(_mm256_slli_epi16::<4>(vector), weights),
        limited |vector| _mm256_min_epi16(vector, _mm256_set1_epi16(LIMIT as i16)),
        add_long _mm256_add_epi32,
        one |sum, vector| _mm256_add_epi32(sum, _mm256_madd_epi16(vector, _mm256_set1_epi32(EVEN))),
        other |sum, vector| _mm256_add_epi32(sum, _mm256_madd_epi16(vector, _mm256_set1_epi32(ODD))),
        in_order |even, odd| {
            let (low, high) = (_mm256_unpacklo_epi32(even, odd), _mm256_unpackhi_epi32(even, odd));
            [_mm256_permute2x128_si256::<0x20>(low, high), _mm256_permute2x128_si256::<0x31>(low, high)]
        },
        dense dense256,
        denses denses256
    );
    vectors!(
        Avx512, __m512i, 32,
        zero _mm512_setzero_si512(),
        load |from: *const i16| _mm512_loadu_si512(from.cast()),
        widen |from: *const i8| _mm512_cvtepi8_epi16(_mm256_loadu_si256(from.cast())),
        store |to: *mut i16, vector| _mm512_storeu_si512(to.cast(), vector),
        add _mm512_add_epi16,
        sub _mm512_sub_epi16,
        leaky |vector| _mm512_max_epi16(vector, _mm512_srai_epi16::<3>(vector)),
        times |vector, weights| _mm512_mulhrs_epi16(_mm512_slli_epi16::<4>(vector), weights),
        limited |vector| _mm512_min_epi16(vector, _mm512_set1_epi16(LIMIT as i16)),
        add_long _mm512_add_epi32,
        one |sum, vector| _mm512_dpwssd_epi32(sum, vector, _mm512_set1_epi32(EVEN)),
        other |sum, vector| _mm512_dpwssd_epi32(sum, vector, _mm512_set1_epi32(ODD)),
        in_order |even, odd| {
            let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            let high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
            [_mm512_permutex2var_epi32(even, low, odd), _mm512_permutex2var_epi32(even, high, odd)]
        },
        dense dense512,
        denses denses512
    );

    /// Sums that are added up side by side, so that none has to wait for the one before it.
    const APART: usize = 4;

    /// Two inputs in one number, read as one: put together from halves they would have to go through another register.
    #[inline(always)]
    fn pair<const IN: usize>(input: &[i16; IN], at: usize) -> i32 {
        let two: &[i16] = &input[2 * at..][..2];
        // SAFETY: the slice holds the two numbers that are read.
        unsafe { two.as_ptr().cast::<i32>().read_unaligned() }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn dense256<const IN: usize, const OUT: usize>(layer: &Layer, input: &[i16; IN]) -> [i32; OUT] {
        const { assert!(IN.is_multiple_of(2 * APART) && OUT.is_multiple_of(8)) };
        let pairs = &layer.pairs()[..IN / 2 * OUT];
        let mut outputs = [0; OUT];
        for first in (0..OUT).step_by(8) {
            let mut sums = [_mm256_setzero_si256(); APART];
            for at in (0..IN / 2).step_by(APART) {
                for (apart, sum) in sums.iter_mut().enumerate() {
                    let weights: &[i32] = &pairs[(at + apart) * OUT + first..][..8];
                    // SAFETY: the slice holds the eight numbers that are read.
                    let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                    let input = _mm256_set1_epi32(pair(input, at + apart));
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weights, input));
                }
            }
            let sum = sums[1..].iter().fold(sums[0], |sum, &other| _mm256_add_epi32(sum, other));
            let eight = &mut outputs[first..first + 8];
            // SAFETY: the slice has room for eight numbers.
            unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), sum) };
        }
        layer.finish(outputs)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn denses256<const IN: usize, const OUT: usize, const N: usize>(
        layer: &Layer,
        inputs: &[[i16; IN]; N],
    ) -> [[i32; OUT]; N] {
        const { assert!(IN.is_multiple_of(2) && OUT.is_multiple_of(8)) };
        let pairs = &layer.pairs()[..IN / 2 * OUT];
        let mut outputs = [[0; OUT]; N];
        for first in (0..OUT).step_by(8) {
            let mut sums = [_mm256_setzero_si256(); N];
            for at in 0..IN / 2 {
                let weights: &[i32] = &pairs[at * OUT + first..][..8];
                // SAFETY: the slice holds the eight numbers that are read.
                let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                for (sum, input) in sums.iter_mut().zip(inputs) {
                    let input = _mm256_set1_epi32(pair(input, at));
                    *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weights, input));
                }
            }
            for (outputs, sum) in outputs.iter_mut().zip(sums) {
                let eight = &mut outputs[first..first + 8];
                // SAFETY: the slice has room for eight numbers.
                unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), sum) };
            }
        }
        outputs.map(|outputs| layer.finish(outputs))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    #[inline]
    fn denses512<const IN: usize, const OUT: usize, const N: usize>(
        layer: &Layer,
        inputs: &[[i16; IN]; N],
    ) -> [[i32; OUT]; N] {
        const { assert!(IN.is_multiple_of(2) && OUT.is_multiple_of(16)) };
        let pairs = &layer.pairs()[..IN / 2 * OUT];
        let mut outputs = [[0; OUT]; N];
        for first in (0..OUT).step_by(16) {
            let mut sums = [_mm512_setzero_si512(); N];
            for at in 0..IN / 2 {
                let weights: &[i32] = &pairs[at * OUT + first..][..16];
                // SAFETY: the slice holds the sixteen numbers that are read.
                let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                for (sum, input) in sums.iter_mut().zip(inputs) {
                    *sum = _mm512_dpwssd_epi32(*sum, weights, _mm512_set1_epi32(pair(input, at)));
                }
            }
            for (outputs, sum) in outputs.iter_mut().zip(sums) {
                let sixteen = &mut outputs[first..first + 16];
                // SAFETY: the slice has room for sixteen numbers.
                unsafe { _mm512_storeu_si512(sixteen.as_mut_ptr().cast(), sum) };
            }
        }
        outputs.map(|outputs| layer.finish(outputs))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    #[inline]
    fn dense512<const IN: usize, const OUT: usize>(layer: &Layer, input: &[i16; IN]) -> [i32; OUT] {
        const { assert!(IN.is_multiple_of(2 * APART) && OUT.is_multiple_of(16)) };
        let pairs = &layer.pairs()[..IN / 2 * OUT];
        let mut outputs = [0; OUT];
        for first in (0..OUT).step_by(16) {
            let mut sums = [_mm512_setzero_si512(); APART];
            for at in (0..IN / 2).step_by(APART) {
                for (apart, sum) in sums.iter_mut().enumerate() {
                    let weights: &[i32] = &pairs[(at + apart) * OUT + first..][..16];
                    // SAFETY: the slice holds the sixteen numbers that are read.
                    let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                    *sum = _mm512_dpwssd_epi32(*sum, weights, _mm512_set1_epi32(pair(input, at + apart)));
                }
            }
            let sum = sums[1..].iter().fold(sums[0], |sum, &other| _mm512_add_epi32(sum, other));
            let sixteen = &mut outputs[first..first + 16];
            // SAFETY: the slice has room for sixteen numbers.
            unsafe { _mm512_storeu_si512(sixteen.as_mut_ptr().cast(), sum) };
        }
        layer.finish(outputs)
    }
}

/// With the vectors of WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unused_unsafe, reason = "all but loading and storing is safe where the whole program has the instructions")]
pub mod wasm {
    use std::arch::wasm32::{
        i16x8_add, i16x8_load_extend_i8x8, i16x8_max, i16x8_min, i16x8_q15mulr_sat, i16x8_shl, i16x8_shr, i16x8_splat,
        i16x8_sub, i32x4_add, i32x4_dot_i16x8, i32x4_extend_high_i16x8, i32x4_extend_low_i16x8, i32x4_splat, v128,
        v128_load, v128_load32_splat, v128_store,
    };

    use super::super::HALF;
    use super::super::layer::Layer;
    use super::super::weights::LIMIT;
    use super::Half;

    vectors!(
        Simd128, v128, 8,
        zero i16x8_splat(0),
        load |from: *const i16| v128_load(from.cast()),
        widen |from: *const i8| i16x8_load_extend_i8x8(from),
        store |to: *mut i16, vector| v128_store(to.cast(), vector),
        add |a, b| i16x8_add(a, b),
        sub |a, b| i16x8_sub(a, b),
        leaky |vector| i16x8_max(vector, i16x8_shr(vector, 3)),
        times |vector, weights| i16x8_q15mulr_sat(i16x8_shl(vector, 4), weights),
        limited |vector| i16x8_min(vector, i16x8_splat(LIMIT as i16)),
        add_long |a, b| i32x4_add(a, b),
        one |sum, vector| i32x4_add(sum, i32x4_extend_low_i16x8(vector)),
        other |sum, vector| i32x4_add(sum, i32x4_extend_high_i16x8(vector)),
        in_order |low, high| [low, high],
        dense dense128
    );

    #[inline(always)]
    unsafe fn dense128<const IN: usize, const OUT: usize>(layer: &Layer, input: &[i16; IN]) -> [i32; OUT] {
        // SAFETY: every program for WebAssembly with vectors has the instructions.
        let sums = unsafe {
            if OUT.is_multiple_of(32) { sums::<8, IN, OUT>(layer, input) } else { sums::<4, IN, OUT>(layer, input) }
        };
        layer.finish(sums)
    }

    /// The sums of the products, `4 * FOURS` outputs in one pass over the inputs.
    #[inline(always)]
    unsafe fn sums<const FOURS: usize, const IN: usize, const OUT: usize>(
        layer: &Layer,
        input: &[i16; IN],
    ) -> [i32; OUT] {
        let pairs = &layer.pairs()[..IN / 2 * OUT];
        let mut outputs = [0; OUT];
        for first in (0..OUT).step_by(4 * FOURS) {
            let mut sums = [i32x4_splat(0); FOURS];
            for at in 0..IN / 2 {
                let two: &[i16] = &input[2 * at..][..2];
                // SAFETY: the slice holds the two numbers that are read as one.
                let input = unsafe { v128_load32_splat(two.as_ptr().cast()) };
                let weights: &[i32] = &pairs[at * OUT + first..][..4 * FOURS];
                for (four, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: the slice holds the four numbers that are read.
                    let weights = unsafe { v128_load(weights.as_ptr().add(4 * four).cast()) };
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(weights, input));
                }
            }
            for (four, sum) in sums.into_iter().enumerate() {
                let four = &mut outputs[first + 4 * four..][..4];
                // SAFETY: the slice has room for four numbers.
                unsafe { v128_store(four.as_mut_ptr().cast(), sum) };
            }
        }
        outputs
    }
}

/// What is used where the machine has no more to offer.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub type Always = Plain;
/// What is used where the machine has no more to offer.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub type Always = wasm::Simd128;

/// Which instructions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// What every machine of this kind has.
    Any,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Machine {
    /// The ways this machine has, the best last.
    pub fn ways() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
        let mut ways = vec![Self::Any];
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi1") {
            ways.push(Self::Avx2);
            if std::is_x86_feature_detected!("avx512f")
                && std::is_x86_feature_detected!("avx512bw")
                && std::is_x86_feature_detected!("avx512vnni")
            {
                ways.push(Self::Avx512);
            }
        }
        ways
    }

    /// The best way.
    pub fn best() -> Self {
        Self::ways().pop().unwrap_or(Self::Any)
    }
}
