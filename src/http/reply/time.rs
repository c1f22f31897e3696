//! Times as responses write them.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};

/// A time as RFC 3339, in UTC, with microseconds where there are any.
pub fn written(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// Serializes a time as it is [`written`].
pub fn time<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&written(time))
}

/// Serializes a time that may be missing.
pub fn perhaps_time<S: Serializer>(time: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    time.as_ref().map(written).serialize(serializer)
}
