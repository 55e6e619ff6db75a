//! Speed of the odds: exact on a middle game and on a crowd, and sampled against a plain loop.
//!
//! `cargo bench -p banmen-quantum --bench odds`

use std::hint::black_box;
use std::time::Instant;

use banmen_quantum::odds::{Budget, IncrementalOdds, Interval, Method, Sampler, odds};
use banmen_quantum::{Grid, Percent};

/// A small generator so that the boards are the same everywhere.
struct Lcg(u64);

impl Lcg {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// `stones` stones of the usual cycles on random points of a `side` by `side` block in the middle of a 19×19 board.
fn block(side: usize, stones: usize, seed: u64) -> Grid {
    let mut random = Lcg(seed * 7919 + 1);
    for _ in 0..10 {
        random.next();
    }
    let mut grid = Grid::new(19).unwrap();
    let corner = (19 - side) / 2;
    let mut placed = 0;
    while placed < stones {
        let (x, y) = (corner + random.below(side), corner + random.below(side));
        let index = y * 19 + x;
        if grid.at(index).is_none() {
            let percent = [90, 10, 70, 30][placed % 4];
            grid.set(index, Percent::new(percent));
            placed += 1;
        }
    }
    grid
}

/// What people write first: every stone a random number, every stone the start of four walks.
fn plain(grid: &Grid, row: u8, boards: u64, random: &mut Lcg) -> [u64; 4] {
    let side = usize::from(grid.size());
    let stones: Vec<(usize, f64)> = grid.iter().map(|(index, percent)| (index, percent.black())).collect();
    let mut colours = vec![0u8; side * side];
    let mut counts = [0; 4];
    for _ in 0..boards {
        for &(index, black) in &stones {
            colours[index] = if random.unit() < black { 1 } else { 2 };
        }
        let mut found = [false; 3];
        for &(index, _) in &stones {
            let (x, y) = ((index % side) as isize, (index / side) as isize);
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let mut length = 1;
                let (mut cx, mut cy) = (x + dx, y + dy);
                while cx >= 0
                    && cy >= 0
                    && cx < side as isize
                    && cy < side as isize
                    && colours[cy as usize * side + cx as usize] == colours[index]
                {
                    length += 1;
                    cx += dx;
                    cy += dy;
                }
                if length >= row {
                    found[usize::from(colours[index])] = true;
                }
            }
        }
        counts[usize::from(found[1]) + 2 * usize::from(found[2])] += 1;
    }
    counts
}

/// Boards a second in the quickest of ten slices.
fn rate(boards: u64, mut slice: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        slice();
        best = best.min(start.elapsed().as_secs_f64());
    }
    boards as f64 / best
}

fn exact_times(name: &str, side: usize, stones: usize) {
    let mut times = Vec::new();
    let mut states = Vec::new();
    let mut sampled = 0;
    let mut widest = 0.0;
    for seed in 1..=40 {
        let grid = block(side, stones, seed);
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            let start = Instant::now();
            let result = black_box(odds(black_box(&grid), 5, &Budget::default())).unwrap();
            best = best.min(start.elapsed().as_secs_f64());
            match result.method {
                Method::Exact { states: visited, .. } => states.push(visited),
                Method::Sampled { intervals, .. } => {
                    sampled += 1;
                    let half = |interval: &Interval| 50.0 * (interval.high - interval.low);
                    widest = intervals.iter().map(half).fold(widest, f64::max);
                }
            }
        }
        times.push(best);
    }
    times.sort_by(f64::total_cmp);
    states.sort_unstable();
    println!(
        "{name}: median {:.3} ms, 90 % {:.3} ms, worst {:.3} ms; exact {} of 40 (states {} in the middle, {} at most), others to ±{widest:.3} %",
        times[20] * 1e3,
        times[36] * 1e3,
        times[39] * 1e3,
        40 - sampled / 3,
        states.get(states.len() / 2).unwrap_or(&0),
        states.last().unwrap_or(&0)
    );
}

fn main() {
    exact_times("40 stones in 9x9", 9, 40);
    exact_times("40 stones in 8x8", 8, 40);
    exact_times("40 stones in 7x7", 7, 40);
    exact_times("60 stones in 10x10", 10, 60);
    exact_times("80 stones in 10x10", 10, 80);

    let mut random = Lcg(99);
    for (name, grid) in [
        ("40 stones in 9x9", block(9, 40, 5)),
        ("40 stones in 8x8", block(8, 40, 3)),
        ("40 stones in 7x7", block(7, 40, 3)),
        ("80 stones in 10x10", block(10, 80, 3)),
    ] {
        // The quickest of several slices for both, so that other work on the machine counts for neither.
        let slow = rate(50_000, || {
            black_box(plain(&grid, 5, 50_000, &mut random));
        });
        let mut sampler = Sampler::new(&grid, 5, 1);
        let quick = rate(10_000_000, || {
            black_box(sampler.odds(10_000_000));
        });
        println!(
            "sampling {name} ({} matter): {:.1} million boards/s, plain loop {:.3} million, {:.0} times as many",
            sampler.stones(),
            quick / 1e6,
            slow / 1e6,
            quick / slow,
        );
    }

    let mut table = IncrementalOdds::new(Grid::new(19).unwrap(), 5, 150_000);
    let grid = block(9, 40, 5);
    let start = Instant::now();
    for (index, percent) in grid.iter() {
        table.put(index, percent);
    }
    println!(
        "40 stones one by one: {:.3} ms, {} groups computed",
        start.elapsed().as_secs_f64() * 1e3,
        table.recomputed()
    );
}
