//! The tables that are at hand in this service, and those who wait for something to happen at one.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncGuard, Notify};

use super::live::Live;
use crate::service::{
    records::TableId,
    watchers::{Watch, Watchers},
};

/// So many tables are at hand: each takes a few kilobytes. Others are read again when they are asked for.
const CAPACITY: usize = 4096;

/// So many tables are read at a time; of those who want the same one, one reads it.
const READERS: usize = 64;

/// The tables at hand.
pub struct Hub {
    tables: Mutex<HashMap<TableId, Slot>>,
    watchers: Watchers<TableId>,
    readers: [AsyncMutex<()>; READERS],
    hasher: RandomState,
    /// A table may go on by itself earlier than the one that was waited for.
    pub(super) earlier: Notify,
}

/// What is known of a table.
#[derive(Default)]
struct Slot {
    /// The latest version that anybody has spoken of.
    newest: u32,
    /// The table at that version, unless another service has made it.
    live: Option<Arc<Live>>,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub {
            tables: Mutex::default(),
            watchers: Watchers::default(),
            readers: std::array::from_fn(|_| AsyncMutex::default()),
            hasher: RandomState::new(),
            earlier: Notify::new(),
        }
    }
}

impl Hub {
    /// A table at hand, at the latest version that is known of.
    pub fn at_hand(&self, id: TableId) -> Option<Arc<Live>> {
        lock(&self.tables).get(&id)?.live.clone()
    }

    /// Has a table at hand from now on, unless a later version is known of. Those who wait are told: whoever reads a table
    /// may be the first here to learn that another service has changed it.
    pub fn keep(&self, live: Live) -> Arc<Live> {
        let (id, version, live) = (live.record.id, live.record.version, Arc::new(live));
        let mut tables = lock(&self.tables);
        if tables.len() >= CAPACITY && !tables.contains_key(&id) {
            // Which one goes makes no difference but in time.
            if let Some(other) = tables.keys().next().copied() {
                tables.remove(&other);
            }
        }
        let slot = tables.entry(id).or_default();
        let is_news = version > slot.newest;
        if version >= slot.newest {
            *slot = Slot { newest: version, live: Some(Arc::clone(&live)) };
        }
        drop(tables);
        if is_news {
            self.tell(id);
        }
        live
    }

    /// Notes that a table may have changed: it has to be read again, and whoever has read it before has read too early.
    pub fn doubt(&self, id: TableId) {
        if let Some(slot) = lock(&self.tables).get_mut(&id) {
            slot.live = None;
        }
    }

    /// Has a table at hand no longer: there is none.
    pub fn forget(&self, id: TableId) {
        lock(&self.tables).remove(&id);
    }

    /// Waits for one's turn to read a table.
    pub async fn turn(&self, id: TableId) -> AsyncGuard<'_, ()> {
        self.readers[self.hasher.hash_one(id) as usize % READERS].lock().await
    }

    /// Waits for what happens at a table from now on.
    pub fn watch(&self, id: TableId) -> Watch {
        self.watchers.watch(id)
    }

    /// Tells those who wait that something has happened at a table.
    pub fn tell(&self, id: TableId) {
        self.watchers.tell(id);
    }

    /// Notes that a table has a version, which another service may have made. Tables that nobody asks for here are not
    /// noted: there are as many as others play.
    pub fn note_version(&self, id: TableId, version: u32) {
        let is_watched = self.watchers.is_watched(id);
        let mut tables = lock(&self.tables);
        if !is_watched && !tables.contains_key(&id) {
            return;
        }
        let slot = tables.entry(id).or_default();
        if version <= slot.newest {
            return;
        }
        *slot = Slot { newest: version, live: None };
        drop(tables);
        self.tell(id);
    }

    /// Notes that any table may have changed without a word.
    pub fn note_gap(&self) {
        lock(&self.tables).values_mut().for_each(|slot| slot.live = None);
        self.watched().into_iter().for_each(|id| self.tell(id));
    }

    /// The tables that somebody waits for.
    pub fn watched(&self) -> Vec<TableId> {
        self.watchers.watched()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
