//! Boards drawn at random, one in each bit of a block of machine words.

use super::interval::Interval;
use super::rows::{Edge, Groups, full_rows};
use super::{Chances, Method, Odds};
use crate::Grid;

/// Machine words drawn together; wide enough for the widest registers in use.
const WORDS: usize = 8;

/// Boards in a block.
pub(crate) const BLOCK: u64 = 64 * WORDS as u64;

type Block = [u64; WORDS];

/// Digits of its own that every stone draws; only then it may depend on its kind's tail.
const OWN_DIGITS: usize = 8;

/// Digits of a tail that are always drawn; fewer almost never decide all the boards of a block.
const FIRST_DIGITS: usize = 9;

/// Stones that share a tail, each with the tail turned by one bit more.
const TURNS: usize = 64;

/// Word by word; the compiler makes wide instructions of it.
#[inline(always)]
fn each(word: impl Fn(usize) -> u64) -> Block {
    let mut block = [0; WORDS];
    for (i, out) in block.iter_mut().enumerate() {
        *out = word(i);
    }
    block
}

/// A source of blocks of random bits: one xoroshiro128+ for each word, all seeded apart.
#[derive(Clone, Debug)]
struct Noise {
    a: Block,
    b: Block,
}

impl Noise {
    fn new(seed: u64) -> Self {
        let mut state = seed;
        // SplitMix64, as the authors of the generator advise.
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Self { a: std::array::from_fn(|_| next() | 1), b: std::array::from_fn(|_| next()) }
    }

    #[inline(always)]
    fn next(&mut self) -> Block {
        let (a, b) = (self.a, self.b);
        let mixed = each(|i| a[i] ^ b[i]);
        self.a = each(|i| a[i].rotate_left(24) ^ mixed[i] ^ (mixed[i] << 16));
        self.b = each(|i| mixed[i].rotate_left(37));
        each(|i| a[i].wrapping_add(b[i]))
    }
}

/// A chance of black as binary digits after the point, all ones or all zeros each.
///
/// A board is black where a random number is below the chance. The number is compared digit by digit: each stone of each
/// board draws the first digits for itself, and only where these equal the chance's own, once in 2⁸ times, the *tail*
/// decides: a block of bits set with the chance that the remaining digits stand for. A tail serves several stones, each
/// with the tail turned by another number of bits, so that no two stones of one board ever use the same bit of it: the
/// stones of a board are independent and have their chances up to 2⁻⁶⁴. Two boards of one block can share a bit of a tail
/// with a chance of 2⁻¹⁶ for each pair of stones, which no interval notices.
#[derive(Clone, Debug)]
struct StoneKind {
    /// The last one first.
    own: [u64; OWN_DIGITS],
    tail: [u64; 64],
    tail_length: usize,
    /// Stones with this chance.
    stones: usize,
}

impl StoneKind {
    /// The first 64 digits of a percentage; what they leave out is less than 2⁻⁶⁴.
    fn new(percent: u8, stones: usize) -> Self {
        let fraction = ((u128::from(percent) << 64) / 100) as u64;
        let digit = |fraction: u64, number: usize| 0u64.wrapping_sub(fraction >> (63 - number) & 1);
        let rest = fraction << OWN_DIGITS;
        Self {
            own: std::array::from_fn(|i| digit(fraction, OWN_DIGITS - 1 - i)),
            tail: std::array::from_fn(|i| digit(rest, i)),
            tail_length: 64 - rest.trailing_zeros() as usize,
            stones,
        }
    }

    /// Each board draws digits until one differs from the tail's, and is black if its own is the smaller one there. No
    /// board stops early.
    #[inline(always)]
    fn draw_tail(&self, noise: &mut Noise) -> Block {
        let mut black = [0; WORDS];
        let mut open = [u64::MAX; WORDS];
        for (number, &ours) in self.tail[..self.tail_length].iter().enumerate() {
            let random = noise.next();
            black = each(|i| black[i] | (open[i] & ours & !random[i]));
            open = each(|i| open[i] & !(random[i] ^ ours));
            if number + 1 >= FIRST_DIGITS && open.iter().fold(0, |any, word| any | word) == 0 {
                break;
            }
        }
        black
    }

    /// The stone's own digits, from the last to the first, in front of the tail.
    #[inline(always)]
    fn draw(&self, tail: Block, noise: &mut Noise) -> Block {
        let mut black = tail;
        for &ours in &self.own {
            let random = noise.next();
            // Where our digit is 1, one of the two random values makes it black at once and the other leaves it to the later
            // digits; where it is 0, one makes it white at once.
            black = each(|i| (black[i] & random[i]) | (ours & (black[i] | random[i])));
        }
        black
    }
}

/// How often each of the four outcomes came up.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counts {
    black: u64,
    white: u64,
    both: u64,
}

/// Draws observations of one board.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// The stones of the edges in the order of their kinds.
    kinds: Vec<StoneKind>,
    edges: Vec<Edge>,
    black_certain: bool,
    white_certain: bool,
    noise: Noise,
}

impl Sampler {
    /// A sampler of the board for rows of `row` stones.
    pub fn new(grid: &Grid, row: u8, seed: u64) -> Self {
        let groups = Groups::new(grid, &full_rows(grid, row));
        let mut edges: Vec<Edge> = groups.parts.into_iter().flatten().collect();
        let mut stones: Vec<(u8, u16)> = edges
            .iter()
            .flat_map(Edge::stones)
            .filter_map(|&stone| Some((grid.at(usize::from(stone))?.get(), stone)))
            .collect();
        stones.sort_unstable();
        stones.dedup();
        let mut number = vec![0; grid.points()];
        for (position, &(_, stone)) in stones.iter().enumerate() {
            number[usize::from(stone)] = position as u16;
        }
        for edge in &mut edges {
            for stone in &mut edge.stones[..usize::from(edge.length)] {
                *stone = number[usize::from(*stone)];
            }
        }
        let kinds = stones.chunk_by(|a, b| a.0 == b.0).map(|alike| StoneKind::new(alike[0].0, alike.len())).collect();
        Self {
            kinds,
            edges,
            black_certain: groups.black_certain,
            white_certain: groups.white_certain,
            noise: Noise::new(seed),
        }
    }

    /// The uncertain stones that matter.
    pub fn stones(&self) -> usize {
        self.kinds.iter().map(|kind| kind.stones).sum()
    }

    /// The odds from at least `boards` drawn boards, in whole blocks.
    pub fn odds(&mut self, boards: u64) -> Odds {
        let blocks = boards.div_ceil(BLOCK).max(1);
        let counts = self.count(blocks);
        let boards = blocks * BLOCK;
        let none = boards - counts.black - counts.white - counts.both;
        let share = |hits: u64| hits as f64 / boards as f64;
        let chances = Chances {
            black: share(counts.black),
            white: share(counts.white),
            both: share(counts.both),
            none: share(none),
        };
        let intervals =
            [counts.black, counts.white, counts.both, none].map(|hits| Interval::clopper_pearson(hits, boards));
        Odds { chances, method: Method::Sampled { boards, intervals } }
    }

    fn count(&mut self, blocks: u64) -> Counts {
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
                && std::arch::is_x86_feature_detected!("avx512vl")
            {
                // SAFETY: the processor has the features that `count_avx512` enables, tested in the condition above (popcnt comes
                // with every processor that has avx512f).
                return unsafe { self.count_avx512(blocks) };
            }
            if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt") {
                // SAFETY: the processor has the features that `count_avx2` enables, tested in the condition above.
                return unsafe { self.count_avx2(blocks) };
            }
        }
        self.count_blocks(blocks)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,popcnt")]
    fn count_avx512(&mut self, blocks: u64) -> Counts {
        self.count_blocks(blocks)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn count_avx2(&mut self, blocks: u64) -> Counts {
        self.count_blocks(blocks)
    }

    /// The loop itself; compiled once for each width of registers.
    #[inline(always)]
    fn count_blocks(&mut self, blocks: u64) -> Counts {
        let mut counts = Counts::default();
        let mut noise = self.noise.clone();
        let mut colours = vec![[0u64; WORDS]; self.stones()];
        for _ in 0..blocks {
            let mut undrawn = &mut colours[..];
            for kind in &self.kinds {
                let (stones, others) = undrawn.split_at_mut(kind.stones);
                undrawn = others;
                for stones in stones.chunks_mut(TURNS) {
                    let mut tail = kind.draw_tail(&mut noise);
                    for stone in stones {
                        *stone = kind.draw(tail, &mut noise);
                        tail = each(|i| tail[i].rotate_left(1));
                    }
                }
            }
            let mut black = [0u64.wrapping_sub(u64::from(self.black_certain)); WORDS];
            let mut white = [0u64.wrapping_sub(u64::from(self.white_certain)); WORDS];
            for edge in &self.edges {
                let mut all = [0u64.wrapping_sub(u64::from(edge.black)); WORDS];
                let mut any = [0u64.wrapping_sub(u64::from(!edge.white)); WORDS];
                for &stone in edge.stones() {
                    let stone = &colours[usize::from(stone)];
                    all = each(|i| all[i] & stone[i]);
                    any = each(|i| any[i] | stone[i]);
                }
                black = each(|i| black[i] | all[i]);
                white = each(|i| white[i] | !any[i]);
            }
            for i in 0..WORDS {
                counts.black += u64::from((black[i] & !white[i]).count_ones());
                counts.white += u64::from((white[i] & !black[i]).count_ones());
                counts.both += u64::from((black[i] & white[i]).count_ones());
            }
        }
        self.noise = noise;
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Percent;
    use banmen_core::{Draw, Random};

    /// A board with stones on most of its points, some of them of certain colours.
    fn crowded(random: &mut Random) -> Grid {
        let mut grid = Grid::new(9).unwrap();
        for cell in 0..grid.points() {
            if random.percent(80) {
                let percent = [0, 10, 30, 50, 70, 90, 100][random.below(7) as usize];
                grid.set(cell, Percent::new(percent));
            }
        }
        grid
    }

    /// What a sampler counts by one of its three loops, and where its generator stands then.
    type Drawn = (Counts, Block, Block);

    fn drawn(mut sampler: Sampler, count: impl Fn(&mut Sampler) -> Counts) -> Drawn {
        let counts = count(&mut sampler);
        (counts, sampler.noise.a, sampler.noise.b)
    }

    #[test]
    fn registers_of_every_width_draw_the_same_boards() {
        const BLOCKS: u64 = 20;
        let mut random = Random::new(77);
        for seed in 0..40 {
            let sampler = Sampler::new(&crowded(&mut random), 5, seed);
            let narrow = drawn(sampler.clone(), |sampler| sampler.count_blocks(BLOCKS));
            assert_eq!(drawn(sampler.clone(), |sampler| sampler.count(BLOCKS)), narrow, "the width chosen here");
            #[cfg(target_arch = "x86_64")]
            {
                if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt") {
                    // SAFETY: the processor has these features, tested just above.
                    let wide = drawn(sampler.clone(), |sampler| unsafe { sampler.count_avx2(BLOCKS) });
                    assert_eq!(wide, narrow, "256 bits");
                }
                if std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                {
                    // SAFETY: the processor has these features, tested just above.
                    let wide = drawn(sampler.clone(), |sampler| unsafe { sampler.count_avx512(BLOCKS) });
                    assert_eq!(wide, narrow, "512 bits");
                }
            }
        }
    }
}
