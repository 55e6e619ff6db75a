//! `banmen quantum …` from outside: what it prints, and how it ends.

use std::process::Output;

use serde_json::{Value, json};

use crate::program::Program;

const QUANTUM: Program = Program("quantum");

fn close(value: &Value, expected: f64) {
    let found = value.as_f64().unwrap_or(f64::NAN);
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

#[test]
fn odds_answer_with_every_field() {
    let answer = QUANTUM.json(&["odds", "j10:90 k10:10 l10:90 m10:70 n10:70 a1:50"]);
    close(&answer["black"], 0.9 * 0.1 * 0.9 * 0.7 * 0.7);
    close(&answer["white"], 0.1 * 0.9 * 0.1 * 0.3 * 0.3);
    close(&answer["both"], 0.0);
    close(&answer["none"], 1.0 - 0.9 * 0.1 * 0.9 * 0.7 * 0.7 - 0.1 * 0.9 * 0.1 * 0.3 * 0.3);
    assert_eq!(answer["method"], "exact");
    assert_eq!(answer["interval"], Value::Null);
    assert_eq!(answer["stones"], 6);
    assert!(answer["seconds"].is_number() && answer["error"].as_f64().unwrap() < 1e-12);
}

#[test]
fn odds_of_other_sizes_and_of_kept_colours() {
    let answer = QUANTUM.json(&["odds", "a1:100 b1:100 c1:70 a2:0 b2:0 c2:0", "--size", "3", "--row", "3", "--exact"]);
    close(&answer["both"], 0.7);
    close(&answer["white"], 0.3);
    close(&QUANTUM.json(&["odds", ""])["none"], 1.0);
}

#[test]
fn sampled_odds_say_so_and_hold_the_exact_ones() {
    let stones = "j10:90 k10:70 l10:90 m10:70 n10:90";
    let sampled = QUANTUM.json(&["odds", stones, "--samples", "1000000"]);
    assert_eq!(sampled["method"], "sampled");
    assert!(sampled["samples"].as_u64().unwrap() >= 1_000_000);
    let exact = QUANTUM.json(&["odds", stones]);
    for outcome in ["black", "white", "both", "none"] {
        let interval: Vec<f64> = serde_json::from_value(sampled["interval"][outcome].clone()).unwrap();
        let value = exact[outcome].as_f64().unwrap();
        assert!(interval[0] - 0.001 <= value && value <= interval[1] + 0.001, "{outcome}: {value} in {interval:?}");
        assert!(interval[1] - interval[0] < 0.003);
    }
}

#[test]
fn reject_boards_that_cannot_be() {
    assert!(QUANTUM.refused(&["odds", "j10:101"]).contains("0 to 100"));
    assert!(QUANTUM.refused(&["odds", "j10:-1"]).contains("0 to 100"));
    assert!(QUANTUM.refused(&["odds", "j10:90 j10:10"]).contains("stone already"));
    assert!(QUANTUM.refused(&["odds", "k1:90", "--size", "9"]).contains("off the board"));
    assert!(QUANTUM.refused(&["odds", "a1:90", "--size", "4", "--row", "5"]).contains("does not fit"));
    assert!(QUANTUM.refused(&["odds", "a1:90", "--row", "2"]).contains("3 to 6"));
    assert!(QUANTUM.refused(&["odds", "a1:90", "--size", "23"]).contains("3 to 22"));
    QUANTUM.refused(&["odds", "a1"]);
    QUANTUM.refused(&["odds", "a1:90", "--samples", "0"]);
    QUANTUM.refused(&["odds", "a1:90", "--exact", "--samples", "9"]);
}

#[test]
fn solve_knows_tiny_games() {
    // Found once more by a plain program of its own that goes through every position and every colouring.
    for (observations, value) in [("unlimited", 0.613_617_756_427), ("1", 0.612_692), ("2", 0.605_074)] {
        let arguments = ["--size", "3", "--row", "3", "--observations", observations, "--after-miss", "revert"];
        let answer = QUANTUM.json(&[&["solve"], &arguments[..]].concat());
        assert!((answer["value"].as_f64().unwrap() - value).abs() < 1e-6, "{observations}: {answer}");
        assert_eq!(answer["best"], "b2");
    }
}

#[test]
fn solve_refuses_what_it_cannot_and_stops_at_limits() {
    assert!(QUANTUM.refused(&["solve", "--size", "5", "--row", "5"]).contains("too large"));
    assert!(QUANTUM.refused(&["solve", "--size", "3", "--row", "4"]).contains("does not fit"));
    assert!(QUANTUM.refused(&["solve", "--observations", "many"]).contains("unlimited"));
    assert!(QUANTUM.refused(&["solve", "--observations", "0"]).contains("observation"));
    QUANTUM.refused(&["solve", "--after-miss", "maybe"]);
    let output = QUANTUM.run(&["solve", "--size", "4", "--row", "4", "--time", "0.05"]);
    assert_eq!(output.status.code(), Some(1));
}

/// A game of tic-tac-toe size with the seal of its draws, as `docs/fairness.md` computes them.
fn finished() -> Value {
    let events = "b2 skip a1 skip a2 skip c2 skip a3 observe =bbwbb b1 observe =bwbbbw";
    let event = |text: &str| match text.strip_prefix('=') {
        Some(colours) => json!({ "chance": colours }),
        None => json!({ "move": text }),
    };
    json!({
        "format": 1,
        "game": "quantum",
        "rules": { "size": 3, "row": 3 },
        "events": events.split(' ').map(event).collect::<Vec<_>>(),
        "seal": {
            "construction": "banmen-draw-v1",
            "hash": "4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef",
            "seed": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        },
    })
}

#[test]
fn verify_tells_honest_records_from_others() {
    let honest = QUANTUM.with_input(&["verify", "-", "--json"], &finished().to_string());
    assert!(honest.status.success(), "{}", String::from_utf8_lossy(&honest.stderr));
    let answer: Value = serde_json::from_slice(&honest.stdout).unwrap();
    assert_eq!(answer["fair"], true);

    let mut forged = finished();
    forged["events"][10] = json!({ "chance": "bwwbb" });
    assert_eq!(QUANTUM.with_input(&["verify", "-"], &forged.to_string()).status.code(), Some(1));

    let hash = finished()["seal"]["hash"].as_str().unwrap().to_owned();
    let noted = QUANTUM.with_input(&["verify", "-", "--hash", &hash.to_uppercase()], &finished().to_string());
    assert!(noted.status.success());
    assert!(String::from_utf8_lossy(&noted.stdout).contains("the published hash is the one given"));
    let other = hash.replace('4', "5");
    let output = QUANTUM.with_input(&["verify", "-", "--hash", &other], &finished().to_string());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("is NOT the one given"));
    assert!(QUANTUM.refused(&["verify", "-", "--hash", "12"]).contains("64 hexadecimal digits"));

    let mut contributed = finished();
    contributed["seal"]["nonces"] = json!({ "first": "07".repeat(32) });
    let output = QUANTUM.with_input(&["verify", "-"], &contributed.to_string());
    assert_eq!(output.status.code(), Some(2), "the construction is one without contributions");
    contributed["seal"]["construction"] = json!("banmen-draw-v2");
    assert_eq!(QUANTUM.with_input(&["verify", "-"], &contributed.to_string()).status.code(), Some(1));
    contributed["seal"]["nonces"] = json!({ "first": "07" });
    assert_eq!(QUANTUM.with_input(&["verify", "-"], &contributed.to_string()).status.code(), Some(2));

    let mut secret = finished();
    secret["seal"].as_object_mut().unwrap().remove("seed");
    let output = QUANTUM.with_input(&["verify", "-"], &secret.to_string());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("revealed"));
    assert_eq!(QUANTUM.with_input(&["verify", "-"], "{}").status.code(), Some(2));
}

#[test]
fn best_decides_every_stage_and_refuses_broken_records() {
    let ask = |rules: Value, events: &[Value]| {
        let record = json!({ "format": 1, "game": "quantum", "rules": rules, "events": events });
        QUANTUM.with_input(&["best", "-", "--level", "hard", "--time", "0.2", "--json"], &record.to_string())
    };
    let of_move = |text: &str| json!({ "move": text });
    let chosen = |output: Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["move"].as_str().unwrap().to_owned()
    };
    let tiny = json!({ "size": 3, "row": 3 });
    let choosing =
        json!({ "size": 3, "row": 3, "observations": "each", "observation_count": 1, "after_miss": "choose" });
    assert_eq!(chosen(ask(tiny.clone(), &[])), "b2");
    assert_eq!(chosen(ask(json!({}), &[])), "j10");
    // Ninety percent black in the whole row: there is nothing to wait for.
    let won = ["a1", "skip", "a3", "skip", "b1", "skip", "b3", "skip", "c1"].map(of_move);
    assert_eq!(chosen(ask(tiny.clone(), &won)), "observe");
    let missed = [of_move("b2"), of_move("observe"), json!({ "chance": "w" })];
    assert_eq!(chosen(ask(choosing.clone(), &missed)), "cancel");

    let refusal = |rules: &Value, events: &[&str]| {
        let events: Vec<Value> = events.iter().map(|text| of_move(text)).collect();
        let output = ask(rules.clone(), &events);
        assert_eq!(output.status.code(), Some(2), "{events:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refusal(&tiny, &["a1", "skip", "a1"]).contains("stone already"));
    assert!(refusal(&tiny, &["d1"]).contains("off the board"));
    assert!(refusal(&tiny, &["observe"]).contains("stone has to be placed"));
    assert!(refusal(&tiny, &["a1", "skip", "keep"]).contains("no choice"));
    let spent = [of_move("a1"), of_move("observe"), json!({ "chance": "b" }), of_move("cancel"), of_move("b1")];
    let spent = [&spent[..], &[of_move("skip"), of_move("c1"), of_move("observe")]].concat();
    let output = ask(choosing, &spent);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no observation is left"));
    let empty = json!({ "black_cycle": [] });
    assert!(refusal(&empty, &[]).contains("cycle"));
    assert!(refusal(&json!({ "black_cycle": [101] }), &[]).contains("101"));
}
