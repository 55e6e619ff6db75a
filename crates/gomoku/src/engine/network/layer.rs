//! Dense layers as vectors want them.

use super::weights::Dense;

/// A dense layer with its weights in a second order: for each two inputs those of all outputs, two and two in one number.
#[derive(Clone, Debug)]
pub struct Layer {
    dense: Dense,
    pairs: Vec<i32>,
}

impl Layer {
    /// The layer whose input `n` is the input `order[n]` of another.
    pub fn new(dense: &Dense, order: impl Fn(usize) -> usize) -> Self {
        let (inputs, outputs) = (dense.inputs, dense.bias.len());
        let weights: Vec<i16> =
            (0..outputs * inputs).map(|at| dense.weights[at / inputs * inputs + order(at % inputs)]).collect();
        let pairs = (0..inputs / 2 * outputs)
            .map(|at| {
                let (pair, output) = (at / outputs, at % outputs);
                let weight = |input: usize| weights[output * inputs + input];
                i32::from(weight(2 * pair) as u16) | i32::from(weight(2 * pair + 1)) << 16
            })
            .collect();
        Self { dense: Dense { weights, ..dense.clone() }, pairs }
    }

    /// The weights, two and two.
    #[inline(always)]
    pub fn pairs(&self) -> &[i32] {
        &self.pairs
    }

    /// All outputs, plainly.
    #[inline(always)]
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))]
    pub fn outputs<const IN: usize, const OUT: usize>(&self, input: &[i16; IN]) -> [i32; OUT] {
        std::array::from_fn(|output| self.dense.output(output, input))
    }

    /// The outputs from the sums of the products.
    #[inline(always)]
    pub fn finish<const OUT: usize>(&self, mut sums: [i32; OUT]) -> [i32; OUT] {
        for (sum, bias) in sums.iter_mut().zip(&self.dense.bias[..OUT]) {
            *sum = (*sum + bias) >> self.dense.shift;
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;
    use crate::engine::network::vector::{Half, Plain};

    fn numbers<const N: usize>(random: &mut Random, limit: i64) -> [i16; N] {
        std::array::from_fn(|_| (random.below(2 * limit as u64 + 1) as i64 - limit) as i16)
    }

    #[test]
    fn wide_layers_give_the_same_integers() {
        let mut random = Random::new(5);
        for _ in 0..2000 {
            let dense = Dense {
                inputs: 64,
                shift: 9,
                weights: numbers::<{ 64 * 16 }>(&mut random, 3500).to_vec(),
                bias: numbers::<16>(&mut random, 8191).map(i32::from).to_vec(),
            };
            let input: [i16; 64] = numbers(&mut random, 8191);
            let turned = Layer::new(&dense, |at| 63 - at);
            let mut reversed = input;
            reversed.reverse();
            // SAFETY: every machine has what is plain.
            let plain: [i32; 16] = unsafe { Plain::dense(&turned, &reversed) };
            assert_eq!(plain, std::array::from_fn(|output| dense.output(output, &input)));
            #[cfg(target_arch = "x86_64")]
            {
                use crate::engine::network::vector::Machine;
                use crate::engine::network::vector::x86::{Avx2, Avx512};
                let ways = Machine::ways();
                if ways.contains(&Machine::Avx2) {
                    // SAFETY: the machine was seen to have the instructions.
                    assert_eq!(plain, unsafe { Avx2::dense(&turned, &reversed) });
                }
                if ways.contains(&Machine::Avx512) {
                    // SAFETY: as above.
                    assert_eq!(plain, unsafe { Avx512::dense(&turned, &reversed) });
                }
            }
        }
    }
}
