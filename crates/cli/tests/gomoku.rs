//! Gomoku's commands and matches, as a person or a script calls them.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn banmen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_banmen")).args(arguments).output().expect("the program runs")
}

fn json(arguments: &[&str]) -> Value {
    let output = banmen(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

#[test]
fn best_answers_with_a_legal_move_at_every_level() {
    for level in ["novice", "classic", "easy", "normal", "hard", "master"] {
        let answer = json(&["gomoku", "best", "h8 h9 g8", "--size", "15", "--level", level, "--time", "0.2", "--json"]);
        let point = answer["move"].as_str().unwrap();
        json(&["gomoku", "show", &format!("h8 h9 g8 {point}"), "--size", "15", "--json"]);
    }
    let output = banmen(&["gomoku", "best", "j10 k10", "--level", "classic"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "j11");
}

#[test]
fn a_position_is_shown_and_goes_through_sgf() {
    let shown = json(&["gomoku", "show", "h9 a1 h10 a2 f8 a4 g8 a5", "--size", "15", "--rule", "renju", "--json"]);
    assert_eq!(shown["to_move"], "black");
    assert_eq!(shown["forbidden"][0]["point"], "h8");
    assert_eq!(shown["forbidden"][0]["why"], "double-three");
    let sgf = banmen(&["gomoku", "show", "h9 a1 h10", "--size", "15", "--sgf"]).stdout;
    let path = std::env::temp_dir().join(format!("banmen-show-{}.sgf", std::process::id()));
    std::fs::write(&path, sgf).unwrap();
    let read = json(&["gomoku", "show", "--file", path.to_str().unwrap(), "--json"]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read["moves"], serde_json::json!(["h9", "a1", "h10"]));
}

#[test]
fn forced_wins_are_found_or_denied() {
    let win = json(&["gomoku", "solve", "f8 a1 g8 a3 h8 a5", "--size", "15", "--kind", "vcf", "--json"]);
    assert_eq!((&win["result"], &win["kind"]), (&Value::from("win"), &Value::from("vcf")));
    assert_eq!(win["plies"].as_u64(), Some(win["line"].as_array().unwrap().len() as u64));
    assert!(win["first"].as_array().unwrap().contains(&win["line"][0]));
    let none = json(&["gomoku", "solve", "h8 h9", "--size", "15", "--kind", "vcf", "--json"]);
    assert_eq!(none["result"], "none");
}

#[test]
fn bad_input_ends_with_status_2_and_a_message() {
    for arguments in [
        &["gomoku", "best", "j10 j10"][..],
        &["gomoku", "best", "zz"],
        &["gomoku", "best", "--size", "4"],
        &["gomoku", "best", "--size", "23"],
        &["gomoku", "best", "--rule", "caro"],
        &["gomoku", "best", "--level", "god"],
        &["gomoku", "best", "--time", "-1"],
        &["gomoku", "best", "a1 a2 b1 b2 c1 c2 d1 d2 e1"],
        &["gomoku", "show", "p1", "--size", "15"],
        &["gomoku", "show", "--file", "no such file"],
        &["gomoku", "solve", "x"],
        &["gomoku", "solve", "--kind", "magic"],
        &["gomoku", "analyse", "--kind", "tea"],
        &["match", "chess", "--first", "level:x", "--second", "level:y"],
        &["match", "gomoku", "--first", "x", "--second", "level:y"],
        &["match", "gomoku", "--first", "level:god", "--second", "level:classic", "--no-save"],
        &[
            "match",
            "gomoku",
            "--first",
            "level:easy",
            "--second",
            "level:classic",
            "--rules",
            "{\"size\":4}",
            "--no-save",
        ],
        &["match", "gomoku", "--first", "level:easy", "--second", "level:classic", "--sprt", "5", "--no-save"],
        &["match", "gomoku", "--first", "level:easy", "--second", "level:classic", "--tell-first", "x", "--no-save"],
        &["match", "gomoku", "--first", "cmd:x", "--second", "level:classic", "--tell-first", "x\ny", "--no-save"],
        &["match", "gomoku", "--first", "level:easy", "--second", "level:classic", "--openings", "no such file"],
    ] {
        let output = banmen(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_protocol_starts_at_once_and_ends_with_its_input() {
    let started = Instant::now();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_banmen"))
        .args(["gomoku", "pbrain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = b"ABOUT\r\nSTART 15\r\nINFO timeout_turn 100\r\nTURN 7,7\r\nNONSENSE\r\n";
    engine.stdin.take().unwrap().write_all(lines).unwrap();
    let said = String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap();
    let answers: Vec<&str> = said.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!(answers.len(), 4, "{said}");
    assert!(answers[0].starts_with("name=") && answers[1] == "OK" && answers[3].starts_with("UNKNOWN"), "{said}");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_match_is_kept_resumed_and_printed() {
    let folder = std::env::temp_dir().join(format!("banmen-match-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.to_str().unwrap();
    let play = |games: &str| {
        json(&[
            "match",
            "gomoku",
            "--first",
            "level:classic",
            "--second",
            "level:novice",
            "--games",
            games,
            "--rules",
            "{\"size\":9}",
            "--out",
            path,
            "--grace",
            "5",
            "--json",
        ])
    };
    let short = play("2");
    assert_eq!(short["games"], 2);
    assert!(folder.join("game-000002.json").exists());
    let long = play("4");
    assert_eq!(long["games"], 4);
    let program = format!("cmd:{} gomoku pbrain", env!("CARGO_BIN_EXE_banmen"));
    let other = json(&[
        "match",
        "gomoku",
        "--first",
        &program,
        "--second",
        "level:novice",
        "--games",
        "2",
        "--time",
        "0.1",
        "--rules",
        "{\"size\":9}",
        "--no-save",
        "--grace",
        "5",
        "--json",
    ]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!((&other["games"], &other["faults"]), (&Value::from(2), &serde_json::json!([0, 0])), "{other}");
}
