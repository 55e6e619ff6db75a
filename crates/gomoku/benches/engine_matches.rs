//! Matches inside the program: each level against the one below, or two settings of the search.
//!
//! `cargo bench -p banmen-gomoku --bench engine_matches -- levels 200 0.1` plays 200 games for each step with at most 0.1 s a
//! move; `… -- settings 200 3000 reduction=110 -` plays a setting of the search against another, 3,000 nodes a move.

use std::time::Duration;

use banmen_core::{Draw, Limits, Random};
use banmen_gomoku::Rule;
use banmen_gomoku::engine::board::{Board, Side, place_at};
use banmen_gomoku::engine::point::Class;
use banmen_gomoku::engine::search::parameters::Parameters;
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::{Engine, EngineOptions, Level, SearchLimits};

type Coordinates = (u8, u8);
const SIDE: usize = 15;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number =
        |index: usize, otherwise: f64| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    match words.first().map(String::as_str) {
        Some("settings") => {
            let setting = |index: usize| words.get(index).map_or("-", String::as_str);
            settings(number(1, 100.0) as usize, number(2, 2000.0) as u64, setting(3), setting(4));
        }
        _ => levels(number(1, 20.0) as usize, number(2, 0.05)),
    }
}

trait Mover {
    fn start(&mut self);
    fn choose(&mut self, moves: &[Coordinates]) -> Option<Coordinates>;
}

struct Leveled {
    engine: Engine,
    level: Level,
    seconds: f64,
    random: Random,
}

impl Mover for Leveled {
    fn start(&mut self) {
        self.engine.forget();
    }

    fn choose(&mut self, moves: &[Coordinates]) -> Option<Coordinates> {
        self.engine.set_position(moves).ok()?;
        let limits = Limits::within(Duration::from_secs_f64(self.seconds));
        self.engine.choose(&self.level.settings(), &limits, &mut self.random).best
    }
}

struct Set {
    engine: Engine,
    nodes: u64,
}

impl Mover for Set {
    fn start(&mut self) {
        self.engine.forget();
    }

    fn choose(&mut self, moves: &[Coordinates]) -> Option<Coordinates> {
        self.engine.set_position(moves).ok()?;
        self.engine.search(&SearchLimits::of_nodes(self.nodes), &mut |_| {}).best
    }
}

fn engine() -> Engine {
    Engine::new(EngineOptions { size: SIDE, rule: Rule::Freestyle, hash_mb: 16, threads: 1 })
}

fn levels(games: usize, seconds: f64) {
    for pair in Level::ALL.windows(2) {
        let player = |level: Level| Leveled { engine: engine(), level, seconds, random: Random::new(level as u64 + 1) };
        let (mut lower, mut upper) = (player(pair[0]), player(pair[1]));
        let score = compare(&mut upper, &mut lower, games);
        println!("{} against {}: {score}", pair[1].name(), pair[0].name());
    }
}

fn settings(games: usize, nodes: u64, first: &str, second: &str) {
    let player = |text: &str| {
        let mut parameters = Parameters::default();
        for (name, value) in text.split(',').filter_map(|part| part.split_once('=')) {
            assert!(parameters.set(name, value.parse().unwrap_or_default()), "no setting is called {name}");
        }
        let mut engine = engine();
        engine.set_parameters(&parameters);
        Set { engine, nodes }
    };
    println!("{first} against {second}: {}", compare(&mut player(first), &mut player(second), games));
}

/// Plays each opening twice and returns the first player's score in words.
fn compare(first: &mut dyn Mover, second: &mut dyn Mover, games: usize) -> String {
    let mut random = Random::new(2);
    let mut judge = engine();
    let (mut wins, mut draws) = (0, 0);
    for _ in 0..games / 2 {
        let opening = opening(&mut random, &mut judge);
        for swapped in [false, true] {
            first.start();
            second.start();
            let winner = if swapped { play(second, first, &opening) } else { play(first, second, &opening) };
            match winner {
                None => draws += 1,
                Some(side) => wins += usize::from((side == Side::Black) != swapped),
            }
        }
    }
    let games = games / 2 * 2;
    let share = (wins as f64 + draws as f64 / 2.0) / games as f64;
    format!("{wins} wins, {draws} draws of {games}: {:.1} %", 100.0 * share)
}

/// A few random stones that the engine judges about even.
fn opening(random: &mut Random, judge: &mut Engine) -> Vec<Coordinates> {
    loop {
        let stones = 3 + random.below(4) as usize;
        let mut moves: Vec<Coordinates> = Vec::new();
        while moves.len() < stones {
            let point = (4 + random.below(7) as u8, 4 + random.below(7) as u8);
            if !moves.contains(&point) {
                moves.push(point);
            }
        }
        judge.forget();
        if judge.set_position(&moves).is_ok() && !judge.is_over() {
            let found = judge.search(&SearchLimits::of_nodes(3000), &mut |_| {});
            if found.score.abs() < 60 {
                return moves;
            }
        }
    }
}

fn play(black: &mut dyn Mover, white: &mut dyn Mover, opening: &[Coordinates]) -> Option<Side> {
    let mut board = Board::new(SIDE, Tables::shared(Rule::Freestyle));
    let mut moves = opening.to_vec();
    for &(x, y) in opening {
        board.place(place_at(usize::from(x), usize::from(y)));
    }
    while !board.is_full() {
        let side = board.turn();
        let chosen = if side == Side::Black { black.choose(&moves) } else { white.choose(&moves) };
        let Some((x, y)) = chosen else { return Some(side.other()) };
        let place = place_at(usize::from(x), usize::from(y));
        assert!(board.is_empty(place), "a player moved on a stone");
        if board.class(place, side) == Class::Five {
            return Some(side);
        }
        board.place(place);
        moves.push((x, y));
    }
    None
}
