//! Everything that is usually asked about a value, at once.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::name::Notation;
use crate::order::Outcome;
use crate::value::Value;

/// What is usually asked about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The name, unless it is longer than was asked for.
    pub name: Option<String>,
    /// The number of characters of the ASCII name.
    pub name_length: u128,
    /// Who wins.
    pub outcome: Outcome,
    /// The number at which play stops when Left begins.
    pub left_stop: Dyadic,
    /// The number at which play stops when Right begins.
    pub right_stop: Dyadic,
    /// The mean value.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The height of the canonical form.
    pub birthday: u32,
    /// The atomic weight, if the game has one.
    pub atomic_weight: Option<Value>,
    /// How many different sub-games without a short name the canonical form has; see [`Arena::subgame_count`].
    pub subgames: usize,
}

impl Arena {
    /// What is usually asked about a value; its name only if that has at most this many characters.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// let v = arena.value("{1*|-3/2}").unwrap();
    /// let summary = arena.summary(v, Notation::Ascii, 2000);
    /// assert_eq!(summary.name.as_deref(), Some("{1*|-3/2}"));
    /// assert_eq!((summary.temperature.to_string(), summary.mean.to_string()), ("5/4".into(), "-1/4".into()));
    /// assert_eq!((summary.birthday, summary.subgames), (4, 1));
    /// ```
    pub fn summary(&mut self, v: Value, notation: Notation, longest_name: u128) -> Summary {
        Summary {
            name: self.name_within(v, notation, longest_name),
            name_length: self.name_length(v),
            outcome: self.outcome(v),
            left_stop: self.left_stop(v),
            right_stop: self.right_stop(v),
            mean: self.mean(v),
            temperature: self.temperature(v),
            birthday: self.birthday(v),
            atomic_weight: self.atomic_weight(v),
            subgames: self.subgame_count(v),
        }
    }
}
