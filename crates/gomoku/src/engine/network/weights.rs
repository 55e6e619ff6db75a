//! The weights file. `train/README.md` describes it; `train/banmen_train/weights.py` writes it.

use thiserror::Error;

use super::pattern::ARMS;
use super::{CHANNELS, CONVOLVED, REGIONS, Role};

const MAGIC: &[u8; 8] = b"gmknet02";

/// Largest size of an input of a dense layer.
pub const LIMIT: i32 = 8191;
/// Outputs of the layer that sees one region.
pub const REGION: usize = 16;
/// Width of the hidden layers of the value.
pub const VALUE: usize = 32;
/// Width of the hidden layer of the policy.
pub const POLICY: usize = 16;
/// Inputs of the first layer of the value: both colours' channels over the whole board, and what was made of each region.
pub const VALUE_INPUTS: usize = 2 * CHANNELS + REGIONS * REGION;
/// Widest hidden layer of the line network that is accepted.
const WIDEST: usize = 1024;

/// Why bytes are not weights.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// The first bytes are others.
    #[error("the file does not begin with \"gmknet02\", so it holds no weights")]
    Magic,
    /// The file ends early.
    #[error("the weights end within {0}")]
    Short(&'static str),
    /// The file goes on after its end.
    #[error("{0} bytes follow the weights")]
    Long(usize),
    /// A layer has another width than this program was built for.
    #[error("the layer {layer} has {found} units instead of {expected}")]
    Width {
        /// Which layer.
        layer: &'static str,
        /// Its width in the file.
        found: usize,
        /// The width that is needed.
        expected: usize,
    },
    /// A sum could leave the range of 32 bits, or a shift is out of range.
    #[error("the weights of {0} are too large")]
    Large(&'static str),
}

/// A dense layer: `(sum of input * weight + bias, rounded) >> shift`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// Inputs.
    pub inputs: usize,
    /// How far sums are shifted.
    pub shift: u32,
    /// Weights, all those of one output after another.
    pub weights: Vec<i16>,
    /// Added to the sums; half a unit of the result is included, so that the shift rounds.
    pub bias: Vec<i32>,
}

impl Dense {
    /// One output.
    #[inline(always)]
    pub fn output(&self, output: usize, input: &[i16]) -> i32 {
        let row = &self.weights[output * self.inputs..][..input.len()];
        let mut sum = 0;
        for index in 0..input.len() {
            sum += i32::from(row[index]) * i32::from(input[index]);
        }
        (sum + self.bias[output]) >> self.shift
    }
}

/// Everything in the file, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Width of the line network's first hidden layer.
    pub line_width: usize,
    /// Its share of each arm, for each role.
    pub arms: Vec<i16>,
    /// Its share of the cell in the middle, for each role.
    pub middle: Vec<i16>,
    /// The line network's second layer.
    pub line2: Dense,
    /// The line network's last layer.
    pub line3: Dense,
    /// The convolution, for each of the nine cells.
    pub conv: [[i16; CONVOLVED]; 9],
    /// Its bias.
    pub conv_bias: [i16; CONVOLVED],
    /// From a region's sums.
    pub region: Dense,
    /// From the sums over the board and what was made of the regions.
    pub value1: Dense,
    /// Bias of that layer for the mover's role.
    pub value_role: [[i16; VALUE]; Role::COUNT],
    /// The value's second layer.
    pub value2: Dense,
    /// Win, draw, loss.
    pub value3: Dense,
    /// The share of shapes in the value, in units of 1/256.
    pub shapes: i32,
    /// From a point's channels.
    pub policy1: Dense,
    /// Bias of that layer for the mover's role.
    pub policy_role: [[i16; POLICY]; Role::COUNT],
    /// What the position as a whole adds to that layer.
    pub policy_board: Dense,
    /// A point's logit.
    pub policy2: Dense,
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn bytes(&mut self, count: usize, what: &'static str) -> Result<&[u8], WeightsError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(WeightsError::Short(what))?;
        self.rest = rest;
        Ok(taken)
    }

    fn numbers(&mut self, count: usize, what: &'static str) -> Result<Vec<i16>, WeightsError> {
        let bytes = self.bytes(2 * count, what)?;
        Ok(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
    }

    fn rows<const WIDTH: usize, const ROWS: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<[[i16; WIDTH]; ROWS], WeightsError> {
        let numbers = self.numbers(WIDTH * ROWS, what)?;
        Ok(std::array::from_fn(|row| std::array::from_fn(|at| numbers[row * WIDTH + at])))
    }

    fn dense(&mut self, inputs: usize, outputs: usize, what: &'static str) -> Result<Dense, WeightsError> {
        let shift = u32::from(self.numbers(1, what)?[0] as u16);
        let weights = self.numbers(inputs * outputs, what)?;
        let bytes = self.bytes(4 * outputs, what)?;
        let bias: Vec<i32> =
            bytes.chunks_exact(4).map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        if !(1..=24).contains(&shift) {
            return Err(WeightsError::Large(what));
        }
        let half = 1 << (shift - 1);
        for (row, &bias) in weights.chunks_exact(inputs).zip(&bias) {
            let sum: i64 = row.iter().map(|&weight| i64::from(weight).abs() * i64::from(LIMIT)).sum();
            if sum + i64::from(bias).abs() + half > i64::from(i32::MAX) {
                return Err(WeightsError::Large(what));
            }
        }
        let bias = bias.into_iter().map(|bias| bias + half as i32).collect();
        Ok(Dense { inputs, shift, weights, bias })
    }
}

impl Weights {
    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut reader = Reader { rest: bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)? };
        let widths: Vec<usize> =
            reader.numbers(7, "the header")?.into_iter().map(|width| usize::from(width as u16)).collect();
        let (line1, line2) = (widths[0], widths[1]);
        let fixed =
            [("channels", CHANNELS), ("conv", CONVOLVED), ("region", REGION), ("value", VALUE), ("policy", POLICY)];
        for ((layer, expected), &found) in fixed.into_iter().zip(&widths[2..]) {
            if found != expected {
                return Err(WeightsError::Width { layer, found, expected });
            }
        }
        for (layer, found) in [("line1", line1), ("line2", line2)] {
            if !(1..=WIDEST).contains(&found) {
                return Err(WeightsError::Width { layer, found, expected: WIDEST });
            }
        }
        let weights = Self {
            line_width: line1,
            arms: reader.numbers(Role::COUNT * ARMS * line1, "the arms")?,
            middle: reader.numbers(Role::COUNT * 3 * line1, "the middle")?,
            line2: reader.dense(line1, line2, "line2")?,
            line3: reader.dense(line2, CHANNELS, "line3")?,
            conv: reader.rows("the convolution")?,
            conv_bias: reader.rows::<CONVOLVED, 1>("the convolution's bias")?[0],
            region: reader.dense(2 * CHANNELS, REGION, "region")?,
            value1: reader.dense(VALUE_INPUTS, VALUE, "value1")?,
            value_role: reader.rows("value_role")?,
            value2: reader.dense(VALUE, VALUE, "value2")?,
            value3: reader.dense(VALUE, 3, "value3")?,
            shapes: i32::from(reader.numbers(1, "the share of shapes")?[0]),
            policy1: reader.dense(2 * CHANNELS, POLICY, "policy1")?,
            policy_role: reader.rows("policy_role")?,
            policy_board: reader.dense(VALUE, POLICY, "policy_board")?,
            policy2: reader.dense(POLICY, 1, "policy2")?,
        };
        if !reader.rest.is_empty() {
            return Err(WeightsError::Long(reader.rest.len()));
        }
        weights.check()?;
        Ok(weights)
    }

    /// That no sum of 16 bits can overflow: three parts of an arm sum, nine products of the convolution.
    fn check(&self) -> Result<(), WeightsError> {
        let within = |numbers: &[i16], limit: i32| numbers.iter().all(|&number| i32::from(number).abs() <= limit);
        if !within(&self.arms, LIMIT) || !within(&self.middle, LIMIT) {
            return Err(WeightsError::Large("the arms"));
        }
        if !within(self.conv.as_flattened(), 12288) || !within(&self.conv_bias, 2048) {
            return Err(WeightsError::Large("the convolution"));
        }
        if !within(self.value_role.as_flattened(), LIMIT) || !within(self.policy_role.as_flattened(), LIMIT) {
            return Err(WeightsError::Large("the roles"));
        }
        if !(0..=1024).contains(&self.shapes) {
            return Err(WeightsError::Large("the share of shapes"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::SMALL;
    use super::*;

    #[test]
    fn accept_a_file_from_training() {
        let weights = Weights::from_bytes(SMALL).unwrap();
        assert_eq!(weights.line_width, 16);
    }

    #[test]
    fn reject_other_files() {
        assert_eq!(Weights::from_bytes(b"something else"), Err(WeightsError::Magic));
        assert_eq!(Weights::from_bytes(&SMALL[..SMALL.len() - 1]), Err(WeightsError::Short("policy2")));
        let longer = [SMALL, &[0]].concat();
        assert_eq!(Weights::from_bytes(&longer), Err(WeightsError::Long(1)));
        let mut wide = SMALL.to_vec();
        wide[12] = 48;
        assert_eq!(
            Weights::from_bytes(&wide),
            Err(WeightsError::Width { layer: "channels", found: 48, expected: CHANNELS })
        );
    }

    #[test]
    fn reject_every_shorter_file() {
        for length in (0..SMALL.len()).step_by(997) {
            assert!(Weights::from_bytes(&SMALL[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn reject_weights_that_could_overflow() {
        let mut large = SMALL.to_vec();
        let first_arm = 8 + 14;
        large[first_arm..first_arm + 2].copy_from_slice(&i16::MAX.to_le_bytes());
        assert_eq!(Weights::from_bytes(&large), Err(WeightsError::Large("the arms")));
    }
}
