//! The arena against the plain definitions, on thousands of random games.

mod common;

use std::cmp::Ordering;

use banmen_cgt::{Arena, Outcome, Value};
use common::{Forest, Random, random_value};

#[test]
fn order_agrees_with_the_definition() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(1));
    let mut seen = [0; 4];
    for _ in 0..3000 {
        let (g, h) = (forest.random(&mut random, 4), forest.random(&mut random, 4));
        let (a, b) = (forest.value(&mut arena, g), forest.value(&mut arena, h));
        let plain = match (forest.le(g, h), forest.le(h, g)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        };
        assert_eq!(arena.compare(a, b), plain);
        assert_eq!(a == b, plain == Some(Ordering::Equal));
        assert_eq!(arena.less_or_equal(a, b), forest.le(g, h));
        seen[plain.map_or(3, |order| (order as i8 + 1) as usize)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn canonical_form_equals_its_input_and_is_reduced() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(2));
    for _ in 0..2000 {
        let g = forest.random(&mut random, 4);
        let v = forest.value(&mut arena, g);
        let canonical = forest.of_value(&mut arena, v);
        assert!(forest.equal(g, canonical));
        assert_eq!(forest.value(&mut arena, canonical), v, "canonicalisation is idempotent");
        let options = forest.options(canonical);
        for (i, &a) in options.0.iter().enumerate() {
            assert!(options.0.iter().enumerate().all(|(j, &b)| i == j || !forest.le(a, b)), "dominated");
            assert!(forest.options(a).1.iter().all(|&answer| !forest.le(answer, canonical)), "reversible");
        }
        for (i, &a) in options.1.iter().enumerate() {
            assert!(options.1.iter().enumerate().all(|(j, &b)| i == j || !forest.le(b, a)), "dominated");
            assert!(forest.options(a).0.iter().all(|&answer| !forest.le(canonical, answer)), "reversible");
        }
    }
}

#[test]
fn sums_agree_with_the_definition() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(3));
    for _ in 0..1500 {
        let (g, h) = (forest.random(&mut random, 3), forest.random(&mut random, 3));
        let (a, b) = (forest.value(&mut arena, g), forest.value(&mut arena, h));
        let sum = forest.add(g, h);
        let value = forest.value(&mut arena, sum);
        assert_eq!(arena.add(a, b), value);
        let negative = forest.negate(g);
        let value = forest.value(&mut arena, negative);
        assert_eq!(arena.negate(a), value);
    }
}

#[test]
fn group_laws() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(4));
    for _ in 0..1500 {
        let mut value = |arena: &mut Arena| random_value(arena, &mut forest, &mut random, 3);
        let (a, b, c) = (value(&mut arena), value(&mut arena), value(&mut arena));
        let ab = arena.add(a, b);
        assert_eq!(ab, arena.add(b, a));
        let left = arena.add(ab, c);
        let bc = arena.add(b, c);
        assert_eq!(left, arena.add(a, bc));
        assert_eq!(arena.add(a, Value::ZERO), a);
        assert_eq!(arena.subtract(a, a), Value::ZERO);
        assert_eq!(arena.subtract(ab, b), a);
        let minus = arena.negate(a);
        assert_eq!(arena.negate(minus), a);
        let thrice = arena.multiple(3, a);
        let twice = arena.add(a, a);
        assert_eq!(arena.add(twice, a), thrice);
        let minus_thrice = arena.multiple(-3, a);
        assert_eq!(arena.add(thrice, minus_thrice), Value::ZERO);
    }
}

#[test]
fn order_laws() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(5));
    for _ in 0..1500 {
        let mut value = |arena: &mut Arena| random_value(arena, &mut forest, &mut random, 3);
        let (a, b, c) = (value(&mut arena), value(&mut arena), value(&mut arena));
        let order = arena.compare(a, b);
        assert_eq!(arena.compare(b, a), order.map(Ordering::reverse));
        let (minus_a, minus_b) = (arena.negate(a), arena.negate(b));
        assert_eq!(arena.compare(minus_b, minus_a), order);
        let (ac, bc) = (arena.add(a, c), arena.add(b, c));
        assert_eq!(arena.compare(ac, bc), order, "order is kept by sums");
        if arena.less_or_equal(a, b) && arena.less_or_equal(b, c) {
            assert!(arena.less_or_equal(a, c));
        }
        let difference = arena.subtract(a, b);
        let outcome = match order {
            Some(Ordering::Less) => Outcome::R,
            Some(Ordering::Equal) => Outcome::P,
            Some(Ordering::Greater) => Outcome::L,
            None => Outcome::N,
        };
        assert_eq!(arena.outcome(difference), outcome);
    }
}

#[test]
fn a_tiny_memory_changes_no_answer() {
    let (mut free, mut tight) = (Arena::new(), Arena::new());
    tight.set_memory_limit(0);
    let (mut forest, mut random) = (Forest::default(), Random(6));
    for i in 0..600 {
        let (g, h) = (forest.random(&mut random, 4), forest.random(&mut random, 3));
        let mut answers = Vec::new();
        for arena in [&mut free, &mut tight] {
            let (a, b) = (forest.value(arena, g), forest.value(arena, h));
            let sum = arena.add(a, b);
            let canonical = forest.of_value(arena, sum);
            answers.push((canonical, arena.compare(a, b)));
        }
        assert_eq!(answers[0], answers[1]);
        if i % 100 == 0 {
            tight.clear_caches();
        }
    }
}

#[test]
fn exhausted_work_leaves_the_arena_right() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(7));
    let mut gave_up = 0;
    for round in 0..300 {
        let (g, h) = (forest.random(&mut random, 3), forest.random(&mut random, 3));
        let (a, b) = (forest.value(&mut arena, g), forest.value(&mut arena, h));
        arena.set_work_limit(round % 6);
        let limited = arena.try_add(a, b);
        gave_up += u32::from(limited.is_err());
        let sum = forest.add(g, h);
        let plain = forest.value(&mut arena, sum);
        assert!(limited.is_err() || limited == Ok(plain));
        assert_eq!(arena.add(a, b), plain);
    }
    assert!(gave_up > 20, "{gave_up}");
}
