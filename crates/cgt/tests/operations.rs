//! Reduced forms, Norton products, powers, incentives, atomic weights and nim products against their definitions.

mod common;

use banmen_cgt::{Arena, Dyadic, Notation, Value, nim_product};
use common::{Forest, Random, random_value};

/// Up to so fine a number every sum of random games is far from being decided by it.
fn epsilon() -> Dyadic {
    Dyadic::power_of_half(20)
}

#[test]
fn reduced_forms_differ_by_an_infinitesimal_and_are_unique() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(41));
    let mut changed = 0;
    for round in 0..2000 {
        let v = random_value(&mut arena, &mut forest, &mut random, 2 + round % 2);
        let reduced = arena.reduced_form(v);
        changed += u32::from(reduced != v);
        let difference = arena.subtract(v, reduced);
        assert!(arena.is_infinitesimal(difference), "{}", arena.name(v, Notation::Ascii));
        assert_eq!(arena.reduced_form(reduced), reduced);
        // Cooling by next to nothing freezes exactly the infinitesimals; heating returns what each move lost.
        let cooled = arena.cool(v, epsilon());
        assert_eq!(arena.heat(cooled, epsilon()), reduced, "{}", arena.name(v, Notation::Ascii));
        // Games that differ by an infinitesimal have the same reduced form.
        for infinitesimal in ["^", "*2", "Tiny(1)", "{1|0||v*}"] {
            let small = arena.value(infinitesimal).unwrap();
            if !arena.is_infinitesimal(small) {
                continue;
            }
            let moved = arena.add(v, small);
            assert_eq!(arena.reduced_form(moved), reduced, "{} + {infinitesimal}", arena.name(v, Notation::Ascii));
        }
    }
    assert!(changed > 100, "{changed}");
}

/// `g·u` by the definition alone: nothing is remembered, and every incentive of `u` is taken.
fn plain_norton(arena: &mut Arena, g: Value, u: Value, gains: &[Value]) -> Value {
    if let Some(n) = arena.to_number(g).and_then(Dyadic::to_integer) {
        let copy = if n < 0 { arena.negate(u) } else { u };
        return (0..n.abs()).fold(Value::ZERO, |sum, _| arena.add(sum, copy));
    }
    let [left, right] = [arena.left_options(g), arena.right_options(g)];
    let mut sides = [Vec::new(), Vec::new()];
    for (side, options) in [left, right].into_iter().enumerate() {
        for option in options {
            let product = plain_norton(arena, option, u, gains);
            for &gain in gains {
                let gain = if side == 0 { gain } else { arena.negate(gain) };
                sides[side].push(arena.add(product, gain));
            }
        }
    }
    arena.from_options(&sides[0], &sides[1])
}

#[test]
fn norton_products_agree_with_the_definition() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(42));
    let units: Vec<Value> = ["^", "1", "^*2", "{1|*}", "{2|^}"].map(|text| arena.value(text).unwrap()).to_vec();
    for _ in 0..1000 {
        let g = random_value(&mut arena, &mut forest, &mut random, 2);
        let u = units[random.below(units.len() as u64) as usize];
        let (left, right) = (arena.left_options(u), arena.right_options(u));
        let mut gains: Vec<Value> = left.into_iter().map(|option| arena.subtract(option, u)).collect();
        gains.extend(right.into_iter().map(|option| arena.subtract(u, option)).collect::<Vec<_>>());
        let gains: Vec<Value> = gains.into_iter().map(|incentive| arena.add(u, incentive)).collect();
        let plain = plain_norton(&mut arena, g, u, &gains);
        assert_eq!(arena.norton_product(g, u), plain, "{}", arena.name(g, Notation::Ascii));
    }
}

#[test]
fn norton_products_by_ups_are_additive() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(43));
    for _ in 0..300 {
        let [a, b] = [0, 1].map(|_| random_value(&mut arena, &mut forest, &mut random, 2));
        let sum = arena.add(a, b);
        let [x, y, z] = [a, b, sum].map(|g| arena.norton_product(g, Value::UP));
        assert_eq!(arena.add(x, y), z);
    }
}

#[test]
fn incentives_are_gains() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(44));
    for _ in 0..500 {
        let v = random_value(&mut arena, &mut forest, &mut random, 3);
        let (left, right) = (arena.try_left_incentives(v).unwrap(), arena.try_right_incentives(v).unwrap());
        let mut plain_left: Vec<Value> = arena.left_options(v).into_iter().map(|o| arena.subtract(o, v)).collect();
        let mut plain_right: Vec<Value> = arena.right_options(v).into_iter().map(|o| arena.subtract(v, o)).collect();
        for list in [&mut plain_left, &mut plain_right] {
            list.sort_unstable();
            list.dedup();
        }
        assert_eq!((&left, &right), (&plain_left, &plain_right));
        let best = arena.try_incentives(v).unwrap();
        for incentive in left.iter().chain(&right) {
            assert!(best.iter().any(|&other| arena.less_or_equal(*incentive, other)));
        }
    }
}

#[test]
fn powers_of_ups_add_up() {
    let mut arena = Arena::new();
    let mut sum = Value::ZERO;
    for n in 1..8 {
        let power = arena.try_power(Value::UP, n).unwrap().unwrap();
        sum = arena.add(sum, power);
        assert_eq!(arena.try_power_sum(Value::UP, n), Ok(Some(sum)));
        assert!(arena.less_or_equal(Value::ZERO, power) && power != Value::ZERO);
        // Each is infinitesimal beside the one before it.
        let next = arena.try_power(Value::UP, n + 1).unwrap().unwrap();
        let many = arena.multiple(20, next);
        assert!(arena.less_or_equal(many, power));
    }
    for text in ["1", "*", "v", "{1|0}", "0"] {
        let v = arena.value(text).unwrap();
        assert_eq!(arena.try_power(v, 2), Ok(None), "{text}");
    }
}

/// A random game in which everything is all small.
fn all_small(arena: &mut Arena, random: &mut Random, height: u32) -> Value {
    if height == 0 || random.below(5) == 0 {
        return Value::ZERO;
    }
    let mut side = || (0..=random.below(2)).map(|_| all_small(arena, random, height - 1)).collect::<Vec<_>>();
    let (left, right) = (side(), side());
    arena.from_options(&left, &right)
}

#[test]
fn atomic_weights_satisfy_the_definition_and_are_unique() {
    let (mut arena, mut random) = (Arena::new(), Random(45));
    let mut fractional = 0;
    for _ in 0..600 {
        let v = all_small(&mut arena, &mut random, 4);
        assert!(arena.is_all_small(v));
        let weight = arena.atomic_weight(v).unwrap();
        assert_eq!(arena.try_is_atomic_weight(weight, v), Ok(true), "{}", arena.name(v, Notation::Ascii));
        fractional += u32::from(arena.to_number(weight).is_none());
        for n in -3..=3 {
            let other = arena.integer(n);
            if other != weight {
                assert_eq!(arena.try_is_atomic_weight(other, v), Ok(false), "{}", arena.name(v, Notation::Ascii));
            }
        }
    }
    assert!(fractional > 0);
}

#[test]
fn atomic_weights_beyond_all_small_games() {
    let mut arena = Arena::new();
    for (text, weight) in [
        ("Tiny(1)", Some("0")),
        ("Miny(1/2)", Some("0")),
        ("Tiny(2) + ^3", Some("3")),
        ("vv* + Miny(3)", Some("-2")),
        ("1", None),
        ("+-1", None),
        ("1/2^", None),
    ] {
        let v = arena.value(text).unwrap();
        let found = arena.atomic_weight(v);
        assert_eq!(found.map(|weight| arena.name(weight, Notation::Ascii)).as_deref(), weight, "{text}");
    }
}

#[test]
fn nim_products_agree_with_mex() {
    const SIZE: usize = 48;
    let mut table = [[0u32; SIZE]; SIZE];
    for a in 0..SIZE {
        for b in 0..SIZE {
            let mut excluded = Vec::new();
            for i in 0..a {
                for j in 0..b {
                    excluded.push(table[i][b] ^ table[a][j] ^ table[i][j]);
                }
            }
            table[a][b] = (0..4096).find(|n| !excluded.contains(n)).unwrap();
            assert_eq!(nim_product(a as u32, b as u32), table[a][b], "{a} {b}");
        }
    }
    // Products are associative and distribute over sums, large ones too.
    let mut random = Random(46);
    for _ in 0..2000 {
        let [a, b, c] = [0, 1, 2].map(|_| random.below(1 << 32) as u32);
        assert_eq!(nim_product(nim_product(a, b), c), nim_product(a, nim_product(b, c)));
        assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
    }
}
