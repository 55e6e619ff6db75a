//! Positions from games, and what became of them: what `train/banmen_train/perceptron.py` learns from.
//!
//! `cargo bench -p banmen-quantum --bench samples -- GAMES DEPTH SEED [weights=FILE] > FILE`: the player of the hints against itself, looking
//! so many turns ahead.
//!
//! `cargo bench -p banmen-quantum --bench samples -- GAMES NODES SEED hard-normal > FILE`: Hard against Normal, where Hard is about to place; with
//! `normal-hard`, where Normal is.
//!
//! A row is the number of the game, the network's inputs, the result for the player about to place, and its weight. Games are scored by
//! their odds as in the bench `strength`, so a result is seldom 0 or 1: it is what the rest of the game brought, observation by observation. A
//! position counts by the chance that the game came to it.

mod scoring;

use std::fmt::Write;

use banmen_core::{Draw, Game, Limits, Player, Random, Seat, Turn};
use banmen_quantum::search::judgement::Judgement;
use banmen_quantum::search::perceptron::{Perceptron, Sight};
use banmen_quantum::{Hopeful, Move, Position, Rules, Stage, Strength, Thinker, player};
use scoring::Ledger;

/// Positions that the game came to with a smaller chance are not worth a row.
const LEAST: f64 = 0.15;
/// Games that go on without end teach little; longer ones count as even.
const LONGEST: usize = 100;
/// What is left to whoever has no observation left when the opponent has one.
const BLIND: f64 = 0.03;
/// The first rows of a game would all be alike.
const FIRST: usize = 4;
/// How many of a hundred stones fall at random near the others, so that all kinds of positions occur.
const DEVIATIONS: u8 = 12;

struct Sample {
    row: String,
    mover: Seat,
    /// What the game had brought when it came here.
    before: Ledger,
}

/// A random point at most two away from another stone in both directions, or from the middle of the empty board.
fn near(position: &Position, random: &mut Random) -> Move {
    let grid = position.grid();
    let mut others: Vec<_> = position.order().iter().map(|&cell| grid.point(usize::from(cell))).collect();
    if others.is_empty() {
        others.push(grid.point(grid.points() / 2));
    }
    let close = |a: u8, b: u8| a.abs_diff(b) <= 2;
    let cells: Vec<usize> = grid
        .empty()
        .filter(|&cell| {
            let point = grid.point(cell);
            others.iter().any(|other| close(other.column(), point.column()) && close(other.row(), point.row()))
        })
        .collect();
    Move::Place(grid.point(*random.pick(&cells).expect("an empty point near the stones")))
}

/// Who plays, and within which limits.
struct Match {
    rules: Rules,
    players: [Box<dyn Player<Position>>; 2],
    limits: Limits,
    /// Whose positions are printed; those of both players if it is missing.
    taught: Option<Seat>,
}

/// Plays one game and prints its rows.
fn play(Match { rules, mut players, limits, taught }: Match, number: u64, random: &mut Random) {
    let observer = Thinker::new(&rules, Strength::ADVISER, 1);
    let opening = 2 + random.below(5) as usize;
    let mut ledger = Ledger::START;
    let mut samples: Vec<Sample> = Vec::new();
    let mut position = Position::start(&rules).unwrap();
    loop {
        let m = match position.turn() {
            Turn::Over { outcome } => {
                ledger.end(outcome.score(Seat::First));
                break;
            }
            Turn::Chance => match ledger.observe(&position, random) {
                Some(drawn) => drawn,
                None => break,
            },
            Turn::Seat { seat } => {
                let stones = position.order().len();
                let blind = Seat::BOTH.map(|seat| position.observations_left(seat) == Some(0));
                if blind[0] || blind[1] || stones > LONGEST {
                    ledger.end(match blind {
                        [true, false] => BLIND,
                        [false, true] => 1.0 - BLIND,
                        _ => 0.5,
                    });
                    break;
                }
                let placing = position.stage() == Stage::Place;
                if placing && stones >= FIRST && ledger.weight > LEAST && taught.is_none_or(|taught| taught == seat) {
                    let mut row = number.to_string();
                    for input in observer.outlook(&position).inputs() {
                        write!(row, " {input:.4}").unwrap();
                    }
                    samples.push(Sample { row, mover: seat, before: ledger });
                }
                if placing && stones < opening {
                    near(&position, random)
                } else if placing && random.percent(DEVIATIONS) {
                    // What follows a random stone says little of the positions before it.
                    samples.clear();
                    near(&position, random)
                } else {
                    players[seat.index()].choose(&position, &limits, &mut |_| {}).unwrap()
                }
            }
        };
        position.play(m).unwrap();
    }
    for sample in samples {
        let first = (ledger.score - sample.before.score) / sample.before.weight;
        let result = if sample.mover == Seat::First { first } else { 1.0 - first };
        println!("{} {result:.4} {:.4}", sample.row, sample.before.weight);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let number =
        |index: usize, otherwise: u64| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (games, effort, seed) = (number(0, 100), number(1, 2), number(2, 1));
    let network = match arguments.iter().find_map(|argument| argument.strip_prefix("weights=")) {
        Some(file) => {
            let bytes = std::fs::read(file).expect("a file of weights");
            Box::leak(Box::new(Perceptron::read(&bytes).expect("a whole network")))
        }
        None => Perceptron::shipped(Sight::Equal),
    };
    let levels = [["hard", "normal"], ["normal", "hard"]]
        .into_iter()
        .find(|[one, other]| arguments.iter().any(|argument| *argument == format!("{one}-{other}")));
    let rules = Rules::rulebook();
    for game in (seed * 1_000_000..).take(games as usize) {
        let mut random = Random::new(game);
        let played = if let Some(levels) = levels {
            let mut players = levels.map(|level| player(level, &rules, random.next_u64()).unwrap());
            let taught = Seat::BOTH[random.below(2) as usize];
            if taught == Seat::Second {
                players.swap(0, 1);
            }
            Match { rules: rules.clone(), players, limits: Limits::of_nodes(effort), taught: Some(taught) }
        } else {
            let strength = Strength { deepest: effort as u32, ..Strength::ADVISER };
            let players = Seat::BOTH.map(|_| -> Box<dyn Player<Position>> {
                let judgement = Judgement::Networks([network; 2]);
                Box::new(Hopeful(Thinker::with_judgement(&rules, strength, judgement, random.next_u64())))
            });
            let limits = Limits { depth: Some(effort as u32), ..Limits::none() };
            Match { rules: rules.clone(), players, limits, taught: None }
        };
        play(played, game, &mut random);
    }
}
