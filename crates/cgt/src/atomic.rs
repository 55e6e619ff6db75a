//! Atomic weights.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Exhausted};
use crate::dyadic::Dyadic;
use crate::options::Side;
use crate::value::{NumberUpStar, Value};

/// Work on the weight of a game that is not all small, where nothing else limits it.
const MOST_TRYING: u64 = 1 << 18;
/// Integers up to this size are tried as such a weight.
const LARGEST_TRIED: i64 = 8;

impl Arena {
    /// Whether in every sub-game of the canonical form either both players can move or neither can.
    pub fn is_all_small(&self, v: Value) -> bool {
        let small = |v: Value| self.to_number_up_star(v).is_none_or(|parts| parts.number == Dyadic::ZERO);
        small(v)
            && self.nodes_below(v).into_iter().all(|node| {
                [Side::Left, Side::Right]
                    .into_iter()
                    .all(|side| self.node_options(node, side).iter().all(|&o| small(o)))
            })
    }

    /// The atomic weight, the number of ups that a game is worth as seen from afar.
    ///
    /// A game `g` has the atomic weight `w` if `g − w·↑` lies between `↓ + ☆` and `↑ + ☆`, where `w·↑` is a
    /// [Norton product](Self::norton_product) and `☆` a [remote star](Self::remote_star). Every all-small game has one, a few other
    /// infinitesimals do (that of a tiny is 0), and no other game does. For infinitesimals that are not all small the weight that
    /// their infinitesimal options suggest and small integers are tried; `None` means that none of these is the weight.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// let mut arena = Arena::new();
    /// let weight = arena.atomic_weight(Value::UP).unwrap();
    /// assert_eq!(weight, arena.integer(1));
    /// let one = arena.integer(1);
    /// assert_eq!(arena.atomic_weight(one), None);
    /// ```
    pub fn atomic_weight(&mut self, v: Value) -> Option<Value> {
        if self.is_all_small(v) {
            return self.without_limit(|arena| arena.try_atomic_weight(v));
        }
        let budget = self.work_left();
        self.set_work_limit(MOST_TRYING);
        let weight = self.try_atomic_weight(v).unwrap_or(None);
        self.set_work_limit(budget);
        weight
    }

    /// The atomic weight, within the work limit.
    pub fn try_atomic_weight(&mut self, v: Value) -> Result<Option<Value>, Exhausted> {
        if !self.is_infinitesimal(v) {
            return Ok(None);
        }
        if !self.is_all_small(v) {
            return self.try_weight_beyond_all_small(v);
        }
        let mut weights: FxHashMap<Value, Value> = FxHashMap::default();
        for node in self.nodes_below(v) {
            let weight = self.weight_from_options(node, &weights)?;
            weights.insert(node, weight);
        }
        Ok(Some(self.known_weight(v, &weights)))
    }

    /// Whether `w` is the atomic weight of `v`, by the definition.
    pub fn try_is_atomic_weight(&mut self, w: Value, v: Value) -> Result<bool, Exhausted> {
        let product = self.try_norton_product(w, Value::UP)?;
        let minus = self.try_negate(product)?;
        let difference = self.try_add(v, minus)?;
        let star = self.remote_star(difference);
        let (low, high) = (self.try_add(Value::DOWN, star)?, self.try_add(Value::UP, star)?);
        Ok(self.try_less_or_equal(low, difference)? && self.try_less_or_equal(difference, high)?)
    }

    fn try_weight_beyond_all_small(&mut self, v: Value) -> Result<Option<Value>, Exhausted> {
        let mut sides = [self.left_options(v), self.right_options(v)];
        for (side, shift) in sides.iter_mut().zip([-2, 2]) {
            let shift = self.integer(shift);
            let mut weights = Vec::new();
            for &option in side.iter() {
                // Other options are threats that have to be answered.
                if self.is_all_small(option)
                    && let Some(weight) = self.try_atomic_weight(option)?
                {
                    weights.push(self.try_add(weight, shift)?);
                }
            }
            *side = weights;
        }
        let suggested = self.try_from_options(&sides[0], &sides[1])?;
        if self.try_is_atomic_weight(suggested, v)? {
            return Ok(Some(suggested));
        }
        for n in (0..=LARGEST_TRIED).flat_map(|n| [n, -n]) {
            let weight = self.integer(n);
            if self.try_is_atomic_weight(weight, v)? {
                return Ok(Some(weight));
            }
        }
        Ok(None)
    }

    fn known_weight(&mut self, v: Value, weights: &FxHashMap<Value, Value>) -> Value {
        match self.to_number_up_star(v) {
            Some(parts) => self.integer(i64::from(parts.ups)),
            None => weights[&v],
        }
    }

    /// Two less than the weights of Left's options, two more than those of Right's; but where that is an integer,
    /// a comparison with a star so far away that its size does not matter picks the right integer.
    fn weight_from_options(&mut self, node: Value, weights: &FxHashMap<Value, Value>) -> Result<Value, Exhausted> {
        let mut sides = [self.left_options(node), self.right_options(node)];
        for (side, shift) in sides.iter_mut().zip([-2, 2]) {
            let shift = self.integer(shift);
            for option in side.iter_mut() {
                let weight = self.known_weight(*option, weights);
                *option = self.try_add(weight, shift)?;
            }
        }
        let [left, right] = sides;
        let weight = self.try_from_options(&left, &right)?;
        if !self.to_number(weight).is_some_and(Dyadic::is_integer) {
            return Ok(weight);
        }
        let nimber = self.birthday(node) + 1;
        let far_star = self.number_up_star(NumberUpStar { nimber, ..NumberUpStar::default() });
        let below = self.try_less_or_equal(node, far_star)?;
        let above = self.try_less_or_equal(far_star, node)?;
        let integer = if above {
            // The greatest integer that is not at least one of Right's options.
            let stop = right.iter().map(|&o| self.exact_stops(o).0).min().expect("a node has options");
            if stop.number.is_integer() && stop.right_to_move { stop.number.floor() } else { stop.number.ceil() - 1 }
        } else if below {
            // The least integer that is not at most one of Left's options.
            let stop = left.iter().map(|&o| self.exact_stops(o).1).max().expect("a node has options");
            if stop.number.is_integer() && !stop.right_to_move { stop.number.floor() } else { stop.number.floor() + 1 }
        } else {
            0
        };
        Ok(self.number(Dyadic::new(integer, 0)))
    }
}
