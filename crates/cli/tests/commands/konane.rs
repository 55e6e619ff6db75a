//! `banmen konane …` from outside: what it prints, and how it ends.

use std::io::Read;
use std::process::Stdio;

use serde_json::Value;

use crate::program::Program;

const KONANE: Program = Program("konane");
const TILES_3_6: &str = "....../BW.BW./WB.WB.";
const TILES_3_9: &str = "........./BW.BW.BW./WB.WB.WB.";

#[test]
fn value_answers_what_the_literature_knows() {
    let answer = KONANE.json(&["value", TILES_3_6]);
    assert_eq!(answer["value"], "{1*|-3/2}");
    assert_eq!(answer["value_length"], 9);
    assert_eq!(answer["outcome"], "N");
    assert_eq!(answer["temperature"], "5/4");
    assert_eq!(answer["mean"], "-1/4");
    assert_eq!((answer["left_stop"].as_str(), answer["right_stop"].as_str()), (Some("1"), Some("-3/2")));
    assert_eq!(answer["birthday"], 4);
    assert!(answer["atomic_weight"].is_null());
    assert!(answer["nodes"].is_u64() && answer["positions"].is_u64() && answer["seconds"].is_number());
    assert_eq!(answer["components"][0]["letter"], "A");
    assert_eq!(answer["reading"]["key"], "konane.reading.next_wins");
    let nine = KONANE.json(&["value", TILES_3_9]);
    assert_eq!(nine["value"], "{{3/2*|0}|{-2|-3}}");
    assert_eq!((nine["temperature"].as_str(), nine["mean"].as_str()), (Some("13/8"), Some("-7/8")));
}

#[test]
fn a_board_comes_as_an_argument_a_file_or_on_standard_input() {
    let path = KONANE.file("a_board_comes_as_an_argument_a_file_or_on_standard_input", "board.txt");
    std::fs::write(&path, "W..\nWWW\n.BW\nB..\n").unwrap();
    for board in ["W../WWW/.BW/B..", "W..|WWW|.BW|B..", path.to_str().unwrap()] {
        assert!(KONANE.printed(&["value", board]).starts_with("value         -1/2\n"), "{board}");
    }
    let output = KONANE.with_input(&["value", "-", "--json"], "W..\nWWW\n.BW\nB..\n");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["value"], "-1/2");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn parts_have_letters_cells_and_values() {
    let answer = KONANE.json(&["value", "BW...BW./......../.......W"]);
    let parts = answer["components"].as_array().unwrap();
    assert_eq!(parts.len(), 2);
    assert_eq!((parts[0]["letter"].as_str(), parts[1]["letter"].as_str()), (Some("A"), Some("B")));
    assert!(parts.iter().all(|part| part["value"].is_string() && part["cells"][0].is_array()));
}

#[test]
fn long_names_are_null_and_become_lists() {
    let answer = KONANE.json(&["value", TILES_3_9, "--max-length", "10"]);
    assert!(answer["value"].is_null());
    assert_eq!(answer["value_length"], 18);
    assert_eq!(answer["form"].as_array().unwrap().len(), 3);
}

#[test]
fn reject_bad_boards_with_their_place() {
    for (board, expected) in [
        ("BW./B?.", "row 2, column 2"),
        ("board.txt", "nor is there a file"),
        ("BW./B.", "row 2 has 2 cells"),
        ("", "empty"),
        ("///", "empty"),
    ] {
        let error = KONANE.refused(&["value", board]);
        assert!(error.contains(expected), "{board:?}: {error}");
    }
    let large = vec!["B".repeat(17); 17].join("/");
    let error = KONANE.refused(&["outcome", &large]);
    assert!(error.contains("17×17 is too large"), "{error}");
    for arguments in [["value", "BW.", "--jumps", "some"], ["value", "BW.", "--memory", "much"]] {
        KONANE.refused(&arguments);
    }
}

#[test]
fn a_limit_ends_with_what_is_known() {
    let board = [".".repeat(21), "BW.".repeat(7), "WB.".repeat(7)].join("/");
    let output = KONANE.run(&["value", &board, "--time", "0.05", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let partial: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(partial["positions"].as_u64().unwrap() > 0 && partial["components"].is_array());
    assert_eq!((partial.get("value"), partial.get("outcome")), (Some(&Value::Null), Some(&Value::Null)));
    assert!(String::from_utf8(output.stderr).unwrap().contains("time limit"));
    let output = KONANE.run(&["value", &board, "--memory", "4M", "--time", "60"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("memory limit"), "{error}");
}

#[test]
fn outcome_tells_who_wins() {
    let answer = KONANE.json(&["outcome", TILES_3_6, "--memory", "64M"]);
    assert_eq!(answer["outcome"], "N");
    assert_eq!((answer["black_first"].as_str(), answer["white_first"].as_str()), (Some("black"), Some("white")));
    let full = "BWBW/W..B/BWBW/WBWB";
    let one = KONANE.json(&["outcome", full, "--first", "white", "--memory", "64M"]);
    assert!(one["outcome"].is_null() && one["white_first"].is_string());
}

#[test]
fn certificates_are_written_checked_and_refused() {
    let folder = std::env::temp_dir()
        .join(format!("banmen-certificates_are_written_checked_and_refused-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (proof, search) = (file("five.proof"), file("five.search"));
    let asked = ["outcome", "--traditional", "5x5", "--memory", "64M", "--threads", "2", "--checkpoint", &search];
    let answer = KONANE.json(&[&asked[..], &["--certificate", &proof]].concat());
    assert_eq!((answer["black_first"].as_str(), answer["white_first"].as_str()), (Some("black"), None));
    let checked = KONANE.json(&["verify", &proof]);
    assert_eq!(checked["claims"][0], serde_json::json!({ "first": "black", "winner": "black" }));
    assert!(checked["moves"].as_u64().unwrap() > 10);
    // A second search goes on from the file and has nothing left to do.
    let again = KONANE.json(&asked);
    assert!(again["positions"].as_u64().unwrap() <= answer["positions"].as_u64().unwrap() / 10);
    let mut bytes = std::fs::read(&proof).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let place = text.find("black wins").unwrap();
    bytes[place..place + 10].copy_from_slice(b"white wins");
    std::fs::write(&proof, &bytes).unwrap();
    let output = KONANE.run(&["verify", &proof]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("black first, white wins: move "), "{error}");
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&proof, &bytes).unwrap();
    assert!(KONANE.refused(&["verify", &proof]).contains("damaged"));
    assert!(KONANE.refused(&["outcome", "--traditional", "6"]).contains("6x6"));
    assert!(KONANE.refused(&["outcome", "--traditional", "4x4", "--first", "white"]).contains("Black starts"));
    assert!(KONANE.refused(&["outcome", "BW.", "--checkpoint", &search]).contains("is about `traditional"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn options_say_what_matters() {
    let table = KONANE.json(&["options", "BW.W.W."]);
    let standings: Vec<&str> =
        table["left"].as_array().unwrap().iter().map(|o| o["standing"].as_str().unwrap()).collect();
    assert_eq!(standings.len(), 3);
    assert!(standings.contains(&"kept") && standings.contains(&"dominated"), "{standings:?}");
    assert!(KONANE.printed(&["options", "BW.W.W."]).contains("a1-c1"));
}

#[test]
fn strategy_can_be_played_through() {
    let first = KONANE.json(&["strategy", TILES_3_6, "--first", "black", "--depth", "60"]);
    assert_eq!((first["winner"].as_str(), first["complete"].as_bool()), (Some("black"), Some(true)));
    let best = first["tree"][0]["move"].as_str().unwrap();
    let next = KONANE.json(&["strategy", TILES_3_6, "--first", "black", "--moves", best]);
    assert_eq!((next["to_move"].as_str(), next["winner"].as_str()), (Some("white"), Some("black")));
    assert!(KONANE.printed(&["strategy", TILES_3_6, "--first", "white"]).starts_with("white to move, white wins"));
    let error = KONANE.refused(&["strategy", "BW.", "--first", "black", "--moves", "c1-a1"]);
    assert!(error.contains("move 1"), "{error}");
}

#[test]
fn strings_and_their_lengths() {
    assert_eq!(KONANE.printed(&["string", "W../WWW/.BW/B.."]), "{{|0}|0,{0|}}\n");
    assert_eq!(KONANE.printed(&["string", "W../WWW/.BW/B..", "--integers"]), "{-1|0,1}\n");
    assert_eq!(KONANE.printed(&["string", TILES_3_9, "--length"]), "999513\n");
    assert_eq!(KONANE.printed(&["string", TILES_3_9]).len(), 999_514);
    assert_eq!(KONANE.json(&["string", TILES_3_6])["length"], 2505);
}

#[test]
fn a_string_reads_back_as_the_value() {
    let string = KONANE.printed(&["string", TILES_3_6]);
    let output = KONANE.with_input(&["read", "-", "--json"], string.trim_end());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["value"], "{1*|-3/2}");
    KONANE.refused(&["read", "{0|0"]);
}

#[test]
fn who_closes_the_pipe_ends_the_string() {
    // A thousand million characters, of which we read ten.
    let board = [".".repeat(12), "BW.".repeat(4), "WB.".repeat(4)].join("/");
    let mut child = KONANE.command(&["string", &board]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 10];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut first).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn best_gives_a_legal_move() {
    assert_eq!(KONANE.json(&["best", "BW.", "--to-move", "black"])["move"], "a1-c1");
    assert_eq!(KONANE.printed(&["best", "B.W", "--to-move", "white"]), "white cannot move\n");
    KONANE.refused(&["best", "BW.", "--to-move", "green"]);
}

#[test]
fn thermographs_are_drawn() {
    let path = KONANE.file("thermographs_are_drawn", "thermograph.svg");
    let text = KONANE.printed(&["thermograph", TILES_3_6, "--svg", path.to_str().unwrap()]);
    assert!(text.starts_with("mean          -1/4\ntemperature   5/4\n"), "{text}");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("5/4"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn tiles_fill_a_table_and_a_plot() {
    let [csv, plot] = ["tile.csv", "tile.svg"].map(|name| KONANE.file("tiles_fill_a_table_and_a_plot", name));
    let (csv_name, plot_name) = (csv.to_str().unwrap(), plot.to_str().unwrap());
    KONANE.printed(&[
        "tile", "--rows", "3", "--cols", "3..=9", "--step", "3", "--csv", csv_name, "--plot", plot_name, "--log",
    ]);
    let table = std::fs::read_to_string(&csv).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "n,string_length,unique_positions,time_ms");
    assert!(lines[1].starts_with("3,17,8,") && lines[2].starts_with("6,2505,100,"), "{table}");
    assert!(lines[3].starts_with("9,999513,1268,") && lines.len() == 4, "{table}");
    assert!(std::fs::read_to_string(&plot).unwrap().contains("<svg"));
    for path in [csv, plot] {
        std::fs::remove_file(path).unwrap();
    }
    let squares = KONANE.json(&["tile", "--square", "3..=6", "--what", "value"]);
    assert_eq!(squares["table"][1]["worth"]["temperature"], "5/8");
    KONANE.refused(&["tile", "--cols", "9..=3"]);
    KONANE.refused(&["tile", "--cols", "3..=999"]);
}

#[test]
fn longest_says_how_it_looked() {
    let small = KONANE.json(&["longest", "--rows", "2", "--cols", "4", "--top", "3"]);
    assert_eq!((small["method"].as_str(), small["proved"].as_bool()), (Some("exhaustive"), Some(true)));
    let lengths: Vec<u64> = small["top"].as_array().unwrap().iter().map(|p| p["length"].as_u64().unwrap()).collect();
    assert!(lengths.len() == 3 && lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    let text = KONANE.printed(&["longest", "--rows", "4", "--cols", "4", "--tries", "50", "--seed", "5"]);
    assert!(text.starts_with("local search with seed 5"), "{text}");
}
