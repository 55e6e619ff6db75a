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

/// Digits that are always drawn; fewer almost never decide all the boards of a block.
const FIRST_DIGITS: usize = 7;

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
        let mut out = [0; WORDS];
        for i in 0..WORDS {
            let (a, mut b) = (self.a[i], self.b[i]);
            out[i] = a.wrapping_add(b);
            b ^= a;
            self.a[i] = a.rotate_left(24) ^ b ^ (b << 16);
            self.b[i] = b.rotate_left(37);
        }
        out
    }
}

/// A stone's chance of black as binary digits after the point, all ones or all zeros each.
#[derive(Clone, Debug)]
struct Digits {
    digits: [u64; 64],
    length: usize,
}

impl Digits {
    /// The first 64 digits of a percentage; what they leave out is less than 2⁻⁶⁴.
    fn new(percent: u8) -> Self {
        let fraction = ((u128::from(percent) << 64) / 100) as u64;
        Self {
            digits: std::array::from_fn(|i| 0u64.wrapping_sub(fraction >> (63 - i) & 1)),
            length: 64 - fraction.trailing_zeros() as usize,
        }
    }

    /// A block in which each bit is set with this chance: each board draws the digits of a random number until one
    /// differs from the chance's, and is black if its own is the smaller one there. It is exact, as no board stops early.
    #[inline(always)]
    fn draw(&self, noise: &mut Noise) -> Block {
        let mut black = [0; WORDS];
        let mut open = [u64::MAX; WORDS];
        let mut digit = 0;
        while digit < self.length {
            let until = self.length.min(if digit == 0 { FIRST_DIGITS } else { digit + 1 });
            while digit < until {
                let random = noise.next();
                let ours = self.digits[digit];
                for i in 0..WORDS {
                    black[i] |= open[i] & ours & !random[i];
                    open[i] &= !(random[i] ^ ours);
                }
                digit += 1;
            }
            if open.iter().fold(0, |any, word| any | word) == 0 {
                break;
            }
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
    /// For each uncertain stone of a full row, the place of its chance in `digits`.
    kinds: Vec<u8>,
    digits: Vec<Digits>,
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
        let mut stones: Vec<u16> = edges.iter().flat_map(|edge| edge.stones().iter().copied()).collect();
        stones.sort_unstable();
        stones.dedup();
        for edge in &mut edges {
            for stone in &mut edge.stones[..usize::from(edge.length)] {
                *stone = stones.binary_search(stone).expect("a stone of an edge") as u16;
            }
        }
        let percents: Vec<u8> =
            stones.iter().filter_map(|&stone| grid.at(usize::from(stone))).map(crate::Percent::get).collect();
        let mut kinds = percents.clone();
        kinds.sort_unstable();
        kinds.dedup();
        Self {
            kinds: percents.iter().map(|p| kinds.binary_search(p).expect("a kind of stone") as u8).collect(),
            digits: kinds.into_iter().map(Digits::new).collect(),
            edges,
            black_certain: groups.black_certain,
            white_certain: groups.white_certain,
            noise: Noise::new(seed),
        }
    }

    /// The uncertain stones that matter.
    pub fn stones(&self) -> usize {
        self.kinds.len()
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
                // SAFETY: the processor was just asked and has these instructions.
                return unsafe { self.count_avx512(blocks) };
            }
            if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt") {
                // SAFETY: the processor was just asked and has these instructions.
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
        let mut colours = vec![[0u64; WORDS]; self.kinds.len()];
        for _ in 0..blocks {
            for (stone, &kind) in colours.iter_mut().zip(&self.kinds) {
                *stone = self.digits[usize::from(kind)].draw(&mut noise);
            }
            let mut black = [0u64.wrapping_sub(u64::from(self.black_certain)); WORDS];
            let mut white = [0u64.wrapping_sub(u64::from(self.white_certain)); WORDS];
            for edge in &self.edges {
                let mut all = [u64::MAX; WORDS];
                let mut any = [0u64; WORDS];
                for &stone in edge.stones() {
                    let stone = &colours[usize::from(stone)];
                    for i in 0..WORDS {
                        all[i] &= stone[i];
                        any[i] |= stone[i];
                    }
                }
                let (for_black, for_white) =
                    (0u64.wrapping_sub(u64::from(edge.black)), 0u64.wrapping_sub(u64::from(edge.white)));
                for i in 0..WORDS {
                    black[i] |= all[i] & for_black;
                    white[i] |= !any[i] & for_white;
                }
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
