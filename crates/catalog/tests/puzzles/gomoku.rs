//! Gomoku's puzzles again, by the referee's own board and every answer of the defender.

use banmen_core::{Game, Verdict};
use banmen_gomoku::notation::play_list;
use banmen_gomoku::{Point, Position, Rules, Stone};

use crate::{answers, judged, puzzles_of, sample};

fn position_of(puzzle: &banmen_core::Puzzle) -> Position {
    let rules: Rules = serde_json::from_value(puzzle.rules.clone()).unwrap();
    play_list(rules, &puzzle.moves).unwrap()
}

fn empty(position: &Position) -> Vec<Point> {
    position.board().empty_points().collect()
}

/// The points on which a colour would make five.
fn fives(position: &Position, stone: Stone) -> Vec<Point> {
    empty(position).into_iter().filter(|&point| position.wins(point, stone)).collect()
}

fn after(position: &Position, point: Point) -> Position {
    let mut next = position.clone();
    next.place(point).unwrap();
    next
}

/// Whether the side to move wins by fours within `length` own moves.
fn wins_by_fours(position: &Position, length: u32) -> bool {
    let me = position.to_move();
    if length == 0 {
        return false;
    }
    if !fives(position, me).is_empty() {
        return true;
    }
    let threatened = fives(position, me.other());
    let moves = if threatened.is_empty() { empty(position) } else { threatened.clone() };
    threatened.len() < 2 && moves.into_iter().any(|point| holds_by_fours(&after(position, point), length - 1))
}

/// Whether the side that has just moved wins by fours within `length` further own moves.
fn holds_by_fours(position: &Position, length: u32) -> bool {
    let (me, it) = (position.to_move(), position.to_move().other());
    let threats = fives(position, it);
    if threats.is_empty() || length == 0 || !fives(position, me).is_empty() {
        return false;
    }
    threats.len() > 1 || wins_by_fours(&after(position, threats[0]), length)
}

#[test]
fn wins_by_fours_are_as_long_as_they_say_and_begin_with_one_move() {
    let (book, puzzles) = puzzles_of("gomoku");
    let fours = puzzles.into_iter().filter(|puzzle| puzzle.kind == "vcf" && puzzle.length <= 4).collect();
    for puzzle in sample(fours, 3) {
        let position = position_of(&puzzle);
        assert!(wins_by_fours(&position, puzzle.length), "{puzzle:?}");
        assert!(!wins_by_fours(&position, puzzle.length - 1), "{puzzle:?}");
        let moves = empty(&position);
        let firsts = moves.into_iter().filter(|&point| holds_by_fours(&after(&position, point), puzzle.length - 1));
        let firsts: Vec<String> = firsts.map(|point| point.to_string()).collect();
        assert_eq!(firsts, answers(book, &puzzle), "{puzzle:?}");
    }
}

/// Whether an open four, or two fours, can be made next: a stone after which there are two ways to five.
fn threatens(position: &Position, stone: Stone) -> bool {
    let mut board = position.board().clone();
    empty(position).into_iter().any(|point| {
        board.set(point, Some(stone));
        let ways = empty(position).into_iter().filter(|&five| five != point);
        let count = ways
            .filter(|&five| banmen_gomoku::Direction::ALL.iter().any(|&way| board.run(five, stone, way) >= 5))
            .count();
        board.set(point, None);
        count > 1
    })
}

#[test]
fn the_shortest_win_by_threes_stands_against_every_answer() {
    let (book, puzzles) = puzzles_of("gomoku");
    let threes = puzzles.into_iter().filter(|puzzle| puzzle.kind == "vct" && puzzle.length == 3).collect();
    for puzzle in sample(threes, 8) {
        let position = position_of(&puzzle);
        assert!(!wins_by_fours(&position, 4), "{puzzle:?} can be won by fours");
        let right: Point = answers(book, &puzzle)[0].parse().unwrap();
        let next = after(&position, right);
        assert!(threatens(&next, position.to_move()), "{puzzle:?}: {right} threatens nothing");
        for answer in empty(&next) {
            assert!(wins_by_fours(&after(&next, answer), 2), "{puzzle:?}: {answer} answers {right}");
        }
    }
}

#[test]
fn where_only_one_move_wins_others_are_refuted_by_fours() {
    let (book, puzzles) = puzzles_of("gomoku");
    let only = puzzles.into_iter().filter(|puzzle| puzzle.kind == "only").collect();
    for puzzle in sample(only, 6) {
        let position = position_of(&puzzle);
        let right = answers(book, &puzzle);
        assert_eq!(right.len(), 1, "{puzzle:?}");
        for point in empty(&position).into_iter().step_by(17).filter(|point| point.to_string() != right[0]) {
            let judgement = judged(book, &puzzle, &[], &point.to_string());
            assert_eq!(judgement.verdict, Verdict::Wrong, "{puzzle:?}: {point}");
            // The refutation is legal, and where it is called a win the last stone of it makes five.
            let mut next = after(&position, point);
            for text in &judgement.refutation {
                next.play(text.parse().unwrap()).unwrap();
            }
            let called = judgement.note.is_some_and(|note| note.key == "puzzle.note.wins_by_fours");
            assert!(!called || next.outcome().is_some(), "{puzzle:?}: {point} {:?}", judgement.refutation);
        }
    }
}
