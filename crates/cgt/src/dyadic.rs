//! Dyadic rationals: the numbers that short games can be.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use thiserror::Error;

/// The largest exponent of two that a denominator may have.
pub const MAX_EXPONENT: u32 = 120;

/// An exact number `m/2^k`, always in lowest terms.
///
/// ```
/// use banmen_cgt::Dyadic;
/// let x: Dyadic = "-13/16".parse().unwrap();
/// assert_eq!(x + Dyadic::new(1, 4), "-3/4".parse().unwrap());
/// assert_eq!(x.to_string(), "-13/16");
/// ```
///
/// Arithmetic is exact; a result whose numerator leaves 128 bits panics. Values that come from
/// a [`Session`](crate::Session) are kept far from that limit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    numerator: i128,
    exponent: u32,
}

impl Dyadic {
    /// Nought.
    pub const ZERO: Self = Self { numerator: 0, exponent: 0 };
    /// One.
    pub const ONE: Self = Self { numerator: 1, exponent: 0 };

    /// `numerator / 2^exponent`, brought to lowest terms.
    ///
    /// # Panics
    /// If the denominator in lowest terms is above `2^MAX_EXPONENT`.
    pub fn new(numerator: i128, exponent: u32) -> Self {
        let shift = numerator.trailing_zeros().min(exponent);
        let exponent = if numerator == 0 { 0 } else { exponent - shift };
        assert!(exponent <= MAX_EXPONENT, "dyadic denominator 2^{exponent} is out of range");
        Self { numerator: if numerator == 0 { 0 } else { numerator >> shift }, exponent }
    }

    /// A whole number.
    pub const fn integer(n: i64) -> Self {
        Self { numerator: n as i128, exponent: 0 }
    }

    /// The numerator in lowest terms.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The `k` of the denominator `2^k` in lowest terms.
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// Whether the denominator is 1.
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The number as an integer, if it is one that fits.
    pub fn to_integer(self) -> Option<i64> {
        if self.is_integer() { i64::try_from(self.numerator).ok() } else { None }
    }

    /// The largest integer that is not above it.
    pub const fn floor(self) -> i128 {
        self.numerator >> self.exponent
    }

    /// The smallest integer that is not below it.
    pub const fn ceil(self) -> i128 {
        -((-self.numerator) >> self.exponent)
    }

    /// −1, 0 or 1.
    pub const fn signum(self) -> i32 {
        self.numerator.signum() as i32
    }

    /// The distance from zero.
    pub const fn abs(self) -> Self {
        Self { numerator: self.numerator.abs(), exponent: self.exponent }
    }

    /// Half of it.
    pub fn half(self) -> Self {
        Self::new(self.numerator, self.exponent + 1)
    }

    /// `2^-k`.
    pub fn power_of_half(k: u32) -> Self {
        Self::new(1, k)
    }

    /// The nearest floating-point number, for drawing.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / 2f64.powi(self.exponent as i32)
    }

    fn checked_add(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.max(other.exponent);
        let a = scale(self.numerator, exponent - self.exponent)?;
        let b = scale(other.numerator, exponent - other.exponent)?;
        Some(Self::new(a.checked_add(b)?, exponent))
    }

    /// The simplest number (the one born first) in an interval, each end of which may be missing,
    /// open or closed; `None` if the interval is empty.
    pub(crate) fn simplest_between(low: Option<(Self, bool)>, high: Option<(Self, bool)>) -> Option<Self> {
        if let (Some((l, l_closed)), Some((h, h_closed))) = (low, high)
            && (l > h || (l == h && !(l_closed && h_closed)))
        {
            return None;
        }
        let above = |x: Self| low.is_none_or(|(l, closed)| x > l || (closed && x == l));
        let below = |x: Self| high.is_none_or(|(h, closed)| x < h || (closed && x == h));
        if above(Self::ZERO) && below(Self::ZERO) {
            return Some(Self::ZERO);
        }
        // Nought is outside, so all of the interval has one sign; look at it from the positive side.
        let mirrored = !below(Self::ZERO);
        if mirrored {
            let flip = |end: Option<(Self, bool)>| end.map(|(x, closed)| (-x, closed));
            return Self::simplest_between(flip(high), flip(low)).map(|x| -x);
        }
        let (l, closed) = low?;
        let mut exponent = 0;
        loop {
            let scaled = if exponent >= l.exponent {
                (scale(l.numerator, exponent - l.exponent)?, true)
            } else {
                (l.numerator >> (l.exponent - exponent), false)
            };
            let candidate = if scaled.1 && closed { scaled.0 } else { scaled.0 + 1 };
            let x = Self::new(candidate, exponent);
            if below(x) {
                return Some(x);
            }
            exponent += 1;
        }
    }
}

fn scale(numerator: i128, shift: u32) -> Option<i128> {
    if numerator == 0 {
        return Some(0);
    }
    (shift < 127).then(|| numerator.checked_mul(1i128 << shift)).flatten()
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Self::integer(n)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        // Whole parts first, so that no shift can overflow: what is left is below 1 on both sides.
        self.floor().cmp(&other.floor()).then_with(|| {
            let fraction = |x: &Self| (x.numerator - (x.floor() << x.exponent)) << (MAX_EXPONENT - x.exponent);
            fraction(self).cmp(&fraction(other))
        })
    }
}

impl Add for Dyadic {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect("dyadic sum is out of range")
    }
}

impl Sub for Dyadic {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Dyadic {
    type Output = Self;
    fn neg(self) -> Self {
        Self { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Mul<i64> for Dyadic {
    type Output = Self;
    fn mul(self, factor: i64) -> Self {
        let numerator = self.numerator.checked_mul(i128::from(factor)).expect("dyadic product is out of range");
        Self::new(numerator, self.exponent)
    }
}

impl AddAssign for Dyadic {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Dyadic {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Dyadic {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |a, b| a + b)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, 1i128 << self.exponent)
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a dyadic rational.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DyadicError {
    /// Not `m` or `m/n` in decimal digits.
    #[error("{0:?} is not a number: expected an integer or a fraction such as -13/16")]
    Syntax(String),
    /// The denominator is not a power of two.
    #[error("the denominator of {0:?} is not a power of two")]
    Denominator(String),
    /// More digits than exact arithmetic here has room for.
    #[error("{0:?} is too large: numerators and denominators end at 2^62")]
    Range(String),
}

impl FromStr for Dyadic {
    type Err = DyadicError;

    fn from_str(text: &str) -> Result<Self, DyadicError> {
        let shown = || text.chars().take(40).collect::<String>();
        let digits = |part: &str| -> Result<i128, DyadicError> {
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(DyadicError::Syntax(shown()));
            }
            let n: i128 = part.parse().map_err(|_| DyadicError::Range(shown()))?;
            if n > 1 << 62 { Err(DyadicError::Range(shown())) } else { Ok(n) }
        };
        let (negative, unsigned) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (numerator, denominator) = match unsigned.split_once('/') {
            Some((m, n)) => (digits(m)?, digits(n)?),
            None => (digits(unsigned)?, 1),
        };
        if denominator.count_ones() != 1 {
            return Err(DyadicError::Denominator(shown()));
        }
        Ok(Self::new(if negative { -numerator } else { numerator }, denominator.trailing_zeros()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn lowest_terms() {
        assert_eq!(Dyadic::new(6, 3), dyadic("3/4"));
        assert_eq!(Dyadic::new(0, 9), Dyadic::ZERO);
        assert_eq!(Dyadic::new(-8, 2).to_string(), "-2");
    }

    #[test]
    fn order_is_that_of_the_rationals() {
        let mut numbers = Vec::new();
        for exponent in 0..5 {
            for m in -70..70 {
                numbers.push(Dyadic::new(m, exponent));
            }
        }
        for a in &numbers {
            for b in &numbers {
                assert_eq!(a.cmp(b), a.to_f64().total_cmp(&(b.to_f64() + 0.0)), "{a} {b}");
            }
        }
    }

    #[test]
    fn order_at_the_limits() {
        let fine = Dyadic::new(1, MAX_EXPONENT);
        assert!(fine > Dyadic::ZERO && fine < Dyadic::ONE && -fine < Dyadic::ZERO);
        assert!(Dyadic::integer(i64::MAX) > fine && Dyadic::integer(i64::MIN) < -fine);
    }

    #[test]
    fn simplest_numbers() {
        let open = |l: &str, h: &str| Dyadic::simplest_between(Some((dyadic(l), false)), Some((dyadic(h), false)));
        assert_eq!(open("0", "1"), Some(dyadic("1/2")));
        assert_eq!(open("1/4", "3"), Some(dyadic("1")));
        assert_eq!(open("-3", "-1/4"), Some(dyadic("-1")));
        assert_eq!(open("5/8", "3/4"), Some(dyadic("11/16")));
        assert_eq!(open("-5/2", "7"), Some(Dyadic::ZERO));
        assert_eq!(open("1", "1"), None);
        assert_eq!(open("2", "1"), None);
        assert_eq!(open("5", "-5"), None);
        assert_eq!(Dyadic::simplest_between(Some((dyadic("7/2"), false)), None), Some(dyadic("4")));
        assert_eq!(Dyadic::simplest_between(None, Some((dyadic("-3"), false))), Some(dyadic("-4")));
        let closed = |l: &str, h: &str| Dyadic::simplest_between(Some((dyadic(l), true)), Some((dyadic(h), true)));
        assert_eq!(closed("3/8", "3/8"), Some(dyadic("3/8")));
        assert_eq!(closed("-3/8", "-3/8"), Some(dyadic("-3/8")));
        assert_eq!(closed("1/2", "1"), Some(dyadic("1")));
    }

    #[test]
    fn reject_bad_text() {
        assert!(matches!("1/3".parse::<Dyadic>(), Err(DyadicError::Denominator(_))));
        assert!(matches!("1/0".parse::<Dyadic>(), Err(DyadicError::Denominator(_))));
        assert!(matches!("".parse::<Dyadic>(), Err(DyadicError::Syntax(_))));
        assert!(matches!("--1".parse::<Dyadic>(), Err(DyadicError::Syntax(_))));
        assert!(matches!("9".repeat(50).parse::<Dyadic>(), Err(DyadicError::Range(_))));
    }
}
