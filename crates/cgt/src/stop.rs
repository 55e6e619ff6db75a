//! Stops in a form that is quick to compare.
//!
//! The *left stop* of a game is the number it comes to when Left begins and both play well until a number is
//! reached. Here a stop also remembers who is to move when the number is reached: with equal numbers, Left
//! prefers that it be Right. Stops with that ornament decide every comparison with a number, since
//! `G ≥ x` exactly if the right stop of `G` is above `x`, or is `x` with Right to move.

use std::cmp::Ordering;

use crate::dyadic::Dyadic;

/// A stop as an integer: the number rounded down to a multiple of `2^-30`, then a bit that says that rounding
/// lost something, then a bit that says that Right is to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct StopKey(i64);

/// An exact stop.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Stop {
    pub(crate) number: Dyadic,
    pub(crate) right_to_move: bool,
}

pub(crate) const KEY_POINT: u32 = 30;
const KEY_LIMIT: i128 = 1 << 60;
const INEXACT: i64 = 2;
const RIGHT: i64 = 1;

impl StopKey {
    /// Below every stop: the left stop of a game without a left option.
    pub(crate) const LOWEST: Self = Self(i64::MIN);
    /// Above every stop.
    pub(crate) const HIGHEST: Self = Self(i64::MAX & !INEXACT);

    /// The key of `fixed / 2^point`.
    #[inline]
    pub(crate) const fn fixed(fixed: i32, point: u32, right_to_move: bool) -> Self {
        Self(((fixed as i64) << (KEY_POINT - point + 2)) | right_to_move as i64)
    }

    pub(crate) fn new(stop: Stop) -> Self {
        let number = stop.number;
        let (floor, mut exact) = if number.exponent() <= KEY_POINT {
            let shift = KEY_POINT - number.exponent();
            (number.numerator().saturating_mul(1i128 << shift), true)
        } else {
            (number.numerator() >> (number.exponent() - KEY_POINT), false)
        };
        let clamped = floor.clamp(-KEY_LIMIT, KEY_LIMIT);
        exact &= floor.abs() < KEY_LIMIT;
        let inexact = if exact { 0 } else { INEXACT };
        Self((clamped as i64) << 2 | inexact | i64::from(stop.right_to_move))
    }

    /// Whether the key alone does not tell the number.
    #[inline]
    pub(crate) const fn is_inexact(self) -> bool {
        self.0 & INEXACT != 0
    }

    #[inline]
    pub(crate) const fn right_to_move(self) -> bool {
        self.0 & RIGHT != 0
    }

    /// The number of an exact key.
    pub(crate) fn number(self) -> Dyadic {
        debug_assert!(!self.is_inexact());
        Dyadic::new(i128::from(self.0 >> 2), KEY_POINT)
    }

    /// The stop of an exact key.
    pub(crate) fn stop(self) -> Stop {
        Stop { number: self.number(), right_to_move: self.right_to_move() }
    }

    /// The exact multiple of `2^-KEY_POINT`.
    pub(crate) const fn units(self) -> i64 {
        self.0 >> 2
    }

    /// The order of the stops; `None` if rounding hides it.
    #[inline]
    pub(crate) fn order(self, other: Self) -> Option<Ordering> {
        let (a, b) = (self.0 >> 2, other.0 >> 2);
        if a == b && (self.0 | other.0) & INEXACT != 0 {
            return None;
        }
        Some(self.0.cmp(&other.0))
    }

    /// The order of the numbers alone; `None` if rounding hides it.
    #[inline]
    pub(crate) fn number_order(self, other: Self) -> Option<Ordering> {
        let (a, b) = (self.0 >> 2, other.0 >> 2);
        if a == b && (self.0 | other.0) & INEXACT != 0 {
            return None;
        }
        Some(a.cmp(&b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_like_stops_or_admit_ignorance() {
        let mut stops = Vec::new();
        for exponent in [0, 1, 4, 29, 30, 31, 33, 60] {
            for numerator in [-5i128, -1, 0, 1, 3, 1 << 31, (1 << 31) + 1, 1 << 70] {
                for right_to_move in [false, true] {
                    stops.push(Stop { number: Dyadic::new(numerator, exponent), right_to_move });
                }
            }
        }
        for &a in &stops {
            let key = StopKey::new(a);
            assert!(key.is_inexact() || key.number() == a.number);
            assert_eq!(key.right_to_move(), a.right_to_move);
            for &b in &stops {
                if let Some(order) = key.order(StopKey::new(b)) {
                    assert_eq!(order, a.cmp(&b), "{a:?} {b:?}");
                }
            }
        }
    }
}
