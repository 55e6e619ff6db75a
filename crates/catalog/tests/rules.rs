//! Whatever rules are asked for, a game that starts keeps only what its schema allows: no field carries anything else along.

use banmen_catalog::{Entry, games};
use banmen_core::{RuleField, RuleKind};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Values for a field: right ones, ones just outside, ones of another type, and far too long ones.
fn values(field: &RuleField) -> BoxedStrategy<Value> {
    let wild = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,40}".prop_map(Value::from),
        (1_usize..20_000).prop_map(|length| json!("B".repeat(length))),
        (1_usize..2000).prop_map(|length| json!(vec![50; length])),
    ];
    let near = match field.kind.clone() {
        RuleKind::Number { min, max, .. } => (min - 2..=max + 2).prop_map(Value::from).boxed(),
        RuleKind::Choice { options } => proptest::sample::select(options).prop_map(Value::from).boxed(),
        RuleKind::Flag => any::<bool>().prop_map(Value::from).boxed(),
        RuleKind::Numbers { min, max, longest } => {
            proptest::collection::vec(min - 1..=max + 1, 0..longest + 3).prop_map(|list| json!(list)).boxed()
        }
        RuleKind::Text { longest } => {
            let length = 0..longest + 10;
            prop_oneof![Just(String::new()), "[BW./]{0,40}", length.prop_map(|length| "B".repeat(length))]
                .prop_map(|text| json!(text))
                .boxed()
        }
    };
    prop_oneof![3 => near, 1 => wild].boxed()
}

/// Rules of a game in which each field is there or not.
fn rules(entry: &'static Entry) -> BoxedStrategy<Value> {
    let fields = entry.info().rules.iter();
    let fields: Vec<_> = fields.map(|field| (Just(field.key), proptest::option::of(values(field)))).collect();
    let object = |fields: Vec<(&'static str, Option<Value>)>| {
        let fields = fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(fields.collect::<Map<_, _>>())
    };
    fields.prop_map(object).boxed()
}

/// Whether a value is one that the schema allows, as plainly as it can be said.
fn allowed(field: &RuleField, value: &Value) -> bool {
    match &field.kind {
        RuleKind::Number { min, max, .. } => {
            // Beside other choices a number may mean nothing, but is never more than a small number.
            let range = if field.when.is_some() { 0..=65_535 } else { *min..=*max };
            value.as_i64().is_some_and(|value| range.contains(&value))
        }
        RuleKind::Choice { options } => value.as_str().is_some_and(|value| options.contains(&value)),
        RuleKind::Flag => value.is_boolean(),
        RuleKind::Numbers { min, max, longest } => value.as_array().is_some_and(|list| {
            list.len() <= *longest
                && list.iter().all(|one| one.as_i64().is_some_and(|one| (*min..=*max).contains(&one)))
        }),
        RuleKind::Text { longest } => value.as_str().is_some_and(|text| text.chars().count() <= *longest),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_game_that_starts_has_rules_within_their_bounds(
        (game, rules) in (0..games().len()).prop_flat_map(|game| (Just(game), rules(&games()[game])))
    ) {
        let entry = &games()[game];
        if let Ok(game) = entry.start(&rules) {
            let kept = game.record().rules.clone();
            for field in &entry.info().rules {
                let found = kept.get(field.key);
                prop_assert!(found.is_none_or(|found| allowed(field, found)), "{}: {} is {found:?}", entry.id(), field.key);
            }
            let known = entry.info().rules.len();
            prop_assert!(kept.as_object().unwrap().len() <= known + 1, "{kept}");
            let again = entry.start(&kept).unwrap();
            prop_assert_eq!(&again.record().rules, &kept, "rules are kept as they are");
        }
    }
}

#[test]
fn text_that_is_no_position_is_refused_whatever_the_other_choices_are() {
    let konane = banmen_catalog::find("konane").unwrap();
    let long = "B".repeat(100_000);
    for position in [long.as_str(), "garbage", "B.?"] {
        for start in ["traditional", "free"] {
            let error = konane.start(&json!({"start": start, "position": position})).err().unwrap().to_string();
            assert!(error.contains("position") && error.len() < 400, "{error:.200}");
        }
    }
    assert!(konane.start(&json!({"position": "BW./..."})).is_ok(), "a position that waits for its turn");
}
