//! Gomoku's commands and matches, as a person or a script calls them.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{PATH, Program};

const GOMOKU: Program = Program("gomoku");
const MATCH: Program = Program("match");

#[test]
fn best_answers_with_a_legal_move_at_every_level() {
    for level in ["novice", "classic", "easy", "normal", "hard", "master"] {
        let answer = GOMOKU.json(&["best", "h8 h9 g8", "--size", "15", "--level", level, "--time", "0.2"]);
        let point = answer["move"].as_str().unwrap();
        GOMOKU.json(&["show", &format!("h8 h9 g8 {point}"), "--size", "15"]);
    }
    assert_eq!(GOMOKU.printed(&["best", "j10 k10", "--level", "classic"]).trim(), "j11");
}

#[test]
fn a_position_is_shown_and_goes_through_sgf() {
    let shown = GOMOKU.json(&["show", "h9 a1 h10 a2 f8 a4 g8 a5", "--size", "15", "--rule", "renju"]);
    assert_eq!(shown["to_move"], "black");
    assert_eq!(shown["forbidden"][0]["point"], "h8");
    assert_eq!(shown["forbidden"][0]["why"], "double-three");
    let sgf = GOMOKU.printed(&["show", "h9 a1 h10", "--size", "15", "--sgf"]);
    let path = std::env::temp_dir()
        .join(format!("banmen-a_position_is_shown_and_goes_through_sgf-{}.sgf", std::process::id()));
    std::fs::write(&path, sgf).unwrap();
    let read = GOMOKU.json(&["show", "--file", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read["moves"], serde_json::json!(["h9", "a1", "h10"]));
}

#[test]
fn games_go_from_format_to_format_and_what_cannot_be_read_says_where() {
    let folder = std::env::temp_dir().join(format!("banmen-convert-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let convert = Program("convert");
    std::fs::write(path("game.psq"), "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\nA\nB\n").unwrap();
    let sgf = convert.printed(&[&path("game.psq"), "--to", "sgf"]);
    assert!(sgf.contains(";B[hh];W[ih]") && sgf.contains("PB[A]"), "{sgf}");
    std::fs::write(path("game.sgf"), "(;GM[4]SZ[15];B[hh](;W[hg])(;W[ii]C[other]))").unwrap();
    let study: Value = serde_json::from_str(&convert.printed(&[&path("game.sgf"), "--to", "json"])).unwrap();
    assert_eq!(study["nodes"][3]["comment"], "other");
    let mut library = b"\xffRenLib\xff\x03\x04".to_vec();
    library.extend([0xff; 10]);
    library.extend([0, 0, 0x78, 0, 0x68, 0xc0, 0x79, 0x40]);
    std::fs::write(path("book.lib"), library).unwrap();
    assert!(convert.printed(&[&path("book.lib"), "--to", "sgf"]).contains("(;W[hg])"));
    std::fs::write(path("bad.sgf"), "(;GM[4]\n;B[hh]\n;W[hh])").unwrap();
    assert!(convert.refused(&[&path("bad.sgf"), "--to", "json"]).contains("line 3"));
    assert!(convert.refused(&[&path("game.psq"), "--from", "pdf", "--to", "sgf"]).contains("lib of gomoku"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn forced_wins_are_found_or_denied() {
    let win = GOMOKU.json(&["solve", "f8 a1 g8 a3 h8 a5", "--size", "15", "--kind", "vcf"]);
    assert_eq!((&win["result"], &win["kind"]), (&Value::from("win"), &Value::from("vcf")));
    // The winner's own moves: the line begins and ends with one.
    let line = win["line"].as_array().unwrap().len();
    assert_eq!(win["score"]["moves"].as_u64(), Some(line.div_ceil(2) as u64));
    assert!(win["first"].as_array().unwrap().contains(&win["line"][0]));
    let none = GOMOKU.json(&["solve", "h8 h9", "--size", "15", "--kind", "vcf"]);
    assert_eq!(none["result"], "none");
}

#[test]
fn the_policy_looks_at_an_open_three_and_chances_are_called_estimates() {
    let found = GOMOKU.json(&["policy", "g8 a1 h8 a3 i8", "--size", "15"]);
    let first = found["candidates"][0].clone();
    assert!(first["text"] == "f8" || first["text"] == "j8", "{first}");
    assert!(first["share"].as_f64().unwrap() > 0.2, "{first}");
    assert!(GOMOKU.printed(&["policy", "g8 a1 h8 a3 i8", "--size", "15"]).contains(" %"));
    let analysed = GOMOKU.printed(&["analyse", "h8 i9", "--size", "15", "--depth", "2", "--json"]);
    let last: Value = serde_json::from_str(analysed.lines().last().unwrap()).unwrap();
    assert_eq!((&last["certainty"], &last["score"]["kind"]), (&Value::from("estimate"), &Value::from("share")));
    assert_eq!(last["score"]["share"], last["bar"]);
    assert!(!last["candidates"].as_array().unwrap().is_empty());
    let words = GOMOKU.printed(&["analyse", "h8 i9", "--size", "15", "--depth", "2"]);
    assert!(words.contains("win chance, an estimate") && words.contains("black "), "{words}");
    // On other boards the engine has an opinion only.
    let small = GOMOKU.printed(&["analyse", "e5", "--size", "9", "--depth", "2", "--json"]);
    let last: Value = serde_json::from_str(small.lines().last().unwrap()).unwrap();
    assert_eq!((&last["certainty"], &last["score"]["kind"]), (&Value::from("score"), &Value::from("value")));
}

#[test]
fn bad_input_ends_with_status_2_and_a_message() {
    for arguments in [
        &["best", "j10 j10"][..],
        &["best", "zz"],
        &["best", "--size", "4"],
        &["best", "--size", "23"],
        &["best", "--rule", "caro"],
        &["best", "--level", "god"],
        &["best", "--time", "-1"],
        &["best", "a1 a2 b1 b2 c1 c2 d1 d2 e1"],
        &["show", "p1", "--size", "15"],
        &["show", "--file", "no such file"],
        &["solve", "x"],
        &["solve", "--kind", "magic"],
        &["analyse", "--kind", "tea"],
        &["policy", "h8 h8", "--size", "15"],
        &["policy", "g7", "--size", "13"],
        &["policy", "a1 a2 b1 b2 c1 c2 d1 d2 e1", "--size", "15"],
        &["policy", "", "--size", "15", "--opening", "swap2"],
    ] {
        GOMOKU.refused(arguments);
    }
    for arguments in [
        &["chess", "--first", "level:x", "--second", "level:y"][..],
        &["gomoku", "--first", "x", "--second", "level:y"],
        &["gomoku", "--first", "level:god", "--second", "level:classic", "--no-save"],
        &["gomoku", "--first", "level:easy", "--second", "level:classic", "--rules", "{\"size\":4}", "--no-save"],
        &["gomoku", "--first", "level:easy", "--second", "level:classic", "--sprt", "5", "--no-save"],
        &["gomoku", "--first", "level:easy", "--second", "level:classic", "--tell-first", "x", "--no-save"],
        &["gomoku", "--first", "cmd:x", "--second", "level:classic", "--tell-first", "x\ny", "--no-save"],
        &["gomoku", "--first", "level:easy", "--second", "level:classic", "--openings", "no such file"],
    ] {
        MATCH.refused(arguments);
    }
}

#[test]
fn the_protocol_starts_at_once_and_ends_with_its_input() {
    let started = Instant::now();
    let lines = "ABOUT\r\nSTART 15\r\nINFO timeout_turn 100\r\nTURN 7,7\r\nNONSENSE\r\n";
    let said = String::from_utf8(GOMOKU.with_input(&["pbrain"], lines).stdout).unwrap();
    let answers: Vec<&str> = said.lines().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!(answers.len(), 4, "{said}");
    assert!(answers[0].starts_with("name=") && answers[1] == "OK" && answers[3].starts_with("UNKNOWN"), "{said}");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_match_is_kept_resumed_and_printed() {
    let folder =
        std::env::temp_dir().join(format!("banmen-a_match_is_kept_resumed_and_printed-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.to_str().unwrap();
    let play = |games: &str| {
        MATCH.json(&[
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
        ])
    };
    let short = play("2");
    assert_eq!(short["games"], 2);
    assert!(folder.join("game-000002.json").exists());
    let long = play("4");
    assert_eq!(long["games"], 4);
    let program = format!("cmd:{PATH} gomoku pbrain");
    let other = MATCH.json(&[
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
    ]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!((&other["games"], &other["faults"]), (&Value::from(2), &serde_json::json!([0, 0])), "{other}");
}
