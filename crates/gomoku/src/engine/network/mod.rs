//! A small network that judges positions and says where to look, in integers and updated with every stone.
//!
//! For each point, direction and colour the eleven cells of the line are a [pattern](pattern) whose channels are looked up in a
//! [table](pattern_table). The [accumulator](accumulator) keeps the sums over the four directions, a depthwise convolution of half of them,
//! and sums over nine regions of the board; from these the [heads](heads) make the chances of win, draw and loss and a rating for
//! each point. `train/` teaches it and has the same arithmetic in Python.
//!
//! Everything is 16- and 32-bit integer arithmetic, so all machines give the same numbers. The channels of both colours lie side by
//! side, so that one vector holds both: first the [convolved](CONVOLVED) channels of Black and of White, then the others of Black and of
//! White.

pub mod accumulator;
mod around;
pub mod evaluator;
pub mod heads;
mod layer;
mod packed;
pub mod pattern;
pub mod pattern_table;
mod vector;
pub mod weights;

use std::sync::{Arc, OnceLock};

pub use accumulator::Accumulator;
pub use evaluator::ByNetwork;
pub use heads::Value;
pub use pattern_table::PatternTable;
pub use weights::{Weights, WeightsError};

use crate::engine::shape_board::Side;
use crate::rules::Rule;

/// Channels of a point for one colour.
pub const CHANNELS: usize = 32;
/// Channels of a point for both colours.
pub const VIEWS: usize = 2 * CHANNELS;
/// How many of those of one colour go through the convolution.
pub const CONVOLVED: usize = 16;
/// Half the channels of both colours: the convolved ones, or the others.
pub const HALF: usize = CHANNELS;
const _: () = assert!(2 * CONVOLVED == HALF);
/// Parts of the board with sums of their own.
pub const REGIONS: usize = 9;
/// Sides of the boards that the network was taught.
pub const SIDES: std::ops::RangeInclusive<usize> = 15..=20;

/// The rule as far as it concerns one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Role {
    /// Five or more win.
    Freestyle = 0,
    /// Exactly five win.
    Standard = 1,
    /// Black in renju, who has forbidden points.
    RenjuBlack = 2,
    /// White in renju.
    RenjuWhite = 3,
}

impl Role {
    /// How many there are.
    pub const COUNT: usize = 4;

    /// The role of a colour under a rule.
    pub fn of(rule: Rule, side: Side) -> Self {
        match (rule, side) {
            (Rule::Freestyle, _) => Self::Freestyle,
            (Rule::Standard, _) => Self::Standard,
            (Rule::Renju, Side::Black) => Self::RenjuBlack,
            (Rule::Renju, Side::White) => Self::RenjuWhite,
        }
    }
}

/// Weights and the tables made from them, each when it is first needed.
#[derive(Debug)]
pub struct Network {
    weights: Weights,
    /// The weights of the convolution for both colours.
    conv: [[i16; HALF]; 9],
    /// The layers for Black to move and for White.
    layers: [heads::Layers; 2],
    tables: [OnceLock<Arc<PatternTable>>; Rule::ALL.len()],
}

impl Network {
    /// The network of some weights.
    pub fn new(weights: Weights) -> Self {
        Self {
            conv: std::array::from_fn(|tap| std::array::from_fn(|at| weights.conv[tap][at % CONVOLVED])),
            layers: [Side::Black, Side::White].map(|turn| heads::Layers::new(&weights, turn)),
            weights,
            tables: Default::default(),
        }
    }

    /// The network that comes with the program, unpacked when it is first asked for.
    pub fn shipped() -> Arc<Self> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        Arc::clone(NETWORK.get_or_init(|| {
            let bytes = packed::unpack(include_bytes!("shipped/weights.packed")).unwrap_or_default();
            let weights = Weights::from_bytes(&bytes);
            Arc::new(Self::new(weights.unwrap_or_else(|error| unreachable!("a test reads the weights: {error}"))))
        }))
    }

    /// The weights of the convolution for both colours side by side.
    #[inline(always)]
    fn conv(&self) -> &[[i16; HALF]; 9] {
        &self.conv
    }

    /// The layers for a side to move.
    #[inline(always)]
    fn layers(&self, turn: Side) -> &heads::Layers {
        &self.layers[turn as usize]
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The table of a rule.
    pub fn table(&self, rule: Rule) -> Arc<PatternTable> {
        Arc::clone(self.tables[rule as usize].get_or_init(|| Arc::new(PatternTable::new(&self.weights, rule))))
    }
}

/// The leaky activation: negative numbers are divided by eight, rounding down.
#[inline(always)]
const fn leaky16(x: i16) -> i16 {
    let low = x >> 3;
    if x > low { x } else { low }
}

/// The same for sums.
#[inline(always)]
const fn leaky32(x: i32) -> i32 {
    let low = x >> 3;
    if x > low { x } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_those_of_their_record() {
        let record: serde_json::Value = serde_json::from_str(include_str!("shipped/record.json")).unwrap();
        let bytes = include_bytes!("shipped/weights.bin");
        assert_eq!(record["weights"]["bytes"], bytes.len());
        assert_eq!(
            Network::shipped().weights().line_width as u64,
            record["student"]["shape"]["line1"].as_u64().unwrap()
        );
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    /// A small network of random weights, made by `python3 -m banmen_train.sample`.
    pub static SMALL: &[u8] = include_bytes!("testdata/small.bin");
    /// What it says of some positions.
    pub static VECTORS: &str = include_str!("testdata/small.json");

    /// That network; its tables are made once for all tests.
    pub fn small() -> &'static Arc<Network> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        NETWORK.get_or_init(|| Arc::new(Network::new(Weights::from_bytes(SMALL).unwrap())))
    }
}
