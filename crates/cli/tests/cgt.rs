//! `banmen cgt …` from outside.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banmen"));
    command.arg("cgt").args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn value(expression: &str) -> Value {
    serde_json::from_str(&printed(&[expression, "--json"])).unwrap()
}

#[test]
fn expressions_have_values() {
    assert_eq!(value("{0,{0|0}|0}")["value"], "^*");
    assert_eq!(value("{0,{0|0}|0}")["atomic_weight"], "1");
    assert_eq!(value("{3/2*|0||-2|-3}")["temperature"], "13/8");
    assert_eq!(value("+-1 + +-1")["value"], "0");
    assert_eq!(value("^ > 0")["truth"], true);
    assert_eq!(printed(&["* = 0"]), "false\n");
    assert!(printed(&["1/2"]).starts_with("value         1/2\n"));
}

#[test]
fn expressions_may_begin_with_a_minus() {
    assert_eq!(value("-1/2")["value"], "-1/2");
    assert_eq!(value("-^*")["value"], "v*");
    assert_eq!(printed(&["compare", "-1", "-{0|1}"]), "-1 < -1/2\n");
}

#[test]
fn comparisons_are_told_by_a_sign() {
    assert_eq!(printed(&["compare", "^", "*"]), "^ || *\n");
    assert_eq!(printed(&["compare", "{0,{0|0}|0}", "^*"]), "^* = ^*\n");
    let json: Value = serde_json::from_str(&printed(&["compare", "1", "1/2", "--json"])).unwrap();
    assert_eq!((json["relation"].as_str(), json["difference"]["value"].as_str()), (Some(">"), Some("1/2")));
}

#[test]
fn thermographs_of_expressions() {
    let svg = printed(&["thermograph", "{1*|-3/2}", "--svg", "-"]);
    assert!(svg.starts_with("<svg ") && svg.contains("5/4"));
    assert!(printed(&["thermograph", "-1/2"]).starts_with("mean          -1/2\n"));
}

#[test]
fn reject_what_is_no_expression() {
    for (arguments, expected) in [
        (&["{1|"][..], "character"),
        (&["1/3"], "character 1"),
        (&["compare", "1", "{|"], "the second game"),
        (&["thermograph", "1 > 0"], "comparison"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn reject_a_million_braces() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banmen"))
        .args(["cgt", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all("{".repeat(1_000_000).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}
