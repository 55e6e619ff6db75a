//! Every perft number of the data files to its full depth, and the speed of the deepest.

use banmen_dobutsu::{Classic, Deer, Gorogoro, PieceBoard, Variant, perft};
use cpu_time::ProcessTime;

fn run<V: Variant>(file: &str) {
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (position, counts) = line.split_once(':').expect("position : counts");
        let board = PieceBoard::<V>::from_text(position).expect("a position of the board");
        let counts: Vec<u64> = counts.split_ascii_whitespace().map(|count| count.parse().expect("a number")).collect();
        let depth = counts.len() as u32;
        let started = ProcessTime::now();
        let leaves = perft(&board, depth);
        let seconds = started.elapsed().as_secs_f64();
        assert_eq!(Some(&leaves), counts.last(), "{} {position} depth {depth}", V::SPEC.name);
        let speed = leaves as f64 / seconds / 1e6;
        println!("{:8} depth {depth} {leaves:>11} leaves {seconds:7.3} s {speed:7.1} M/s  {position}", V::SPEC.name);
    }
}

fn main() {
    run::<Deer>(include_str!("../tests/perft/deer.perft"));
    run::<Classic>(include_str!("../tests/perft/classic.perft"));
    run::<Gorogoro>(include_str!("../tests/perft/gorogoro.perft"));
}
