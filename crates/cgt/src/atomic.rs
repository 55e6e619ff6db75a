//! Atomic weights of all-small games.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Exhausted, Side};
use crate::dyadic::Dyadic;
use crate::value::{NumberUpStar, Value};

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

    /// The atomic weight of an all-small game, the number of ups it is worth as seen from afar; `None` for a game
    /// that is not all small.
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
        self.without_limit(|arena| arena.try_atomic_weight(v))
    }

    /// The atomic weight of an all-small game, within the work limit.
    pub fn try_atomic_weight(&mut self, v: Value) -> Result<Option<Value>, Exhausted> {
        if !self.is_all_small(v) {
            return Ok(None);
        }
        let mut weights: FxHashMap<Value, Value> = FxHashMap::default();
        for node in self.nodes_below(v) {
            let weight = self.weight_from_options(node, &weights)?;
            weights.insert(node, weight);
        }
        Ok(Some(self.known_weight(v, &weights)))
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
