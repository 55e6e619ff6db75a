//! `banmen GAME best|analyse|show|puzzles` answers for every game of the catalogue.

use banmen_catalog::{Entry, games};

use crate::program::Program;

fn programs() -> impl Iterator<Item = (&'static Entry, Program)> {
    games().iter().map(|entry| (entry, Program(entry.id())))
}

#[test]
fn best_is_a_legal_move_of_every_game() {
    for (entry, program) in programs() {
        let answer = program.json(&["best", "--time", "0.1"]);
        let legal = entry.start(&serde_json::Value::Null).unwrap().legal_moves();
        let chosen = answer["move"].as_str().unwrap_or_else(|| panic!("{}: {answer}", entry.id()));
        assert!(legal.iter().any(|text| text == chosen), "{}: {chosen}", entry.id());
    }
}

#[test]
fn show_draws_every_game_and_describes_it() {
    for (entry, program) in programs() {
        let drawing = program.printed(&["show"]);
        assert!(drawing.lines().count() > 4, "{}: {drawing}", entry.id());
        assert!(program.json(&["show"]).is_object());
    }
}

#[test]
fn analyse_says_something_about_every_game() {
    for (entry, program) in programs() {
        let said = program.printed(&["analyse", "--time", "0.2", "--json"]);
        let last = said.lines().last().unwrap_or_else(|| panic!("{}: nothing", entry.id()));
        let analysis: serde_json::Value = serde_json::from_str(last).unwrap();
        assert!(analysis["headline"].is_object(), "{}: {analysis}", entry.id());
    }
}

#[test]
fn games_without_commands_of_their_own_are_shown_from_moves_rules_or_a_file() {
    let konane = Program("konane");
    let first = konane.json(&["show", "--rules", r#"{"rows":6,"cols":6}"#]);
    let moved = first["moves"][0].as_str().unwrap();
    let second = konane.json(&["show", moved, "--rules", r#"{"rows":6,"cols":6}"#]);
    assert_eq!(second["record"]["events"][0]["move"], moved);
    assert_eq!(second["turn"]["seat"], "second");
    let file = konane.file("from-a-file", "game.json");
    std::fs::write(&file, second["record"].to_string()).unwrap();
    assert_eq!(konane.json(&["show", "--file", file.to_str().unwrap()]), second);
    std::fs::remove_file(file).unwrap();
    for (arguments, why) in [
        (&["show", "zz"][..], "move 1"),
        (&["show", "--rules", "{"], "--rules"),
        (&["show", "--rules", r#"{"rows":0}"#], "rows"),
        (&["show", "--file", "no such file"], "no such file"),
        (&["analyse", "--kind", "prophecy"], "no analysis"),
    ] {
        let errors = konane.refused(arguments);
        assert!(errors.contains(why), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_name_that_is_neither_a_command_nor_a_game_is_refused() {
    let errors = Program("chess").refused(&["best"]);
    assert!(errors.contains("neither a command nor a game") && errors.contains("gomoku"), "{errors}");
}

#[test]
fn the_same_seed_finds_the_same_puzzles_with_any_number_of_threads() {
    for (entry, program) in programs().filter(|(entry, _)| matches!(entry.id(), "quantum" | "dobutsu")) {
        let found = |threads: &str| {
            program.run(&["puzzles", "--count", "2", "--games", "64", "--seed", "3", "--threads", threads]).stdout
        };
        let one = String::from_utf8(found("1")).unwrap();
        assert_eq!(one, String::from_utf8(found("3")).unwrap(), "{}", entry.id());
        let (remark, puzzles) = one.split_once('\n').unwrap();
        assert!(remark.starts_with(&format!("# banmen {} puzzles --count 2 --seed 3", entry.id())), "{remark}");
        assert!(!puzzles.is_empty() && puzzles.lines().all(|line| line.starts_with("{\"kind\":")), "{puzzles}");
    }
}

#[test]
fn reject_puzzles_that_nobody_can_find() {
    for arguments in [["puzzles", "--threads", "0"], ["puzzles", "--count", "few"], ["puzzles", "--seed", "-1"]] {
        assert_eq!(Program("gomoku").run(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}
