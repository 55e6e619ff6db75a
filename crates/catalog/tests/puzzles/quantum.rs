//! Quantum gomoku's puzzles again, by a plain look ahead to the end of the game.

use banmen_core::{Game, Puzzle, Verdict};
use banmen_quantum::puzzles::lookahead::Lookahead;
use banmen_quantum::{Position, Rules};

use crate::{answers, judged, puzzles_of, sample};

fn position_of(puzzle: &Puzzle) -> Position {
    let rules: Rules = serde_json::from_value(puzzle.rules.clone()).unwrap();
    let mut position = Position::start(&rules).unwrap();
    for word in puzzle.moves.split(' ') {
        position.play(word.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn the_best_answer_is_best_to_the_end_of_the_game() {
    let (book, puzzles) = puzzles_of("quantum");
    // To the end by plain search: only where few points are left.
    let late = |puzzle: &Puzzle| {
        let position = position_of(puzzle);
        position.grid().points() - position.grid().stones() <= 5
    };
    let late: Vec<Puzzle> = puzzles.into_iter().filter(late).collect();
    assert!(late.len() > 20, "{}", late.len());
    for puzzle in sample(late, 3) {
        let values = Lookahead::default().values(&position_of(&puzzle), 20);
        let best = values.iter().map(|&(_, value)| value).fold(0.0, f64::max);
        let mut right: Vec<String> = Vec::new();
        for (m, value) in &values {
            let is_best = best - value < 1e-9;
            let judgement = judged(book, &puzzle, &[], &m.to_string());
            assert_eq!(judgement.verdict == Verdict::Right, is_best, "{puzzle:?}: {m} {value} {best}");
            let told = judgement.note.unwrap().args["own"].clone();
            assert_eq!(told, format!("{:.1} %", 100.0 * value), "{puzzle:?}: {m}");
            right.extend(is_best.then(|| m.to_string()));
        }
        right.sort();
        assert_eq!(right, answers(book, &puzzle), "{puzzle:?}");
    }
}
