//! The perft numbers of the data files, as deep as a quick test can go; the benchmark `perft` goes all the way.

use banmen_dobutsu::{Classic, Deer, Gorogoro, PieceBoard, Variant, divide, perft};

/// Deeper counts than this are left to the benchmark.
const MOST_LEAVES: u64 = 4_000_000;

fn check<V: Variant>(file: &str) {
    let mut checked = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (position, counts) = line.split_once(':').expect("position : counts");
        let board = PieceBoard::<V>::from_text(position).expect("a position of the board");
        for (depth, count) in (1..).zip(counts.split_ascii_whitespace()) {
            let expected: u64 = count.parse().expect("a number");
            if expected <= MOST_LEAVES {
                assert_eq!(perft(&board, depth), expected, "{} {position} depth {depth}", V::SPEC.name);
                checked += 1;
            }
        }
        let divided: u64 = divide(&board, 3).iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(divided, perft(&board, 3));
    }
    assert!(checked > 10, "the file was not read");
}

#[test]
fn deer() {
    check::<Deer>(include_str!("perft/deer.perft"));
}

#[test]
fn classic() {
    check::<Classic>(include_str!("perft/classic.perft"));
}

#[test]
fn gorogoro() {
    check::<Gorogoro>(include_str!("perft/gorogoro.perft"));
}
