//! Reading, working out and writing expressions.

mod common;

use banmen_cgt::{Arena, Notation, Object, Outcome, Problem, Session, Value};
use common::{Forest, Random, dyadic, random_value};

/// What an expression is called once it is worked out.
fn name(text: &str) -> String {
    let mut arena = Arena::new();
    let v = arena.value(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    arena.name(v, Notation::Ascii)
}

fn truth(text: &str) -> bool {
    match Session::new().run(text).unwrap_or_else(|error| panic!("{text}: {error}"))[..] {
        [Object::Truth(truth)] => truth,
        ref other => panic!("{text}: {other:?}"),
    }
}

fn problem(text: &str) -> (usize, Problem) {
    let error = Arena::new().value(text).expect_err(text);
    (error.place.position, error.problem)
}

#[test]
fn names_of_the_literature() {
    for (text, expected) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{{0|}|}", "2"),
        ("{|{|{|0}}}", "-3"),
        ("{{|0}|0,{0|}}", "-1/2"),
        ("{0|0}", "*"),
        ("{0,{0|0}|0}", "^*"),
        ("{0|0,{0|0}}", "v*"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0|^*}", "^^"),
        ("{0|^^*}", "^3"),
        ("{0,*,*2|0,*,*2}", "*3"),
        ("{0|*3}", "^*2"),
        ("{1|1}", "1*"),
        ("{2|2*}", "2^"),
        ("{1*|-3/2}", "{1*|-3/2}"),
        ("{3/2*|0||-2|-3}", "{{3/2*|0}|{-2|-3}}"),
        ("{1|-1}", "+-1"),
        ("{2|0}-1", "+-1"),
        ("{1^|-1v}", "+-(1^)"),
        ("{{2|1}|{-1|-2}}", "+-{2|1}"),
        ("{0||0|-2}", "Tiny(2)"),
        ("{1/2|0||0}", "Miny(1/2)"),
        ("Tiny(1)+Miny(1)", "0"),
        ("{1|0}", "{1|0}"),
        ("2v3*2", "2v3*2"),
        ("-1^", "-1^"),
        ("-(1^)", "-1v"),
        ("1+-2", "-1"),
        ("1 + +-2", "{3|-1}"),
        ("3.^", "^3"),
        ("0.5", "1/2"),
        ("-2.125^", "-17/8^"),
        ("3.0", "3"),
        ("3*{1|0}-2*{1|0}", "{1|0}"),
        ("-2.{1|0}", "-1"),
        ("3*(1/2)", "3/2"),
        ("*:*", "*2"),
        ("1:-1", "1/2"),
        ("Cool(+-1,1)", "*"),
        ("Heat(*,1)", "+-1"),
        ("AtomicWeight(^3*2)", "3"),
        ("Temperature({1*|-3/2})", "5/4"),
        ("mean({1*|-3/2})", "-1/4"),
        ("Birthday(^*)", "2"),
        ("LeftStop({1*|-3/2}) + RightStop({1*|-3/2})", "-1/2"),
        ("±(1,{2|0})", "+-(1,{2|0})"),
        ("↑+⇓+∗2−★", "v*3"),
        ("⧾2 − ⧾2", "0"),
        ("{ 1 , 0 | }", "2"),
    ] {
        let found = name(text);
        let again = if expected.starts_with("+-(1,") { name(expected) } else { expected.to_owned() };
        assert_eq!(found, again, "{text}");
        assert_eq!(name(&found), found, "{text}");
    }
}

#[test]
fn comparisons() {
    for text in [
        "^ > 0",
        "^ || *",
        "^* <> 0",
        "^^* > 0",
        "^ < 1/1024",
        "*2 || *3",
        "{1|-1} || 0",
        "1 >= 1",
        "{0,{0|0}|0} = ^*",
        "1 != 2",
        "* <| 1",
        "* |> -1",
        "Tiny(1) > 0",
        "Tiny(2) < Tiny(1)",
        "Tiny(1) < ^",
        "↑ ≥ 0",
        "0 ≤ ↑",
        "∗ ∥ 0",
        "{3|1} > 1*",
        "{3|1} |> 1",
    ] {
        assert!(truth(text), "{text}");
    }
    for text in ["^ < 0", "^ <= *", "1 || 0", "* = 0", "{1|-1} <= 1/2", "* |> *"] {
        assert!(!truth(text), "{text}");
    }
}

#[test]
fn errors_say_where() {
    let unexpected = |text: &str| match problem(text) {
        (position, Problem::Unexpected { .. }) => position,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(problem("{0|1"), (0, Problem::Unclosed('{')));
    assert_eq!(problem("1+(2"), (2, Problem::Unclosed('(')));
    assert_eq!(problem("{0}"), (2, Problem::NoBar));
    assert_eq!(problem("{0|1|2}"), (0, Problem::AmbiguousBar("|".into())));
    assert_eq!(problem("1 + 1/3"), (4, Problem::NotDyadic("1/3".into())));
    assert_eq!(problem("1 + Foo(1)"), (4, Problem::UnknownName("Foo".into())));
    assert!(matches!(problem("Cool(1)"), (0, Problem::Arguments { found: 1, .. })));
    assert!(matches!(problem("99999999999999999999"), (0, Problem::NumberTooLarge)));
    assert_eq!(problem("1/2.^"), (0, Problem::NotWhole));
    assert_eq!(unexpected(""), 0);
    assert_eq!(unexpected("1 +"), 3);
    assert_eq!(unexpected("1 2"), 2);
    assert_eq!(unexpected("{0,|1}"), 3);
    assert_eq!(unexpected("{0|1)"), 4);
    assert_eq!(unexpected("0}"), 1);
    assert_eq!(unexpected("{1<2|3}"), 2);
    assert_eq!(unexpected("1<2<3"), 3);
    assert_eq!(unexpected("1,2"), 1);
    assert_eq!(unexpected("()"), 1);
    assert_eq!(unexpected("↑ + ?"), 4);
    assert_eq!(unexpected("1/"), 2);
    assert_eq!(unexpected("^^3"), 2);
    let text = Arena::new().value("{0|1)").unwrap_err().to_string();
    assert_eq!(text, "at character 5: expected `}`, found `)`");
}

#[test]
fn absurd_nesting_is_an_error() {
    let million = 1_000_000;
    assert!(matches!(problem(&"{".repeat(million)), (_, Problem::TooDeep)));
    assert!(matches!(problem(&"(".repeat(million)), (_, Problem::TooDeep)));
    assert!(matches!(problem(&("{".repeat(million) + &"|}".repeat(million))), (_, Problem::TooDeep)));
    assert!(matches!(problem(&("0".to_owned() + &" ".repeat(20 << 20))), (0, Problem::TooLong)));
    assert!(matches!(problem(&("{".to_owned() + &"|".repeat(40) + "}")), (1, Problem::TooManyBars)));
    assert_eq!(name(&("-".repeat(million) + "^")), "^");
}

#[test]
fn deep_but_allowed_nesting_is_worked_out() {
    let deep = "{".repeat(5000) + "0" + &"|}".repeat(5000);
    assert_eq!(name(&deep), "5000");
    let hot = "{9|".repeat(2000) + "0" + &"}".repeat(2000);
    assert!(matches!(problem(&hot), (_, Problem::Height)));
}

#[test]
fn limits_are_errors() {
    assert_eq!(problem("1 + 2000000000"), (4, Problem::NumberRange));
    assert_eq!(problem("1000000000+1000000000"), (10, Problem::NumberRange));
    assert_eq!(problem("1/1152921504606846976"), (0, Problem::NumberRange));
    assert_eq!(problem("*1001"), (0, Problem::InfinitesimalRange));
    assert_eq!(problem("1000.^^"), (0, Problem::InfinitesimalRange));
    assert_eq!(problem("AtomicWeight(1)"), (0, Problem::NoAtomicWeight("it is not infinitesimal")));
    assert_eq!(problem("Cool(1,*)").0, 0);
    assert!(matches!(problem("1<2"), (0, Problem::Kind { found: "a truth value", .. })));
    let sum = (1..40).map(|i| format!("{{{}|-{}}}", i * i + 1, i * 3)).collect::<Vec<_>>().join("+");
    assert_eq!(problem(&sum).1, Problem::Exhausted);
    for text in ["1000000.{2||1|-1}", "Overheat(100000,{2||1|-1},1)", "Overheat(1000000000,^3,1)"] {
        assert!(matches!(problem(text).1, Problem::Exhausted | Problem::Height), "{text}");
    }
}

#[test]
fn large_infinitesimals_stay_within_the_stack() {
    assert!(truth("^1000 + {1|0||0} > *1000 + v1000"));
    assert!(truth("{^1000|v1000} || *1000"));
    assert_eq!(name("{1^100|-1v100} + *9 - {1^100|-1v100}"), "*9");
}

#[test]
fn what_is_written_can_be_read() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(11));
    for round in 0..2000 {
        let v = random_value(&mut arena, &mut forest, &mut random, 2 + round % 3);
        let ascii = arena.name(v, Notation::Ascii);
        assert_eq!(arena.name_length(v), ascii.chars().count() as u128, "{ascii}");
        assert_eq!(arena.value(&ascii), Ok(v), "{ascii}");
        let unicode = arena.name(v, Notation::Unicode);
        assert_eq!(arena.value(&unicode), Ok(v), "{unicode}");
        let mut other = Arena::new();
        let again = other.value(&ascii).unwrap();
        assert_eq!(other.name(again, Notation::Ascii), ascii, "names do not depend on the arena");
    }
}

#[test]
fn latex() {
    let mut arena = Arena::new();
    for (text, expected) in [
        ("{1^*|-1/2}", "\\left\\{1{\\uparrow}{*}\\middle|-\\frac{1}{2}\\right\\}"),
        ("+-1", "\\pm 1"),
        ("2v3*2", "2+3{\\cdot}{\\downarrow}+{*}2"),
        ("vv", "{\\Downarrow}"),
        ("Tiny(2)", "\\mathord{+}_{2}"),
    ] {
        let v = arena.value(text).unwrap();
        assert_eq!(arena.name(v, Notation::Latex), expected);
    }
}

#[test]
fn long_names_have_a_length_and_a_short_form() {
    let mut arena = Arena::new();
    // Each step uses the value before twice, so that the name doubles and the graph grows by a few nodes.
    let mut v = arena.value("{4|-7}").unwrap();
    for i in 0..110 {
        let (far, minus_far) = (arena.integer(1000 + i), arena.integer(-1000 - i));
        let starred = arena.add(v, Value::STAR);
        let (high, low) = (arena.from_options(&[far], &[starred]), arena.from_options(&[v], &[minus_far]));
        v = arena.from_options(&[high], &[low]);
    }
    assert!(arena.name_length(v) > 1 << 100);
    assert!(arena.subgame_count(v) < 2000);
    assert_eq!(arena.name_within(v, Notation::Ascii, 2000), None);
}

#[test]
fn forms_list_each_sub_game_once() {
    let mut arena = Arena::new();
    let v = arena.value("{{3/2*|0}|{-2|-3}}").unwrap();
    assert_eq!(arena.subgame_count(v), 3);
    assert_eq!(arena.subgame_count(Value::UP), 0);
    let form = arena.form(v, Notation::Ascii);
    assert_eq!(form.sub_games.len(), 3);
    assert_eq!(arena.form(Value::UP, Notation::Unicode).to_string(), "↑");
    let mut graph = String::new();
    arena.form_graph(v, &mut graph).unwrap();
    assert!(graph.contains("\"G3\" -> \"G2\" [style=dashed]"), "{graph}");
}

#[test]
fn known_temperatures() {
    let mut arena = Arena::new();
    for (text, temperature, mean) in [
        ("{1*|-3/2}", "5/4", "-1/4"),
        ("{3/2*|0||-2|-3}", "13/8", "-7/8"),
        ("5", "-1", "5"),
        ("-3/8", "-1/8", "-3/8"),
        ("^", "0", "0"),
        ("1/2v*", "0", "1/2"),
        ("Tiny(3)", "0", "0"),
        ("{4|0||-4}", "3", "-1"),
    ] {
        let v = arena.value(text).unwrap();
        assert_eq!(arena.temperature(v), dyadic(temperature), "{text}");
        assert_eq!(arena.mean(v), dyadic(mean), "{text}");
        let thermograph = arena.thermograph(v);
        assert_eq!((thermograph.temperature(), thermograph.mean()), (dyadic(temperature), dyadic(mean)), "{text}");
    }
    let v = arena.value("{1*|-3/2}").unwrap();
    assert_eq!(arena.outcome(v), Outcome::N);
    assert_eq!((arena.left_stop(v), arena.right_stop(v)), (dyadic("1"), dyadic("-3/2")));
}
