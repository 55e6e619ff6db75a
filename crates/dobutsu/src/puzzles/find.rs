//! Looks for puzzles in games of the engine, which begin with a few random moves.

use banmen_core::{Clock, Draw, Game, Limits, Player, Puzzle, PuzzleKind, Random, Score};
use serde_json::json;

use super::{Win, within};
use crate::piece_board::PieceBoard;
use crate::variant::Variant;
use crate::{BoardName, Master, Position, Rules, with_board};

/// Positions that one question about a candidate may visit; an answer is judged in a browser, so harder ones are left out.
const NODES: u64 = 100_000;
/// Positions that the engine may visit for a move.
const THINKING: u64 = 200;
/// Positions that the engine may visit to see a win.
const PROBING: u64 = 4000;
/// The engine's table in such a short game, in bytes.
const TABLE: usize = 1 << 18;
/// Random moves at the beginning, at most.
const RANDOM_MOVES: u64 = 4;
/// Random moves later, in percent: mistakes make puzzles.
const AT_RANDOM: u8 = 15;
/// A game is cut off after this many moves.
const LONGEST_GAME: usize = 120;

/// A puzzle of this kind in the game of this seed.
pub(super) fn find(kind: &PuzzleKind, seed: u64, limits: &Limits) -> Option<Puzzle> {
    let mut random = Random::new(seed);
    let board = *random.pick(&BoardName::ALL)?;
    let limits = Limits { clock: Clock::stopped(), threads: 1, ..limits.clone() };
    let mut master = Master::with_table(board, TABLE);
    let game = play(board, &mut master, &mut random, &limits);
    // A win in n moves stands on the board 2n - 1 moves before the end, or a little before that if it was missed.
    let near_the_end = game.iter().rev().skip(2 * kind.length as usize - 2).take(5);
    let found = near_the_end.step_by(2).find(|position| {
        !limits.cancel.is_set()
            && seems_won(position, &mut master, kind.length, &limits)
            && with_board!(position.board(), board => is_win(board, kind.length, &within(&limits, NODES)))
    })?;
    Some(Puzzle {
        kind: kind.id.to_owned(),
        length: kind.length,
        depth: 2 * kind.length - 1,
        rules: json!(Rules { board, position: found.board().to_text() }),
        moves: String::new(),
        choices: Vec::new(),
    })
}

/// The positions of a game.
fn play(board: BoardName, master: &mut Master, random: &mut Random, limits: &Limits) -> Vec<Position> {
    let rules = Rules::on(board);
    let Ok(mut position) = Position::start(&rules) else { return Vec::new() };
    let limits = Limits { nodes: Some(THINKING), ..limits.clone() };
    let random_moves = random.below(RANDOM_MOVES + 1) as usize;
    let mut positions = Vec::new();
    while position.turn().seat().is_some() && positions.len() < LONGEST_GAME && !limits.cancel.is_set() {
        positions.push(position.clone());
        let chosen = if positions.len() <= random_moves || random.percent(AT_RANDOM) {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            random.pick(&legal).copied()
        } else {
            master.choose(&position, &limits, &mut |_| {})
        };
        if chosen.is_none_or(|m| position.play(m).is_err()) {
            break;
        }
    }
    positions
}

/// Whether the engine sees a win of about this length: a proof of anything else would be for nothing.
fn seems_won(position: &Position, master: &mut Master, length: u32, limits: &Limits) -> bool {
    let limits = Limits { nodes: Some(PROBING), ..limits.clone() };
    let mut score = None;
    master.choose(position, &limits, &mut |progress| score = progress.score);
    matches!(score, Some(Score::Win { seat, moves }) if Some(seat) == position.turn().seat() && moves <= length + 1)
}

/// Whether the side to move has a shortest win of this length that begins with one move only.
fn is_win<V: Variant>(board: &PieceBoard<V>, length: u32, limits: &Limits) -> bool {
    let mut win = Win::new(limits);
    win.shortest(board, length) == Some(length) && win.firsts(board, length).len() == 1 && win.stopped().is_none()
}
