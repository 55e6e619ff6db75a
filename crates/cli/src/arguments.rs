//! Amounts as people write them on the command line.

use std::time::Duration;

/// A number of seconds, 0 or more.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds was expected".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "a number of seconds, 0 or more, was expected".to_owned())
}

/// A number of bytes: `400M`, `8G`, `1.5G`, `1024`.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let fail = || "an amount of memory such as 400M or 8G was expected".to_owned();
    let upper = text.trim().to_ascii_uppercase();
    let short = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let units = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];
    let unit = units.iter().find_map(|&(letter, shift)| Some((short.strip_suffix(letter)?, shift)));
    let (number, shift) = unit.unwrap_or((short, 0));
    let number: f64 = number.trim().parse().map_err(|_| fail())?;
    let bytes = number * (1u64 << shift) as f64;
    if bytes.is_finite() && (1.0..u64::MAX as f64).contains(&bytes) { Ok(bytes as u64) } else { Err(fail()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_with_its_unit() {
        for (text, bytes) in [("8G", 8 << 30), ("400M", 400 << 20), ("1.5g", 3 << 29), ("64KiB", 64 << 10), ("99", 99)]
        {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1G", "eight", "0", "1e30G", "nan"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_are_not_negative() {
        assert_eq!(parse_seconds("1.5"), Ok(Duration::from_millis(1500)));
        for text in ["-1", "nan", "inf", "soon"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
