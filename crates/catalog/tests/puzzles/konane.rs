//! Konane's puzzles again, by going through all boards without splitting them.

use std::collections::HashMap;

use banmen_cgt::{Arena, Value};
use banmen_core::{Game, Puzzle};
use banmen_konane::{Board, Jumps, Konane, Rules, Stone};

use crate::{answers, judged, puzzles_of, sample};

fn position_of(puzzle: &Puzzle) -> Konane {
    let rules: Rules = serde_json::from_value(puzzle.rules.clone()).unwrap();
    Konane::start(&rules).unwrap()
}

/// Whether the side to move wins.
fn wins(board: &Board, to_move: Stone, known: &mut HashMap<(String, Stone), bool>) -> bool {
    if let Some(&wins) = known.get(&(board.line(), to_move)) {
        return wins;
    }
    let options = board.options(to_move, Jumps::Any);
    let found = options.into_iter().any(|(_, after)| !wins(&after, to_move.other(), known));
    known.insert((board.line(), to_move), found);
    found
}

/// The value from the options' values alone.
fn value(board: &Board, arena: &mut Arena, known: &mut HashMap<String, Value>) -> Value {
    if let Some(&value) = known.get(&board.line()) {
        return value;
    }
    let [left, right] = [Stone::Black, Stone::White].map(|stone| {
        let options = board.options(stone, Jumps::Any);
        options.into_iter().map(|(_, after)| value(&after, arena, known)).collect::<Vec<Value>>()
    });
    let found = arena.from_options(&left, &right);
    known.insert(board.line(), found);
    found
}

#[test]
fn exactly_one_jump_wins_and_every_other_is_refuted() {
    let (book, puzzles) = puzzles_of("konane");
    for puzzle in sample(puzzles.into_iter().filter(|puzzle| puzzle.kind == "only").collect(), 3) {
        let position = position_of(&puzzle);
        let mut known = HashMap::new();
        let jumps = position.board().options(position.to_move(), Jumps::Any);
        let (right, wrong): (Vec<_>, Vec<_>) =
            jumps.into_iter().partition(|(_, after)| !wins(after, position.to_move().other(), &mut known));
        assert_eq!(answers(book, &puzzle), [right[0].0.to_string()], "{puzzle:?}");
        for (jump, after) in wrong {
            let refutation = judged(book, &puzzle, &[], &jump.to_string()).refutation;
            let answer = refutation.first().unwrap_or_else(|| panic!("{puzzle:?}: {jump} is not refuted"));
            let mut next = after;
            next = next.after(answer.parse().unwrap(), position.to_move().other(), Jumps::Any).unwrap();
            assert!(!wins(&next, position.to_move(), &mut known), "{puzzle:?}: {jump} {answer}");
        }
    }
}

#[test]
fn values_are_what_the_options_make_them() {
    let (book, puzzles) = puzzles_of("konane");
    for puzzle in sample(puzzles.into_iter().filter(|puzzle| puzzle.kind == "worth").collect(), 3) {
        let mut arena = Arena::new();
        let plain = value(position_of(&puzzle).board(), &mut arena, &mut HashMap::new());
        let right = puzzle.choices.iter().filter(|choice| arena.value(choice).unwrap() == plain);
        let right: Vec<String> = right.cloned().collect();
        assert_eq!((right.len(), &right), (1, &answers(book, &puzzle)), "{puzzle:?}");
        for wrong in puzzle.choices.iter().filter(|choice| !right.contains(choice)) {
            let note = judged(book, &puzzle, &[], wrong).note.unwrap().key;
            let said = arena.value(wrong).unwrap();
            let expected = match arena.compare(plain, said) {
                Some(std::cmp::Ordering::Greater) => "puzzle.note.worth_more",
                Some(std::cmp::Ordering::Less) => "puzzle.note.worth_less",
                _ => "puzzle.note.worth_confused",
            };
            assert_eq!(note, expected, "{puzzle:?}: {wrong}");
        }
    }
}

#[test]
fn the_hottest_part_is_hotter_than_the_others() {
    let (book, puzzles) = puzzles_of("konane");
    for puzzle in sample(puzzles.into_iter().filter(|puzzle| puzzle.kind == "hottest").collect(), 3) {
        let right = answers(book, &puzzle);
        assert_eq!(right.len(), 1, "{puzzle:?}");
        assert!(puzzle.choices.contains(&right[0]) && puzzle.choices.len() > 1, "{puzzle:?}");
        // Whatever the parts are, their values add up to that of the whole board.
        let mut arena = Arena::new();
        let board = *position_of(&puzzle).board();
        let whole = value(&board, &mut arena, &mut HashMap::new());
        let mut evaluator = banmen_konane::Evaluator::new(arena, Jumps::Any);
        let parts = evaluator.components(&board);
        assert_eq!(parts.len(), puzzle.choices.len(), "{puzzle:?}");
        let mut arena = evaluator.algebra;
        let values: Vec<Value> = parts.iter().map(|part| value(&part.board, &mut arena, &mut HashMap::new())).collect();
        let sum = values.iter().fold(Value::ZERO, |sum, &part| arena.add(sum, part));
        assert_eq!(sum, whole, "{puzzle:?}");
        let temperatures: Vec<_> = values.iter().map(|&part| arena.temperature(part)).collect();
        let hottest = (0..temperatures.len()).max_by_key(|&part| temperatures[part]).unwrap();
        assert_eq!(right[0], char::from(b'A' + hottest as u8).to_string(), "{puzzle:?}: {temperatures:?}");
        assert_eq!(temperatures.iter().filter(|&&one| one == temperatures[hottest]).count(), 1, "{puzzle:?}");
    }
}
