//! `banmen cgt …` from outside.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::program::Program;

const CGT: Program = Program("cgt");

fn value(expression: &str) -> Value {
    CGT.json(&[expression])
}

#[test]
fn expressions_have_values() {
    assert_eq!(value("{0,{0|0}|0}")["value"], "^*");
    assert_eq!(value("{0,{0|0}|0}")["atomic_weight"], "1");
    assert_eq!(value("{3/2*|0||-2|-3}")["temperature"], "13/8");
    assert_eq!(value("+-1 + +-1")["value"], "0");
    assert_eq!(value("^ > 0")["truth"], true);
    assert_eq!(CGT.printed(&["* = 0"]), "false\n");
    assert!(CGT.printed(&["1/2"]).starts_with("value         1/2\n"));
}

#[test]
fn expressions_may_begin_with_a_minus() {
    assert_eq!(value("-1/2")["value"], "-1/2");
    assert_eq!(value("-^*")["value"], "v*");
    assert_eq!(CGT.printed(&["compare", "-1", "-{0|1}"]), "-1 < -1/2\n");
}

#[test]
fn comparisons_are_told_by_a_sign() {
    assert_eq!(CGT.printed(&["compare", "^", "*"]), "^ || *\n");
    assert_eq!(CGT.printed(&["compare", "{0,{0|0}|0}", "^*"]), "^* = ^*\n");
    let json = CGT.json(&["compare", "1", "1/2"]);
    assert_eq!((json["relation"].as_str(), json["difference"]["value"].as_str()), (Some(">"), Some("1/2")));
}

#[test]
fn thermographs_of_expressions() {
    let svg = CGT.printed(&["thermograph", "{1*|-3/2}", "--svg", "-"]);
    assert!(svg.starts_with("<svg ") && svg.contains("5/4"));
    assert!(CGT.printed(&["thermograph", "-1/2"]).starts_with("mean          -1/2\n"));
}

#[test]
fn reject_what_is_no_expression() {
    for (arguments, expected) in [
        (&["{1|"][..], "character"),
        (&["1/3"], "character 1"),
        (&["compare", "1", "{|"], "the second game"),
        (&["thermograph", "1 > 0"], "truth value"),
        // The line and a caret below the place, as in scripts.
        (&["1/2 + z"], "at character 7: unknown name `z`\n1/2 + z\n      ^"),
        (&["-e", "1\n2 + z", "--json"], "line 2, character 5: unknown name `z`\n2 + z\n    ^"),
        (&["compare", "1", "2 + {0"], "the second game: at character 5: this `{` is never closed\n2 + {0\n    ^"),
        (&["thermograph", "2 + {0"], "\n2 + {0\n    ^"),
    ] {
        let error = CGT.refused(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn reject_a_million_braces() {
    let mut child =
        CGT.command(&["-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may end before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all("{".repeat(1_000_000).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_players_are_left_and_right() {
    for game in ["1", "{5|1}", "{3|-1}", "v"] {
        let printed = CGT.printed(&[game]);
        assert!(!printed.contains("Black") && !printed.contains("White"), "{printed}");
    }
    assert!(CGT.printed(&["1"]).contains("Left is ahead by one move."));
}

#[test]
fn scripts_run_from_files_and_from_standard_input() {
    let path = CGT.file("scripts_run_from_files_and_from_standard_input", "script.cgt");
    std::fs::write(&path, "f(n) := {n|-n}\nfor n in [1, 2] do Print(f(n).Temperature) end\nKonane(\"BW.\") + *\n")
        .unwrap();
    assert_eq!(CGT.printed(&[path.to_str().unwrap()]), "1\n2\n1*\n");
    std::fs::write(&path, "x := 1\ny := {0|\n").unwrap();
    let error = CGT.refused(&[path.to_str().unwrap()]);
    assert!(error.contains("script.cgt: line 2, character 6: this `{` is never closed\ny := {0|\n     ^\n"), "{error}");
    std::fs::remove_file(&path).unwrap();
    let piped = CGT.with_input(&[], "g := ^\ng + g\n");
    assert_eq!(String::from_utf8_lossy(&piped.stdout), "^^\n");
    assert_eq!(CGT.printed(&["-e", "x := *; x = x"]), "true\n");
    assert!(CGT.printed(&["-e", "Print(1); x := 2"]).starts_with("1\nvalue         2\n"));
}

#[test]
fn chosen_fields_and_drawings() {
    let chosen = CGT.json(&["{3|-1}", "--fields", "value,temperature"]);
    assert_eq!(chosen, serde_json::json!({ "value": "{3|-1}", "temperature": "2" }));
    let error = CGT.refused(&["1", "--json", "--fields", "worth"]);
    assert!(error.contains("there is no field \"worth\""), "{error}");
    assert!(CGT.printed(&["thermograph", "{3|-1}", "--tikz", "-"]).starts_with("\\begin{tikzpicture}"));
    assert!(CGT.printed(&["thermograph", "{3|-1}", "--sketch"]).contains("mean 1, temperature 2"));
    let thermograph = &value("{3|-1}")["thermograph"];
    assert!(thermograph["left"].is_array() && thermograph.get("drawn").is_none());
}

#[test]
fn a_time_limit_ends_a_script() {
    let output = CGT.run(&["-e", "while true do 1 end", "--time", "0.2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("time limit"));
}
