//! Incremental window counts against full recomputation, on 19×19 in the middle of a game.

use std::hint::black_box;

use banmen_core::{Draw, Random};
use banmen_gomoku::classic::{Classic, OPPONENT_WEIGHTS, OWN_WEIGHTS, scan};
use banmen_gomoku::{Point, Position, Rules, Size, Stone, Windows};
use criterion::{Criterion, criterion_group, criterion_main};

/// A game of 60 stones around the middle, without a five.
fn middle_game() -> Position {
    let mut random = Random::new(60);
    let mut position = Position::new(Rules::default());
    while position.moves().len() < 60 {
        let at = |random: &mut Random| 4 + random.below(11) as u8;
        let point = Point::new(at(&mut random), at(&mut random)).expect("the middle is on the board");
        if position.place(point).is_ok() && position.outcome().is_some() {
            position.undo();
        }
    }
    position
}

/// Classic as it was first written: for each point every window of the board is looked at.
struct FirstWritten {
    wins: Vec<Vec<bool>>,
    windows: Vec<[usize; 5]>,
}

impl FirstWritten {
    fn new(size: Size) -> Self {
        let mut windows = Vec::new();
        for point in size.iter() {
            for direction in banmen_gomoku::Direction::ALL {
                let line: Vec<Point> = (0..5).filter_map(|i| point.step(direction, i)).collect();
                if line.len() == 5 && line.iter().all(|&p| size.contains(p)) {
                    windows.push(std::array::from_fn(|i| size.index(line[i])));
                }
            }
        }
        let wins = size.iter().map(|p| windows.iter().map(|w| w.contains(&size.index(p))).collect()).collect();
        Self { wins, windows }
    }

    fn counts(&self, position: &Position) -> Vec<[usize; 2]> {
        let size = position.size();
        let count = |window: &[usize; 5], stone| {
            window.iter().filter(|&&index| position.board().get(size.point(index)) == Some(stone)).count()
        };
        self.windows.iter().map(|window| Stone::BOTH.map(|stone| count(window, stone))).collect()
    }

    fn choose(&self, position: &Position, counts: &[[usize; 2]]) -> Option<Point> {
        let side = position.to_move().index();
        let mut best = (0, 0);
        let mut kept = None;
        for point in scan(position.size()) {
            if position.board().get(point).is_some() {
                continue;
            }
            let (mut opponent, mut own) = (0, 0);
            for (through, count) in self.wins[position.size().index(point)].iter().zip(counts) {
                if *through {
                    match (count[side], count[1 - side]) {
                        (0, stones @ 1..=4) => opponent += OPPONENT_WEIGHTS[stones - 1],
                        (stones @ 1..=4, 0) => own += OWN_WEIGHTS[stones - 1],
                        _ => {}
                    }
                }
            }
            let worth = (opponent.max(own), opponent.min(own));
            if kept.is_none() || worth > best {
                best = worth;
                kept = Some(point);
            }
        }
        kept
    }
}

fn place_and_undo(c: &mut Criterion) {
    let position = middle_game();
    let mut windows = Windows::new(position.size());
    for (index, &point) in position.moves().iter().enumerate() {
        windows.place(point, Stone::BOTH[index % 2]);
    }
    let empty: Vec<Point> = position.board().empty_points().collect();
    let mut next = empty.iter().cycle();
    c.bench_function("windows: point and undo one stone, 19x19", |b| {
        b.iter(|| {
            let point = *next.next().expect("there are empty points");
            windows.place(black_box(point), Stone::Black);
            windows.undo(black_box(point), Stone::Black);
        });
    });
    let mut board = position.clone();
    c.bench_function("referee: point and undo one stone, 19x19", |b| {
        b.iter(|| {
            let point = *next.next().expect("there are empty points");
            if board.place(black_box(point)).is_ok() {
                board.undo();
            }
        });
    });
}

fn classic_move(c: &mut Criterion) {
    let position = middle_game();
    let mut classic = Classic::new(position.size());
    classic.follow(&position);
    let first = FirstWritten::new(position.size());
    assert_eq!(first.choose(&position, &first.counts(&position)), classic.decide(&position), "both play alike");
    let mut group = c.benchmark_group("classic: one move on 19x19");
    let last = *position.moves().last().expect("the game has begun");
    group.bench_function("incremental (undo, point and decide)", |b| {
        b.iter(|| {
            classic.undo();
            classic.place(last);
            black_box(classic.decide(&position))
        });
    });
    group.bench_function("full recomputation", |b| {
        b.iter(|| black_box(first.choose(&position, &first.counts(&position))));
    });
    group.finish();
}

criterion_group!(benches, place_and_undo, classic_move);
criterion_main!(benches);
