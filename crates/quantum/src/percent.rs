//! The chance of a stone to be black.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A whole number of percent, 0 to 100: how likely a stone is to come up black.
///
/// 0 and 100 are colours that were kept: the stone is white, or black, for good.
///
/// ```
/// use banmen_quantum::Percent;
/// assert_eq!(Percent::new(90).unwrap().black(), 0.9);
/// assert!(Percent::new(101).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u8")]
pub struct Percent(u8);

impl Percent {
    /// Certainly white.
    pub const WHITE: Self = Self(0);
    /// Certainly black.
    pub const BLACK: Self = Self(100);

    /// The given number of percent, or `None` above 100.
    pub const fn new(percent: u8) -> Option<Self> {
        if percent <= 100 { Some(Self(percent)) } else { None }
    }

    /// The certain colour.
    pub const fn certain(black: bool) -> Self {
        if black { Self::BLACK } else { Self::WHITE }
    }

    /// The number of percent.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The probability of black.
    pub fn black(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The probability of white, correctly rounded by itself.
    pub fn white(self) -> f64 {
        f64::from(100 - self.0) / 100.0
    }

    /// Whether the colour is already decided.
    pub const fn is_certain(self) -> bool {
        self.0 == 0 || self.0 == 100
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number that is not a percentage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given} is not a percentage; a percentage is a whole number 0 to 100")]
pub struct PercentError {
    given: String,
}

impl TryFrom<u64> for Percent {
    type Error = PercentError;

    fn try_from(given: u64) -> Result<Self, PercentError> {
        u8::try_from(given).ok().and_then(Self::new).ok_or_else(|| PercentError { given: given.to_string() })
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> Self {
        percent.0
    }
}

impl FromStr for Percent {
    type Err = PercentError;

    fn from_str(text: &str) -> Result<Self, PercentError> {
        let digits = !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits
            .then(|| text.parse::<u8>().ok())
            .flatten()
            .and_then(Self::new)
            .ok_or_else(|| PercentError { given: format!("{:?}", text.chars().take(40).collect::<String>()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reject_what_is_no_percentage() {
        for text in ["", "-1", "101", "1000", "9.5", "ninety", "+5", " 5", "é"] {
            assert!(text.parse::<Percent>().is_err(), "{text:?}");
        }
        assert!(serde_json::from_str::<Percent>("101").is_err());
        assert!(serde_json::from_str::<Percent>("-1").is_err());
    }

    #[test]
    fn accept_every_percentage() {
        for percent in 0..=100u8 {
            let parsed: Percent = percent.to_string().parse().unwrap();
            assert_eq!(parsed.get(), percent);
            assert!((parsed.black() + parsed.white() - 1.0).abs() < 1e-15);
        }
    }
}
