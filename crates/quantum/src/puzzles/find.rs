//! Looks for puzzles in games of the engine on small boards.

use banmen_core::{Clock, Draw, Game, Limits, Playable, Puzzle, PuzzleKind, Random, Turn};
use serde_json::json;

use super::judge::{best, values};
use super::lookahead::Lookahead;
use crate::{Move, Observations, Position, Rules, Solver, Stage};

/// The length by which puzzles are asked for whose answer is to observe.
pub(super) const OBSERVE: u32 = 1;
/// The length by which puzzles are asked for whose answer is to wait.
pub(super) const WAIT: u32 = 2;

/// Positions that the values of a candidate may take.
const NODES: u64 = 15_000;
/// Positions that a level may visit for a move.
const THINKING: u64 = 200;
/// The best move is better than any other by at least this much.
const MARGIN: f64 = 0.012;
/// The deepest look that is tried; what needs more is said to need one turn more.
const DEEPEST: u32 = 3;
/// Moves chosen at random, in percent.
const AT_RANDOM: u8 = 35;

/// A puzzle of this kind in the game of this seed.
pub(super) fn find(kind: &PuzzleKind, seed: u64, limits: &Limits) -> Option<Puzzle> {
    let mut random = Random::new(seed);
    let limits = Limits { clock: Clock::stopped(), threads: 1, ..limits.clone() };
    let size = if kind.id == "place" { kind.length as u8 } else { *random.pick(&[3, 4, 4])? };
    let rules = Rules {
        size,
        row: if size == 3 { 3 } else { *random.pick(&[3, 4])? },
        observations: *random.pick(&[Observations::Unlimited, Observations::Each])?,
        observation_count: *random.pick(&[1, 2])?,
        ..Rules::video()
    };
    let stage = if kind.id == "place" { Stage::Place } else { Stage::Decide };
    let mut moments = play(&rules, &mut random, &limits);
    moments.retain(|(_, position)| position.stage() == stage && is_late(position));
    random.shuffle(&mut moments);
    let mut solver = Solver::new(&rules).ok()?;
    let limits = Limits { nodes: Some(NODES), ..limits };
    let (moves, depth) = moments.into_iter().find_map(|(moves, position)| {
        if limits.cancel.is_set() {
            return None;
        }
        let values = values(&position, &mut solver, &limits).ok()?;
        let (right, most) = best(&values);
        let wanted = match (kind.id, kind.length) {
            ("decide", OBSERVE) => right == [Move::Observe],
            ("decide", _) => right == [Move::Skip],
            _ => right.len() * 3 <= values.len(),
        };
        let next = values.iter().filter(|(m, _)| !right.contains(m)).map(|&(_, value)| value).fold(0.0, f64::max);
        // An observation that cannot show a row is no question.
        let open = stage == Stage::Place || (values[0].1 - values[1].1).abs() > 0.0 && can_show_a_row(&position);
        (wanted && open && most - next >= MARGIN).then(|| (moves, depth(&position, &right)))
    })?;
    let observations = match rules.observations {
        Observations::Unlimited => json!({ "size": size, "row": rules.row }),
        _ => {
            json!({ "size": size, "row": rules.row, "observations": "each", "observation_count": rules.observation_count })
        }
    };
    Some(Puzzle {
        kind: kind.id.to_owned(),
        length: 0,
        depth,
        rules: observations,
        moves: moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        choices: Vec::new(),
    })
}

/// Late enough that exact values are quickly had, early enough that something is left to choose.
fn is_late(position: &Position) -> bool {
    let (stones, points) = (position.grid().stones(), position.grid().points());
    stones >= (if points > 9 { points / 2 } else { points / 3 }) && stones + 2 <= points
}

fn can_show_a_row(position: &Position) -> bool {
    crate::odds::odds(position.grid(), position.rules().row, &crate::odds::Budget::default())
        .is_some_and(|odds| odds.chances.none < 1.0)
}

/// How many turns a player has to look ahead from here to be right.
fn depth(position: &Position, right: &[Move]) -> u32 {
    let mut lookahead = Lookahead::default();
    let deep_enough = |&turns: &u32| {
        let (best, _) = best(&lookahead.values(position, turns - 1));
        best.iter().all(|m| right.contains(m))
    };
    (1..=DEEPEST).find(deep_enough).unwrap_or(DEEPEST + 1)
}

/// The moments of a game at which a player decides, each with the events before it.
fn play(rules: &Rules, random: &mut Random, limits: &Limits) -> Vec<(Vec<Move>, Position)> {
    let Ok(mut position) = Position::start(rules) else { return Vec::new() };
    let levels = ["easy", "normal"];
    let mut players = [(); 2].map(|()| {
        let level = random.pick(&levels).copied().unwrap_or("easy");
        Position::player(level, rules, random.next_u64())
    });
    let limits = Limits { nodes: Some(THINKING), ..limits.clone() };
    let mut events = Vec::new();
    let mut moments = Vec::new();
    while !limits.cancel.is_set() {
        let chosen = match position.turn() {
            Turn::Over { .. } => break,
            Turn::Chance => position.draw(random),
            Turn::Seat { seat } => {
                moments.push((events.clone(), position.clone()));
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                if random.percent(AT_RANDOM) && position.stage() == Stage::Place {
                    random.pick(&legal).copied()
                } else {
                    let player = players[seat.index()].as_mut();
                    player.and_then(|player| player.choose(&position, &limits, &mut |_| {}))
                }
            }
        };
        let Some(chosen) = chosen else { break };
        if position.play(chosen).is_err() {
            break;
        }
        events.push(chosen);
    }
    moments
}
