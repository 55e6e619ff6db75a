//! The numbers of the evaluation and of the move order.

use super::class::{COMBINATIONS, Class, unpack};
use super::counts::{CountNet, ROWS, UNITS};
use super::line::Shape;
use super::shape_board::RELATIONS;

/// How many sets of threats the evaluation tells apart.
pub const THREATS: usize = 1 << 10;

/// An evaluation of this much is a winning chance of 1 / (1 + 1/e), about 73 %.
pub const SCALE: f32 = 200.0;

/// The numbers of one rule, each table indexed by [`combination`](super::class::combination) or by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Worth of an empty point to the side to move.
    pub mine: Vec<i16>,
    /// Worth of an empty point to the side that waits.
    pub theirs: Vec<i16>,
    /// Worth of the threats on the board to the side to move.
    pub threats: Vec<i16>,
    /// How much a point's own shapes speak for moving there.
    pub attack: Vec<i16>,
    /// How much the other side's shapes on a point speak for moving there.
    pub defence: Vec<i16>,
    /// How much a [`Relation`](super::shape_board::relation) to the last move, and then to the move before it, speaks for a move.
    pub near: Vec<i16>,
    /// Rows of the [`CountNet`], one after another.
    pub count_rows: Vec<i16>,
    /// Weights of its units.
    pub count_out: Vec<i16>,
}

/// How many numbers a set of weights has.
pub const NUMBERS: usize = 4 * COMBINATIONS + THREATS + 2 * RELATIONS + ROWS * UNITS + UNITS;

impl Weights {
    /// Numbers written by hand, from which tuning starts.
    pub fn plain() -> Self {
        const MINE: [i32; Shape::COUNT] = [0, 0, 0, 1, 2, 5, 6, 8, 8, 16, 20, 24, 60, 80, 60, 0];
        const THEIRS: [i32; Shape::COUNT] = [0, 0, 0, 1, 1, 4, 5, 6, 5, 10, 12, 10, 30, 60, 30, 0];
        const ATTACK: [i32; Class::COUNT] = [0, 0, 20, 24, 40, 50, 90, 110, 180, 70, 140, 260, 600, 1000];
        const DEFENCE: [i32; Class::COUNT] = [0, 0, 14, 14, 26, 32, 60, 80, 130, 50, 90, 170, 400, 800];
        const ORDER: [i32; Shape::COUNT] = [0, 0, 0, 2, 4, 10, 13, 16, 10, 20, 24, 16, 40, 50, 40, 0];
        let mut weights = Self {
            mine: vec![0; COMBINATIONS],
            theirs: vec![0; COMBINATIONS],
            threats: vec![0; THREATS],
            attack: vec![0; COMBINATIONS],
            defence: vec![0; COMBINATIONS],
            near: vec![0; 2 * RELATIONS],
            count_rows: vec![0; ROWS * UNITS],
            count_out: vec![0; UNITS],
        };
        for packed in 0..=u16::MAX {
            let shapes = unpack(packed);
            let sum = |values: &[i32; Shape::COUNT]| shapes.iter().map(|&shape| values[shape as usize]).sum::<i32>();
            let class = Class::of(shapes, false);
            let code = super::class::combination(packed);
            weights.mine[code] = sum(&MINE) as i16;
            weights.theirs[code] = sum(&THEIRS) as i16;
            weights.attack[code] = (ATTACK[class as usize] + sum(&ORDER)) as i16;
            weights.defence[code] = (DEFENCE[class as usize] + sum(&ORDER) * 3 / 4) as i16;
        }
        const BITS: [i32; 10] = [250, 60, 20, 100, 40, -150, -120, -20, -60, -20];
        for (mask, weight) in weights.threats.iter_mut().enumerate() {
            *weight = BITS.iter().enumerate().map(|(bit, value)| (mask as i32 >> bit & 1) * value).sum::<i32>() as i16;
        }
        weights
    }

    /// The network over the numbers of points.
    pub fn count_net(&self) -> Option<CountNet> {
        CountNet::new(&self.count_rows, &self.count_out)
    }

    fn tables(&self) -> [&Vec<i16>; 8] {
        let Self { mine, theirs, threats, attack, defence, near, count_rows, count_out } = self;
        [mine, theirs, threats, attack, defence, near, count_rows, count_out]
    }

    /// The numbers as bytes, two for each, low byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.tables().into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Reads what [`Weights::to_bytes`] wrote; `None` if the length is not that of a set of weights.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != 2 * NUMBERS {
            return None;
        }
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| numbers.by_ref().take(count).collect::<Vec<_>>();
        Some(Self {
            mine: take(COMBINATIONS),
            theirs: take(COMBINATIONS),
            threats: take(THREATS),
            attack: take(COMBINATIONS),
            defence: take(COMBINATIONS),
            near: take(2 * RELATIONS),
            count_rows: take(ROWS * UNITS),
            count_out: take(UNITS),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let weights = Weights::plain();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Some(weights));
        assert_eq!(Weights::from_bytes(&[0; 3]), None);
    }
}
