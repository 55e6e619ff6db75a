//! Incentives, Norton products, and powers of ups.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Exhausted};
use crate::dyadic::Dyadic;
use crate::order::Outcome;
use crate::value::Value;

impl Arena {
    /// What Left gains by each move, `gL − g`, each once.
    pub fn try_left_incentives(&mut self, v: Value) -> Result<Vec<Value>, Exhausted> {
        let minus = self.try_negate(v)?;
        let mut incentives = Vec::new();
        for option in self.left_options(v) {
            incentives.push(self.try_add(option, minus)?);
        }
        incentives.sort_unstable();
        incentives.dedup();
        Ok(incentives)
    }

    /// What Right gains by each move, `g − gR`, each once.
    pub fn try_right_incentives(&mut self, v: Value) -> Result<Vec<Value>, Exhausted> {
        let minus = self.try_negate(v)?;
        self.try_left_incentives(minus)
    }

    /// The incentives of both players that no other one exceeds.
    pub fn try_incentives(&mut self, v: Value) -> Result<Vec<Value>, Exhausted> {
        let mut all = self.try_left_incentives(v)?;
        all.extend(self.try_right_incentives(v)?);
        all.sort_unstable();
        all.dedup();
        let mut best = Vec::new();
        'next: for &incentive in &all {
            for &other in &all {
                if other != incentive && self.try_less_or_equal(incentive, other)? {
                    continue 'next;
                }
            }
            best.push(incentive);
        }
        Ok(best)
    }

    /// The Norton product `g·u` by a unit `u` above 0: an integer `n` becomes `n` copies of `u`, and in any other game each move
    /// earns its player `u` and an incentive of `u`.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// let half = arena.value("1/2").unwrap();
    /// let product = arena.norton_product(half, Value::UP);
    /// assert_eq!(arena.add(product, product), Value::UP);
    /// ```
    pub fn norton_product(&mut self, g: Value, u: Value) -> Value {
        self.without_limit(|arena| arena.try_norton_product(g, u))
    }

    /// The Norton product, within the work limit.
    pub fn try_norton_product(&mut self, g: Value, u: Value) -> Result<Value, Exhausted> {
        let mut gains = Vec::new();
        for incentive in self.try_incentives(u)? {
            gains.push(self.try_add(u, incentive)?);
        }
        self.product_remembering(g, u, &gains, &mut FxHashMap::default())
    }

    fn product_remembering(
        &mut self,
        g: Value,
        u: Value,
        gains: &[Value],
        known: &mut FxHashMap<Value, Value>,
    ) -> Result<Value, Exhausted> {
        if let Some(number) = self.to_number(g)
            && number.is_integer()
        {
            return self.try_multiple(number.to_integer().ok_or(Exhausted)?, u);
        }
        if let Some(&product) = known.get(&g) {
            return Ok(product);
        }
        self.spend(1)?;
        let mut sides = [self.left_options(g), self.right_options(g)];
        for (options, sign) in sides.iter_mut().zip([1, -1]) {
            let mut products = Vec::with_capacity(options.len() * gains.len());
            for &option in options.iter() {
                let product = self.product_remembering(option, u, gains, known)?;
                for &gain in gains {
                    let gain = if sign > 0 { gain } else { self.try_negate(gain)? };
                    products.push(self.try_add(product, gain)?);
                }
            }
            *options = products;
        }
        let product = self.try_from_options(&sides[0], &sides[1])?;
        known.insert(g, product);
        Ok(product)
    }

    /// The option `H` of a game `{0|H}` above 0.
    fn power_base(&mut self, u: Value) -> Option<Value> {
        let (left, right) = (self.left_options(u), self.right_options(u));
        let above = self.outcome(u) == Outcome::L && !self.is_number(u);
        match (&left[..], &right[..]) {
            (&[left], &[right]) if left == Value::ZERO && above => Some(right),
            _ => None,
        }
    }

    /// The sum of the first `n` powers of `u` = `{0|H}` above 0, from 1 on: `{u→(n−1)|H}`. For `↑` this is Conway's `↑` with the
    /// subscript `n`. `None` if `u` is no such game.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// let sum = arena.try_power_sum(Value::UP, 2).unwrap();
    /// assert_eq!(sum, Some(arena.value("{^|*}").unwrap()));
    /// ```
    pub fn try_power_sum(&mut self, u: Value, n: u32) -> Result<Option<Value>, Exhausted> {
        let Some(base) = self.power_base(u) else { return Ok(None) };
        let mut sum = Value::ZERO;
        for _ in 0..n {
            sum = self.try_from_options(&[sum], &[base])?;
        }
        Ok(Some(sum))
    }

    /// The `n`-th power of `u` = `{0|H}` above 0, from 1 on: `{0|H − u→(n−1)}`, infinitesimal beside the powers before it. For `↑` this is
    /// `↑` with the superscript `n`. `None` if `u` is no such game.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// let square = arena.try_power(Value::UP, 2).unwrap();
    /// assert_eq!(square, Some(arena.value("{0|v*}").unwrap()));
    /// ```
    pub fn try_power(&mut self, u: Value, n: u32) -> Result<Option<Value>, Exhausted> {
        let (Some(base), Some(before)) = (self.power_base(u), self.try_power_sum(u, n.saturating_sub(1))?) else {
            return Ok(None);
        };
        if n == 0 {
            return Ok(None);
        }
        let minus = self.try_negate(before)?;
        let right = self.try_add(base, minus)?;
        self.try_from_options(&[Value::ZERO], &[right]).map(Some)
    }

    /// A nimber so large that no sub-game of `v` has one of its size: a remote star.
    pub fn remote_star(&mut self, v: Value) -> Value {
        let mut largest = self.to_number_up_star(v).map_or(0, |parts| parts.nimber);
        for node in self.nodes_below(v) {
            for option in [self.left_options(node), self.right_options(node)].concat() {
                largest = largest.max(self.to_number_up_star(option).map_or(0, |parts| parts.nimber));
            }
        }
        // With ups come stars of the neighbouring size; a power of two stays remote when small nimbers are added to it.
        self.nimber((largest + 2).next_power_of_two())
    }

    /// Whether both stops are 0.
    pub fn is_infinitesimal(&self, v: Value) -> bool {
        self.left_stop(v) == Dyadic::ZERO && self.right_stop(v) == Dyadic::ZERO
    }
}

/// The product of two nimbers in the field of nimbers.
///
/// ```
/// use banmen_cgt::nim_product;
/// assert_eq!((nim_product(2, 2), nim_product(4, 4), nim_product(2, 4)), (3, 6, 8));
/// ```
pub fn nim_product(a: u32, b: u32) -> u32 {
    product(u64::from(a), u64::from(b), 5) as u32
}

/// The product of nimbers below `2^(2^level)`, split at the Fermat power `F = 2^(2^(level−1))`, for which `F·F = F ⊕ F/2` and
/// products with smaller ones are ordinary.
fn product(a: u64, b: u64, level: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = 1u32 << (level - 1);
    let mask = (1u64 << half) - 1;
    let ((a1, a0), (b1, b0)) = ((a >> half, a & mask), (b >> half, b & mask));
    let below = level - 1;
    let low = product(a0, b0, below);
    if a1 == 0 && b1 == 0 {
        return low;
    }
    let high = product(a1, b1, below);
    let middle = product(a1 ^ a0, b1 ^ b0, below) ^ low;
    (middle << half) ^ low ^ product(high, 1 << (half - 1), below)
}
