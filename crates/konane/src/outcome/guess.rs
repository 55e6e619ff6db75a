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

/// The guesses that take turns, because none is best everywhere; all but the first step in only when a search has become long.
///
/// Chosen, together with `SHARPNESS`, among sixty settings by the sums they needed on seventeen boards: chequered ones of 6×7 to
/// 8×8 with holes at random, and the traditional games of 5×6 to 5×8. None of the boards in docs/konane.md took part.
const GUESSES: [Weights; 3] = [
    Weights { jumps: 1, stones: 3, row: 3 },
    Weights { jumps: 0, stones: 6, row: 2 },
    Weights { jumps: 0, stones: 4, row: 4 },
];

/// How many guesses there are.
pub const COUNT: usize = GUESSES.len();

/// By how many percent a guess tilts towards the player ahead for each point of its lead.
const SHARPNESS: u64 = 2;
/// Leads beyond this one count no more: the tilt is then about 400.
const GREATEST_LEAD: usize = 300;
/// One, as the tilts count it.
const ONE: u64 = 1 << 16;

/// What a lead does to a guess. Whole numbers, so that every machine searches alike.
static TILTS: [u64; GREATEST_LEAD + 1] = {
    let mut tilts = [ONE; GREATEST_LEAD + 1];
    let mut lead = 1;
    while lead <= GREATEST_LEAD {
        tilts[lead] = tilts[lead - 1] + tilts[lead - 1] * SHARPNESS / 100;
        lead += 1;
    }
    tilts
};

impl Mobility {
    /// What `movers` can do against `others` in a part.
    #[inline]
    pub fn of<B: Bits>(frame: &Frame<B>, mut movers: B, mut others: B, mut open: B) -> Mobility {
        let s = frame.stride;
        let mut landings = frame.landings(movers, others, open);
        let [right, down, left, up] = landings;
        let jumps = landings.iter().map(|landing| landing.count()).sum();
        let stones = (right >> 2 | left << 2 | down.back(s).back(s) | up.onwards(s).onwards(s)).count();
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

    /// How many jumps in a row it can make more than the other one.
    #[inline]
    pub fn lead(self, other: Mobility) -> i32 {
        self.row.cast_signed() - other.row.cast_signed()
    }

    fn weighed(self, weights: Weights) -> u32 {
        weights.jumps * self.jumps + weights.stones * self.stones + weights.row * self.row
    }
}

/// The first numbers of a sum, by what both players can do in it.
///
/// The more the other can do, the harder it is to prove that the player to move wins; and a lead weighs more than what both
/// have.
#[inline]
pub fn numbers(guess: usize, mover: Mobility, other: Mobility) -> Numbers {
    let weights = GUESSES[guess % COUNT];
    let (mover, other) = (mover.weighed(weights), other.weighed(weights));
    let tilt = TILTS[(mover.abs_diff(other) as usize).min(GREATEST_LEAD)];
    let raised = |count: u32| bounded(u64::from(count) * tilt / ONE);
    let lowered = |count: u32| bounded(u64::from(count) * ONE / tilt);
    if mover >= other {
        Numbers { proof: lowered(other), disproof: raised(mover) }
    } else {
        Numbers { proof: raised(other), disproof: lowered(mover) }
    }
}

fn bounded(count: u64) -> u32 {
    u32::try_from(1 + count).unwrap_or(INFINITE).min(INFINITE / 2)
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

    #[test]
    fn a_lead_makes_a_win_look_easier_and_a_loss_harder() {
        for guess in 0..COUNT {
            let able = |stones| Mobility { jumps: stones, stones, row: stones };
            for stones in 1..60 {
                let [less, more] = [numbers(guess, able(stones), able(30)), numbers(guess, able(stones + 1), able(30))];
                assert!(more.proof <= less.proof && more.disproof >= less.disproof, "{less:?} {more:?}");
                assert!(stones < 20 || more.disproof > less.disproof, "{less:?} {more:?}");
                assert!(more.proof > 0 && more.disproof < INFINITE);
                let turned = numbers(guess, able(30), able(stones));
                assert_eq!((turned.proof, turned.disproof), (less.disproof, less.proof));
            }
        }
    }
}
