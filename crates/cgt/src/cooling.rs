//! Cooling, heating, overheating and ordinal sums.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Exhausted};
use crate::dyadic::Dyadic;
use crate::value::Value;

impl Arena {
    /// The game cooled by `t`: each move costs its player `t`, until that makes the game a number plus an
    /// infinitesimal; from then on it is that number. For `t` above the temperature this is the mean.
    ///
    /// `t` is at least −1, and integers stay what they are.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Dyadic, Value};
    /// let mut arena = Arena::new();
    /// let switch = arena.value("+-1").unwrap();
    /// assert_eq!(arena.cool(switch, Dyadic::ONE), Value::STAR);
    /// assert_eq!(arena.cool(switch, Dyadic::integer(2)), Value::ZERO);
    /// ```
    pub fn cool(&mut self, v: Value, t: Dyadic) -> Value {
        self.without_limit(|arena| arena.try_cool(v, t))
    }

    /// The game cooled by `t`, within the work limit.
    pub fn try_cool(&mut self, v: Value, t: Dyadic) -> Result<Value, Exhausted> {
        self.cool_remembering(v, t, &mut FxHashMap::default())
    }

    fn cool_remembering(
        &mut self,
        v: Value,
        t: Dyadic,
        known: &mut FxHashMap<Value, Value>,
    ) -> Result<Value, Exhausted> {
        // Worked out here, so that the temperature and the mean are at hand.
        self.try_thermograph(v)?;
        if t > self.temperature(v) {
            let mean = self.mean(v);
            return Ok(self.number(mean));
        }
        if self.to_number(v).is_some_and(Dyadic::is_integer) {
            return Ok(v);
        }
        if let Some(&cooled) = known.get(&v) {
            return Ok(cooled);
        }
        self.spend(1)?;
        let (mut left, mut right) = (self.left_options(v), self.right_options(v));
        let (minus, plus) = (self.number(-t), self.number(t));
        for (options, tax) in [(&mut left, minus), (&mut right, plus)] {
            for option in options {
                let cooled = self.cool_remembering(*option, t, known)?;
                *option = self.try_add(cooled, tax)?;
            }
        }
        let cooled = self.try_from_options(&left, &right)?;
        known.insert(v, cooled);
        Ok(cooled)
    }

    /// The game heated by `t`: a number stays what it is, and in any other game each move earns its player `t`.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Dyadic, Value};
    /// let mut arena = Arena::new();
    /// let switch = arena.value("+-1").unwrap();
    /// assert_eq!(arena.heat(Value::STAR, Dyadic::ONE), switch);
    /// ```
    pub fn heat(&mut self, v: Value, t: Dyadic) -> Value {
        self.without_limit(|arena| arena.try_heat(v, t))
    }

    /// The game heated by `t`, within the work limit.
    pub fn try_heat(&mut self, v: Value, t: Dyadic) -> Result<Value, Exhausted> {
        let t = self.number(t);
        self.try_heat_by(v, t)
    }

    /// The game heated by another game, within the work limit.
    pub fn try_heat_by(&mut self, v: Value, t: Value) -> Result<Value, Exhausted> {
        self.heat_remembering(v, None, t, &mut FxHashMap::default())
    }

    /// The game overheated from `s` to `t`: an integer `n` becomes `n` copies of `s`, and in any other game each
    /// move earns its player `t`.
    pub fn overheat(&mut self, v: Value, s: Value, t: Value) -> Value {
        self.without_limit(|arena| arena.try_overheat(v, s, t))
    }

    /// The game overheated from `s` to `t`, within the work limit.
    pub fn try_overheat(&mut self, v: Value, s: Value, t: Value) -> Result<Value, Exhausted> {
        self.heat_remembering(v, Some(s), t, &mut FxHashMap::default())
    }

    fn heat_remembering(
        &mut self,
        v: Value,
        unit: Option<Value>,
        t: Value,
        known: &mut FxHashMap<Value, Value>,
    ) -> Result<Value, Exhausted> {
        match (unit, self.to_number(v)) {
            (None, Some(_)) => return Ok(v),
            (Some(unit), Some(number)) if number.is_integer() => {
                let n = number.to_integer().ok_or(Exhausted)?;
                return self.try_multiple(n, unit);
            }
            _ => {}
        }
        if let Some(&heated) = known.get(&v) {
            return Ok(heated);
        }
        self.spend(1)?;
        let (mut left, mut right) = (self.left_options(v), self.right_options(v));
        let minus = self.negate(t);
        for (options, bonus) in [(&mut left, t), (&mut right, minus)] {
            for option in options {
                let heated = self.heat_remembering(*option, unit, t, known)?;
                *option = self.try_add(heated, bonus)?;
            }
        }
        let heated = self.try_from_options(&left, &right)?;
        known.insert(v, heated);
        Ok(heated)
    }

    /// The ordinal sum `base : top` of the canonical form of `base` with `top`: a move in `base` ends `top`.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// let star_2 = arena.value("*2").unwrap();
    /// assert_eq!(arena.ordinal_sum(Value::STAR, Value::STAR), star_2);
    /// ```
    pub fn ordinal_sum(&mut self, base: Value, top: Value) -> Value {
        self.without_limit(|arena| arena.try_ordinal_sum(base, top))
    }

    /// The ordinal sum, within the work limit.
    pub fn try_ordinal_sum(&mut self, base: Value, top: Value) -> Result<Value, Exhausted> {
        let base_options = [self.left_options(base), self.right_options(base)];
        let mut known = FxHashMap::default();
        known.insert(Value::ZERO, base);
        let mut pending = vec![top];
        while let Some(&v) = pending.last() {
            if known.contains_key(&v) {
                pending.pop();
                continue;
            }
            self.spend(1)?;
            let mut options = [self.left_options(v), self.right_options(v)];
            let before = pending.len();
            pending.extend(options.iter().flatten().filter(|option| !known.contains_key(option)));
            if pending.len() > before {
                continue;
            }
            for (side, bases) in options.iter_mut().zip(&base_options) {
                for option in side.iter_mut() {
                    *option = known[option];
                }
                side.extend_from_slice(bases);
            }
            let sum = self.try_from_options(&options[0], &options[1])?;
            known.insert(v, sum);
            pending.pop();
        }
        Ok(known[&top])
    }
}
