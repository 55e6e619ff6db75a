//! A fixed piece of work whose node count is a signature of the search.

use std::time::Duration;

use banmen_core::Clock;

use super::evaluator::{Evaluation, Judge};
use super::player::{Engine, EngineOptions, SearchLimits};
use super::tables::Tables;
use crate::point::Point;
use crate::rules::Rule;

/// What the bench measured.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The same for the same search on every machine.
    pub signature: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent searching.
    pub elapsed: Duration,
}

impl Bench {
    /// Positions a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Openings and middle games: side, rule, moves.
const POSITIONS: [(usize, Rule, &str); 8] = [
    (15, Rule::Freestyle, "h8"),
    (15, Rule::Freestyle, "h8 i9 g7 h9 j9 g9 f8"),
    (15, Rule::Freestyle, "h8 i8 i9 g7 h7 j9 h10"),
    (15, Rule::Freestyle, "h8 g9 h10 h9 i9 g11 g7 f6 j8 k7 i10"),
    (19, Rule::Freestyle, "j10 k11 k9 j9 l10"),
    (20, Rule::Freestyle, "j10 k10 k11 i9 j12 l10 j9"),
    (15, Rule::Standard, "h8 h9 i9 g7 j8 f9"),
    (15, Rule::Renju, "h8 h9 i10 g9 i9 i8 j10 g7"),
];

fn parse(moves: &str) -> Vec<Point> {
    moves.split_ascii_whitespace().filter_map(|text| text.parse().ok()).collect()
}

/// Searches the fixed positions to a depth in plies with one thread, judging by shapes.
pub fn bench(depth: u32, clock: &Clock) -> Bench {
    bench_by(Evaluation::Shapes, depth, clock)
}

/// The same with an evaluation.
pub fn bench_by(evaluation: Evaluation, depth: u32, clock: &Clock) -> Bench {
    let mut elapsed = Duration::ZERO;
    let mut signature = 0xcbf2_9ce4_8422_2325u64;
    let mut nodes = 0;
    for (size, rule, moves) in POSITIONS {
        let options = EngineOptions { size, rule, hash_mb: 16, threads: 1 };
        let mut engine = Engine::with_evaluator(options, Tables::shared(rule), Judge::from(evaluation));
        if engine.set_position(&parse(moves)).is_ok() {
            // Preparing an engine is not part of the work.
            let started = clock.now();
            let found = engine.search(&SearchLimits::to_depth(depth), &mut |_| {});
            elapsed += clock.now().saturating_sub(started);
            nodes += found.nodes;
            let (x, y) = found.best.map_or((0, 0), |point| (point.column(), point.row()));
            for word in [found.nodes, found.score as u64, u64::from(x), u64::from(y)] {
                signature = (signature ^ word).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    Bench { signature, nodes, elapsed }
}
