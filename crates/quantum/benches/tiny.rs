//! Tiny games: their values, and how much Hard gives away in them against perfect play.
//!
//! `cargo bench -p banmen-quantum --bench tiny -- [GAMES] [MILLISECONDS] [three | four]`
//!
//! Hard thinks for so long at most about each decision, and knows nothing of the solution but what it finds in that time.

use std::time::{Duration, Instant};

use banmen_core::{Game, Limits, Player, Random, Turn};
use banmen_quantum::{AfterMiss, Move, Observations, Position, Rules, Solver, Stage, Strength, Thinker};

fn rules(size: u8, row: u8, observations: Option<u16>, after_miss: AfterMiss) -> Rules {
    Rules {
        size,
        row,
        observations: if observations.is_some() { Observations::Each } else { Observations::Unlimited },
        observation_count: observations.unwrap_or(1),
        after_miss,
        ..Rules::video()
    }
}

/// The sum over Hard's decisions of a game of what each gave away, by the exact values. The opponent is perfect.
fn given_away(rules: &Rules, solver: &mut Solver, hard_first: bool, limits: &Limits, seed: u64) -> f64 {
    let mut random = Random::new(seed);
    let mut hard = Thinker::new(rules, Strength::HARD, seed);
    let mut position = Position::start(rules).unwrap();
    let mut loss = 0.0;
    loop {
        let m = match position.turn() {
            Turn::Over { .. } => return loss,
            Turn::Chance => position.draw(&mut random).unwrap(),
            Turn::Seat { seat } => {
                let options = solver.solve(&position, &Limits::none()).unwrap().unwrap();
                if (seat == banmen_core::Seat::First) == hard_first {
                    let m = hard.choose(&position, limits, &mut |_| {}).unwrap();
                    let value = value_of(solver, &position, m, &options.moves);
                    loss += options.value - value;
                    m
                } else {
                    options.best
                }
            }
        };
        position.play(m).unwrap();
    }
}

/// The exact value of a decision; a placement's mirror image has the same.
fn value_of(solver: &mut Solver, position: &Position, m: Move, options: &[(Move, f64)]) -> f64 {
    if let Some((_, value)) = options.iter().find(|(option, _)| *option == m) {
        return *value;
    }
    let mut after = position.clone();
    after.play(m).unwrap();
    let mover = position.mover();
    let value = solver.value(&after, &Limits::none()).unwrap().unwrap_or(0.5);
    if after.stage() == Stage::Decide && after.mover() == mover { value } else { 1.0 - value }
}

fn main() {
    let arguments: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let games = arguments.first().copied().unwrap_or(100);
    let time = Duration::from_millis(arguments.get(1).copied().unwrap_or(1000));
    let mut cases = Vec::new();
    for after_miss in [AfterMiss::Revert, AfterMiss::Keep, AfterMiss::Choose] {
        for observations in [None, Some(1), Some(2)] {
            cases.push(rules(3, 3, observations, after_miss));
        }
    }
    cases.push(rules(4, 4, Some(1), AfterMiss::Revert));
    if std::env::args().any(|argument| argument == "four") {
        cases.drain(..9);
    }
    if std::env::args().any(|argument| argument == "three") {
        cases.truncate(9);
    }
    for rules in cases {
        let start = Instant::now();
        let mut solver = Solver::new(&rules).unwrap();
        let position = Position::start(&rules).unwrap();
        let memory = Limits { memory: Some(3 << 30), time: Some(Duration::from_mins(4)), ..Limits::none() };
        let name = format!(
            "{0}x{0} row {1}, {2} observations, {3:?}",
            rules.size,
            rules.row,
            if rules.observations == Observations::Unlimited {
                "unlimited".to_owned()
            } else {
                rules.observation_count.to_string()
            },
            rules.after_miss
        );
        match solver.solve(&position, &memory) {
            Ok(Some(solution)) => println!(
                "{name}: value {:.6}, best {}, {} positions, {:.2} s",
                solution.value,
                solution.best,
                solution.positions,
                start.elapsed().as_secs_f64()
            ),
            Ok(None) => println!("{name}: nothing to decide"),
            Err(error) => {
                println!("{name}: {error}, {:.2} s", start.elapsed().as_secs_f64());
                continue;
            }
        }
        if games == 0 {
            continue;
        }
        let limits = Limits::within(time);
        let losses: Vec<f64> =
            (0..games).map(|game| given_away(&rules, &mut solver, game % 2 == 0, &limits, game)).collect();
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        let worst = losses.iter().copied().fold(0.0, f64::max);
        println!(
            "    Hard, {} ms a decision, gives away {:.3} % a game on average (goal 1 %), {:.2} % at worst ({games} games)",
            time.as_millis(),
            100.0 * mean,
            100.0 * worst
        );
    }
}
