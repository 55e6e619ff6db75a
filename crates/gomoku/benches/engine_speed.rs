//! How fast the engine is: table building, stones, search, and wins by fours.
//!
//! `cargo bench -p banmen-gomoku --bench engine_speed`; `… -- search` prints only the search on fixed positions, and `… -- search 14` to
//! another depth.

use std::sync::Arc;
use std::time::{Duration, Instant};

use banmen_core::{Clock, Draw, Limits, Random};
use banmen_gomoku::engine::class::Class;
use banmen_gomoku::engine::evaluator::Evaluation;
use banmen_gomoku::engine::shape_board::{ShapeBoard, point_index};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::vcf::{FourSearch, Vcf};
use banmen_gomoku::engine::{Engine, EngineOptions, SearchLimits, bench_by};
use banmen_gomoku::{Point, Rule};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if words.first().is_some_and(|word| word == "search") {
        search(words.get(1).and_then(|word| word.parse().ok()).unwrap_or(12));
        return;
    }
    for rule in Rule::ALL {
        let started = Instant::now();
        let tables = Tables::with_weights(rule, &Tables::tuned());
        println!("tables for {rule}: {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
        stones(rule, tables);
    }
    search(12);
    depth_in_a_second();
    fours();
}

fn search(depth: u32) {
    for evaluation in [Evaluation::Shapes, Evaluation::Network] {
        let measured = bench_by(evaluation, depth, &Clock::system());
        println!(
            "search by {evaluation:?} to depth {depth}: signature {:016x}, {} nodes, {:.0} nodes/s",
            measured.signature,
            measured.nodes,
            measured.nodes_per_second()
        );
    }
}

fn stones(rule: Rule, tables: Tables) {
    let mut board = ShapeBoard::new(15, Arc::new(tables));
    let mut random = Random::new(5);
    let started = Instant::now();
    let mut placed = 0u64;
    while started.elapsed() < Duration::from_millis(500) {
        for _ in 0..1000 {
            if board.stones() < 20 || (board.stones() < 60 && random.percent(50)) {
                let point = point_index(3 + random.below(9) as usize, 3 + random.below(9) as usize);
                if board.is_empty(point) {
                    board.place(point);
                    placed += 1;
                }
            } else {
                board.undo();
            }
        }
    }
    println!("stones put and taken back, {rule}: {:.0} a second", placed as f64 / started.elapsed().as_secs_f64());
}

fn depth_in_a_second() {
    let mut engine = Engine::new(EngineOptions::default());
    for text in ["h8", "h8 i9 g7 h9 j9"] {
        let moves: Vec<Point> = text.split(' ').filter_map(|text| text.parse().ok()).collect();
        engine.forget();
        if engine.set_position(&moves).is_ok() {
            let found = engine.search(&SearchLimits::within(Duration::from_secs(1)), &mut |_| {});
            println!("one second after {} stones: depth {}, {} nodes", moves.len(), found.depth, found.nodes);
        }
    }
}

/// Searches that end sooner say more about the clock than about the search.
const LONG_SEARCH: u64 = 1000;

/// Middle games of random stones without fives or ready open fours; counted are those on which fours go on for long.
fn fours() {
    let tables = Tables::shared(Rule::Freestyle);
    let mut random = Random::new(99);
    let mut fours = FourSearch::new(18);
    let (mut nodes, mut spent) = (0, Duration::ZERO);
    let (mut wins, mut refuted, mut unknown, mut longest) = (0, 0, 0, (0, 0.0));
    for round in 0..20_000 {
        // Sparse stones in ready threes make short wins; crowded ones without threes make long searches.
        let stones = 50 + 10 * (round % 9);
        let most = [Class::Four, Class::Three, Class::ClosedThreePlus][round % 3];
        let mut board = ShapeBoard::new(15, Arc::clone(&tables));
        for _ in 0..10 * stones {
            let point = point_index(random.below(15) as usize, random.below(15) as usize);
            if board.stones() < stones && board.is_empty(point) && board.class(point, board.turn()) < most {
                board.place(point);
            }
        }
        let before = fours.nodes();
        let started = Instant::now();
        let found = fours.solve(&mut board, &Limits::within(Duration::from_secs(1)));
        let took = started.elapsed();
        if let Vcf::Win(plies) = found
            && plies > longest.0
        {
            longest = (plies, took.as_secs_f64());
        }
        if fours.nodes() - before < LONG_SEARCH {
            continue;
        }
        nodes += fours.nodes() - before;
        spent += took;
        match found {
            Vcf::Win(_) => wins += 1,
            Vcf::None => refuted += 1,
            Vcf::Unknown => unknown += 1,
        }
    }
    println!(
        "fours, of 20,000 positions those with {LONG_SEARCH} nodes or more: {wins} won, {refuted} refuted, {unknown} unknown; \
         {:.2} million nodes/s; longest win of all {} plies in {:.3} s",
        nodes as f64 / spent.as_secs_f64().max(1e-9) / 1e6,
        longest.0,
        longest.1
    );
}
