//! Animal shogi's puzzles again, by the referee and every move of both sides.

use banmen_core::{Game, Seat, Verdict};
use banmen_dobutsu::{Move, Position, Rules};

use crate::{answers, judged, puzzles_of, sample};

fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = position.clone();
    next.play(m).unwrap();
    next
}

fn won_by(position: &Position) -> Option<Seat> {
    position.turn().outcome().and_then(|outcome| outcome.winner)
}

/// Whether `seat`, who is to move, wins within `length` own moves.
fn wins(position: &Position, seat: Seat, length: u32) -> bool {
    length > 0 && moves(position).into_iter().any(|m| holds(&after(position, m), seat, length - 1))
}

/// Whether `seat`, who has just moved, wins within `length` further own moves.
fn holds(position: &Position, seat: Seat, length: u32) -> bool {
    match (position.turn().seat(), won_by(position)) {
        (None, winner) => winner == Some(seat),
        _ if length == 0 => false,
        _ => moves(position).into_iter().all(|m| {
            let next = after(position, m);
            if next.turn().seat().is_none() { won_by(&next) == Some(seat) } else { wins(&next, seat, length) }
        }),
    }
}

#[test]
fn wins_are_as_long_as_they_say_and_begin_with_one_move() {
    let (book, puzzles) = puzzles_of("dobutsu");
    let short = puzzles.into_iter().filter(|puzzle| puzzle.length <= 2).collect();
    for puzzle in sample(short, 2) {
        let rules: Rules = serde_json::from_value(puzzle.rules.clone()).unwrap();
        let position = Position::start(&rules).unwrap();
        let seat = position.turn().seat().unwrap();
        assert!(!wins(&position, seat, puzzle.length - 1), "{puzzle:?} has a shorter win");
        let firsts = moves(&position).into_iter().filter(|&m| holds(&after(&position, m), seat, puzzle.length - 1));
        let firsts: Vec<String> = firsts.map(|m| m.to_string()).collect();
        assert_eq!(firsts, answers(book, &puzzle), "{puzzle:?}");
        assert_eq!(firsts.len(), 1, "{puzzle:?}");
    }
}

#[test]
fn other_moves_are_wrong_or_longer_and_refutations_can_be_played() {
    let (book, puzzles) = puzzles_of("dobutsu");
    for puzzle in sample(puzzles.into_iter().filter(|puzzle| puzzle.length <= 2).collect(), 8) {
        let rules: Rules = serde_json::from_value(puzzle.rules.clone()).unwrap();
        let position = Position::start(&rules).unwrap();
        let right = answers(book, &puzzle);
        for m in moves(&position).into_iter().filter(|m| !right.contains(&m.to_string())) {
            let judgement = judged(book, &puzzle, &[], &m.to_string());
            assert_ne!(judgement.verdict, Verdict::Right, "{puzzle:?}: {m}");
            if judgement.verdict == Verdict::Longer {
                assert!(judgement.length.is_some_and(|length| length > puzzle.length), "{puzzle:?}: {m}");
            }
            let mut next = after(&position, m);
            for text in &judgement.refutation {
                next.play(text.parse().unwrap()).unwrap_or_else(|error| panic!("{puzzle:?}: {m} {error}"));
            }
        }
    }
}
