//! The first guess of how hard a sum is to prove: whoever can move more will probably win.

use crate::bits::Bits;
use crate::frame::Frame;
use crate::outcome::verdicts::{INFINITE, Numbers};

/// What one player can do in the parts of a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility {
    /// Ways to begin a jump.
    jumps: u32,
    /// Stones that can jump.
    stones: u32,
    /// Jumps that it can make in a row, always taking the first one, while the other does nothing.
    row: u32,
}

/// How much each count weighs in a guess.
#[derive(Clone, Copy, Debug)]
struct Weights {
    jumps: u32,
    stones: u32,
    row: u32,
}

/// The guesses that take turns, because none is best everywhere.
///
/// Chosen among twelve mixtures by the sums they needed on twelve random or full boards of 5×6 to 9×9; their order was
/// chosen on tiles 6×9 and 6×12.
const GUESSES: [Weights; 3] = [
    Weights { jumps: 0, stones: 4, row: 4 },
    Weights { jumps: 1, stones: 3, row: 3 },
    Weights { jumps: 0, stones: 6, row: 2 },
];

/// How many guesses there are.
pub const COUNT: usize = GUESSES.len();

impl Mobility {
    /// What `movers` can do against `others` in a part.
    #[inline]
    pub fn of<B: Bits>(frame: &Frame<B>, mut movers: B, mut others: B, mut open: B) -> Mobility {
        let s = frame.stride;
        let mut landings = frame.landings(movers, others, open);
        let [right, down, left, up] = landings;
        let jumps = landings.iter().map(|landing| landing.count()).sum();
        let stones = (right >> 2 | left << 2 | down >> (2 * s) | up << (2 * s)).count();
        let mut row = 0;
        while let Some(direction) = landings.iter().position(|landing| !landing.is_empty()) {
            let to = B::bit(landings[direction].lowest());
            let (over, from) = match direction {
                0 => (to >> 1, to >> 2),
                1 => (to >> s, to >> (2 * s)),
                2 => (to << 1, to << 2),
                _ => (to << s, to << (2 * s)),
            };
            movers = movers ^ from ^ to;
            others ^= over;
            open = (open | over | from) & !to;
            row += 1;
            landings = frame.landings(movers, others, open);
        }
        Mobility { jumps, stones, row }
    }

    /// Both together.
    #[inline]
    pub fn plus(self, other: Mobility) -> Mobility {
        Mobility { jumps: self.jumps + other.jumps, stones: self.stones + other.stones, row: self.row + other.row }
    }

    fn weighed(self, weights: Weights) -> u32 {
        (1 + weights.jumps * self.jumps + weights.stones * self.stones + weights.row * self.row).min(INFINITE / 2)
    }
}

/// The first numbers of a sum, by what both players can do in it.
#[inline]
pub fn numbers(guess: usize, mover: Mobility, other: Mobility) -> Numbers {
    let weights = GUESSES[guess % COUNT];
    Numbers { proof: other.weighed(weights), disproof: mover.weighed(weights) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Jumps, Stone};
    use crate::frame::sides;
    use crate::testing::random_board;
    use banmen_core::Random;

    /// The most jumps that a player can make in a row.
    fn most_in_a_row(board: &Board, stone: Stone) -> u32 {
        let options = board.options(stone, Jumps::Any);
        options.into_iter().map(|(_, after)| 1 + most_in_a_row(&after, stone)).max().unwrap_or(0)
    }

    #[test]
    fn what_is_counted_is_what_the_referee_allows() {
        let mut random = Random::new(4);
        let frame = Frame::<u64>::for_size(4, 5).unwrap();
        for _ in 0..500 {
            let board = random_board(4, 5, &mut random);
            let field = frame.field(&board);
            for stone in Stone::BOTH {
                let (movers, others) = sides(&field, stone);
                let found = Mobility::of(&frame, movers, others, field.open);
                let first = board.jumps(stone, Jumps::Final);
                assert_eq!(found.jumps as usize, first.len(), "{board}");
                let mut from: Vec<_> = first.iter().map(|jump| jump.from).collect();
                from.sort_unstable();
                from.dedup();
                assert_eq!(found.stones as usize, from.len(), "{board}");
                assert!(found.row <= most_in_a_row(&board, stone), "{board}");
                assert_eq!(found.row == 0, first.is_empty(), "{board}");
            }
        }
    }
}
