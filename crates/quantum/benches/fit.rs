//! Fits the weights of the judgement to the results of games of the players against themselves.
//!
//! `cargo bench -p banmen-quantum --bench fit -- video|rulebook GAMES DEPTH SEED TRUST`
//!
//! The target is the result of the game and, for the share `TRUST` of it, what a deeper look says.

use banmen_core::{Draw, Game, Limits, Player, Random, Seat, Turn};
use banmen_quantum::search::judgement::{FEATURES, Insight, Sides, Weights};
use banmen_quantum::{Move, Position, Rules, Stage, Strength, Thinker};

/// Games that go on without end teach little; longer ones are left out.
const LONGEST: usize = 120;

struct Sample {
    sides: Sides,
    left: [Option<u16>; 2],
    /// What a deeper look says.
    seen: f64,
    /// How the game ended.
    score: f64,
}

/// One game; the first stones and some later ones fall at random near the others, so that all kinds of positions occur.
fn play(rules: &Rules, depth: u32, seed: u64, samples: &mut Vec<Sample>) {
    let mut random = Random::new(seed);
    let mut position = Position::start(rules).unwrap();
    let strength = Strength { deepest: depth, insight: Insight::Thrifty, ..Strength::ADVISER };
    let mut player = Thinker::new(rules, strength, random.next_u64());
    let limits = Limits { depth: Some(depth), ..Limits::none() };
    let first = samples.len();
    let mut movers = Vec::new();
    let opening = 2 + random.below(6) as usize;
    let outcome = loop {
        let m = match position.turn() {
            Turn::Over { outcome } => break outcome,
            Turn::Chance => position.draw(&mut random).unwrap(),
            Turn::Seat { seat } => {
                let stones = position.order().len();
                let blind = Seat::BOTH.into_iter().all(|seat| position.observations_left(seat) == Some(0));
                if blind || stones > LONGEST {
                    samples.truncate(first);
                    return;
                }
                if position.stage() == Stage::Place {
                    let left = [seat, seat.other()].map(|seat| position.observations_left(seat));
                    if random.percent(40) {
                        let seen = player.value(&position, depth + 2);
                        samples.push(Sample { sides: player.outlook(&position).sides, left, seen, score: 0.0 });
                        movers.push(seat);
                    }
                }
                if position.stage() == Stage::Place && (stones < opening || random.percent(8)) {
                    let near: Vec<usize> = position
                        .grid()
                        .empty()
                        .filter(|&cell| {
                            let point = position.grid().point(cell);
                            let middle = position.grid().size() / 2;
                            let close = |a: u8, b: u8| a.abs_diff(b) <= 2;
                            if stones == 0 {
                                return close(point.column(), middle) && close(point.row(), middle);
                            }
                            position.order().iter().any(|&other| {
                                let other = position.grid().point(usize::from(other));
                                close(other.column(), point.column()) && close(other.row(), point.row())
                            })
                        })
                        .collect();
                    match random.pick(&near) {
                        Some(&cell) => Move::Place(position.grid().point(cell)),
                        None => player.choose(&position, &limits, &mut |_| {}).unwrap(),
                    }
                } else {
                    player.choose(&position, &limits, &mut |_| {}).unwrap()
                }
            }
        };
        position.play(m).unwrap();
    };
    for (sample, seat) in samples[first..].iter_mut().zip(movers) {
        sample.score = outcome.score(seat);
    }
}

fn scaled(sample: &Sample, fading: f64) -> [f64; FEATURES] {
    let weights = Weights { fading, ..Weights::UNLIMITED };
    sample.sides.features(sample.left.map(|left| weights.share(left)))
}

/// Logistic regression by Newton's method with a little ridge; gives the weights and the mean loss.
fn regress(samples: &[Sample], fading: f64, trust: f64) -> ([f64; FEATURES], f64) {
    let mut weights = [0.0; FEATURES];
    let mut loss = 0.0;
    for _ in 0..25 {
        let mut gradient = [0.0; FEATURES];
        let mut hessian = [[0.0; FEATURES]; FEATURES];
        loss = 0.0;
        for sample in samples {
            let features = scaled(sample, fading);
            let sum: f64 = weights.iter().zip(&features).map(|(w, f)| w * f).sum();
            let p = 1.0 / (1.0 + (-sum).exp());
            let target = trust * sample.seen + (1.0 - trust) * sample.score;
            loss -= target * p.max(1e-9).ln() + (1.0 - target) * (1.0 - p).max(1e-9).ln();
            let slope = (p * (1.0 - p)).max(1e-6);
            for i in 0..FEATURES {
                gradient[i] += (p - target) * features[i];
                for j in 0..FEATURES {
                    hessian[i][j] += slope * features[i] * features[j];
                }
            }
        }
        for i in 0..FEATURES {
            hessian[i][i] += 1.0;
            gradient[i] += weights[i];
        }
        let step = solve(hessian, gradient);
        for i in 0..FEATURES {
            weights[i] -= step[i].clamp(-2.0, 2.0);
        }
    }
    (weights, loss / samples.len() as f64)
}

fn solve(mut a: [[f64; FEATURES]; FEATURES], mut b: [f64; FEATURES]) -> [f64; FEATURES] {
    for i in 0..FEATURES {
        let pivot = (i..FEATURES).max_by(|&x, &y| a[x][i].abs().total_cmp(&a[y][i].abs())).unwrap();
        a.swap(i, pivot);
        b.swap(i, pivot);
        for j in i + 1..FEATURES {
            let factor = a[j][i] / a[i][i];
            for k in i..FEATURES {
                a[j][k] -= factor * a[i][k];
            }
            b[j] -= factor * b[i];
        }
    }
    for i in (0..FEATURES).rev() {
        for j in i + 1..FEATURES {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let preset = arguments.first().map_or("video", String::as_str);
    let rules = if preset == "rulebook" { Rules::rulebook() } else { Rules::video() };
    let games: u64 = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(500);
    let depth: u32 = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(2);
    let seed: u64 = arguments.get(3).and_then(|text| text.parse().ok()).unwrap_or(1);
    let trust: f64 = arguments.get(4).and_then(|text| text.parse().ok()).unwrap_or(0.7);
    let mut samples = Vec::new();
    let start = std::time::Instant::now();
    for game in 0..games {
        play(&rules, depth, seed * 1_000_000 + game, &mut samples);
    }
    let first: f64 = samples.iter().step_by(2).map(|sample| sample.score).sum::<f64>() / (samples.len() / 2) as f64;
    println!(
        "{} samples of {games} games in {:.0} s; mean score {first:.3}",
        samples.len(),
        start.elapsed().as_secs_f64()
    );
    let fadings: &[f64] = if preset == "rulebook" { &[0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9] } else { &[0.0] };
    for &fading in fadings {
        let (fit, loss) = regress(&samples, fading, trust);
        println!("fading {fading}: loss {loss:.5} {fit:.3?}");
    }
}
