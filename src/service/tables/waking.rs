//! The tables that are being woken, so that none is woken twice at a time, and how many may be.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::service::records::TableId;

/// Number of tables woken at a time, which use connections to the database.
const CONCURRENCY: usize = 8;

/// Number of those at a time at which bots play among themselves.
const AMONG_BOTS: usize = 4;

/// The tables that are being woken.
pub struct Waking {
    tables: Arc<Mutex<HashSet<TableId>>>,
    /// Permits for tables with people.
    pub quick: Semaphore,
    /// Permits for tables at which only bots play: they wait for the worker pool, where long games of others may go
    /// first.
    pub among_bots: Semaphore,
    outage: AtomicBool,
}

/// A table that is being woken, until this is dropped.
#[derive(Debug)]
pub struct Wake {
    /// The table.
    pub id: TableId,
    tables: Arc<Mutex<HashSet<TableId>>>,
}

impl Default for Waking {
    fn default() -> Waking {
        let (quick, among_bots) = (Semaphore::new(CONCURRENCY), Semaphore::new(AMONG_BOTS));
        Waking { tables: Arc::default(), quick, among_bots, outage: AtomicBool::default() }
    }
}

impl Waking {
    /// Begins to wake a table; `None` if it is being woken.
    pub fn begin(&self, id: TableId) -> Option<Wake> {
        self.tables.lock().insert(id).then(|| Wake { id, tables: Arc::clone(&self.tables) })
    }

    /// Records that tables cannot be woken now: there is no point in trying the next one at once.
    pub fn note_outage(&self) {
        self.outage.store(true, Relaxed);
    }

    /// Has an outage been recorded since the last call?
    pub fn take_outage(&self) -> bool {
        self.outage.swap(false, Relaxed)
    }

    /// The number of these tables.
    pub fn count(&self) -> usize {
        self.tables.lock().len()
    }
}

impl Drop for Wake {
    fn drop(&mut self) {
        self.tables.lock().remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_table_is_woken_once_at_a_time() {
        let (waking, [one, other]) = (Waking::default(), [1, 2].map(|number| TableId(Uuid::from_u128(number))));
        let wake = waking.begin(one).expect("nobody wakes it");
        assert!(waking.begin(one).is_none() && waking.begin(other).is_some());
        assert_eq!(waking.count(), 1);
        drop(wake);
        assert!(waking.begin(one).is_some());
    }

    #[test]
    fn an_outage_is_noticed_once() {
        let waking = Waking::default();
        assert!(!waking.take_outage());
        waking.note_outage();
        assert!(waking.take_outage() && !waking.take_outage());
    }
}
