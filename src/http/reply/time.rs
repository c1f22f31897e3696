//! Format of times in responses.

use arrayvec::ArrayString;
use chrono::{DateTime, Datelike, SecondsFormat, Timelike, Utc};
use serde::Serializer;

/// A time in RFC 3339, in UTC, with fractional digits only if it has any.
pub fn written(time: &DateTime<Utc>) -> String {
    in_microseconds(time)
        .map_or_else(|| time.to_rfc3339_opts(SecondsFormat::AutoSi, true), |text| text.as_str().to_owned())
}

/// Serializes a time as [`written`] formats it.
pub fn time<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    match in_microseconds(time) {
        Some(text) => serializer.serialize_str(&text),
        None => serializer.serialize_str(&written(time)),
    }
}

/// Serializes an optional time.
pub fn perhaps_time<S: Serializer>(perhaps: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    match perhaps {
        Some(known) => time(known, serializer),
        None => serializer.serialize_none(),
    }
}

/// Length of a time with microseconds.
const LENGTH: usize = "2026-11-22T10:54:56.673383Z".len();

/// A time to the microsecond in a year of four digits, as nearly all are. The library takes several times as long.
fn in_microseconds(time: &DateTime<Utc>) -> Option<ArrayString<LENGTH>> {
    let (time, nanos) = (time.naive_utc(), time.nanosecond());
    if !(1000..=9999).contains(&time.year()) || nanos >= 1_000_000_000 || nanos % 1000 != 0 {
        return None;
    }
    let mut text = *b"0000-00-00T00:00:00.000000";
    put(&mut text[..4], time.year().unsigned_abs());
    for (place, number) in
        [(5, time.month()), (8, time.day()), (11, time.hour()), (14, time.minute()), (17, time.second())]
    {
        put(&mut text[place..place + 2], number);
    }
    put(&mut text[20..], nanos / 1000);
    let length = match nanos {
        0 => 19,
        millis if millis % 1_000_000 == 0 => 23,
        _ => 26,
    };
    let mut written = ArrayString::from(std::str::from_utf8(&text[..length]).ok()?).ok()?;
    written.push('Z');
    Some(written)
}

/// Writes the last digits of a number.
fn put(digits: &mut [u8], mut number: u32) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_library_writes_them() {
        let seconds =
            [-62_135_596_800, -30_610_224_001, -30_610_224_000, -1, 0, 951_782_400, 1_795_575_599, 253_402_300_799];
        let nanos = [0, 1, 999, 1000, 5_000_000, 120_000_000, 123_456_000, 123_456_789, 999_999_000, 1_500_000_000];
        for time in seconds.into_iter().flat_map(|second| nanos.map(|nanos| DateTime::from_timestamp(second, nanos))) {
            let Some(time) = time else { continue };
            assert_eq!(written(&time), time.to_rfc3339_opts(SecondsFormat::AutoSi, true));
        }
        assert!(in_microseconds(&DateTime::UNIX_EPOCH).is_some());
    }
}
