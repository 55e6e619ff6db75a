//! Random text at every parser that the outside world can reach through the catalogue: moves, records, rules, formats,
//! tools. Whatever comes, the answer is a sentence or a legal thing, and what was refused has changed nothing.

use std::time::Duration;

use banmen_catalog::{AnyGame, find_tool, games, replay, tools};
use banmen_core::{Event, Limits, Record, ToolError};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Text of any characters, and text made of the letters in which games are written, which gets further into a parser.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,80}",
        "[a-v0-9 ,:;|/.+*'x=-]{0,60}",
        "([a-p][0-9]{1,2}[-*+ ]?){0,12}",
        "[BWbw.xo01/|\n]{0,60}",
        "[LGECHDlgechd1-5/+\\[\\]wb -]{0,60}",
        "[{}|,*^v+0-9/ -]{0,80}",
        "[();BWASZRUGM\\[\\]a-o0-9]{0,80}",
    ]
}

/// JSON whose shape is right often enough to reach the fields.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3_i64..30).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{1,8}", inner, 0..6).prop_map(|map| json!(map)),
        ]
    })
}

/// The same record with one value of its rules, or one of its own fields, replaced.
fn damaged(record: &Record, at: usize, value: Value) -> Value {
    let mut whole = serde_json::to_value(record).expect("a record is JSON");
    let rules = whole["rules"].as_object().map_or(0, serde_json::Map::len);
    let fields = whole.as_object().map_or(0, serde_json::Map::len);
    let at = at % (rules + fields);
    let (object, index) = if at < rules { (&mut whole["rules"], at) } else { (&mut whole, at - rules) };
    let slot = object.as_object_mut().and_then(|map| map.values_mut().nth(index)).expect("the field was counted");
    *slot = value;
    whole
}

/// An event is refused and changes nothing, or it does what one of the legal moves does.
fn is_refused_or_legal(game: &mut dyn AnyGame, event: &Event) -> Result<(), TestCaseError> {
    let before = game.duplicate();
    match game.apply(event) {
        Ok(()) => {
            let same = |text: &String| {
                let mut other = before.duplicate();
                other.apply(&Event::Move(text.clone())).is_ok() && other.view() == game.view()
            };
            // A move may be written in more ways than one.
            let is_legal = matches!(event, Event::Move(_)) && before.legal_moves().iter().any(same);
            prop_assert!(is_legal, "{event:?} was accepted and is no legal move");
            prop_assert_eq!(game.record().events.len(), before.record().events.len() + 1);
        }
        Err(why) => {
            prop_assert!(!why.is_empty());
            prop_assert_eq!(game.record(), before.record(), "{:?} was refused and changed the record", event);
            prop_assert!(game.view() == before.view(), "{event:?} was refused and changed the view");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_move_of_random_text_is_refused_or_legal(text in text(), chance in any::<bool>()) {
        for entry in games() {
            let mut game = entry.start(&Value::Null).expect("default rules can be played");
            let event = if chance { Event::Chance(text.clone()) } else { Event::Move(text.clone()) };
            is_refused_or_legal(game.as_mut(), &event)?;
        }
    }

    #[test]
    fn a_legal_move_with_a_slip_of_the_pen_is_refused_or_legal(pick in any::<usize>(), at in any::<usize>(), slip in any::<char>()) {
        for entry in games() {
            let mut game = entry.start(&Value::Null).expect("default rules can be played");
            let legal = game.legal_moves();
            let mut text: Vec<char> = legal[pick % legal.len()].chars().collect();
            let at = at % text.len();
            text[at] = slip;
            is_refused_or_legal(game.as_mut(), &Event::Move(text.iter().collect()))?;
        }
    }

    #[test]
    fn a_legal_move_in_capitals_or_among_spaces_is_refused_or_legal(pick in any::<usize>(), spaces in "[ \\t]{0,3}", large in any::<bool>()) {
        for entry in games() {
            let mut game = entry.start(&Value::Null).expect("default rules can be played");
            let legal = game.legal_moves();
            let text = &legal[pick % legal.len()];
            let text = if large { text.to_uppercase() } else { text.clone() };
            is_refused_or_legal(game.as_mut(), &Event::Move(format!("{spaces}{text}{spaces}")))?;
        }
    }

    #[test]
    fn random_rules_are_refused_or_playable(rules in json_value()) {
        for entry in games() {
            if let Ok(game) = entry.start(&rules) {
                let _ = game.view();
                let _ = game.legal_moves();
            }
        }
    }

    #[test]
    fn a_damaged_record_is_refused_or_replayed(at in any::<usize>(), value in json_value()) {
        for entry in games() {
            if let Ok(record) = serde_json::from_value::<Record>(damaged(&entry.info().demo, at, value.clone()))
                && let Ok(game) = replay(&record) {
                let _ = game.view();
            }
        }
    }

    #[test]
    fn random_text_in_every_format_is_refused_or_becomes_a_game(text in text()) {
        for entry in games() {
            for format in &entry.info().formats {
                if let Ok(study) = entry.import(format.id, &text) {
                    prop_assert!(entry.walk(&study).is_ok(), "{} read {text:?} as a game it cannot replay", format.id);
                    prop_assert!(replay(&study.record()).is_ok());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_tool_answers_random_input_with_a_sentence(input in json_value(), text in text(), number in -2_i64..7) {
        let limits = Limits::within(Duration::from_millis(20));
        for tool in tools() {
            let likely = json!({
                "board": text, "boards": [text], "expression": text, "record": input, "stones": text, "position": text,
                "size": number, "row": number, "rows": number, "cols": number, "from": number, "to": number,
                "first": "black", "to_move": "black", "observations": number, "top": number,
            });
            for question in [input.clone(), likely] {
                match (find_tool(tool.name).expect("it is listed").run)(question, &limits, &mut |_| {}) {
                    Ok(_) => {}
                    Err(ToolError::Input(why) | ToolError::Failed(why) | ToolError::Stopped { why, .. }) => {
                        prop_assert!(!why.is_empty(), "{} failed without a word", tool.name);
                    }
                }
            }
        }
    }
}
