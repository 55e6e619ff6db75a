//! The engine against itself.

use std::cmp::Reverse;

use banmen_core::{Draw, Random};

use super::game::{Ending, Flags, Game, Label};
use super::plan::Plan;
use crate::engine::class::Class;
use crate::engine::evaluator::Judge;
use crate::engine::player::{BestMove, Engine, EngineOptions, SearchLimits};
use crate::engine::renju::is_forbidden;
use crate::engine::search::moves::rate_by_shapes;
use crate::engine::search::score::{Score, is_mate};
use crate::engine::shape_board::{ShapeBoard, Side, index_of, point_index};
use crate::engine::tables::Tables;
use crate::point::Point;
use crate::rules::Rules;

/// Megabytes of table for each board: a game's searches are short.
const HASH_MB: usize = 2;
/// Stones of the smallest and the largest opening.
const OPENING: [u64; 2] = [2, 9];
/// An opening within this of zero counts as even: a chance of 35 to 65 %.
const EVEN: Score = 120;
/// Openings tried until one is even.
const TRIES: usize = 24;
/// Share of the nodes of a move by which an opening is judged.
const JUDGE_SHARE: u64 = 3;
/// Until this ply a random move is likely, after it rare.
const EARLY: usize = 24;
/// The chance of a random move early and late, in hundredths.
const DEVIATION: [u8; 2] = [10, 4];
/// A random move is drawn from this many of the best-looking.
const RANDOM_FROM: usize = 12;
/// Stones after which a game counts as drawn.
const LONG: usize = 120;

/// Plays the games of a plan; each thread has one.
pub struct SelfPlay {
    plan: Plan,
    /// One for each share, made when it is first needed.
    engines: Vec<Option<Engine<Judge>>>,
}

impl SelfPlay {
    /// A player of these games.
    pub fn new(plan: Plan) -> Self {
        let engines = plan.shares.iter().map(|_| None).collect();
        Self { plan, engines }
    }

    /// Plays the game of a number; `None` if the plan has no board to play on.
    pub fn game(&mut self, number: u32) -> Option<Game> {
        let mut random = self.plan.random(number);
        let share = self.plan.draw(&mut random)?;
        let rules = self.plan.shares[share].rules;
        let Plan { nodes, evaluation, .. } = self.plan;
        let engine = self.engines[share].get_or_insert_with(|| {
            let options =
                EngineOptions { size: usize::from(rules.size.get()), rule: rules.rule, hash_mb: HASH_MB, threads: 1 };
            Engine::with_evaluator(options, Tables::shared(rules.rule), Judge::from(evaluation))
        });
        engine.forget();
        let moves = even_opening(engine, rules, nodes, &mut random);
        Some(play(engine, Start { number, rules, nodes, moves }, &mut random))
    }
}

struct Start {
    number: u32,
    rules: Rules,
    nodes: u64,
    moves: Vec<Point>,
}

fn play(engine: &mut Engine<Judge>, start: Start, random: &mut Random) -> Game {
    let Start { number, rules, nodes, mut moves } = start;
    let opening = moves.len();
    let mut labels = Vec::new();
    let limits = SearchLimits::of_nodes(nodes);
    let (result, ending) = loop {
        // A five in reach ends the game as proved, so only a full board is over.
        if engine.set_position(&moves).is_err() || engine.is_over() {
            break (0, Ending::Full);
        }
        let found = engine.search(&limits, &mut |_| {});
        let Some(best) = found.best else { break (0, Ending::Adjourned) };
        let mut label = Label { best, score: found.score, flags: flags_of(&found) };
        // A win is trusted as soon as it is found. A loss is trusted when the winner's own search has found it too.
        if is_mate(found.score) && found.score > 0 {
            labels.push(label);
            break (if moves.len().is_multiple_of(2) { 1 } else { -1 }, Ending::Proved);
        }
        if moves.len() >= LONG {
            labels.push(label);
            break (0, Ending::Adjourned);
        }
        let mut next = best;
        if random.percent(DEVIATION[usize::from(moves.len() >= EARLY)]) {
            next = random_move(engine, random).unwrap_or(best);
        }
        if next != best {
            label.flags.add(Flags::DEVIATED);
        }
        labels.push(label);
        moves.push(next);
    };
    Game { number, rules, result, ending, opening, moves, labels }
}

fn flags_of(found: &BestMove) -> Flags {
    let mut flags = Flags::default();
    if is_mate(found.score) {
        flags.add(Flags::PROVED);
    } else if found.depth == 0 {
        flags.add(Flags::UNSEARCHED);
    }
    flags
}

/// One of the better-looking moves, the better the likelier.
fn random_move(engine: &mut Engine<Judge>, random: &mut Random) -> Option<Point> {
    let mut moves = engine.root_moves();
    let board = engine.board();
    moves.sort_by_key(|&point| {
        let place = index_of(point);
        (Reverse(rate_by_shapes(board, place, board.turn())), place)
    });
    moves.truncate(RANDOM_FROM);
    let rank = random.below(RANDOM_FROM as u64).min(random.below(RANDOM_FROM as u64)) as usize;
    moves.get(rank % moves.len().max(1)).copied()
}

/// Random stones that a short search holds for even; the most even ones if none are.
fn even_opening(engine: &mut Engine<Judge>, rules: Rules, nodes: u64, random: &mut Random) -> Vec<Point> {
    let limits = SearchLimits::of_nodes((nodes / JUDGE_SHARE).max(1));
    let mut most_even = (Score::MAX, Vec::new());
    for _ in 0..TRIES {
        let moves = random_stones(rules, random);
        if engine.set_position(&moves).is_err() || engine.is_over() {
            continue;
        }
        let score = engine.search(&limits, &mut |_| {}).score.abs();
        if score < most_even.0 {
            most_even = (score, moves);
        }
        if score <= EVEN {
            break;
        }
    }
    most_even.1
}

/// A few stones near the middle, or near a point away from it; none makes five, none is forbidden.
fn random_stones(rules: Rules, random: &mut Random) -> Vec<Point> {
    let size = usize::from(rules.size.get());
    let mut board = ShapeBoard::new(size, Tables::shared(rules.rule));
    let stones = OPENING[0] + random.below(OPENING[1] - OPENING[0] + 1);
    let reach = if random.percent(60) { 2.0 } else { 4.0 };
    let middle = (size as f64 - 1.0) / 2.0;
    let away = if random.percent(30) { middle * 0.7 } else { 0.0 };
    let mut around = |centre: f64, reach: f64| centre + (random.unit() * 2.0 - 1.0) * reach;
    let centre = [around(middle, away), around(middle, away)];
    let mut moves = Vec::new();
    // Twenty points for each stone: enough for any opening, and an end where there is no room.
    for _ in 0..20 * stones {
        let [x, y] = centre.map(|at| around(at, reach).round().clamp(0.0, size as f64 - 1.0) as usize);
        let (place, side) = (point_index(x, y), board.turn());
        let playable = board.is_empty(place)
            && board.class(place, side) != Class::Five
            && !(side == Side::Black && is_forbidden(&mut board, place));
        if playable {
            board.place(place);
            moves.push(Point::at(x as u8, y as u8));
        }
        if moves.len() as u64 == stones {
            break;
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::engine::evaluator::Evaluation;

    fn plan(shares: &[&str]) -> Plan {
        Plan {
            shares: shares.iter().map(|share| share.parse().unwrap()).collect(),
            nodes: 150,
            seed: 3,
            evaluation: Evaluation::Shapes,
        }
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let plan = plan(&["freestyle15=1", "renju15=1"]);
        let mut one = SelfPlay::new(plan.clone());
        let first: Vec<Option<Game>> = (0..6).map(|number| one.game(number)).collect();
        let mut other = SelfPlay::new(plan);
        let mut backwards: Vec<Option<Game>> = (0..6).rev().map(|number| other.game(number)).collect();
        backwards.reverse();
        assert_eq!(first, backwards);
    }

    #[test]
    fn the_referee_accepts_every_game_and_its_labels() {
        let mut play = SelfPlay::new(plan(&["freestyle20=1", "standard15=1", "renju15=2", "freestyle9=1"]));
        let mut endings = [0; 3];
        for number in 0..40 {
            let game = play.game(number).unwrap();
            endings[game.ending as usize] += 1;
            let mut position = Position::new(game.rules);
            let mut labels = game.labels.iter();
            for ply in 0..=game.moves.len() {
                let label = if ply >= game.opening { labels.next() } else { None };
                if let Some(label) = label {
                    position.clone().place(label.best).unwrap();
                    let next = game.moves.get(ply);
                    assert_eq!(label.flags.has(Flags::DEVIATED), next.is_some_and(|next| *next != label.best));
                    assert_eq!(label.flags.has(Flags::PROVED), is_mate(label.score));
                }
                if let Some(&at) = game.moves.get(ply) {
                    position.place(at).unwrap();
                }
            }
            assert_eq!(labels.next(), None);
            let winner_to_move = if game.moves.len().is_multiple_of(2) { 1 } else { -1 };
            match game.ending {
                Ending::Proved => assert_eq!(game.result, winner_to_move),
                Ending::Full => assert_eq!((game.result, game.moves.len()), (0, game.rules.size.points())),
                Ending::Adjourned => assert_eq!(game.result, 0),
            }
        }
        assert!(endings[Ending::Proved as usize] > 20, "{endings:?}");
    }

    #[test]
    fn a_plan_without_boards_has_no_games() {
        assert_eq!(SelfPlay::new(plan(&[])).game(0), None);
    }
}
