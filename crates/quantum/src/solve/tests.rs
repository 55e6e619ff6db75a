use super::cells::stones;
use super::*;
use crate::{AfterMiss, BothRows, Observations, OutOfObservations};
use banmen_core::{Draw, Player, Random, Seat, Turn};
use std::collections::HashMap;

fn tiny(rules: Rules) -> Rules {
    Rules { size: 3, row: 3, ..rules }
}

fn value(rules: &Rules) -> f64 {
    let position = Position::start(rules).unwrap();
    Solver::new(rules).unwrap().value(&position, &Limits::none()).unwrap().unwrap()
}

/// The plain way: the referee itself plays every move and every draw. Black's expected score.
fn plain(position: &Position, known: &mut HashMap<String, f64>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.score(Seat::First);
    }
    let key =
        format!("{:?} {:?} {:?}", position.grid(), position.stage(), Seat::BOTH.map(|s| position.observations_left(s)))
            + &position
                .observations()
                .last()
                .filter(|_| position.stage() == Stage::AfterMiss)
                .map_or(String::new(), |last| format!("{:?}{:?}", last.colours, position.order()));
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let play = |m: Move| {
        let mut after = position.clone();
        after.play(m).unwrap();
        after
    };
    let value = match position.turn() {
        Turn::Over { .. } => unreachable!("handled above"),
        Turn::Chance => {
            let percents: Vec<f64> =
                position.order().iter().map(|&i| position.grid().at(usize::from(i)).unwrap().black()).collect();
            (0..1u32 << percents.len())
                .map(|bits| {
                    let colours = (0..percents.len()).map(|i| bits >> i & 1 == 1);
                    let chance: f64 =
                        colours.clone().zip(&percents).map(|(b, p)| if b { *p } else { 1.0 - p }).product();
                    if chance == 0.0 { 0.0 } else { chance * plain(&play(Move::Collapse(colours.collect())), known) }
                })
                .sum()
        }
        Turn::Seat { seat } => {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let values = legal.into_iter().map(|m| plain(&play(m), known));
            if seat == Seat::First { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
    };
    known.insert(key, value);
    value
}

/// A position some random plies into a game, so that the plain way ends.
fn deep(rules: &Rules, stones: usize, random: &mut Random) -> Option<Position> {
    let mut position = Position::start(rules).unwrap();
    while position.order().len() < stones || position.turn() == Turn::Chance {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let m = match position.turn() {
            Turn::Over { .. } => return None,
            Turn::Chance => position.draw(random).unwrap(),
            Turn::Seat { .. } => legal[random.below(legal.len() as u64) as usize],
        };
        position.play(m).unwrap();
    }
    position.turn().seat().map(|_| position)
}

#[test]
fn the_solver_agrees_with_the_referee_playing_everything() {
    let mut random = Random::new(11);
    for after_miss in [AfterMiss::Revert, AfterMiss::Keep, AfterMiss::Choose] {
        for observations in [Observations::Unlimited, Observations::Each, Observations::Shared] {
            for (both_rows, out_of_observations) in
                [(BothRows::Observer, OutOfObservations::PlayOn), (BothRows::Draw, OutOfObservations::Draw)]
            {
                let rules = tiny(Rules {
                    after_miss,
                    observations,
                    observation_count: 2,
                    both_rows,
                    out_of_observations,
                    ..Rules::video()
                });
                let mut solver = Solver::new(&rules).unwrap();
                let mut known = HashMap::new();
                for stones in [6, 7, 8, 9] {
                    let Some(position) = deep(&rules, stones, &mut random) else { continue };
                    let seat = position.turn().seat().unwrap();
                    let black = plain(&position, &mut known);
                    let expected = if seat == Seat::First { black } else { 1.0 - black };
                    let found = solver.value(&position, &Limits::none()).unwrap().unwrap();
                    assert!((found - expected).abs() < 1e-9, "{rules:?} {position:?}: {found}, not {expected}");
                }
            }
        }
    }
}

#[test]
fn certain_stones_make_plain_tic_tac_toe() {
    // Stones of certain colours and free observations: tic-tac-toe, a draw.
    let rules = tiny(Rules { black_cycle: vec![Percent::BLACK], white_cycle: vec![Percent::WHITE], ..Rules::video() });
    assert!((value(&rules) - 0.5).abs() < 1e-12);
}

/// Whoever alone can observe need not use an observation more, so it never hurts; and somewhere it must help.
#[test]
fn an_observation_more_never_hurts_whoever_alone_has_it() {
    let mut random = Random::new(5);
    let (mut compared, mut helped) = (0, 0);
    for after_miss in [AfterMiss::Revert, AfterMiss::Keep, AfterMiss::Choose] {
        let rules =
            tiny(Rules { after_miss, observations: Observations::Each, observation_count: 3, ..Rules::video() });
        let mut solver = Solver::new(&rules).unwrap();
        for round in 0..60 {
            let Some(position) = deep(&rules, 4 + round % 5, &mut random) else { continue };
            let cells = solver.canonical(solver.cells(position.grid()));
            let mover = if stones(cells).is_multiple_of(2) { Seat::First } else { Seat::Second };
            for holder in Seat::BOTH {
                let values = [0, 1, 2, 3].map(|count| {
                    let mut left = [0; 2];
                    left[holder.index()] = count;
                    let value = solver.turn(cells, left, mover, OPEN.0, OPEN.1);
                    if mover == holder { value } else { 1.0 - value }
                });
                assert!(
                    values.is_sorted_by(|fewer, more| *more >= fewer - 1e-12),
                    "{position:?} {holder:?}: {values:?}"
                );
                compared += 1;
                helped += usize::from(values[3] > values[2] + 1e-6 && values[2] > values[1] + 1e-6);
            }
        }
    }
    assert!(compared > 100 && helped > 20, "{helped} of {compared}");
}

#[test]
fn symmetries_of_small_boards() {
    let count = |rules: Rules| Solver::new(&rules).unwrap().symmetries.len();
    assert_eq!(count(tiny(Rules::video())), 8);
    assert_eq!(count(Rules { size: 4, row: 3, ..Rules::video() }), 8);
    assert_eq!(count(Rules { size: 4, row: 4, ..Rules::video() }), 32);
}

#[test]
fn reject_what_is_too_large_and_stop_at_limits() {
    assert!(matches!(Solver::new(&Rules::video()), Err(SolveError::TooLarge { points: 361, .. })));
    let rules = Rules { size: 4, row: 4, ..Rules::video() };
    let mut solver = Solver::new(&rules).unwrap();
    let position = Position::start(&rules).unwrap();
    let error = solver.solve(&position, &Limits::of_nodes(1000)).unwrap_err();
    assert!(matches!(error, SolveError::Stopped { why: Stop::Nodes, .. }), "{error}");
}

#[test]
fn exact_plays_legal_moves_to_the_end() {
    let rules = tiny(Rules::rulebook());
    let mut exact = Exact::new(&Rules { observation_count: 1, ..rules.clone() }).unwrap();
    let mut position = Position::start(&Rules { observation_count: 1, ..rules }).unwrap();
    let mut random = Random::new(3);
    while position.outcome().is_none() {
        let m = match position.turn() {
            Turn::Chance => position.draw(&mut random).unwrap(),
            _ => exact.choose(&position, &Limits::of_nodes(20_000), &mut |_| {}).unwrap(),
        };
        position.play(m).unwrap();
    }
}
