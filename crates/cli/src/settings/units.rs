//! Times and sizes as people write them: `30s`, `10m`, `256MiB`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bytesize::ByteSize;
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let read = humantime::parse_duration(text);
        read.map(Time).map_err(|error| format!("{text:?} is no time such as \"30s\", \"10m\" or \"90d\": {error}"))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        humantime::format_duration(self.0).fmt(f)
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let read: Result<ByteSize, _> = text.parse();
        read.map(|size| Size(size.as_u64())).map_err(|_| format!("{text:?} is no size such as \"2MiB\" or \"500MB\""))
    }
}

impl fmt::Display for Size {
    /// Exactly, in the largest unit that divides it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size(bytes) = *self;
        let unit = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
        match unit.into_iter().find(|(_, unit)| bytes > 0 && bytes % unit == 0) {
            Some((name, unit)) => write!(f, "{}{name}", bytes / unit),
            None => write!(f, "{bytes}B"),
        }
    }
}

/// Reads text of a file as it is read on the command line.
struct Written<T> {
    expected: &'static str,
    read: fn(&str) -> Result<T, String>,
}

impl<T> Visitor<'_> for Written<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        deserializer.deserialize_str(Written { expected: "a time such as \"30s\"", read: Time::from_str })
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        deserializer.deserialize_str(Written { expected: "a size such as \"2MiB\"", read: Size::from_str })
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for millis in [0, 1, 700, 1000, 90_000, 600_000, 86_400_000] {
            let time = Time(Duration::from_millis(millis));
            assert_eq!(time.to_string().parse(), Ok(time), "{time}");
        }
        for bytes in [0, 1, 1000, 1024, 2 << 20, 3 << 30, (256 << 20) + 1] {
            let size = Size(bytes);
            assert_eq!(size.to_string().parse(), Ok(size), "{size}");
        }
        assert_eq!("2GB".parse(), Ok(Size(2_000_000_000)));
        assert_eq!("90d".parse(), Ok(Time(Duration::from_hours(90 * 24))));
    }

    #[test]
    fn reject_what_is_neither_time_nor_size() {
        assert!("30".parse::<Time>().unwrap_err().contains("\"30\""));
        assert!("soon".parse::<Time>().is_err());
        assert!("many".parse::<Size>().unwrap_err().contains("\"many\""));
    }
}
