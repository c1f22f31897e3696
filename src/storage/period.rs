//! Periods: since when and until when things were stored.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{dialect::Dialect, statement::Statement};

/// How far the time in an id may be from the time that the thing was stored at.
const LEEWAY: TimeDelta = TimeDelta::seconds(10);

/// The last millisecond that an id can hold: it has 48 bits for them.
const LAST_MILLISECOND: i64 = (1 << 48) - 1;

/// The columns that a period is about.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    /// The id, by which the index finds the neighbourhood.
    pub(super) id: &'static str,
    /// The time that counts.
    pub(super) created_at: &'static str,
}

/// Adds the conditions that something was stored in the half-open period.
pub(super) fn narrow<D: Dialect>(
    statement: &mut Statement<D>,
    columns: Columns,
    since: Option<DateTime<Utc>>,
    until: Option<DateTime<Utc>>,
) {
    if let Some(since) = since.map(in_bounds) {
        statement.push(" and ").push(columns.id).push(" >= ").bind(first_id(since - LEEWAY));
        statement.push(" and ").push(columns.created_at).push(" >= ").bind_time(since);
    }
    if let Some(until) = until.map(in_bounds) {
        statement.push(" and ").push(columns.id).push(" < ").bind(first_id(until + LEEWAY));
        statement.push(" and ").push(columns.created_at).push(" < ").bind_time(until);
    }
}

/// The time, or the nearest one that an id can hold: nothing is stored at any other.
fn in_bounds(time: DateTime<Utc>) -> DateTime<Utc> {
    let last = DateTime::from_timestamp_millis(LAST_MILLISECOND).expect("the year 10889 is a time");
    time.clamp(DateTime::UNIX_EPOCH, last)
}

/// The least id of a time's millisecond.
fn first_id(time: DateTime<Utc>) -> Uuid {
    let millisecond = time.timestamp_millis().clamp(0, LAST_MILLISECOND);
    Uuid::from_u128((millisecond as u128) << 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    #[test]
    fn an_id_begins_with_its_millisecond() {
        let id = first_id(time("2026-01-02T03:04:05.678Z"));
        assert_eq!(id.to_string(), "019b7ca9-8f2e-0000-0000-000000000000");
    }

    #[test]
    fn times_that_no_id_can_hold_are_taken_for_the_nearest_one() {
        assert_eq!(in_bounds(DateTime::<Utc>::MIN_UTC), time("1970-01-01T00:00:00Z"));
        assert_eq!(in_bounds(DateTime::<Utc>::MAX_UTC).timestamp_millis(), 281_474_976_710_655);
        assert_eq!(first_id(DateTime::<Utc>::MIN_UTC), Uuid::nil());
        assert_eq!(first_id(DateTime::<Utc>::MAX_UTC).to_string(), "ffffffff-ffff-0000-0000-000000000000");
    }
}
