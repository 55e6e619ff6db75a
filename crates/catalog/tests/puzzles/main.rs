//! The puzzles that come with the games: all are legal, new and named; a sample is proved again by plain ways.

mod dobutsu;
mod gomoku;
mod konane;
mod quantum;

use std::collections::HashSet;

use banmen_catalog::{Entry, PuzzleBook, find_tool, games};
use banmen_core::{Event, Judgement, Limits, Puzzle, Record, Verdict};
use serde_json::{from_value, json};

fn books() -> impl Iterator<Item = (&'static Entry, &'static PuzzleBook, Vec<Puzzle>)> {
    games().iter().filter_map(|entry| {
        let book = entry.puzzles()?;
        Some((entry, book, Puzzle::read_all(book.text).expect("every line is a puzzle")))
    })
}

/// The puzzles of a game.
fn puzzles_of(game: &str) -> (&'static PuzzleBook, Vec<Puzzle>) {
    let (_, book, puzzles) = books().find(|(entry, ..)| entry.id() == game).expect("the game has puzzles");
    (book, puzzles)
}

/// Every n-th of some puzzles.
fn sample(puzzles: Vec<Puzzle>, every: usize) -> impl Iterator<Item = Puzzle> {
    puzzles.into_iter().step_by(every)
}

fn answers(book: &PuzzleBook, puzzle: &Puzzle) -> Vec<String> {
    let mut answers = (book.answers)(puzzle, &[], &Limits::none()).expect("an answer");
    answers.sort();
    answers
}

fn judged(book: &PuzzleBook, puzzle: &Puzzle, played: &[String], answer: &str) -> Judgement {
    (book.judge)(puzzle, played, answer, &Limits::none()).expect("a judgement")
}

/// Plays the right answers until nothing is left to do, and gives back how many own moves that took.
fn solved_in(book: &PuzzleBook, puzzle: &Puzzle) -> u32 {
    let mut played = Vec::new();
    for own in 1..20 {
        let right = (book.answers)(puzzle, &played, &Limits::none()).expect("answers").swap_remove(0);
        let judgement = judged(book, puzzle, &played, &right);
        assert_eq!(judgement.verdict, Verdict::Right, "{puzzle:?} after {played:?}: {right}");
        if judgement.solved {
            return own;
        }
        played.push(right);
        played.extend(judgement.reply);
    }
    panic!("{puzzle:?} has no end");
}

#[test]
fn every_game_has_a_hundred_and_no_two_are_the_same_in_a_mirror() {
    let mut ids = HashSet::new();
    for (entry, book, puzzles) in books() {
        assert!(puzzles.len() >= 100, "{} has {}", entry.id(), puzzles.len());
        let mut images = HashSet::new();
        for puzzle in &puzzles {
            let image = (book.image)(puzzle).unwrap_or_else(|error| panic!("{}: {puzzle:?}: {error}", entry.id()));
            assert!(images.insert(image), "{}: {puzzle:?} is there twice", entry.id());
            assert!(ids.insert(puzzle.id()), "{}: {puzzle:?} has another's name", entry.id());
            assert!(book.kinds.iter().any(|kind| kind.id == puzzle.kind), "{}: {puzzle:?}", entry.id());
            assert!(puzzle.depth > 0, "{}: {puzzle:?} does not say how deep it is", entry.id());
        }
        for kind in book.kinds {
            assert!(puzzles.iter().any(|puzzle| puzzle.kind == kind.id), "{}: none of {kind:?}", entry.id());
        }
        assert!(book.text.starts_with(&format!("# banmen {} puzzles ", entry.id())), "the command is the first line");
    }
}

#[test]
fn right_answers_lead_to_the_end_in_the_moves_that_the_task_says() {
    for (entry, book, puzzles) in books() {
        for puzzle in sample(puzzles, 9).filter(|puzzle| puzzle.length <= 4) {
            let own = solved_in(book, &puzzle);
            // A win that can be seen by two ways to five ends before the last stone.
            assert!(own == puzzle.length.max(1) || own + 1 == puzzle.length, "{}: {puzzle:?} took {own}", entry.id());
        }
    }
}

#[test]
fn the_tools_list_judge_and_answer() {
    let run = |tool: &str, input| (find_tool(tool).unwrap().run)(input, &Limits::none(), &mut |_| {});
    let all = run("puzzle.list", json!({})).unwrap();
    let dobutsu = run("puzzle.list", json!({ "game": "dobutsu" })).unwrap();
    assert!(all.as_array().unwrap().len() > dobutsu.as_array().unwrap().len());
    let puzzle =
        json!({ "kind": "mate", "length": 1, "rules": { "board": "classic", "position": "1l1/1C1/3/1L1[-] w" } });
    let question = |answer: &str| json!({ "game": "dobutsu", "puzzle": puzzle, "answer": answer });
    assert_eq!(run("puzzle.judge", question("b3b4+")).unwrap()["solved"], true);
    // The lion gets away for a move, but not for good.
    let longer = run("puzzle.judge", question("b1b2")).unwrap();
    assert_eq!((&longer["verdict"], &longer["length"]), (&json!("longer"), &json!(3)));
    let row = json!({ "kind": "only", "rules": { "start": "free", "position": "BW.W./...../....." } });
    let short = run("puzzle.judge", json!({ "game": "konane", "puzzle": row, "answer": "a3-c3" })).unwrap();
    assert_eq!((&short["verdict"], &short["refutation"]), (&json!("wrong"), &json!([{ "move": "d3-b3" }])));
    let answers = run("puzzle.answers", json!({ "game": "dobutsu", "puzzle": puzzle })).unwrap();
    assert_eq!(answers, json!(["b3b4+"]));
}

#[test]
fn what_chance_drew_is_told_from_moves() {
    let run = |tool: &str, input| (find_tool(tool).unwrap().run)(input, &Limits::none(), &mut |_| {}).unwrap();
    let mut drawn = 0;
    for (entry, _, puzzles) in books() {
        let listed = run("puzzle.list", json!({ "game": entry.id() }));
        assert_eq!(listed.as_array().unwrap().len(), puzzles.len());
        for (listed, puzzle) in listed.as_array().unwrap().iter().zip(&puzzles) {
            let events: Vec<Event> =
                listed.get("events").map_or(Vec::new(), |events| from_value(events.clone()).unwrap());
            let words: Vec<&str> = events
                .iter()
                .map(|event| match event {
                    Event::Move(word) | Event::Chance(word) => word.as_str(),
                    _ => panic!("{event:?}"),
                })
                .collect();
            assert_eq!(words.join(" "), puzzle.moves);
            drawn += events.iter().filter(|event| matches!(event, Event::Chance(_))).count();
            // A record takes no event of the wrong type.
            let rules = if puzzle.rules.is_null() { json!({}) } else { puzzle.rules.clone() };
            let record = Record {
                events,
                ..from_value(json!({ "format": 1, "game": entry.id(), "rules": rules, "events": [] })).unwrap()
            };
            entry.replay(&record).unwrap();
        }
    }
    assert!(drawn > 0, "no puzzle with a draw");
}

#[test]
fn bad_questions_say_what_is_wrong() {
    let complaint =
        |input| (find_tool("puzzle.judge").unwrap().run)(input, &Limits::none(), &mut |_| {}).unwrap_err().to_string();
    let puzzle = json!({ "kind": "vcf", "length": 3, "rules": { "size": 15 }, "moves": "h8 h9" });
    let asked = |answer: &str| json!({ "game": "gomoku", "puzzle": puzzle, "answer": answer });
    assert!(complaint(json!({})).contains("game"));
    assert!(complaint(json!({ "game": "chess", "puzzle": puzzle, "answer": "a1" })).contains("chess"));
    assert!(complaint(asked("z99")).contains("z99"));
    assert!(complaint(asked("h8")).contains("already there"));
    assert!(complaint(json!({ "game": "gomoku", "puzzle": puzzle })).contains("answer"));
    let twice = json!({ "kind": "vcf", "moves": "h8 h8" });
    assert!(complaint(json!({ "game": "gomoku", "puzzle": twice, "answer": "a1" })).contains("move 2"));
    let played = json!({ "game": "gomoku", "puzzle": puzzle, "played": [{ "move": "a1" }], "answer": "a2" });
    assert!(complaint(played).contains("not the solver's turn"));
    let played = json!({ "game": "gomoku", "puzzle": puzzle, "played": [{ "resign": "first" }], "answer": "a2" });
    assert!(complaint(played).contains("played"));
}
