//! Reduced forms: games up to infinitesimals.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Exhausted};
use crate::dyadic::Dyadic;
use crate::options::Side;
use crate::value::Value;

impl Arena {
    /// The reduced canonical form: the simplest game that differs from `v` by an infinitesimal.
    ///
    /// ```
    /// use banmen_cgt::Arena;
    /// let mut arena = Arena::new();
    /// let (g, reduced) = (arena.value("{2^*|{0|v3}}").unwrap(), arena.value("{2|0}").unwrap());
    /// assert_eq!(arena.reduced_form(g), reduced);
    /// ```
    pub fn reduced_form(&mut self, v: Value) -> Value {
        self.without_limit(|arena| arena.try_reduced_form(v))
    }

    /// The reduced canonical form, within the work limit.
    pub fn try_reduced_form(&mut self, v: Value) -> Result<Value, Exhausted> {
        let mut known = FxHashMap::default();
        for node in self.nodes_below(v) {
            let reduced = self.reduced_from_options(node, &known)?;
            known.insert(node, reduced);
        }
        Ok(self.known_reduced(v, &known))
    }

    fn known_reduced(&mut self, v: Value, known: &FxHashMap<Value, Value>) -> Value {
        match self.to_number_up_star(v) {
            Some(parts) => self.number(parts.number),
            None => known[&v],
        }
    }

    fn reduced_from_options(&mut self, v: Value, known: &FxHashMap<Value, Value>) -> Result<Value, Exhausted> {
        let (left_stop, right_stop) = (self.left_stop(v), self.right_stop(v));
        if left_stop == right_stop {
            return Ok(self.number(left_stop));
        }
        let mut sides = [self.left_options(v), self.right_options(v)];
        for (side, options) in [Side::Left, Side::Right].into_iter().zip(&mut sides) {
            for option in options.iter_mut() {
                *option = self.known_reduced(*option, known);
            }
            self.bypass_up_to_infinitesimals(v, side, options)?;
            self.remove_dominated_up_to_infinitesimals(side, options)?;
        }
        self.try_from_options(&sides[0], &sides[1])
    }

    /// Whether `g ≤ h` up to an infinitesimal: the right stop of `h − g` is not below 0.
    fn try_almost_at_most(&mut self, g: Value, h: Value) -> Result<bool, Exhausted> {
        let minus = self.try_negate(g)?;
        let difference = self.try_add(h, minus)?;
        Ok(self.right_stop(difference) >= Dyadic::ZERO)
    }

    /// Replaces options that the opponent can answer with something that is as good for him, up to an infinitesimal, by
    /// what follows that answer.
    fn bypass_up_to_infinitesimals(&mut self, v: Value, side: Side, options: &mut Vec<Value>) -> Result<(), Exhausted> {
        let mut i = 0;
        'next: while i < options.len() {
            self.spend(1)?;
            let answers = match side {
                Side::Left => self.right_options(options[i]),
                Side::Right => self.left_options(options[i]),
            };
            for answer in answers {
                let reverses = match side {
                    Side::Left => self.try_almost_at_most(answer, v)?,
                    Side::Right => self.try_almost_at_most(v, answer)?,
                };
                if reverses {
                    options.swap_remove(i);
                    let replacements = match side {
                        Side::Left => self.left_options(answer),
                        Side::Right => self.right_options(answer),
                    };
                    for replacement in replacements {
                        if !options.contains(&replacement) {
                            options.push(replacement);
                        }
                    }
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(())
    }

    fn remove_dominated_up_to_infinitesimals(&mut self, side: Side, options: &mut Vec<Value>) -> Result<(), Exhausted> {
        options.sort_unstable();
        options.dedup();
        let mut kept: Vec<Value> = Vec::new();
        'next: for (i, &option) in options.iter().enumerate() {
            for (j, &rival) in options.iter().enumerate() {
                if i == j {
                    continue;
                }
                let [mine, theirs] = match side {
                    Side::Left => [self.try_almost_at_most(option, rival)?, self.try_almost_at_most(rival, option)?],
                    Side::Right => [self.try_almost_at_most(rival, option)?, self.try_almost_at_most(option, rival)?],
                };
                // Of options that differ by an infinitesimal the first stays.
                if mine && (!theirs || j < i) {
                    continue 'next;
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }
}
