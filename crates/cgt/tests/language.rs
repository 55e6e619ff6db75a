//! The language: what it says, what it refuses, and that nothing in it overflows.

use banmen_cgt::{Object, Problem, Session, SessionLimits};

fn shown(text: &str) -> Vec<String> {
    let mut session = Session::new();
    let objects = session.run(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    objects.iter().map(|object| session.show(object)).collect()
}

fn one(text: &str) -> String {
    shown(text).join("; ")
}

fn error(text: &str) -> String {
    Session::new().run(text).expect_err(text).to_string()
}

#[test]
fn variables_functions_and_lists() {
    assert_eq!(one("x := {1|-1}; x + x"), "0");
    assert_eq!(one("f(x, y) := 2*x - y\nf(^, *)"), "^^*");
    assert_eq!(one("twice := g -> g + g; twice(*2)"), "0");
    assert_eq!(one("[1, 1/2, ^][3]"), "^");
    assert_eq!(one("Map(Range(1, 4), n -> {n|-n}.Mean + n)"), "[1, 2, 3, 4]");
    assert_eq!(one("Filter([1, *, ^, v], g -> g > 0)"), "[1, ^]");
    assert_eq!(one("Sum([^, ^, *])"), "^^*");
    assert_eq!(one("Distinct([*+*, 0, 1]) + [\"a\"]"), "[0, 1, a]");
    assert_eq!(one("L := [0, *]; {L|0}"), "^*");
    assert_eq!(one("n := 3; n*^ + 1/2"), "1/2^3");
    assert_eq!(one("6/4 * 2"), "3");
    assert_eq!(one("Length([1, 2]) + Length(\"abc\")"), "5");
    assert_eq!(one("1; 2\n3 // nothing else\n"), "2; 3");
}

#[test]
fn control() {
    assert_eq!(one("s := 0\nfor n from 1 to 10 do s := s + n end\ns"), "55");
    assert_eq!(one("for n from 9 to 1 by -4 do Print(n) end"), "9; 5; 1");
    assert_eq!(one("for g in [*, ^] do\n  Print(g, g.Outcome)\nend"), "* N; ^ L");
    assert_eq!(one("n := 1; while n < 100 do n := 2*n end; n"), "128");
    assert_eq!(one("f(n) := if n = 0 then 0 elseif n = 1 then * else {f(n-1)|f(n-2)} end; f(2)"), "v");
    assert_eq!(one("if ^ > 0 and not (* > 0) or 1 / 0 > 1 then 7 else 8 end"), "7");
    assert_eq!(one("fib(n) := if n < 2 then n else fib(n-1) + fib(n-2) end; fib(15)"), "610");
    assert_eq!(one("f(n) := begin for k in Range(1, 9) do if k*k > n then return k end end; 0 end; f(10)"), "4");
    assert_eq!(one("add(n) := x -> x + n; add(3)(4)"), "7");
    assert_eq!(one("compose(f, g) := x -> f(g(x)); compose(Mean, x -> x + 1)({3|1})"), "3");
}

#[test]
fn operations_of_the_field() {
    for (text, expected) in [
        ("LeftOptions(^*)", "[0, *]"),
        ("RightOptions({1|0||-1})", "[-1]"),
        ("LeftIncentives({3|-1})", "[{4|0}]"),
        ("RightIncentives({1|0||-1})", "[{{2|1}|0}]"),
        ("Incentives({3|-1})", "[{4|0}]"),
        ("Stops({3|-1})", "[3, -1]"),
        ("[LeftStop({3|^}), RightStop({3|^})]", "[3, 0]"),
        ("Overheat(*, 1, 2)", "+-2"),
        ("^:*", "{^|*,^}"),
        ("ReducedForm({2^*|{0|v3}})", "{2|0}"),
        ("Norton(1/2, ^) + Norton(1/2, ^)", "^"),
        ("^<2>", "{0|v*}"),
        ("^[2] - ^<2>", "^"),
        ("v<2> + ↑²", "0"),
        ("↑₂ = ^[2]", "true"),
        ("Pow(Tiny(1), 1) = Tiny(1)", "true"),
        ("RemoteStar(*5)", "*8"),
        ("NimValue(*3 + *5)", "6"),
        ("NimSum(3, 5) + NimProduct(2, 2)", "9"),
        ("Mex([0, 1, 3])", "2"),
        ("1:-1", "1/2"),
        ("Freeze({3|-1})", "1*"),
        ("Heat(*, 1) = +-1", "true"),
        ("AtomicWeight(Tiny(2))", "0"),
        ("Cool({1*|-3/2}, 1/2)", "{1/2|-1}"),
        ("Latex({1|1/2})", "\\left\\{1\\middle|\\frac{1}{2}\\right\\}"),
        ("Outcome(*)", "N"),
    ] {
        assert_eq!(one(text), expected, "{text}");
    }
    assert!(one("Thermograph({3|-1})").contains("temperature 2"));
    assert!(one("Svg({3|-1})").starts_with("<svg "));
    assert!(one("Tikz({3|-1})").starts_with("\\begin{tikzpicture}"));
}

#[test]
fn errors_name_the_line() {
    assert_eq!(
        error("x := 1\ny := x +\n"),
        "line 3, character 1: expected a game such as 1/2, ^*, {0|-1} or (…), found the end"
    );
    assert_eq!(error("f(x) := x + z\nf(1)"), "line 1, character 13: unknown name `z`");
    assert_eq!(error("for x in [1] do x"), "at character 1: this `for` has no `end`");
    assert_eq!(error("Mean := 3"), "at character 1: `Mean` has a meaning already; choose another name");
    assert_eq!(error("[1, 2][3]"), "at character 7: the list has 2 elements; there is no element 3");
    assert_eq!(error("1 + [2]"), "at character 3: + needs a game, not a list");
    assert_eq!(error("f(x) := x; f(1, 2)"), "at character 12: f takes 1 argument, not 2");
    assert_eq!(error("over + 1"), "at character 1: `over` is a loopy game; only games that end can be worked out here");
    assert_eq!(error("\"abc"), "at character 1: this text has no closing quotation mark");
    assert_eq!(error("if 1 then 2 end"), "at character 4: a condition needs a truth value, not a game");
    let mut session = Session::new();
    session.run("f(x) := x / 3").unwrap();
    let told = session.run("1 + f(1)").unwrap_err().to_string();
    assert_eq!(
        told,
        "at character 5: 1/(3) is not dyadic: the denominator must be a power of two (in the function `f`)"
    );
}

#[test]
fn a_caret_shows_the_place() {
    let shown = |text: &str| Session::new().run(text).expect_err(text).excerpt(text);
    assert_eq!(shown("1 + foo"), "1 + foo\n    ^");
    assert_eq!(shown("↑ + {0|\n"), "↑ + {0|\n    ^");
    assert_eq!(shown("1;\n\tx := bar;\n2"), "\tx := bar;\n\t     ^");
    assert_eq!(shown("x := 1\ny := x +\n"), "\n^");
    let long = format!("{}foo{}", "1 + ".repeat(100), " + 1".repeat(100));
    let excerpt = shown(&long);
    let (line, caret) = excerpt.split_once('\n').unwrap();
    assert!(line[caret.len() - 1..].starts_with("foo") && line.len() == 120, "{excerpt}");
}

#[test]
fn nothing_overflows() {
    assert!(error("f(n) := f(n + 1); f(0)").contains("more than 2000 deep"));
    assert!(error("f(n) := Map([n], f); f(0)").contains("more than 2000 deep"));
    assert!(error("l := []; while true do l := [l] end").contains("nested at most"));
    assert!(error("while true do 1 end").contains("more work than allowed"));
    assert!(Session::new().run("l := [1]; while true do l := l + l end").is_err());
    assert!(error(&("begin ".repeat(100) + &" end".repeat(100))).contains("nested more than 64"));
    assert!(error(&"x -> ".repeat(1000)).contains("nested more than 64"));
    assert!(error(&"[".repeat(1_000_000)).contains("nested more than"));
    assert!(error(&("f(".repeat(20_000) + &")".repeat(20_000))).contains("nested more than"));
    assert_eq!(one(&("not ".repeat(100_000) + "true")), "true");
    assert_eq!(one(&("1 + ".repeat(100_000) + "1")), "100001");
}

#[test]
fn an_interruption_keeps_the_variables() {
    let mut session = Session::new();
    session.limits = SessionLimits { work: u64::MAX, memory: 1 << 30 };
    let mut looks = 0;
    let text = "x := ^\nwhile true do x := x + 0 end";
    let error = session
        .run_with(text, &mut |_, _| {}, &mut || {
            looks += 1;
            (looks > 3).then(|| "it was stopped".to_owned())
        })
        .unwrap_err();
    assert_eq!(error.problem, Problem::Stopped("it was stopped".to_owned()));
    assert!(matches!(session.get("x"), Some(Object::Game(_))));
    let shown = session.run("x").unwrap();
    assert_eq!(session.show(&shown[0]), "^");
}

#[test]
fn random_texts_never_panic() {
    let pieces = [
        "{",
        "}",
        "|",
        "||",
        "(",
        ")",
        "[",
        "]",
        ",",
        "1",
        "1/2",
        "^",
        "v",
        "*",
        "*2",
        "x",
        "f(",
        ":=",
        "->",
        "if ",
        "then ",
        "end ",
        "for ",
        "in ",
        "do ",
        "+",
        "-",
        "+-",
        ":",
        ".",
        "Mean",
        "Map(",
        "\"",
        "\n",
        ";",
        "and ",
        "not ",
        "<",
        "=",
        "3.",
        "^<2>",
        "₂",
        "begin ",
        "return ",
        "else ",
        "while ",
        "Range(1,3)",
        "é",
        "//",
        "Pow(^,2)",
        "⧾",
        "0.5",
    ];
    let mut seed = 7u64;
    let mut next = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let mut right = 0;
    for _ in 0..30_000 {
        let text: String = (0..=next(12)).map(|_| pieces[next(pieces.len())]).collect();
        let mut session = Session::new();
        session.limits = SessionLimits { work: 20_000, memory: 1 << 28 };
        right += usize::from(session.run(&text).is_ok());
    }
    assert!(right > 500, "{right}");
}
