//! Whole numbers of any size in JSON.

use std::fmt;

use num_bigint::BigUint;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A whole number that may be larger than JSON's readers can hold.
///
/// It is written as a number while every reader keeps it exactly (up to 2^53), and as a string of digits beyond.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count(pub BigUint);

/// Whole numbers up to this one are exact as floating-point numbers.
const EXACT: u64 = 1 << 53;

impl From<u128> for Count {
    fn from(count: u128) -> Count {
        Count(BigUint::from(count))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Count {
    /// The nearest floating-point number, infinite if it is too large.
    pub fn to_f64(&self) -> f64 {
        self.0.to_string().parse().unwrap_or(f64::INFINITY)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(count) if count <= EXACT => serializer.serialize_u64(count),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or its digits as a string")
            }

            fn visit_u64<E: de::Error>(self, count: u64) -> Result<Count, E> {
                Ok(Count::from(u128::from(count)))
            }

            fn visit_str<E: de::Error>(self, digits: &str) -> Result<Count, E> {
                digits.parse().map(Count).map_err(|_| E::invalid_value(de::Unexpected::Str(digits), &self))
            }
        }
        deserializer.deserialize_any(Digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for count in [0, u128::from(EXACT), u128::from(EXACT) + 1, u128::MAX].map(Count::from) {
            let text = serde_json::to_string(&count).unwrap();
            assert_eq!(serde_json::from_str::<Count>(&text).unwrap(), count);
        }
        for bad in ["-1", "1.5", "\"-1\"", "\"many\"", "null"] {
            assert!(serde_json::from_str::<Count>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn large_counts_are_written_as_digits() {
        assert_eq!(serde_json::to_string(&Count::from(2_101_776_282_609)).unwrap(), "2101776282609");
        assert_eq!(serde_json::to_string(&Count::from(u128::from(EXACT))).unwrap(), "9007199254740992");
        assert_eq!(serde_json::to_string(&Count::from(u128::from(EXACT) + 1)).unwrap(), "\"9007199254740993\"");
        assert!((Count::from(1 << 100).to_f64() - 2f64.powi(100)).abs() < f64::EPSILON);
    }
}
