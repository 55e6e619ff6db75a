//! Positions of a corpus with their results, judged by the engine.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use banmen_core::{Draw, Random};
use banmen_gomoku::Point;
use banmen_gomoku::Rules;
use banmen_gomoku::computer::strongest_engine;
use banmen_gomoku::engine::corpus::{Flags, Game, folder};
use banmen_gomoku::engine::evaluator::Best;
use banmen_gomoku::engine::network::SIDES;
use banmen_gomoku::engine::player::{Engine, SearchLimits};

use super::fit::Case;
use crate::console;

/// Megabytes of table for each board.
const HASH_MB: usize = 32;
/// Ends of games with this much more weight than others count no more than that.
const MOST_WEIGHT: f64 = 20.0;
/// The first plies, in which corpora have more random moves.
const EARLY: usize = 24;

/// A position that was judged.
pub struct Judged {
    /// What was said and what came of it.
    pub case: Case,
    /// The board and rule.
    pub rules: Rules,
    /// Whether its game is one of those to which the curve is fitted.
    pub fitted: bool,
    /// Plies of the search.
    pub depth: u32,
}

/// A position and what came of it.
struct Drawn {
    rules: Rules,
    number: u32,
    moves: Vec<Point>,
    result: f64,
    weight: f64,
}

/// The games of corpora whose numbers are multiples of `every`, numbered anew.
pub fn read(folders: &[PathBuf], every: u32) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for path in folders {
        folder::read(path, |mut game| {
            if game.number % every == 0 {
                game.number /= every;
                games.push(game);
            }
        })?;
    }
    Ok(games)
}

/// Draws positions from games and has the engine judge them; those with a forced win are left out.
pub fn judge(games: &[Game], positions: usize, nodes: u64, seed: u64) -> Result<Vec<Judged>> {
    let drawn = draw(games, positions, &mut Random::new(seed));
    ensure!(!drawn.is_empty(), "there are no positions on boards that the network knows");
    let mut engines: BTreeMap<String, Engine<Best>> = BTreeMap::new();
    let bar = console::bar("positions", drawn.len() as u64);
    let mut judged = Vec::new();
    for Drawn { rules, number, moves, result, weight } in drawn {
        bar.inc(1);
        let engine = engines.entry(name(rules)).or_insert_with(|| strongest_engine(rules, HASH_MB, 1));
        engine.forget();
        engine.set_position(&moves)?;
        let found = engine.search(&SearchLimits::of_nodes(nodes), &mut |_| {});
        if found.depth > 0 && found.lines.first().is_some_and(|line| line.mate().is_none()) {
            let case = Case { game: number, score: found.score, result, weight };
            judged.push(Judged { case, rules, fitted: number % 2 == 0, depth: found.depth });
        }
    }
    bar.finish_and_clear();
    Ok(judged)
}

/// Positions after which no move was random. Each stands for all that were equally likely but for their random moves: its weight is one
/// over the chance that there were none.
fn draw(games: &[Game], positions: usize, random: &mut Random) -> Vec<Drawn> {
    let plain = [false, true].map(|late| share_without_random_moves(games, late));
    let mut found = Vec::new();
    for (index, game) in games.iter().enumerate() {
        if !SIDES.contains(&usize::from(game.rules.size.get())) {
            continue;
        }
        let mut weight = 1.0;
        for (at, label) in game.labels.iter().enumerate().rev() {
            let stones = game.opening + at;
            // The last label of a game is followed by no move.
            if stones < game.moves.len() {
                if label.flags.has(Flags::DEVIATED) {
                    break;
                }
                weight /= plain[usize::from(stones >= EARLY)];
            }
            if ![Flags::PROVED, Flags::UNSEARCHED, Flags::REPEATED].into_iter().any(|flag| label.flags.has(flag)) {
                found.push((index, stones, f64::min(weight, MOST_WEIGHT)));
            }
        }
    }
    let wanted = positions.min(found.len());
    for at in 0..wanted {
        let other = at + random.below((found.len() - at) as u64) as usize;
        found.swap(at, other);
    }
    found.truncate(wanted);
    let drawn = found.into_iter().map(|(index, stones, weight)| {
        let game = &games[index];
        let black = f64::midpoint(f64::from(game.result), 1.0);
        let result = if stones % 2 == 0 { black } else { 1.0 - black };
        Drawn { rules: game.rules, number: game.number, moves: game.moves[..stones].to_vec(), result, weight }
    });
    drawn.collect()
}

/// The share of moves that were not random, among the early or the late ones.
fn share_without_random_moves(games: &[Game], late: bool) -> f64 {
    let (mut all, mut plain) = (1.0, 1.0);
    for game in games {
        for (at, label) in game.labels.iter().enumerate() {
            let stones = game.opening + at;
            if stones < game.moves.len() && (stones >= EARLY) == late {
                all += 1.0;
                plain += f64::from(u8::from(!label.flags.has(Flags::DEVIATED)));
            }
        }
    }
    plain / all
}

fn name(rules: Rules) -> String {
    format!("{}×{} {}", rules.size, rules.size, rules.rule)
}

/// The positions of each board and rule.
pub fn by_board(judged: &[Judged]) -> BTreeMap<String, Vec<Case>> {
    let mut boards: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for one in judged {
        boards.entry(name(one.rules)).or_default().push(one.case);
    }
    boards
}

#[cfg(test)]
mod tests {
    use banmen_gomoku::engine::corpus::{Ending, Label};
    use banmen_gomoku::{Rule, Size};

    use super::*;

    fn game(number: u32, deviated: usize) -> Game {
        let moves: Vec<Point> = (0..10).filter_map(|at| Point::new(at, at)).collect();
        let labels = (0..9)
            .map(|at| Label {
                best: moves[at.min(7) + 2],
                score: 0,
                flags: if at == deviated { Flags::DEVIATED } else { Flags::default() },
            })
            .collect();
        let rules = Rules::new(Size::FIFTEEN, Rule::Freestyle);
        Game { number, rules, result: 1, ending: Ending::Proved, opening: 2, moves, labels }
    }

    #[test]
    fn positions_before_a_random_move_are_left_out_and_the_others_stand_for_them() {
        let games: Vec<Game> = (0..10).map(|number| game(number, if number == 0 { 3 } else { 99 })).collect();
        let drawn = draw(&games, 1000, &mut Random::new(1));
        // Nine whole games, and five positions of the one with a random move after five stones.
        assert_eq!(drawn.len(), 9 * 9 + 5);
        for Drawn { number, moves, result, weight, .. } in &drawn {
            assert!(*number > 0 || moves.len() > 5);
            assert!((*result - f64::from(u8::from(moves.len() % 2 == 0))).abs() < 1e-12);
            assert!(*weight >= 1.0 && (*weight > 1.0) == (moves.len() < 10));
        }
        assert_eq!(draw(&games, 7, &mut Random::new(1)).len(), 7);
    }
}
