//! From any sets of options to the canonical form.

use std::cmp::Ordering;

use crate::arena::{Arena, Exhausted, LOOKS_PER_STEP, hash_options};
use crate::dyadic::Dyadic;
use crate::options::Side;
use crate::order::{StopVerdict, verdict_of_keys, verdict_of_stops};
use crate::stop::{KEY_POINT, Stop, StopKey};
use crate::value::{FIXED_POINT, NumberUpStar, Value};

/// Lists that are reused from one canonicalisation to the next.
#[derive(Clone, Default)]
pub(crate) struct Scratch {
    left: Vec<Value>,
    right: Vec<Value>,
    below: Vec<(Value, bool)>,
    above: Vec<(Value, bool)>,
}

/// The stops of a game that is not a number; the exact ones only where a key is inexact.
#[derive(Copy, Clone)]
struct Stops {
    keys: (StopKey, StopKey),
    exact: Option<(Stop, Stop)>,
}

/// A game that is being brought to canonical form. Its options change, its value does not.
struct Draft<'a> {
    arena: &'a mut Arena,
    left: Vec<Value>,
    right: Vec<Value>,
    stops: Stops,
    /// Remembered answers to `X ≤ G`.
    below: Vec<(Value, bool)>,
    /// Remembered answers to `G ≤ X`.
    above: Vec<(Value, bool)>,
}

impl Stops {
    fn exact_or_keys(self) -> (Stop, Stop) {
        self.exact.unwrap_or_else(|| (self.keys.0.stop(), self.keys.1.stop()))
    }
}

impl Arena {
    /// The value of the game whose options have these values. Dominated options are removed and reversible
    /// ones bypassed; duplicates are allowed and the order does not matter.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Dyadic, Value};
    /// let mut arena = Arena::new();
    /// let one = arena.from_options(&[Value::ZERO], &[]);
    /// let minus_one = arena.from_options(&[], &[Value::ZERO]);
    /// let v = arena.from_options(&[minus_one], &[Value::ZERO, one]);
    /// assert_eq!(arena.to_number(v), Some(Dyadic::new(-1, 1)));
    /// ```
    pub fn from_options(&mut self, left: &[Value], right: &[Value]) -> Value {
        self.without_limit(|arena| arena.try_from_options(left, right))
    }

    /// The value of the game whose options have these values, within the work limit.
    pub fn try_from_options(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Exhausted> {
        let stops = match self.number_or_stops(left, right) {
            Ok(number) => return Ok(number),
            Err(stops) => stops,
        };
        let mut scratch = std::mem::take(&mut self.scratch);
        fill_sorted(&mut scratch.left, left);
        fill_sorted(&mut scratch.right, right);
        let hash = hash_options(&scratch.left, &scratch.right);
        if let Some(v) = self.find_node(&scratch.left, &scratch.right, hash) {
            self.scratch = scratch;
            return Ok(v);
        }
        scratch.below.clear();
        scratch.above.clear();
        let Scratch { left, right, below, above } = scratch;
        let mut draft = Draft { arena: self, left, right, stops, below, above };
        let pairs = draft.left.len() * draft.left.len() + draft.right.len() * draft.right.len();
        let reduced = draft.arena.spend(pairs / LOOKS_PER_STEP).and_then(|()| draft.reduce());
        let Draft { left, right, below, above, .. } = draft;
        let v = reduced
            .map(|()| self.number_up_star_of_options(&left, &right).unwrap_or_else(|| self.intern(&left, &right)));
        self.scratch = Scratch { left, right, below, above };
        v
    }

    /// The number that the game is, or else its stops. A game is a number exactly if some number is neither
    /// at most a left option nor at least a right option, and then it is the simplest such number; both
    /// conditions can be read off the options' stops.
    fn number_or_stops(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Stops> {
        let mut low = StopKey::LOWEST;
        let mut high = StopKey::HIGHEST;
        let mut exact = true;
        for &v in left {
            let key = self.stop_keys(v).1;
            exact &= !key.is_inexact();
            if key.order(low) == Some(Ordering::Greater) {
                low = key;
            }
        }
        for &v in right {
            let key = self.stop_keys(v).0;
            exact &= !key.is_inexact();
            if key.order(high) == Some(Ordering::Less) {
                high = key;
            }
        }
        if !exact {
            return self.exact_number_or_stops(left, right);
        }
        let order = low.units().cmp(&high.units());
        if order == Ordering::Greater || (order == Ordering::Equal && (low.right_to_move() || !high.right_to_move())) {
            return Err(Stops { keys: (low, high), exact: None });
        }
        if let Some(number) = simplest_packed(low, high) {
            return Ok(number);
        }
        let low = (!left.is_empty()).then(|| (low.number(), !low.right_to_move()));
        let high = (!right.is_empty()).then(|| (high.number(), high.right_to_move()));
        let number = Dyadic::simplest_between(low, high).expect("the interval is not empty");
        Ok(self.number(number))
    }

    fn exact_number_or_stops(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Stops> {
        let low = left.iter().map(|&v| self.exact_stops(v).1).max();
        let high = right.iter().map(|&v| self.exact_stops(v).0).min();
        let from = low.map(|stop: Stop| (stop.number, !stop.right_to_move));
        let to = high.map(|stop: Stop| (stop.number, stop.right_to_move));
        match (Dyadic::simplest_between(from, to), low, high) {
            (Some(number), _, _) => Ok(self.number(number)),
            (None, Some(low), Some(high)) => {
                Err(Stops { keys: (StopKey::new(low), StopKey::new(high)), exact: Some((low, high)) })
            }
            _ => unreachable!("an unbounded interval holds a number"),
        }
    }

    /// Recognises the canonical options, sorted by id, of a number plus ups plus a nimber that is not a number.
    fn number_up_star_of_options(&mut self, left: &[Value], right: &[Value]) -> Option<Value> {
        let first_left = self.to_number_up_star(*left.first()?)?;
        let first_right = self.to_number_up_star(*right.first()?)?;
        if first_left.number != first_right.number {
            return None;
        }
        let number = first_left.number;
        let base = NumberUpStar::number(number);
        let star = NumberUpStar { number, ups: 0, nimber: 1 };
        if left == right {
            // *m = {0,*,…,*(m−1) | the same}
            let mut seen = 0u64;
            for &v in left {
                let parts = self.to_number_up_star(v)?;
                if parts.number != number || parts.ups != 0 {
                    return None;
                }
                if parts.nimber as usize >= left.len() {
                    return None;
                }
                seen += u64::from(parts.nimber);
            }
            let m = left.len() as u64;
            debug_assert_eq!(seen, m * (m - 1) / 2);
            return Some(self.number_up_star(NumberUpStar { number, ups: 0, nimber: m as u32 }));
        }
        let mut arrows = |own: &[Value], other: &[Value], sign: i32| -> Option<Value> {
            let [target] = other else { return None };
            let target = self.to_number_up_star(*target)?;
            match *own {
                [option] => {
                    if self.to_number_up_star(option)? != base || target.number != number || target.ups * sign < 0 {
                        return None;
                    }
                    let parts = NumberUpStar { number, ups: target.ups + sign, nimber: target.nimber ^ 1 };
                    // {0|0} is *, and {0|*} is ↑; but {0|0} was seen above.
                    Some(self.number_up_star(parts))
                }
                [a, b] => {
                    let (a, b) = (self.to_number_up_star(a)?, self.to_number_up_star(b)?);
                    let fits = target == base && ((a == base && b == star) || (a == star && b == base));
                    fits.then(|| self.number_up_star(NumberUpStar { number, ups: sign, nimber: 1 }))
                }
                _ => None,
            }
        };
        arrows(left, right, 1).or_else(|| arrows(right, left, -1))
    }
}

/// The simplest number between exact stops that bound a non-empty interval, if it is packed and found at once.
fn simplest_packed(low: StopKey, high: StopKey) -> Option<Value> {
    const UNIT: i64 = 1 << KEY_POINT;
    if low == StopKey::LOWEST && high == StopKey::HIGHEST {
        return Some(Value::ZERO);
    }
    let above = |x: i64| x > low.units() || (x == low.units() && !low.right_to_move());
    let below = |x: i64| x < high.units() || (x == high.units() && high.right_to_move());
    let fixed = |x: i64| {
        let fixed = x >> (KEY_POINT - FIXED_POINT);
        i32::try_from(fixed).ok().and_then(|fixed| Value::packed_fixed(fixed, 0, 0))
    };
    if above(0) && below(0) {
        return Some(Value::ZERO);
    }
    // From the side of zero: the first multiple of the step beyond the nearer end.
    let mut step = UNIT;
    for _ in 0..=FIXED_POINT {
        let candidate = if above(0) {
            let c = high.units().div_euclid(step) * step;
            if below(c) { c } else { c - step }
        } else {
            let c = low.units().div_euclid(step) * step;
            if above(c) { c } else { c + step }
        };
        if above(candidate) && below(candidate) {
            return fixed(candidate);
        }
        step /= 2;
    }
    None
}

fn fill_sorted(list: &mut Vec<Value>, options: &[Value]) {
    list.clear();
    list.extend_from_slice(options);
    list.sort_unstable();
    list.dedup();
}

impl Draft<'_> {
    /// Removes dominated options and bypasses reversible ones.
    fn reduce(&mut self) -> Result<(), Exhausted> {
        self.remove_dominated(Side::Left)?;
        self.remove_dominated(Side::Right)?;
        // Whether an option is reversible depends on the value only, which does not change.
        if self.bypass_reversible(Side::Left)? {
            self.remove_dominated(Side::Left)?;
        }
        if self.bypass_reversible(Side::Right)? {
            self.remove_dominated(Side::Right)?;
        }
        self.left.sort_unstable();
        self.right.sort_unstable();
        Ok(())
    }

    fn remove_dominated(&mut self, side: Side) -> Result<(), Exhausted> {
        let list = match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        };
        let mut kept = 0;
        'next: for i in 0..list.len() {
            let candidate = list[i];
            let mut j = 0;
            while j < kept {
                let rival = list[j];
                let (low, high) = match side {
                    Side::Left => (candidate, rival),
                    Side::Right => (rival, candidate),
                };
                if self.arena.try_less_or_equal(low, high)? {
                    continue 'next;
                }
                if self.arena.try_less_or_equal(high, low)? {
                    kept -= 1;
                    list[j] = list[kept];
                } else {
                    j += 1;
                }
            }
            list[kept] = candidate;
            kept += 1;
        }
        list.truncate(kept);
        Ok(())
    }

    /// Replaces each option that the opponent can answer with something at least as good for him as the game
    /// itself by what follows that answer; returns whether there was any.
    fn bypass_reversible(&mut self, side: Side) -> Result<bool, Exhausted> {
        let opposite = match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        };
        let mut changed = false;
        let mut i = 0;
        'next: while i < self.list(side).len() {
            let option = self.list(side)[i];
            let answers = self.arena.options_of(option, opposite);
            for j in 0..answers.len() {
                let answer = self.arena.option(answers, j);
                let reverses = match side {
                    Side::Left => self.is_at_least(answer)?,
                    Side::Right => self.is_at_most(answer)?,
                };
                if reverses {
                    changed = true;
                    self.list(side).swap_remove(i);
                    let replacements = self.arena.options_of(answer, side);
                    for k in 0..replacements.len() {
                        let replacement = self.arena.option(replacements, k);
                        if !self.list(side).contains(&replacement) {
                            self.list(side).push(replacement);
                        }
                    }
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(changed)
    }

    fn list(&mut self, side: Side) -> &mut Vec<Value> {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }

    /// Whether `x ≤ G`.
    fn is_at_least(&mut self, x: Value) -> Result<bool, Exhausted> {
        let stops = self.stops;
        let verdict = verdict_of_keys(self.arena.stop_keys(x), stops.keys)
            .unwrap_or_else(|| verdict_of_stops(self.arena.exact_stops(x), stops.exact_or_keys()));
        match verdict {
            StopVerdict::Yes => return Ok(true),
            StopVerdict::No => return Ok(false),
            StopVerdict::Open if self.arena.is_number(x) => return Ok(true),
            StopVerdict::Open => {}
        }
        if let Some(&(_, answer)) = self.below.iter().find(|(v, _)| *v == x) {
            return Ok(answer);
        }
        let answer = self.no_option_refutes_at_least(x)?;
        self.below.push((x, answer));
        Ok(answer)
    }

    fn no_option_refutes_at_least(&mut self, x: Value) -> Result<bool, Exhausted> {
        self.arena.spend(self.right.len() / LOOKS_PER_STEP)?;
        for i in 0..self.right.len() {
            if self.arena.try_less_or_equal(self.right[i], x)? {
                return Ok(false);
            }
        }
        let options = self.arena.options_of(x, Side::Left);
        for i in 0..options.len() {
            let option = self.arena.option(options, i);
            if self.is_at_most(option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `G ≤ x`.
    fn is_at_most(&mut self, x: Value) -> Result<bool, Exhausted> {
        let stops = self.stops;
        let verdict = verdict_of_keys(stops.keys, self.arena.stop_keys(x))
            .unwrap_or_else(|| verdict_of_stops(stops.exact_or_keys(), self.arena.exact_stops(x)));
        match verdict {
            StopVerdict::Yes => return Ok(true),
            StopVerdict::No => return Ok(false),
            StopVerdict::Open if self.arena.is_number(x) => return Ok(true),
            StopVerdict::Open => {}
        }
        if let Some(&(_, answer)) = self.above.iter().find(|(v, _)| *v == x) {
            return Ok(answer);
        }
        let answer = self.no_option_refutes_at_most(x)?;
        self.above.push((x, answer));
        Ok(answer)
    }

    fn no_option_refutes_at_most(&mut self, x: Value) -> Result<bool, Exhausted> {
        self.arena.spend(self.left.len() / LOOKS_PER_STEP)?;
        for i in 0..self.left.len() {
            if self.arena.try_less_or_equal(x, self.left[i])? {
                return Ok(false);
            }
        }
        let options = self.arena.options_of(x, Side::Right);
        for i in 0..options.len() {
            let option = self.arena.option(options, i);
            if self.is_at_least(option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
