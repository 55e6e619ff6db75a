//! Order, outcome classes and stops.

use std::cmp::Ordering;
use std::fmt;

use crate::arena::{Arena, Exhausted, LOOKS_PER_STEP};
use crate::dyadic::Dyadic;
use crate::options::Side;
use crate::stop::{Stop, StopKey};
use crate::value::{Value, infinitesimal_is_nonnegative};

/// Who wins with best play.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left wins, whoever begins: the value is above 0.
    L,
    /// Right wins, whoever begins: the value is below 0.
    R,
    /// The next player to move wins: the value is confused with 0.
    N,
    /// The previous player wins: the value is 0.
    P,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::L => "L",
            Self::R => "R",
            Self::N => "N",
            Self::P => "P",
        })
    }
}

/// What the stops alone say about `G ≤ H`.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum StopVerdict {
    Yes,
    No,
    Open,
}

/// What the stops of `G` and `H` say about `G ≤ H`, if no key is inexact.
#[inline]
pub(crate) fn verdict_of_keys(g: (StopKey, StopKey), h: (StopKey, StopKey)) -> Option<StopVerdict> {
    if g.0.order(h.0)? == Ordering::Greater || g.1.order(h.1)? == Ordering::Greater {
        return Some(StopVerdict::No);
    }
    // With x between them, G ≤ x ≤ H: G ≤ x needs Left to be on move when G's left stop is x itself.
    Some(match g.0.number_order(h.1)? {
        Ordering::Less => StopVerdict::Yes,
        Ordering::Equal if !g.0.right_to_move() && h.1.right_to_move() => StopVerdict::Yes,
        _ => StopVerdict::Open,
    })
}

/// What the stops of `G` and `H` say about `G ≤ H`.
pub(crate) fn verdict_of_stops(g: (Stop, Stop), h: (Stop, Stop)) -> StopVerdict {
    if g.0 > h.0 || g.1 > h.1 {
        return StopVerdict::No;
    }
    match g.0.number.cmp(&h.1.number) {
        Ordering::Less => StopVerdict::Yes,
        Ordering::Equal if !g.0.right_to_move && h.1.right_to_move => StopVerdict::Yes,
        _ => StopVerdict::Open,
    }
}

impl Arena {
    /// Whether `g ≤ h`: Right, moving second, wins `g − h`.
    #[inline]
    pub fn less_or_equal(&mut self, g: Value, h: Value) -> bool {
        self.without_limit(|arena| arena.try_less_or_equal(g, h))
    }

    /// Whether `g ≤ h`, within the work limit.
    pub fn try_less_or_equal(&mut self, g: Value, h: Value) -> Result<bool, Exhausted> {
        if g == h {
            return Ok(true);
        }
        if g.is_packed() && h.is_packed() {
            return Ok(packed_less_or_equal(g, h));
        }
        match self.verdict_of_stops(g, h) {
            StopVerdict::Yes => return Ok(true),
            StopVerdict::No => return Ok(false),
            // A number is exactly as good as its stops.
            StopVerdict::Open if self.is_number(g) || self.is_number(h) => return Ok(true),
            StopVerdict::Open => {}
        }
        if let Some(answer) = self.less_or_equal.get(g.0, h.0) {
            return Ok(answer);
        }
        self.descend()?;
        let answer = self.no_option_refutes(g, h);
        self.ascend();
        let answer = answer?;
        if self.less_or_equal.is_crowded() && self.may_grow(self.less_or_equal.growth_bytes()) {
            self.less_or_equal.grow();
        }
        self.less_or_equal.insert(g.0, h.0, answer);
        Ok(answer)
    }

    fn no_option_refutes(&mut self, g: Value, h: Value) -> Result<bool, Exhausted> {
        let right = self.options_of(h, Side::Right);
        self.spend(right.len() / LOOKS_PER_STEP)?;
        for i in 0..right.len() {
            let option = self.option(right, i);
            if self.try_less_or_equal(option, g)? {
                return Ok(false);
            }
        }
        let left = self.options_of(g, Side::Left);
        self.spend(left.len() / LOOKS_PER_STEP)?;
        for i in 0..left.len() {
            let option = self.option(left, i);
            if self.try_less_or_equal(h, option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn verdict_of_stops(&self, g: Value, h: Value) -> StopVerdict {
        verdict_of_keys(self.stop_keys(g), self.stop_keys(h))
            .unwrap_or_else(|| verdict_of_stops(self.exact_stops(g), self.exact_stops(h)))
    }

    /// The order of two values; `None` if they are confused.
    ///
    /// ```
    /// use banmen_cgt::{Arena, Value};
    /// use std::cmp::Ordering;
    /// let mut arena = Arena::new();
    /// assert_eq!(arena.compare(Value::UP, Value::ZERO), Some(Ordering::Greater));
    /// assert_eq!(arena.compare(Value::STAR, Value::UP), None);
    /// ```
    pub fn compare(&mut self, g: Value, h: Value) -> Option<Ordering> {
        if g == h {
            return Some(Ordering::Equal);
        }
        if self.less_or_equal(g, h) {
            Some(Ordering::Less)
        } else if self.less_or_equal(h, g) {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    /// The outcome class of a value.
    pub fn outcome(&self, v: Value) -> Outcome {
        if v == Value::ZERO {
            return Outcome::P;
        }
        let (left, right) = self.exact_stops(v);
        let left_wins_first = left.number.signum() > 0 || (left.number == Dyadic::ZERO && left.right_to_move);
        let left_wins_second = right.number.signum() > 0 || (right.number == Dyadic::ZERO && right.right_to_move);
        match (left_wins_first, left_wins_second) {
            (true, true) => Outcome::L,
            (true, false) => Outcome::N,
            (false, false) => Outcome::R,
            (false, true) => Outcome::P,
        }
    }

    /// The number at which play stops when Left begins.
    pub fn left_stop(&self, v: Value) -> Dyadic {
        self.exact_stops(v).0.number
    }

    /// The number at which play stops when Right begins.
    pub fn right_stop(&self, v: Value) -> Dyadic {
        self.exact_stops(v).1.number
    }
}

#[inline]
pub(crate) fn packed_less_or_equal(g: Value, h: Value) -> bool {
    match g.fixed().cmp(&h.fixed()) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => infinitesimal_is_nonnegative(h.ups() - g.ups(), g.nimber() ^ h.nimber()),
    }
}
