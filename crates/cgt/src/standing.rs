//! Which options of a game matter, and why the others do not.

use crate::arena::Arena;
use crate::options::Side;
use crate::value::Value;

/// What an option is to the value of its game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It stays in the canonical form, or would if the game were not simply a number.
    Kept,
    /// Another option is at least as good for the player; equal options after the first are dominated by the first.
    Dominated {
        /// The better option.
        by: Value,
    },
    /// The opponent has an answer that leaves him at least as well off as before.
    Reversible {
        /// The position after that answer.
        through: Value,
    },
}

impl Arena {
    /// What each option is to the game that has these options, Left's first. An option that is both dominated and reversible
    /// is called dominated.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Standing, Value};
    /// let mut arena = Arena::new();
    /// let one = arena.integer(1);
    /// let (left, _) = arena.standings(&[one, Value::ZERO], &[Value::ZERO]);
    /// assert_eq!(left, [Standing::Kept, Standing::Dominated { by: one }]);
    /// ```
    pub fn standings(&mut self, left: &[Value], right: &[Value]) -> (Vec<Standing>, Vec<Standing>) {
        let game = self.from_options(left, right);
        let lefts = (0..left.len()).map(|i| self.standing(game, left, i, Side::Left)).collect();
        let rights = (0..right.len()).map(|i| self.standing(game, right, i, Side::Right)).collect();
        (lefts, rights)
    }

    fn standing(&mut self, game: Value, options: &[Value], i: usize, side: Side) -> Standing {
        let option = options[i];
        // The best of what dominates: nothing else dominates it in turn.
        let mut best: Option<Value> = None;
        for (j, &other) in options.iter().enumerate() {
            let better = if other == option { j < i } else { self.is_no_worse(other, option, side) };
            if better && best.is_none_or(|best| self.is_no_worse(other, best, side)) {
                best = Some(other);
            }
        }
        if let Some(by) = best {
            return Standing::Dominated { by };
        }
        let answers = match side {
            Side::Left => self.right_options(option),
            Side::Right => self.left_options(option),
        };
        for through in answers {
            let reverses = match side {
                Side::Left => self.less_or_equal(through, game),
                Side::Right => self.less_or_equal(game, through),
            };
            if reverses {
                return Standing::Reversible { through };
            }
        }
        Standing::Kept
    }

    fn is_no_worse(&mut self, a: Value, b: Value, side: Side) -> bool {
        match side {
            Side::Left => self.less_or_equal(b, a),
            Side::Right => self.less_or_equal(a, b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_options_are_those_of_the_canonical_form() {
        let mut arena = Arena::new();
        let values: Vec<Value> = ["0", "*", "^", "{2|-1}", "{1|0}", "1/2", "-1*", "{3|*}", "v", "{1|^}"]
            .map(|text| arena.value(text).unwrap())
            .to_vec();
        for i in 0..values.len() {
            for j in 0..values.len() {
                let left = [values[i], values[(i + j) % values.len()], values[j]];
                let right = [values[(i + 2 * j) % values.len()], values[(i * j) % values.len()]];
                let game = arena.from_options(&left, &right);
                let standings = arena.standings(&left, &right);
                if arena.is_number(game) {
                    continue;
                }
                let canonical = [arena.left_options(game), arena.right_options(game)];
                for (options, (standings, canonical)) in
                    [&left[..], &right[..]].into_iter().zip([standings.0, standings.1].into_iter().zip(canonical))
                {
                    for (option, standing) in options.iter().zip(standings) {
                        assert!(standing != Standing::Kept || canonical.contains(option));
                    }
                }
            }
        }
    }

    #[test]
    fn reversible_options_name_the_answer() {
        let mut arena = Arena::new();
        let left = [arena.value("^").unwrap()];
        let right = [arena.value("^*").unwrap()];
        // ⇑ as the sum of two ups: after Left's move to ↑, Right's answer ∗ is at most ⇑.
        let (standings, _) = arena.standings(&left, &right);
        assert_eq!(standings, [Standing::Reversible { through: Value::STAR }]);
    }
}
