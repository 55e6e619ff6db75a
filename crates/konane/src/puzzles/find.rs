//! Looks for puzzles in games of the engine's levels.

use banmen_cgt::Notation;
use banmen_core::{Clock, Draw, Game, Limits, Playable, Puzzle, PuzzleKind, Random, ToolError};
use serde_json::json;

use super::judge::letter;
use super::study::{Play, Study};
use crate::position::{Konane, Opening};
use crate::rules::Rules;

/// Sides of the boards that are played on, rows and columns.
const BOARDS: [(u8, u8); 5] = [(4, 5), (5, 5), (5, 6), (6, 6), (4, 6)];
/// Sides of boards that fall into several parts.
const LARGE_BOARDS: [(u8, u8); 3] = [(6, 6), (6, 7), (7, 7)];
/// Positions that the value of a candidate may visit.
const NODES: u64 = 1_500;
/// Positions that a level may visit for a move.
const THINKING: u64 = 300;
/// The longest name of a value that is asked for.
const LONGEST_NAME: u128 = 14;
/// How many values there are to choose from.
const CHOICES: usize = 4;
/// A task with fewer jumps to choose from is none.
const FEWEST_JUMPS: usize = 3;
/// The share of cells with a stone, in percent, above which a position is not looked at.
const MOST_STONES: usize = 50;
/// Moves chosen at random, out of ten.
const AT_RANDOM: u64 = 3;

/// A puzzle of this kind in the game of this seed.
pub(super) fn find(kind: &PuzzleKind, seed: u64, limits: &Limits) -> Option<Puzzle> {
    let mut random = Random::new(seed);
    let limits = Limits { clock: Clock::stopped(), threads: 1, ..limits.clone() };
    let boards: &[(u8, u8)] = if kind.id == "hottest" { &LARGE_BOARDS } else { &BOARDS };
    let mut positions = play(boards, &mut random, &limits);
    positions.retain(is_late);
    random.shuffle(&mut positions);
    let limits = Limits { nodes: Some(NODES), ..limits };
    positions.into_iter().find_map(|position| {
        if limits.cancel.is_set() {
            return None;
        }
        let position = Konane::start(&Rules::free(position.board(), position.to_move())).ok()?;
        let mut study = Study::new(position.jumps(), &limits);
        let (depth, choices) = match kind.id {
            "only" => only(&mut study, &position, kind.length)?,
            "worth" => worth(&mut study, &position, kind.length, &mut random)?,
            _ => hottest(&mut study, &position, kind.length)?,
        };
        let rules = position.rules();
        Some(Puzzle {
            kind: kind.id.to_owned(),
            length: 0,
            depth,
            rules: json!({ "start": "free", "position": rules.position, "first": rules.first }),
            moves: String::new(),
            choices,
        })
    })
}

/// Late enough that values are quickly had.
fn is_late(position: &Konane) -> bool {
    let board = position.board();
    let stones = board.count(crate::Stone::Black) + board.count(crate::Stone::White);
    100 * stones <= MOST_STONES * board.rows() * board.cols()
}

/// The positions of a game after its opening.
fn play(boards: &[(u8, u8)], random: &mut Random, limits: &Limits) -> Vec<Konane> {
    let (rows, cols) = random.pick(boards).copied().unwrap_or((6, 6));
    let Ok(mut position) = Konane::start(&Rules::traditional(rows, cols)) else { return Vec::new() };
    let mut players = [(); 2].map(|()| Konane::player("normal", position.rules(), random.next_u64()));
    let limits = Limits { nodes: Some(THINKING), ..limits.clone() };
    let mut positions = Vec::new();
    let mut number = 0;
    while position.turn().seat().is_some() && !limits.cancel.is_set() {
        if position.opening() == Opening::Done {
            positions.push(position.clone());
        }
        number += 1;
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let chosen = if number <= 2 || random.below(10) < AT_RANDOM {
            random.pick(&legal).copied()
        } else {
            players[number % 2].as_mut().and_then(|player| player.choose(&position, &limits, &mut |_| {}))
        };
        if chosen.is_none_or(|m| position.play(m).is_err()) {
            break;
        }
    }
    positions
}

/// Exactly one jump wins, and the win takes so many own jumps.
fn only(study: &mut Study<'_>, position: &Konane, length: u32) -> Option<(u32, Vec<String>)> {
    let jumps = study.jumps(position).ok()?;
    if jumps.len() < FEWEST_JUMPS || jumps.iter().filter(|(_, wins)| *wins).count() != 1 {
        return None;
    }
    let mut play = Play::default();
    let takes = play.length(position.board(), position.to_move(), position.jumps());
    (takes == Some(length) && !play.gave_up()).then_some((2 * length - 1, Vec::new()))
}

/// A value with a short name, and others that are not far from it.
fn worth(study: &mut Study<'_>, position: &Konane, length: u32, random: &mut Random) -> Option<(u32, Vec<String>)> {
    let board = position.board();
    let mut play = Play::default();
    let height = play.height(board, position.jumps());
    let fits = if length == 5 { (5..=9).contains(&height) } else { height == length };
    if !fits || play.gave_up() {
        return None;
    }
    let value = study.value(board).ok()?;
    let mut candidates = vec![value];
    let after = |study: &mut Study<'_>| -> Result<Vec<_>, ToolError> {
        let both = [crate::Stone::Black, crate::Stone::White];
        let boards = both.into_iter().flat_map(|stone| board.options(stone, position.jumps()));
        boards.map(|(_, after)| study.value(&after)).collect()
    };
    let options = after(study).ok()?;
    let arena = &mut study.values.algebra;
    let mut near = vec![arena.negate(value)];
    for text in ["*", "1", "-1", "1/2", "-1/2", "^", "v"] {
        let step = arena.value(text).ok()?;
        near.push(arena.add(value, step));
    }
    near.extend(options);
    near.push(banmen_cgt::Value::ZERO);
    random.shuffle(&mut near);
    for other in near {
        let short = arena.name_within(other, Notation::Ascii, LONGEST_NAME).is_some();
        if candidates.len() < CHOICES && short && !candidates.contains(&other) {
            candidates.push(other);
        }
    }
    arena.name_within(value, Notation::Ascii, LONGEST_NAME)?;
    if candidates.len() < CHOICES {
        return None;
    }
    random.shuffle(&mut candidates);
    let names = candidates.into_iter().map(|value| arena.name(value, Notation::Ascii)).collect();
    Some((height, names))
}

/// So many parts, one of which is hotter than the others.
fn hottest(study: &mut Study<'_>, position: &Konane, length: u32) -> Option<(u32, Vec<String>)> {
    let board = position.board();
    let temperatures = study.temperatures(board).ok()?;
    let parts = temperatures.len() as u32;
    if !(if length == 3 { (3..=6).contains(&parts) } else { parts == length }) {
        return None;
    }
    let hottest = temperatures.iter().max()?;
    if temperatures.iter().filter(|&one| one == hottest).count() != 1 {
        return None;
    }
    let mut play = Play::default();
    let parts = study.values.components(board);
    let height = parts.iter().map(|part| play.height(&part.board, position.jumps())).max()?;
    let letters = (0..parts.len()).map(letter).collect();
    (height >= 2 && !play.gave_up()).then_some((height, letters))
}
