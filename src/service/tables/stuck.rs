//! Tables that were due and could not go on: one whose log is damaged, or was written by a later release.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;

use crate::service::records::TableId;

/// The first delay until such a table is tried again, which doubles each time, and the longest.
const DELAY: TimeDelta = TimeDelta::seconds(1);
const MAX_DELAY: TimeDelta = TimeDelta::minutes(10);

/// When each of these tables is tried again. Otherwise they would be the first ones due at every check, and the others
/// would not get their turn.
#[derive(Debug, Default)]
pub struct Stuck(Mutex<HashMap<TableId, Retry>>);

#[derive(Clone, Copy, Debug)]
struct Retry {
    at: DateTime<Utc>,
    delay: TimeDelta,
}

impl Stuck {
    /// The number of these tables.
    pub fn count(&self) -> usize {
        self.0.lock().len()
    }

    /// Is this table not to be tried yet?
    pub fn waits(&self, id: TableId, now: DateTime<Utc>) -> bool {
        self.0.lock().get(&id).is_some_and(|retry| now < retry.at)
    }

    /// Records that a table could not go on; true the first time.
    pub fn add(&self, id: TableId, now: DateTime<Utc>) -> bool {
        let mut tables = self.0.lock();
        let delay = tables.get(&id).map_or(DELAY, |retry| (retry.delay * 2).min(MAX_DELAY));
        tables.insert(id, Retry { at: now + delay, delay }).is_none()
    }

    /// Forgets a table that goes on, or is gone.
    pub fn remove(&self, id: TableId) {
        self.0.lock().remove(&id);
    }

    /// Forgets all tables but these.
    pub fn retain(&self, due: &[TableId]) {
        let mut tables = self.0.lock();
        if !tables.is_empty() {
            let due: HashSet<_> = due.iter().collect();
            tables.retain(|id, _| due.contains(id));
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_table_is_tried_again_after_a_growing_delay() {
        let (stuck, mut now) = (Stuck::default(), DateTime::UNIX_EPOCH);
        let [one, other] = [1, 2].map(|number| TableId(Uuid::from_u128(number)));
        assert!(stuck.add(one, now) && !stuck.waits(other, now));
        for delay in [1, 2, 4, 8] {
            assert!(stuck.waits(one, now + TimeDelta::milliseconds(delay * 1000 - 1)), "{delay}");
            now += TimeDelta::seconds(delay);
            assert!(!stuck.waits(one, now), "{delay}");
            assert!(!stuck.add(one, now), "it is known");
        }
        for _ in 0..20 {
            stuck.add(one, now);
        }
        assert!(!stuck.waits(one, now + MAX_DELAY));
        stuck.add(other, now);
        stuck.retain(&[other]);
        assert_eq!((stuck.count(), stuck.waits(one, now)), (1, false));
        stuck.remove(other);
        assert_eq!(stuck.count(), 0);
    }
}
