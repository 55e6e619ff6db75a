use banmen_gomoku::engine::board::{Side, point_index};
use banmen_gomoku::engine::network::{Accumulator, Network, Weights};
use banmen_gomoku::rules::Rule;
use std::sync::Arc;
use std::time::Instant;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap()
}
fn main() {
    let bytes = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let network = Arc::new(Network::new(Weights::from_bytes(&bytes).unwrap()));
    let _ = Instant::now();
    let t = cpu();
    let mut sums = Accumulator::new(&network, Rule::Freestyle, 15).unwrap();
    println!("table {} ms", (cpu() - t) / 1e6);
    let mut seed = 1u64;
    let mut stones: Vec<u16> = vec![];
    let mut total = 0i64;
    let mut next = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    while stones.len() < 30 {
        let p = point_index(3 + next(9) as usize, 3 + next(9) as usize);
        if !stones.contains(&p) {
            sums.put(p, if stones.len() % 2 == 0 { Side::Black } else { Side::White });
            stones.push(p);
        }
    }
    sums.settle();
    let free: Vec<u16> = (0..225).map(|p| point_index(p % 15, p / 15)).filter(|p| !stones.contains(p)).collect();
    let n = 100_000;
    let t = cpu();
    for _ in 0..n {
        let p = free[next(free.len() as u64) as usize];
        sums.put(p, Side::Black);
        sums.settle();
        sums.undo();
        sums.settle();
    }
    println!("put + undo {} ns", (cpu() - t) / f64::from(n));
    let t = cpu();
    for _ in 0..n {
        total += i64::from(sums.value(Side::Black).score());
    }
    println!("value {} ns", (cpu() - t) / f64::from(n));
    let v = sums.value(Side::Black);
    let mut r = vec![];
    let t = cpu();
    for _ in 0..n / 10 {
        sums.policy(Side::Black, &v, &free[..50], &mut r);
        total += i64::from(r[0]);
    }
    println!("policy of 50 {} ns {total}", (cpu() - t) / f64::from(n / 10));
}
