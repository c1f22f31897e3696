//! When keys were last used: stored after the request, so that a read never waits for a write.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use parking_lot::Mutex;

use crate::service::records::KeyId;

/// The uses that are not stored yet, one for each key.
#[derive(Debug, Default)]
pub struct Uses(Mutex<Pending>);

#[derive(Debug, Default)]
struct Pending {
    times: HashMap<KeyId, DateTime<Utc>>,
    being_written: bool,
}

impl Uses {
    /// Adds a use. True if no task is writing; the caller then has to write.
    pub fn add(&self, id: KeyId, at: DateTime<Utc>) -> bool {
        let mut pending = self.0.lock();
        pending.times.insert(id, at);
        !std::mem::replace(&mut pending.being_written, true)
    }

    /// The next use to store; after `None` the caller no longer has to write.
    pub fn next(&self) -> Option<(KeyId, DateTime<Utc>)> {
        let mut pending = self.0.lock();
        let next = pending.times.keys().next().copied();
        pending.being_written = next.is_some();
        next.and_then(|id| pending.times.remove_entry(&id))
    }

    /// Puts a use back that could not be stored; the next use of a key tries again.
    pub fn put_back(&self, id: KeyId, at: DateTime<Utc>) {
        let mut pending = self.0.lock();
        pending.times.entry(id).or_insert(at);
        pending.being_written = false;
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn one_task_at_a_time_stores_the_latest_use_of_each_key() {
        let uses = Uses::default();
        let (one, other) = (KeyId(Uuid::from_u128(1)), KeyId(Uuid::from_u128(2)));
        let time = |second| DateTime::from_timestamp(second, 0).expect("a time");
        assert!(uses.add(one, time(1)));
        assert!(!uses.add(one, time(2)));
        assert!(!uses.add(other, time(3)));
        let mut written = [uses.next(), uses.next()];
        written.sort();
        assert_eq!(written, [Some((one, time(2))), Some((other, time(3)))]);
        assert_eq!(uses.next(), None);
        assert!(uses.add(one, time(4)));
    }

    #[test]
    fn a_use_that_could_not_be_stored_is_retried() {
        let uses = Uses::default();
        let (key, time) = (KeyId(Uuid::from_u128(1)), DateTime::UNIX_EPOCH);
        assert!(uses.add(key, time));
        assert_eq!(uses.next(), Some((key, time)));
        uses.put_back(key, time);
        assert!(uses.add(KeyId(Uuid::from_u128(2)), time));
        assert_eq!([uses.next(), uses.next()].iter().flatten().count(), 2);
    }
}
