//! Thermographs, cooling, heating, ordinal sums and atomic weights against their definitions.

mod common;

use std::collections::HashMap;

use banmen_cgt::{Arena, Dyadic, Notation, Outcome, Value};
use common::{Forest, Random, dyadic, random_value};

/// The stops of the cooled game by the recursive definition, found by trying every multiple of a fine step from
/// below: a game is frozen at the first temperature at which its stops agree.
struct Cooling {
    step: Dyadic,
    frozen: HashMap<Value, (Dyadic, Dyadic)>,
}

impl Cooling {
    /// Left and right stop of `v` cooled by `t`.
    fn stops(&mut self, arena: &mut Arena, v: Value, t: Dyadic) -> (Dyadic, Dyadic) {
        if let Some(n) = arena.to_number(v)
            && n.is_integer()
        {
            return (n, n);
        }
        let (temperature, mean) = self.freezing(arena, v);
        if t >= temperature { (mean, mean) } else { self.scaffold(arena, v, t) }
    }

    fn scaffold(&mut self, arena: &mut Arena, v: Value, t: Dyadic) -> (Dyadic, Dyadic) {
        let left = arena.left_options(v).into_iter().map(|o| self.stops(arena, o, t).1 - t).max().unwrap();
        let right = arena.right_options(v).into_iter().map(|o| self.stops(arena, o, t).0 + t).min().unwrap();
        (left, right)
    }

    /// The first temperature at which the scaffolds meet, and where they do.
    fn freezing(&mut self, arena: &mut Arena, v: Value) -> (Dyadic, Dyadic) {
        if let Some(&known) = self.frozen.get(&v) {
            return known;
        }
        let mut t = Dyadic::integer(-1);
        let known = loop {
            let (left, right) = self.scaffold(arena, v, t);
            assert!(left >= right, "the step is too coarse");
            if left == right {
                break (t, left);
            }
            t += self.step;
        };
        self.frozen.insert(v, known);
        known
    }
}

#[test]
fn thermographs_agree_with_the_recursive_definition() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(21));
    // Trees of height 3 with integers at the leaves: denominators stay within 2^6.
    let mut cooling = Cooling { step: Dyadic::power_of_half(6), frozen: HashMap::new() };
    let mut hot = 0;
    for _ in 0..400 {
        let v = random_value(&mut arena, &mut forest, &mut random, 3);
        let thermograph = arena.thermograph(v);
        if arena.to_number(v).is_some_and(Dyadic::is_integer) {
            assert_eq!(thermograph.temperature(), dyadic("-1"));
            continue;
        }
        let (temperature, mean) = cooling.freezing(&mut arena, v);
        assert_eq!((thermograph.temperature(), thermograph.mean()), (temperature, mean));
        assert_eq!((arena.temperature(v), arena.mean(v)), (temperature, mean));
        hot += u32::from(temperature.signum() > 0);
        assert_eq!(temperature.signum() < 0, arena.is_number(v));
        for i in 0..40 {
            let t = Dyadic::integer(-1) + Dyadic::new(i * 7, 6);
            let plain = cooling.stops(&mut arena, v, t);
            assert_eq!(
                (thermograph.left_at(t), thermograph.right_at(t)),
                plain,
                "{} at {t}",
                arena.name(v, Notation::Ascii)
            );
        }
    }
    assert!(hot > 50, "{hot}");
}

#[test]
fn walls_are_the_stops_of_the_cooled_game() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(22));
    for _ in 0..300 {
        let v = random_value(&mut arena, &mut forest, &mut random, 3);
        let thermograph = arena.thermograph(v);
        assert_eq!(thermograph.left_at(Dyadic::ZERO), arena.left_stop(v));
        assert_eq!(thermograph.right_at(Dyadic::ZERO), arena.right_stop(v));
        assert_eq!(arena.cool(v, Dyadic::ZERO), v);
        for i in 1..12 {
            let t = Dyadic::new(i, 2);
            let cooled = arena.cool(v, t);
            assert_eq!(
                (arena.left_stop(cooled), arena.right_stop(cooled)),
                (thermograph.left_at(t), thermograph.right_at(t))
            );
        }
    }
}

#[test]
fn mean_is_additive_and_temperature_does_not_rise() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(23));
    for _ in 0..600 {
        let a = random_value(&mut arena, &mut forest, &mut random, 3);
        let b = random_value(&mut arena, &mut forest, &mut random, 3);
        let sum = arena.add(a, b);
        assert_eq!(arena.mean(sum), arena.mean(a) + arena.mean(b));
        assert!(arena.temperature(sum) <= arena.temperature(a).max(arena.temperature(b)));
        let minus = arena.negate(a);
        assert_eq!(arena.mean(minus), -arena.mean(a));
    }
}

#[test]
fn walls_have_slopes_of_at_most_one() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(24));
    for _ in 0..500 {
        let v = random_value(&mut arena, &mut forest, &mut random, 4);
        let thermograph = arena.thermograph(v);
        for (wall, sign) in [(thermograph.left_wall(), -1), (thermograph.right_wall(), 1)] {
            assert_eq!(wall[0].temperature, dyadic("-1"));
            assert_eq!(wall.last().unwrap().temperature, thermograph.temperature());
            assert_eq!(wall.last().unwrap().value, thermograph.mean());
            for pair in wall.windows(2) {
                let (rise, run) = (pair[1].temperature - pair[0].temperature, pair[1].value - pair[0].value);
                assert!(rise.signum() > 0);
                assert!(run == Dyadic::ZERO || run == rise * sign);
            }
        }
    }
}

#[test]
fn cooling_undoes_heating_of_infinitesimals() {
    let mut arena = Arena::new();
    for text in ["*", "^", "v*", "^3*2", "Tiny(2)"] {
        let v = arena.value(text).unwrap();
        let heated = arena.heat(v, dyadic("3/2"));
        assert_eq!(arena.cool(heated, dyadic("3/2")), v, "{text}");
    }
    let (a, b) = (arena.value("^").unwrap(), arena.value("{1|0||0|-1}").unwrap());
    let sum = arena.add(a, b);
    let (heated_a, heated_b, heated_sum) =
        (arena.heat(a, Dyadic::ONE), arena.heat(b, Dyadic::ONE), arena.heat(sum, Dyadic::ONE));
    assert_eq!(arena.add(heated_a, heated_b), heated_sum, "heating is linear");
}

#[test]
fn overheating() {
    let mut arena = Arena::new();
    let (star, one) = (Value::STAR, arena.integer(1));
    let half = arena.value("1/2").unwrap();
    let expected = arena.value("{1|-1*}").unwrap();
    assert_eq!(arena.overheat(half, star, one), expected);
    let three = arena.integer(3);
    assert_eq!(arena.overheat(three, star, one), star);
    assert_eq!(arena.overheat(three, one, star), three);
}

#[test]
fn ordinal_sums_agree_with_the_definition() {
    fn plain(forest: &mut Forest, base: usize, top: usize) -> usize {
        let (b, t) = (forest.options(base), forest.options(top));
        let mut left: Vec<usize> = t.0.iter().map(|&o| plain(forest, base, o)).collect();
        left.extend(&b.0);
        let mut right: Vec<usize> = t.1.iter().map(|&o| plain(forest, base, o)).collect();
        right.extend(&b.1);
        forest.tree(left, right)
    }
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(25));
    for _ in 0..400 {
        let a = random_value(&mut arena, &mut forest, &mut random, 3);
        let b = random_value(&mut arena, &mut forest, &mut random, 3);
        let (base, top) = (forest.of_value(&mut arena, a), forest.of_value(&mut arena, b));
        let sum = plain(&mut forest, base, top);
        let expected = forest.value(&mut arena, sum);
        assert_eq!(arena.ordinal_sum(a, b), expected);
    }
}

/// A random tree in which both players can move or neither.
fn random_all_small(forest: &mut Forest, random: &mut Random, height: u32) -> usize {
    if height == 0 || random.below(7) == 0 {
        return forest.integer(0);
    }
    let mut side = |forest: &mut Forest| -> Vec<usize> {
        (0..=random.below(2)).map(|_| random_all_small(forest, random, height - 1)).collect()
    };
    let (left, right) = (side(forest), side(forest));
    forest.tree(left, right)
}

#[test]
fn atomic_weights_add_up() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(26));
    let mut fractions = 0;
    for _ in 0..1500 {
        let (g, h) = (random_all_small(&mut forest, &mut random, 4), random_all_small(&mut forest, &mut random, 4));
        let (a, b) = (forest.value(&mut arena, g), forest.value(&mut arena, h));
        let sum = arena.add(a, b);
        let (x, y) = (arena.atomic_weight(a).unwrap(), arena.atomic_weight(b).unwrap());
        let weight = arena.add(x, y);
        assert_eq!(
            arena.atomic_weight(sum),
            Some(weight),
            "{} {}",
            arena.name(a, Notation::Ascii),
            arena.name(b, Notation::Ascii)
        );
        fractions += u32::from(!arena.to_number(x).is_some_and(Dyadic::is_integer));
        let two = arena.integer(2);
        if arena.less_or_equal(two, x) {
            assert_eq!(arena.outcome(a), Outcome::L, "two ahead wins");
        }
    }
    assert!(fractions > 10, "{fractions}");
}

#[test]
fn an_integer_weight_is_a_multiple_of_up_as_seen_from_afar() {
    let (mut arena, mut forest, mut random) = (Arena::new(), Forest::default(), Random(27));
    let mut seen = 0;
    for _ in 0..1500 {
        let g = random_all_small(&mut forest, &mut random, 4);
        let v = forest.value(&mut arena, g);
        let weight = arena.atomic_weight(v).unwrap();
        let Some(n) = arena.to_number(weight).and_then(Dyadic::to_integer) else { continue };
        let ups = arena.multiple(n, Value::UP);
        let rest = arena.subtract(v, ups);
        let far = arena.nimber(64);
        let (high, low) = (arena.add(Value::UP, far), arena.add(Value::DOWN, far));
        assert!(arena.less_or_equal(low, rest) && arena.less_or_equal(rest, high));
        seen += 1;
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn known_atomic_weights() {
    let mut arena = Arena::new();
    for (text, expected) in [
        ("0", "0"),
        ("*", "0"),
        ("*7", "0"),
        ("^", "1"),
        ("v", "-1"),
        ("^^*", "2"),
        ("v5*3", "-5"),
        ("{^|v}", "0"),
        ("{0|^}", "2"),
        ("{^^|0}", "{0|2}"),
        ("{^^*|vv*}", "*"),
        // Not all small, but a tiny is an infinitesimal of weight 0 all the same.
        ("Tiny(1)", "0"),
    ] {
        let v = arena.value(text).unwrap();
        let weight = arena.atomic_weight(v).unwrap();
        let expected = arena.value(expected).unwrap();
        assert_eq!(weight, expected, "{text} has {}", arena.name(weight, Notation::Ascii));
    }
    for text in ["1", "1*", "{1|-1}", "{^|1}"] {
        let v = arena.value(text).unwrap();
        assert_eq!(arena.atomic_weight(v), None, "{text}");
    }
}
