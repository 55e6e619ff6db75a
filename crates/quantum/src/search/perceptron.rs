//! Small networks that judge positions with limited observations whose colours may be kept.
//!
//! They see the same numbers as the weighted sums, and the observations left, how many stones are still uncertain, and which stones come next.
//! `train/README.md` says how they were taught.

use std::sync::OnceLock;

use banmen_core::Seat;

use super::judgement::{Left, MOST_HAZARD, MOST_OPEN, Sides};
use super::search_board::SearchBoard;
use crate::Rules;

/// How many numbers a network looks at.
pub const INPUTS: usize = 24;
/// The sizes of its two hidden layers.
const HIDDEN: [usize; 2] = [32, 16];
/// The part of a negative sum that passes on.
const LEAK: f32 = 0.125;

/// Beyond these, more of the same makes no difference.
const MOST_LEFT: u16 = 5;
const MOST_UNCERTAIN: usize = 16;
const MOST_STONES: usize = 40;
/// The chances of a weak and of a strong stone to take its player's colour, in the games from which the networks learnt.
const STONES: [f64; 2] = [0.7, 0.9];

/// The networks that come with the program, by [`Sight`].
const SHIPPED_WEIGHTS: [&[u8]; 3] = [
    include_bytes!("perceptron/equal.bin"),
    include_bytes!("perceptron/further.bin"),
    include_bytes!("perceptron/shorter.bin"),
];

/// A position as the player about to place sees it; what there is of both sides is the mover's first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// What both sides have on the board.
    pub sides: Sides,
    /// The observations left to each.
    pub left: [u16; 2],
    /// How many stones could still take either colour.
    pub uncertain: usize,
    /// How many stones there are.
    pub stones: usize,
    /// The chance of each side's next stone to take its colour.
    pub next: [f64; 2],
}

impl Outlook {
    pub(crate) fn of(board: &SearchBoard, rules: &Rules, mover: Seat, left: Left) -> Self {
        let stones = board.stones();
        let left = left.unwrap_or([MOST_LEFT; 2]);
        let chance = |seat: Seat, number: usize| {
            let stone = rules.stone(number);
            if seat == Seat::First { stone.black() } else { stone.white() }
        };
        Self {
            sides: Sides::of(board, rules, mover),
            left: [left[mover.index()], left[mover.other().index()]],
            uncertain: board.uncertain(),
            stones,
            next: [chance(mover, stones), chance(mover.other(), stones + 1)],
        }
    }

    /// The numbers that the network looks at, each from 0 to about 1.
    pub fn inputs(&self) -> [f32; INPUTS] {
        let side = |side: usize| {
            let side = if side == 0 { self.sides.mover } else { self.sides.opponent };
            let hazard = side.hazard.min(MOST_HAZARD);
            let open: [f64; 4] =
                std::array::from_fn(|lacking| (side.open[lacking] / MOST_OPEN[lacking]).clamp(0.0, 1.0));
            [
                -(-hazard).exp_m1(),
                hazard / MOST_HAZARD,
                open[0].sqrt(),
                open[0],
                open[1].sqrt(),
                open[1],
                open[2],
                open[3],
            ]
        };
        let stock = |side: usize| {
            let left = self.left[side].min(MOST_LEFT);
            [1.0 - 0.5f64.powi(i32::from(left)), f64::from(left) / f64::from(MOST_LEFT)]
        };
        let part = |number: usize, most: usize| number.min(most) as f64 / most as f64;
        let strong = |side: usize| ((self.next[side] - STONES[0]) / (STONES[1] - STONES[0])).clamp(-0.5, 1.5);
        let numbers = [0, 1].into_iter().flat_map(side).chain([0, 1].into_iter().flat_map(stock)).chain([
            part(self.uncertain, MOST_UNCERTAIN),
            part(self.stones, MOST_STONES),
            strong(0),
            strong(1),
        ]);
        let mut inputs = [0.0; INPUTS];
        for (input, number) in inputs.iter_mut().zip(numbers) {
            *input = number as f32;
        }
        inputs
    }
}

/// How far the player about to place sees, compared with the opponent. What a position is worth depends on it: a player who looks one turn
/// ahead spends its observations early and falls into what takes two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// As far: in the games from which the network learnt, it played against itself.
    Equal,
    /// Further: Hard played against Normal.
    Further,
    /// Less far: Normal played against Hard.
    Shorter,
}

/// A network: two hidden layers and a sum whose logistic function is the chance to win.
#[derive(Clone, Debug, PartialEq)]
pub struct Perceptron {
    first: [[f32; HIDDEN[0]]; INPUTS],
    first_bias: [f32; HIDDEN[0]],
    second: [[f32; HIDDEN[1]]; HIDDEN[0]],
    second_bias: [f32; HIDDEN[1]],
    last: [f32; HIDDEN[1]],
    last_bias: f32,
}

impl Perceptron {
    /// The network that comes with the program for such players.
    pub fn shipped(sight: Sight) -> &'static Self {
        static SHIPPED: [OnceLock<Perceptron>; 3] = [const { OnceLock::new() }; 3];
        SHIPPED[sight as usize].get_or_init(|| Self::read(SHIPPED_WEIGHTS[sight as usize]).expect("a whole network"))
    }

    /// Reads little-endian numbers of four bytes, layer by layer: the weights, input by input, then the biases. `None` if there are too few
    /// or too many.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (numbers, []) = bytes.as_chunks::<4>() else { return None };
        let mut numbers = numbers.iter().map(|four| f32::from_le_bytes(*four));
        let network = Self {
            first: rows(&mut numbers)?,
            first_bias: row(&mut numbers)?,
            second: rows(&mut numbers)?,
            second_bias: row(&mut numbers)?,
            last: row(&mut numbers)?,
            last_bias: numbers.next()?,
        };
        numbers.next().is_none().then_some(network)
    }

    /// The chance to win of the player about to place.
    pub fn value(&self, inputs: &[f32; INPUTS]) -> f64 {
        let first = layer(inputs, &self.first, &self.first_bias);
        let second = layer(&first, &self.second, &self.second_bias);
        let sum: f32 = second.iter().zip(&self.last).map(|(number, weight)| number * weight).sum();
        1.0 / (1.0 + f64::from(-(sum + self.last_bias)).exp())
    }
}

fn row<const N: usize>(numbers: &mut impl Iterator<Item = f32>) -> Option<[f32; N]> {
    let mut row = [0.0; N];
    for number in &mut row {
        *number = numbers.next()?;
    }
    Some(row)
}

fn rows<const N: usize, const M: usize>(numbers: &mut impl Iterator<Item = f32>) -> Option<[[f32; N]; M]> {
    let mut rows = [[0.0; N]; M];
    for one in &mut rows {
        *one = row(numbers)?;
    }
    Some(rows)
}

#[inline(always)]
fn layer<const I: usize, const O: usize>(inputs: &[f32; I], weights: &[[f32; O]; I], bias: &[f32; O]) -> [f32; O] {
    let mut sums = *bias;
    for (input, row) in inputs.iter().zip(weights) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += input * weight;
        }
    }
    sums.map(|sum| sum.max(sum * LEAK))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use banmen_core::{Draw, Random};

    use super::*;
    use crate::search::judgement::{Insight, Judgement};
    use crate::search::lines;
    use crate::{Grid, Percent};

    const SIGHTS: [Sight; 3] = [Sight::Equal, Sight::Further, Sight::Shorter];

    /// The same by the book, in double precision.
    fn plain(sight: Sight, inputs: &[f32]) -> f64 {
        let mut numbers = SHIPPED_WEIGHTS[sight as usize]
            .chunks(4)
            .map(|four| f64::from(f32::from_le_bytes(four.try_into().unwrap())));
        let mut layer: Vec<f64> = inputs.iter().map(|&input| f64::from(input)).collect();
        for outputs in [HIDDEN[0], HIDDEN[1], 1] {
            let weights: Vec<f64> = numbers.by_ref().take(layer.len() * outputs).collect();
            let biases: Vec<f64> = numbers.by_ref().take(outputs).collect();
            let sum = |o: usize| biases[o] + (0..layer.len()).map(|i| layer[i] * weights[i * outputs + o]).sum::<f64>();
            let sums = (0..outputs).map(sum);
            let leak = |sum: f64| if sum < 0.0 && outputs > 1 { sum / 8.0 } else { sum };
            layer = sums.map(leak).collect();
        }
        assert_eq!(numbers.next(), None);
        1.0 / (1.0 + (-layer[0]).exp())
    }

    /// A board with some stones of certain colours among the others, and how many of the others.
    fn random_board(random: &mut Random) -> (SearchBoard, usize) {
        let rules = Rules::rulebook();
        let mut grid = Grid::new(rules.size).unwrap();
        let mut uncertain = 0;
        for number in 0..random.below(60) as usize {
            let cell = (6 * 19 + 6 + random.below(7) * 19 + random.below(7)) as usize;
            if grid.at(cell).is_none() {
                let kept = random.percent(40);
                grid.set(cell, Some(if kept { Percent::certain(random.percent(50)) } else { rules.stone(number) }));
                uncertain += usize::from(!kept);
            }
        }
        (SearchBoard::new(Arc::clone(&lines(&rules)), &grid), uncertain)
    }

    #[test]
    fn agrees_with_plain_sums() {
        let mut random = Random::new(1);
        let rules = Rules::rulebook();
        for number in 0..2000u16 {
            let (board, uncertain) = random_board(&mut random);
            let left = [1 + number % 7, 1 + number / 7 % 5];
            let mover = Seat::BOTH[board.stones() % 2];
            let outlook = Outlook::of(&board, &rules, mover, Some(left));
            assert_eq!(outlook.uncertain, uncertain);
            let inputs = outlook.inputs();
            assert!(inputs.iter().all(|input| (-0.001..1.001).contains(input)), "{inputs:?}");
            let values = SIGHTS.map(|sight| {
                let (quick, slow) = (Perceptron::shipped(sight).value(&inputs), plain(sight, &inputs));
                assert!((quick - slow).abs() < 1e-4, "{sight:?}: {quick} and {slow}");
                quick
            });
            let judgements = [
                Judgement::under(&rules, Insight::Learnt),
                Judgement::against_short_sight(&rules, mover),
                Judgement::against_short_sight(&rules, mover.other()),
            ];
            for (judgement, value) in judgements.iter().zip(values) {
                assert!((judgement.value(&board, &rules, mover, Some(left)) - value).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn more_observations_are_worth_more_on_the_whole() {
        let mut random = Random::new(2);
        let rules = Rules::rulebook();
        let judgement = Judgement::under(&rules, Insight::Learnt);
        let mut gain = [0.0; 3];
        for _ in 0..500 {
            let (board, _) = random_board(&mut random);
            let value = |left: [u16; 2]| judgement.value(&board, &rules, Seat::First, Some(left));
            let pairs = [([5, 1], [1, 5]), ([3, 2], [2, 3]), ([1, 0], [0, 1])];
            for (gain, (more, fewer)) in gain.iter_mut().zip(pairs) {
                *gain += (value(more) - value(fewer)) / 500.0;
            }
        }
        assert!(gain[0] > 0.1 && gain[1] > 0.0 && gain[2] > 0.85, "{gain:?}");
    }

    #[test]
    fn who_sees_further_has_the_better_chances() {
        let mut random = Random::new(3);
        let rules = Rules::rulebook();
        let mut chances = [0.0; 3];
        for _ in 0..500 {
            let (board, _) = random_board(&mut random);
            let mover = Seat::BOTH[board.stones() % 2];
            let inputs = Outlook::of(&board, &rules, mover, Some([5, 5])).inputs();
            for (chance, sight) in chances.iter_mut().zip(SIGHTS) {
                *chance += Perceptron::shipped(sight).value(&inputs) / 500.0;
            }
        }
        let [equal, further, shorter] = chances;
        assert!(further > equal + 0.05 && equal > shorter + 0.05, "{chances:?}");
    }

    #[test]
    fn a_file_of_another_size_is_no_network() {
        let [whole, ..] = SHIPPED_WEIGHTS;
        assert!(Perceptron::read(whole).is_some());
        for cut in [0, 1, 4, whole.len() - 4, whole.len() - 1] {
            assert!(Perceptron::read(&whole[..cut]).is_none());
        }
        assert!(Perceptron::read(&[whole, &[0; 4]].concat()).is_none());
    }
}
