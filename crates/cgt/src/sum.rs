//! Sums, differences and negatives.

use crate::arena::{Arena, Exhausted, UNKNOWN};
use crate::dyadic::Dyadic;
use crate::options::Side;
use crate::value::{NumberUpStar, Value};

impl Arena {
    /// The negative: the players change places.
    pub fn negate(&mut self, v: Value) -> Value {
        self.without_limit(|arena| arena.try_negate(v))
    }

    /// The negative, within the work limit.
    pub fn try_negate(&mut self, v: Value) -> Result<Value, Exhausted> {
        if v.is_packed() {
            return Ok(Value::packed_fixed(-v.fixed(), -v.ups(), v.nimber()).expect("a negative is as small"));
        }
        if let Some(parts) = self.to_number_up_star(v) {
            return Ok(self.number_up_star(NumberUpStar { number: -parts.number, ups: -parts.ups, ..parts }));
        }
        let known = self.nodes[v.node_index()].negative;
        if known != UNKNOWN {
            return Ok(Value(known));
        }
        self.spend(1)?;
        let mut left = self.right_options(v);
        let mut right = self.left_options(v);
        for option in left.iter_mut().chain(&mut right) {
            *option = self.try_negate(*option)?;
        }
        left.sort_unstable();
        right.sort_unstable();
        // The negative of a canonical form is canonical.
        let negative = self.intern(&left, &right);
        self.nodes[v.node_index()].negative = negative.0;
        self.nodes[negative.node_index()].negative = v.0;
        Ok(negative)
    }

    /// The sum of two values.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// assert_eq!(arena.add(Value::STAR, Value::STAR), Value::ZERO);
    /// ```
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.without_limit(|arena| arena.try_add(a, b))
    }

    /// The sum of two values, within the work limit.
    pub fn try_add(&mut self, a: Value, b: Value) -> Result<Value, Exhausted> {
        if a == Value::ZERO {
            return Ok(b);
        }
        if b == Value::ZERO {
            return Ok(a);
        }
        if a.is_packed() && b.is_packed() {
            let sum = Value::packed_fixed(a.fixed() + b.fixed(), a.ups() + b.ups(), a.nimber() ^ b.nimber());
            if let Some(sum) = sum {
                return Ok(sum);
            }
        }
        if let (Some(x), Some(y)) = (self.to_number_up_star(a), self.to_number_up_star(b)) {
            return Ok(self.number_up_star(NumberUpStar {
                number: x.number + y.number,
                ups: x.ups.checked_add(y.ups).expect("a multiple of up is out of range"),
                nimber: x.nimber ^ y.nimber,
            }));
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a.is_node() && self.nodes[a.node_index()].negative == b.0 {
            return Ok(Value::ZERO);
        }
        if let Some(sum) = self.sums.get(a.0, b.0) {
            return Ok(Value(sum));
        }
        // Ids of numbers are below those of nodes, so only `a` can be a number.
        self.descend()?;
        let sum = if self.is_number(a) { self.translate(b, a) } else { self.add_by_options(a, b) };
        self.ascend();
        let sum = sum?;
        if self.sums.is_crowded() && self.may_grow(self.sums.growth_bytes()) {
            self.sums.grow();
        }
        self.sums.insert(a.0, b.0, sum.0);
        Ok(sum)
    }

    /// `node + number`: nobody moves in a number while there is something else to do, so the options are moved
    /// by the number and stay canonical.
    fn translate(&mut self, node: Value, number: Value) -> Result<Value, Exhausted> {
        let mut left = self.left_options(node);
        let mut right = self.right_options(node);
        for option in left.iter_mut().chain(&mut right) {
            *option = self.try_add(*option, number)?;
        }
        left.sort_unstable();
        right.sort_unstable();
        Ok(self.intern(&left, &right))
    }

    fn add_by_options(&mut self, a: Value, b: Value) -> Result<Value, Exhausted> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, list) in [Side::Left, Side::Right].into_iter().zip(&mut sides) {
            for (moving, resting) in [(a, b), (b, a)] {
                let options = self.options_of(moving, side);
                for i in 0..options.len() {
                    let option = self.option(options, i);
                    list.push(self.try_add(option, resting)?);
                }
            }
        }
        self.try_from_options(&sides[0], &sides[1])
    }

    /// The difference `a − b`.
    pub fn subtract(&mut self, a: Value, b: Value) -> Value {
        let negative = self.negate(b);
        self.add(a, negative)
    }

    /// The sum of `n` copies of a value, or of its negative if `n` is below 0.
    ///
    /// # Panics
    /// If a number leaves the range of [`Dyadic`] or there are more than 2^31 ups.
    pub fn multiple(&mut self, n: i64, v: Value) -> Value {
        self.without_limit(|arena| arena.try_multiple(n, v))
    }

    /// The sum of `n` copies of a value, within the work limit.
    pub fn try_multiple(&mut self, n: i64, v: Value) -> Result<Value, Exhausted> {
        if let Some(parts) = self.to_number_up_star(v) {
            let ups = i64::from(parts.ups).checked_mul(n).and_then(|ups| i32::try_from(ups).ok());
            return Ok(self.number_up_star(NumberUpStar {
                number: parts.number * n,
                ups: ups.ok_or(Exhausted)?,
                nimber: if n % 2 == 0 { 0 } else { parts.nimber },
            }));
        }
        let mut power = if n < 0 { self.try_negate(v)? } else { v };
        let mut rest = n.unsigned_abs();
        let mut sum = Value::ZERO;
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.try_add(sum, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.try_add(power, power)?;
            }
        }
        Ok(sum)
    }

    /// The value moved by a number.
    pub fn shift(&mut self, v: Value, number: Dyadic) -> Value {
        let number = self.number(number);
        self.add(v, number)
    }
}
