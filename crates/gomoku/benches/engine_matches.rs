//! Matches inside the program: each level against the one below, the engine against Classic, or two settings of the search.
//!
//! `cargo bench -p banmen-gomoku --bench engine_matches -- levels 200 0.1` plays 200 games for each step with at most 0.1 s a
//! move; `… -- classic 200 0.1` plays Master against Classic on 15×15 and 19×19; `… -- settings 200 3000 reduction=110 -`
//! plays a setting of the search against another, 3,000 nodes a move (numbers below 60 are seconds); `evaluation=network` is a
//! setting too, and so is `evaluation=FILE` with the weights of another network. The seed of the openings, a rule and a number of lines may follow, as in `… - 2 renju 15`. With `PROGRESS` set the score is printed after every game.

use std::sync::Arc;
use std::time::Duration;

use banmen_core::{Draw, Limits, Player, Random};
use banmen_gomoku::engine::class::Class;
use banmen_gomoku::engine::evaluator::{Evaluation, Judge};
use banmen_gomoku::engine::network::{ByNetwork, Network, Weights};
use banmen_gomoku::engine::renju::is_forbidden;
use banmen_gomoku::engine::search::parameters::Parameters;
use banmen_gomoku::engine::shape_board::{ShapeBoard, Side, index_of};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::{Engine, EngineOptions, Level, SearchLimits};
use banmen_gomoku::{Classic, Move, Novice, Point, Position, Rule, Rules, Size};

const SIDE: usize = 15;

fn rules(side: usize) -> Rules {
    Rules::new(Size::try_from(side as u8).expect("a size"), Rule::Freestyle)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number =
        |index: usize, otherwise: f64| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    match words.first().map(String::as_str) {
        Some("settings") => {
            let setting = |index: usize| words.get(index).map_or("-", String::as_str);
            let rule = words.get(6).map_or(Rule::Freestyle, |word| word.parse().expect("a rule"));
            let board = Board { rule, side: number(7, 15.0) as usize };
            settings(
                number(1, 100.0) as usize,
                number(2, 2000.0),
                [setting(3), setting(4)],
                number(5, 2.0) as u64,
                board,
            );
        }
        Some("classic") => classic(number(1, 20.0) as usize, number(2, 0.1)),
        _ => levels(number(1, 20.0) as usize, number(2, 0.05)),
    }
}

trait Mover {
    fn start(&mut self);
    fn choose(&mut self, moves: &[Point]) -> Option<Point>;
}

/// What a game is played on.
#[derive(Clone, Copy)]
struct Board {
    rule: Rule,
    side: usize,
}

impl Board {
    fn freestyle(side: usize) -> Self {
        Self { rule: Rule::Freestyle, side }
    }

    fn engine(self, judge: impl Into<Judge>) -> Engine<Judge> {
        let options = EngineOptions { size: self.side, rule: self.rule, hash_mb: 16, threads: 1 };
        Engine::with_evaluator(options, Tables::shared(self.rule), judge.into())
    }
}

struct Leveled {
    engine: Engine<Judge>,
    level: Level,
    seconds: f64,
    random: Random,
}

impl Mover for Leveled {
    fn start(&mut self) {
        self.engine.forget();
    }

    fn choose(&mut self, moves: &[Point]) -> Option<Point> {
        self.engine.set_position(moves).ok()?;
        let limits = Limits::within(Duration::from_secs_f64(self.seconds));
        self.engine.choose(&self.level.settings(), &limits, &mut self.random).best
    }
}

/// A player of the game crate.
struct Plain<P> {
    player: P,
    rules: Rules,
}

impl<P: Player<Position>> Mover for Plain<P> {
    fn start(&mut self) {}

    fn choose(&mut self, moves: &[Point]) -> Option<Point> {
        let mut position = Position::new(self.rules);
        for &point in moves {
            position.place(point).ok()?;
        }
        self.player.choose(&position, &Limits::none(), &mut |_| {}).and_then(Move::point)
    }
}

struct Set {
    engine: Engine<Judge>,
    limits: SearchLimits,
    nodes: u64,
    spent: Duration,
}

impl Mover for Set {
    fn start(&mut self) {
        self.engine.forget();
    }

    fn choose(&mut self, moves: &[Point]) -> Option<Point> {
        self.engine.set_position(moves).ok()?;
        let found = self.engine.search(&self.limits, &mut |_| {});
        self.nodes += found.nodes;
        self.spent += found.elapsed;
        found.best
    }
}

/// A level as the program plays it.
fn leveled(level: Level, side: usize, seconds: f64) -> Leveled {
    let evaluation = if level == Level::Master { Evaluation::STRONGEST } else { Evaluation::Shapes };
    let engine = Board::freestyle(side).engine(evaluation);
    Leveled { engine, level, seconds, random: Random::new(level as u64 + 1) }
}

fn classic(games: usize, seconds: f64) {
    for side in [15, 19] {
        let mut classic = Plain { player: Classic::new(rules(side).size), rules: rules(side) };
        let score = compare(&mut leveled(Level::Master, side, seconds), &mut classic, games, side);
        println!("master against classic, {side}×{side}: {score}");
    }
}

fn levels(games: usize, seconds: f64) {
    let size = rules(SIDE).size;
    let mut novice = Plain { player: Novice::new(size, 1), rules: rules(SIDE) };
    let mut classic = Plain { player: Classic::new(size), rules: rules(SIDE) };
    println!("classic against novice: {}", compare(&mut classic, &mut novice, games, SIDE));
    println!("easy against classic: {}", compare(&mut leveled(Level::Easy, SIDE, seconds), &mut classic, games, SIDE));
    for pair in Level::ALL.windows(2) {
        let (mut lower, mut upper) = (leveled(pair[0], SIDE, seconds), leveled(pair[1], SIDE, seconds));
        let score = compare(&mut upper, &mut lower, games, SIDE);
        println!("{} against {}: {score}", pair[1].name(), pair[0].name());
    }
}

/// The network whose weights are in a file.
fn network(path: &str) -> Arc<Network> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Arc::new(Network::new(Weights::from_bytes(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"))))
}

fn settings(games: usize, limit: f64, [first, second]: [&str; 2], seed: u64, board: Board) {
    let player = |text: &str| {
        let mut parameters = Parameters::default();
        let mut judge = Judge::Shapes;
        for (name, value) in text.split(',').filter_map(|part| part.split_once('=')) {
            if name == "evaluation" {
                judge = match value {
                    "network" => Evaluation::Network.into(),
                    "shapes" => Judge::Shapes,
                    file => Judge::Network(Box::new(ByNetwork::new(network(file)))),
                };
            } else {
                assert!(parameters.set(name, value.parse().unwrap_or_default()), "no setting is called {name}");
            }
        }
        let mut engine = board.engine(judge);
        engine.set_parameters(&parameters);
        // Small numbers are seconds, large ones nodes.
        let limits = if limit < 60.0 {
            SearchLimits::within(Duration::from_secs_f64(limit))
        } else {
            SearchLimits::of_nodes(limit as u64)
        };
        Set { engine, limits, nodes: 0, spent: Duration::ZERO }
    };
    let (mut one, mut two) = (player(first), player(second));
    let score = compare_from(&mut one, &mut two, games, board, seed);
    println!("{first} against {second}: {score}");
    for player in [one, two] {
        println!("{} nodes, {:.3} us a node", player.nodes, player.spent.as_secs_f64() * 1e6 / player.nodes as f64);
    }
}

/// Plays each opening twice and returns the first player's score in words.
fn compare(first: &mut dyn Mover, second: &mut dyn Mover, games: usize, side: usize) -> String {
    compare_from(first, second, games, Board::freestyle(side), 2)
}

fn compare_from(first: &mut dyn Mover, second: &mut dyn Mover, games: usize, board: Board, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut judge = board.engine(Evaluation::Shapes);
    let (mut wins, mut draws, mut played) = (0, 0, 0);
    for _ in 0..games / 2 {
        let opening = opening(&mut random, &mut judge, board.side);
        for swapped in [false, true] {
            first.start();
            second.start();
            let winner =
                if swapped { play(second, first, &opening, board) } else { play(first, second, &opening, board) };
            match winner {
                None => draws += 1,
                Some(side) => wins += usize::from((side == Side::Black) != swapped),
            }
            played += 1;
            if std::env::var_os("PROGRESS").is_some() {
                eprintln!("{wins} wins, {draws} draws of {played}");
            }
        }
    }
    let games = games / 2 * 2;
    let share = (wins as f64 + draws as f64 / 2.0) / games as f64;
    let elo = -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    format!("{wins} wins, {draws} draws of {games}: {:.1} %, {elo:+.0} Elo", 100.0 * share)
}

/// A few random stones that the engine judges about even.
fn opening(random: &mut Random, judge: &mut Engine<Judge>, side: usize) -> Vec<Point> {
    loop {
        let stones = 3 + random.below(4) as usize;
        let mut moves: Vec<Point> = Vec::new();
        while moves.len() < stones {
            let edge = (side as u8 - 7) / 2;
            let point = Point::new(edge + random.below(7) as u8, edge + random.below(7) as u8);
            moves.extend(point.filter(|point| !moves.contains(point)));
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

fn play(black: &mut dyn Mover, white: &mut dyn Mover, opening: &[Point], on: Board) -> Option<Side> {
    let mut board = ShapeBoard::new(on.side, Tables::shared(on.rule));
    let mut moves = opening.to_vec();
    for &point in opening {
        board.place(index_of(point));
    }
    while !board.is_full() {
        let side = board.turn();
        let chosen = if side == Side::Black { black.choose(&moves) } else { white.choose(&moves) };
        let Some(chosen) = chosen else { return Some(side.other()) };
        let point = index_of(chosen);
        assert!(board.is_empty(point), "a player moved on a stone");
        if board.class(point, side) == Class::Five {
            return Some(side);
        }
        if on.rule == Rule::Renju && side == Side::Black && is_forbidden(&mut board, point) {
            return Some(Side::White);
        }
        board.place(point);
        moves.push(chosen);
    }
    None
}
