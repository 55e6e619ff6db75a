use chrono::{DateTime, SecondsFormat, Utc};
use sha2::{Digest, Sha256};

/// What only the outside knows: the time, and random bytes that nobody can guess.
///
/// Everything random that a command needs (names, tokens, the seed of a seal) follows from these bytes, so a command can
/// be repeated with the same result after somebody else was faster. Each new command needs fresh bytes.
#[derive(Clone)]
pub struct Moment {
    /// Milliseconds since 1970 (UTC).
    pub now_ms: i64,
    /// Bytes of a cryptographic generator: the operating system's, or the browser's `crypto.getRandomValues`.
    pub random: [u8; 32],
}

impl Moment {
    /// The bytes for one purpose; those for different purposes tell nothing about each other.
    pub(crate) fn bytes(&self, purpose: &str) -> [u8; 32] {
        let mut hasher = Sha256::new();
        hasher.update(b"banmen-moment-v1");
        hasher.update(self.random);
        hasher.update(purpose.as_bytes());
        hasher.finalize().into()
    }
}

impl std::fmt::Debug for Moment {
    /// The time only, so that no log ever reveals a token or a seed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Moment({})", rfc3339(self.now_ms))
    }
}

/// A moment in milliseconds since 1970; one that no calendar reaches is the beginning of 1970.
fn utc(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}

/// The date of a moment in milliseconds since 1970: `2026-10-05`.
pub fn date(ms: i64) -> String {
    utc(ms).date_naive().to_string()
}

/// A moment in milliseconds since 1970 as RFC 3339 writes it: `2026-10-05T12:34:56.789Z`.
pub fn rfc3339(ms: i64) -> String {
    utc(ms).to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_the_calendar_says() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_782_400_000), "2000-02-29T00:00:00.000Z");
        assert_eq!(rfc3339(1_234_567_890_123), "2009-02-13T23:31:30.123Z");
        assert_eq!(date(4_107_542_400_000), "2100-03-01");
        assert_eq!(date(-1), "1969-12-31");
        assert_eq!(date(i64::MAX), "1970-01-01");
    }

    #[test]
    fn bytes_differ_by_purpose_and_repeat() {
        let moment = Moment { now_ms: 0, random: [7; 32] };
        assert_eq!(moment.bytes("seed"), moment.bytes("seed"));
        assert_ne!(moment.bytes("seed"), moment.bytes("name"));
        assert_ne!(moment.bytes("seed"), Moment { random: [8; 32], ..moment.clone() }.bytes("seed"));
        assert!(!format!("{moment:?}").contains('7'.to_string().repeat(3).as_str()));
    }
}
