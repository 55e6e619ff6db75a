//! Moments: kept as milliseconds since 1970, shown as RFC 3339.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in milliseconds since 1970 (UTC).
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Year, month and day of a moment (Howard Hinnant's `civil_from_days`, proleptic Gregorian calendar).
fn civil(ms: i64) -> (i64, u32, u32) {
    let days = ms.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month as u32, day as u32)
}

/// `2026-10-05`.
pub fn date(ms: i64) -> String {
    let (year, month, day) = civil(ms);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `2026-10-05T12:34:56.789Z`.
pub fn rfc3339(ms: i64) -> String {
    let within = ms.rem_euclid(86_400_000);
    let (hour, minute) = (within / 3_600_000, within / 60_000 % 60);
    let (second, milli) = (within / 1_000 % 60, within % 1_000);
    format!("{}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z", date(ms))
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
    }
}
