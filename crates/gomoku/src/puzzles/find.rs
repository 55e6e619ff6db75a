//! Looks for puzzles in games of the engine's weaker levels, which miss wins.

use banmen_core::{Clock, Game, Limits, Player, Puzzle, PuzzleKind, Random};
use serde_json::json;

use super::judge::{LONGEST, empty_points};
use super::{Attack, board_of, within};
use crate::computer::Computer;
use crate::engine::class::Class;
use crate::engine::level::Level;
use crate::engine::shape_board::ShapeBoard;
use crate::engine::solve::WinKind;
use crate::{Playable, Point, Position, Rule, Rules, Size};

/// Positions that one question about a candidate may visit; an answer is judged in a browser, so harder ones are left out.
const NODES: u64 = 200_000;
/// The longest win by fours that counts as the other side's threat.
const THREAT: u32 = 8;
/// Fours of the losing side that the proof of *only* follows.
const DELAYS: u32 = 3;
/// A game is cut off after this many stones.
const LONGEST_GAME: usize = 90;
/// Before this many stones there is nothing to see.
const EARLIEST: usize = 9;

/// A puzzle of this kind in the game of this seed.
pub(super) fn find(kind: &PuzzleKind, seed: u64, limits: &Limits) -> Option<Puzzle> {
    let rules = Rules::new(Size::FIFTEEN, Rule::Freestyle);
    let mut random = Random::new(seed);
    let game = play(rules, &mut random, limits);
    let mut stages: Vec<usize> = (EARLIEST..game.len()).collect();
    random.shuffle(&mut stages);
    let quiet = Limits { clock: Clock::stopped(), ..limits.clone() };
    let stage = stages.into_iter().find(|&stage| {
        let Some(position) = after(rules, &game[..stage]) else { return false };
        let Ok(mut board) = board_of(&position) else { return false };
        !quiet.cancel.is_set()
            && match kind.id {
                "only" => is_only(&mut board, &within(&quiet, NODES)),
                id => is_win(&mut board, id == "vcf", kind.length, &within(&quiet, NODES)),
            }
    })?;
    let length = if kind.id == "only" {
        let mut board = board_of(&after(rules, &game[..stage])?).ok()?;
        Attack::new(WinKind::Vct, &within(&quiet, NODES)).shortest(&mut board, LONGEST)?
    } else {
        kind.length
    };
    Some(Puzzle {
        kind: kind.id.to_owned(),
        length: kind.length,
        depth: 2 * length - 1,
        rules: json!(rules),
        moves: game[..stage].iter().map(Point::to_string).collect::<Vec<_>>().join(" "),
        choices: Vec::new(),
    })
}

fn after(rules: Rules, moves: &[Point]) -> Option<Position> {
    let mut position = Position::new(rules);
    moves.iter().try_for_each(|&point| position.place(point)).ok()?;
    Some(position)
}

/// A game from a balanced opening.
fn play(rules: Rules, random: &mut Random, limits: &Limits) -> Vec<Point> {
    let openings: Vec<&str> = Position::openings(&rules).lines().filter(|line| !line.starts_with('#')).collect();
    let mut position = Position::new(rules);
    let opening = random.pick(&openings).copied().unwrap_or_default();
    for word in opening.split_whitespace().take_while(|word| !word.starts_with('#')) {
        let Ok(point) = word.parse() else { break };
        if position.play(point).is_err() {
            break;
        }
    }
    // A clock that stands still: the same game on every machine.
    let limits = Limits { clock: Clock::stopped(), threads: 1, ..limits.clone() };
    let levels = [Level::Easy, Level::Normal];
    let mut players = [(); 2].map(|()| {
        let level = random.pick(&levels).copied().unwrap_or(Level::Easy);
        Computer::new(level, banmen_core::Draw::next_u64(random))
    });
    while position.outcome().is_none() && position.moves().len() < LONGEST_GAME && !limits.cancel.is_set() {
        let player = &mut players[position.moves().len() % 2];
        let Some(point) = player.choose(&position, &limits, &mut |_| {}) else { break };
        if position.play(point).is_err() {
            break;
        }
    }
    position.moves().to_vec()
}

/// Whether the side to move has a shortest win of this length that begins with one move only; by fours alone, or not.
fn is_win(board: &mut ShapeBoard, fours: bool, length: u32, limits: &Limits) -> bool {
    if board.count(board.turn().other(), Class::Five) > 0 {
        return false;
    }
    let mut by_fours = Attack::new(WinKind::Vcf, limits);
    let found = by_fours.shortest(board, if fours { length } else { THREAT });
    if by_fours.stopped().is_some() || found != fours.then_some(length) {
        return false;
    }
    let mut attack = Attack::new(WinKind::Vct, limits);
    attack.shortest(board, length) == Some(length)
        && attack.firsts(board, length).len() == 1
        && attack.stopped().is_none()
}

/// Whether exactly one move wins, and the side to move loses after every other.
fn is_only(board: &mut ShapeBoard, limits: &Limits) -> bool {
    let (me, it) = (board.turn(), board.turn().other());
    if board.count(me, Class::Five) > 0 || board.count(it, Class::Five) > 0 {
        return false;
    }
    board.pass();
    let threatened = Attack::new(WinKind::Vcf, limits).shortest(board, THREAT).is_some();
    board.undo();
    if !threatened {
        return false;
    }
    let mut attack = Attack::new(WinKind::Vct, limits);
    let Some(length) = attack.shortest(board, LONGEST) else { return false };
    let firsts = attack.firsts(board, LONGEST);
    if length < 3 || firsts.len() != 1 || attack.stopped().is_some() {
        return false;
    }
    empty_points(board).into_iter().filter(|point| !firsts.contains(point)).all(|point| {
        board.place(point);
        let loses = loses_after(board, DELAYS, limits);
        board.undo();
        loses
    })
}

/// Whether the side that has just moved loses to fours, however it delays that by fours of its own.
fn loses_after(board: &mut ShapeBoard, delays: u32, limits: &Limits) -> bool {
    let it = board.turn().other();
    if board.count(board.turn(), Class::Five) > 0 {
        return true;
    }
    match board.count(it, Class::Five) {
        0 => Attack::new(WinKind::Vcf, limits).shortest(board, THREAT).is_some(),
        1 if delays > 0 => {
            let Some(answer) = board.find(it, Class::Five) else { return false };
            board.place(answer);
            let threatened = board.count(board.turn(), Class::Five) == 0;
            let loses = threatened
                && empty_points(board).into_iter().all(|point| {
                    board.place(point);
                    let loses = loses_after(board, delays - 1, limits);
                    board.undo();
                    loses
                });
            board.undo();
            loses
        }
        _ => false,
    }
}
