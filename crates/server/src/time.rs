//! The time of day.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in milliseconds since 1970 (UTC).
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
