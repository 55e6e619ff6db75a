//! Numbers, arrows and nimbers of more than everyday size.

mod common;

use banmen_cgt::{Arena, Dyadic, NumberUpStar, Session, SessionLimits, Value};
use common::{Forest, Random, dyadic};

/// A random tree whose leaves are integers times a unit, and in which no other sub-game is a number; such trees
/// compare in the same way whatever the unit is.
fn random_hot(arena: &mut Arena, random: &mut Random, height: u32, unit: Dyadic) -> Value {
    loop {
        let start = random.0;
        if height == 0 || random.below(4) == 0 {
            let parts = NumberUpStar {
                number: unit * (random.below(9) as i64 - 4),
                ups: random.below(3) as i32 - 1,
                nimber: random.below(2) as u32,
            };
            return arena.number_up_star(parts);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            for _ in 0..=random.below(2) {
                side.push(random_hot(arena, random, height - 1, unit));
            }
        }
        let v = arena.from_options(&sides[0], &sides[1]);
        if !arena.is_number(v) {
            return v;
        }
        assert_ne!(start, random.0);
    }
}

#[test]
fn order_does_not_depend_on_the_unit() {
    let units =
        [dyadic("1"), Dyadic::power_of_half(33), Dyadic::power_of_half(70), dyadic("1099511627776"), dyadic("1/1024")];
    let mut arenas: Vec<Arena> = units.iter().map(|_| Arena::new()).collect();
    for seed in 0..600 {
        let mut answers = Vec::new();
        for (arena, &unit) in arenas.iter_mut().zip(&units) {
            let mut random = Random(seed);
            let a = random_hot(arena, &mut random, 3, unit);
            let b = random_hot(arena, &mut random, 3, unit);
            let difference = arena.subtract(a, b);
            let order = arena.compare(a, b);
            assert_eq!(arena.compare(difference, Value::ZERO), order);
            assert_eq!(arena.add(difference, b), a);
            let count = |arena: &Arena, v: Value| arena.subgame_count(v);
            answers.push((order, arena.outcome(a), count(arena, a), count(arena, difference)));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{seed}: {answers:?}");
    }
}

#[test]
fn numbers_of_any_size_are_recognised() {
    let mut arena = Arena::new();
    let fine = Dyadic::power_of_half(80);
    for number in [dyadic("16384"), dyadic("1099511627776"), fine, Dyadic::integer(1 << 50) + Dyadic::power_of_half(40)]
    {
        for number in [number, -number] {
            let v = arena.number(number);
            let (left, right) = (arena.left_options(v), arena.right_options(v));
            assert_eq!(arena.from_options(&left, &right), v);
            assert_eq!(arena.to_number(v), Some(number));
            let minus = arena.negate(v);
            assert_eq!(arena.add(v, minus), Value::ZERO);
            let star = arena.add(v, Value::STAR);
            assert_eq!(arena.from_options(&[v], &[v]), star);
            assert_eq!(arena.compare(star, v), None);
        }
    }
}

#[test]
fn large_arrows_and_nimbers_are_recognised() {
    let mut arena = Arena::new();
    for ups in [-40, -33, -1, 0, 1, 2, 31, 32, 33, 60] {
        for nimber in [0, 1, 2, 3, 31, 32, 33, 64] {
            for number in ["0", "-3/8", "20000"] {
                let parts = NumberUpStar { number: dyadic(number), ups, nimber };
                let v = arena.number_up_star(parts);
                let (left, right) = (arena.left_options(v), arena.right_options(v));
                assert_eq!(arena.from_options(&left, &right), v, "{parts:?}");
                assert_eq!(arena.to_number_up_star(v), Some(parts));
                let birthday = left.iter().chain(&right).map(|&o| arena.birthday(o)).max().map_or(0, |b| b + 1);
                assert_eq!(arena.birthday(v), birthday, "{parts:?}");
            }
        }
    }
}

#[test]
fn infinitesimals_agree_with_the_definition() {
    let (mut arena, mut forest) = (Arena::new(), Forest::default());
    let values: Vec<Value> = (-2..=2)
        .flat_map(|ups| (0..4).map(move |nimber| NumberUpStar { number: Dyadic::ZERO, ups, nimber }))
        .map(|parts| arena.number_up_star(parts))
        .collect();
    let trees: Vec<usize> = values.iter().map(|&v| forest.of_value(&mut arena, v)).collect();
    for (&a, &g) in values.iter().zip(&trees) {
        for (&b, &h) in values.iter().zip(&trees) {
            assert_eq!(arena.less_or_equal(a, b), forest.le(g, h));
        }
    }
    for (&a, &g) in values.iter().zip(&trees).step_by(3) {
        for (&b, &h) in values.iter().zip(&trees).step_by(4) {
            let sum = forest.add(g, h);
            assert_eq!(arena.add(a, b), forest.value(&mut arena, sum));
        }
    }
}

#[test]
fn no_text_makes_the_program_fail() {
    const SIGNS: [&str; 32] = [
        "{",
        "}",
        "|",
        "||",
        "(",
        ")",
        ",",
        "+",
        "-",
        "+-",
        "*",
        "^",
        "v",
        "0",
        "1",
        "-3/4",
        "7",
        "/",
        ".",
        ":",
        " ",
        "Tiny(",
        "Cool(",
        "Heat(",
        "<",
        "=",
        "±",
        "↓",
        "∗2",
        "AtomicWeight(",
        "{0|",
        "|1}",
    ];
    let mut random = Random(41);
    let mut understood = 0;
    for _ in 0..40_000 {
        let length = 1 + random.below(12);
        let text: String = (0..length).map(|_| SIGNS[random.below(SIGNS.len() as u64) as usize]).collect();
        let mut session = Session::new();
        session.limits = SessionLimits { work: 5000, ..SessionLimits::default() };
        match session.run(&text) {
            Err(error) => assert!(error.place.position <= text.chars().count(), "{text}"),
            Ok(_) => understood += 1,
        }
    }
    assert!(understood > 500, "{understood}");
}
