//! Format of times in responses.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// A time in RFC 3339, in UTC, with fractional digits only if it has any.
pub fn written(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// Serializes a time as [`written`] formats it.
pub fn time<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&written(time))
}

/// Serializes an optional time.
pub fn perhaps_time<S: Serializer>(perhaps: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    match perhaps {
        Some(known) => time(known, serializer),
        None => serializer.serialize_none(),
    }
}
