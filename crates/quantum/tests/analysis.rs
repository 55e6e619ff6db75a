//! What is shown, and the tools.

use banmen_core::{Analysis, AnalysisRequest, Certainty, Game, Limits, Playable, ToolError};
use banmen_quantum::{Position, Rules};
use serde_json::{Value, json};

fn after(rules: &Rules, events: &str) -> Position {
    let mut position = Position::start(rules).unwrap();
    for event in events.split_whitespace() {
        position.play(event.parse().unwrap()).unwrap();
    }
    position
}

fn analysis(position: &Position, kind: &str) -> Analysis {
    let mut last = None;
    let request = AnalysisRequest { kind: kind.to_owned(), lines: 3 };
    position.analyse(&request, &Limits::of_nodes(2000), &mut |analysis| last = Some(analysis)).unwrap();
    last.expect("at least one report")
}

const FOUR: &str = "f10 skip a1 skip g10 skip a3 skip h10 skip a5 skip i10 skip a7 skip";

#[test]
fn the_odds_come_with_a_map_of_where_a_stone_helps() {
    let analysis = analysis(&after(&Rules::video(), FOUR), "odds");
    assert_eq!(analysis.certainty, Some(Certainty::Exact));
    assert_eq!(analysis.figures.len(), 4);
    let best = analysis.heat.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)).unwrap();
    // One end of the four, or the other: e10 or j10.
    assert!([4, 9].contains(&best.at.x) && best.at.y == 9, "{best:?}");
}

#[test]
fn the_best_line_completes_the_row() {
    let analysis = analysis(&after(&Rules::video(), FOUR), "lines");
    assert!(["e10", "j10"].contains(&analysis.lines[0].moves[0].as_str()), "{:?}", analysis.lines);
    let deciding = after(&Rules::video(), &format!("{FOUR} j10"));
    let analysis = self::analysis(&deciding, "lines");
    assert_eq!(analysis.lines[0].moves, ["observe"]);
    assert_eq!(analysis.lines.len(), 2);
}

#[test]
fn tiny_games_are_solved() {
    let rules = Rules { size: 3, row: 3, ..Rules::video() };
    let mut last = None;
    let request = AnalysisRequest { kind: "exact".to_owned(), lines: 0 };
    let position = Position::start(&rules).unwrap();
    position.analyse(&request, &Limits::none(), &mut |analysis| last = Some(analysis)).unwrap();
    assert!((last.unwrap().bar.unwrap() - 0.613_618).abs() < 1e-6);
    let large = Position::start(&Rules::video()).unwrap();
    assert!(large.analyse(&request, &Limits::none(), &mut |_| {}).unwrap_err().contains("too large"));
}

fn tool(name: &str, input: Value) -> Result<Value, ToolError> {
    let tool = Position::tools().iter().find(|tool| tool.name == name).unwrap();
    (tool.run)(input, &Limits::of_nodes(1_000_000), &mut |_| {})
}

#[test]
fn the_odds_tool_says_which_method_it_used() {
    let stones = "a1:90 b1:70 c1:90 d1:70 e1:90";
    let exact = tool("quantum.odds", json!({ "stones": stones })).unwrap();
    assert_eq!(exact["method"], "exact");
    assert_eq!(exact["interval"], Value::Null);
    assert_eq!(exact["stones"], 5);
    let sampled = tool("quantum.odds", json!({ "stones": stones, "samples": 100_000 })).unwrap();
    assert_eq!(sampled["method"], "sampled");
    let interval = &sampled["interval"]["black"];
    let (low, high) = (interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap());
    assert!(low < 0.35721 && 0.35721 < high);
}

#[test]
fn reject_bad_questions() {
    for (name, input, part) in [
        ("quantum.odds", json!({ "stones": "a1:101" }), "not a percentage"),
        ("quantum.odds", json!({ "stones": "a1:10 a1:20" }), "stone already"),
        ("quantum.odds", json!({ "stones": "t1:10" }), "off the board"),
        ("quantum.odds", json!({ "stones": "", "size": 4, "row": 5 }), "does not fit"),
        ("quantum.odds", json!({ "stones": "", "row": 7 }), "rows are 3 to 6"),
        ("quantum.odds", json!({ "stones": "", "size": 40 }), "sizes are 3 to 22"),
        ("quantum.odds", json!({ "stones": "", "samples": 0 }), "samples"),
        ("quantum.odds", json!({ "stones": "", "exact": true, "samples": 5 }), "exclude"),
        ("quantum.odds", json!({ "stone": "" }), "unknown field"),
        ("quantum.solve", json!({ "size": 19, "row": 5 }), "too large"),
        ("quantum.solve", json!({ "size": 3, "row": 5 }), "does not fit"),
        ("quantum.solve", json!({ "size": 3, "row": 3, "observations": 0 }), "observation_count"),
        ("quantum.verify", json!({ "record": 5 }), "Record"),
    ] {
        let error = tool(name, input.clone()).unwrap_err();
        assert!(matches!(error, ToolError::Input(_)) && error.to_string().contains(part), "{input}: {error}");
    }
}

#[test]
fn the_solve_tool_answers_with_blacks_expected_score() {
    let answer = tool("quantum.solve", json!({ "size": 3, "row": 3, "observations": 1 })).unwrap();
    assert!((answer["value"].as_f64().unwrap() - 0.612_692).abs() < 1e-6);
    assert_eq!(answer["best"], "b2");
}
