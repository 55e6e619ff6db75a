//! The odds against plain enumeration and the sampler's intervals against the odds, on thousands of boards.
//!
//! `cargo bench -p banmen-quantum --bench check -- [BOARDS]`

use banmen_core::{Draw, Random};
use banmen_quantum::odds::{Budget, Chances, Method, Sampler, enumerate, odds};
use banmen_quantum::{Grid, Percent};

const EXACTLY: Budget = Budget { states: 1_000_000, samples: 0, seed: 0 };
const FEWEST: usize = 8;
const MOST: usize = 20;

/// A board of any row length with a crowd of stones: of the usual cycles, of any percentages, or partly of kept colours.
fn board(random: &mut Random) -> (Grid, u8) {
    let row = 3 + random.below(4) as u8;
    let size = (row + random.below(5) as u8).min(22);
    let side = u64::from(size.min(row + random.below(3) as u8));
    let style = random.below(3);
    let mut grid = Grid::new(size).unwrap();
    for _ in 0..u64::from(row) + random.below(24) {
        let index = (random.below(side) * u64::from(size) + random.below(side)) as usize;
        let percent = match style {
            0 => [90, 70, 10, 30][random.below(4) as usize],
            1 => random.below(101) as u8,
            _ => [0, 100, 0, 100, 50, 90, 10][random.below(7) as usize],
        };
        if grid.at(index).is_none() {
            grid.set(index, Percent::new(percent));
        }
    }
    (grid, row)
}

fn numbers(chances: Chances) -> [f64; 4] {
    [chances.black, chances.white, chances.both, chances.none]
}

fn main() {
    let boards = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(3000);
    let mut random = Random::new(8);
    let (mut by_stones, mut largest) = ([0; MOST + 1], 0.0f64);
    let (mut covered, mut intervals_checked) = (0u64, 0u64);
    for number in 0..boards {
        // As many boards of each number of stones that matter.
        let wanted = FEWEST + number % (MOST + 1 - FEWEST);
        let (grid, row) = loop {
            let (grid, row) = board(&mut random);
            if Sampler::new(&grid, row, 0).stones() == wanted {
                break (grid, row);
            }
        };
        let plain = numbers(enumerate(&grid, row).expect("few stones"));
        let exact = numbers(odds(&grid, row, &EXACTLY).expect("few stones").chances);
        for (a, b) in plain.into_iter().zip(exact) {
            largest = largest.max((a - b).abs());
        }
        by_stones[wanted] += 1;
        let sampled = odds(&grid, row, &Budget { states: 0, samples: 4096, seed: random.next_u64() });
        let Some(Method::Sampled { intervals, .. }) = sampled.map(|odds| odds.method) else {
            unreachable!("asked for")
        };
        for (interval, value) in intervals.iter().zip(plain) {
            if value > 1e-9 && value < 1.0 - 1e-9 {
                intervals_checked += 1;
                covered += u64::from(interval.contains(value));
            }
        }
    }
    println!(
        "exact odds against enumeration on {boards} boards of {FEWEST} to {MOST} stones that matter ({} of {MOST}): largest difference {largest:.1e}",
        by_stones[MOST]
    );
    println!(
        "95 % intervals of 4096 boards: {covered} of {intervals_checked} cover the exact value, {:.2} %",
        100.0 * covered as f64 / intervals_checked as f64
    );
    assert!(largest < 1e-11, "the exact odds differ from the enumeration");
}
