//! The cache of tables, and the callers that watch them.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::Arc,
};

use parking_lot::Mutex;
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncGuard};

use super::{
    alarm::Alarm,
    live::Live,
    record::Revision,
    slots::{Slot, Slots},
    stuck::Stuck,
    waking::Waking,
};
use crate::service::{
    records::TableId,
    watchers::{Watch, Watchers},
};

/// Number of locks for loading tables. Each table belongs to one, so that callers that need the same table load it
/// once.
const LOAD_LOCKS: usize = 64;

/// The cache of tables, and the callers that watch them.
pub struct Hub {
    tables: Mutex<Slots>,
    watchers: Watchers<TableId>,
    load_locks: [AsyncMutex<()>; LOAD_LOCKS],
    hasher: RandomState,
    /// Wakes the timer when a table is due earlier than the one it waits for.
    pub(super) alarm: Alarm,
    /// The tables that could not go on when they were due.
    pub(super) stuck: Stuck,
    /// The tables that are being woken.
    pub(super) waking: Waking,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub {
            tables: Mutex::default(),
            watchers: Watchers::default(),
            load_locks: std::array::from_fn(|_| AsyncMutex::default()),
            hasher: RandomState::new(),
            alarm: Alarm::default(),
            stuck: Stuck::default(),
            waking: Waking::default(),
        }
    }
}

impl Hub {
    /// The cached table, at the latest known version.
    pub fn cached(&self, id: TableId) -> Option<Arc<Live>> {
        self.tables.lock().get(id).filter(|slot| slot.is_current())?.live.clone()
    }

    /// The cached table, perhaps at an earlier version, on which a service can replay what others have changed since.
    pub fn known(&self, id: TableId) -> Option<Arc<Live>> {
        self.tables.lock().get(id)?.live.clone()
    }

    /// Caches a table, unless a later version is known. Watchers are notified: a table that is read may be the first
    /// news here of a change made by another service.
    pub fn put(&self, live: Live) -> Arc<Live> {
        let (id, version, live) = (live.record.id, live.record.version, Arc::new(live));
        let mut tables = self.tables.lock();
        let newest = tables.get(id).map_or(0, |slot| slot.newest);
        let is_news = version > newest;
        if version >= newest {
            tables.put(id, Slot { newest: version, live: Some(Arc::clone(&live)) });
        }
        drop(tables);
        if is_news {
            self.notify(id);
        }
        live
    }

    /// Records that a change of a table at this revision was not stored, or perhaps was: it is read again, unless that
    /// has been done since.
    pub fn note_refused(&self, id: TableId, before: Revision) {
        if self.known(id).is_some_and(|live| live.record.revision() == before) {
            self.note_doubt(id);
        }
    }

    /// Forgets a table that does not exist any more.
    pub fn forget(&self, id: TableId) {
        self.tables.lock().remove(id);
    }

    /// Waits for the right to load a table, so that each is loaded once.
    pub async fn load_lock(&self, id: TableId) -> AsyncGuard<'_, ()> {
        self.load_locks[self.hasher.hash_one(id) as usize % LOAD_LOCKS].lock().await
    }

    /// Watches a table from now on.
    pub fn watch(&self, id: TableId) -> Watch {
        self.watchers.watch(id)
    }

    /// Notifies the watchers of a table that it has changed.
    pub fn notify(&self, id: TableId) {
        self.watchers.notify(id);
    }

    /// Records the version of a table, which another service may have written. Tables that nobody uses here are
    /// ignored, or the cache would hold every table of all services.
    pub fn note_version(&self, id: TableId, version: u32) {
        let is_watched = self.watchers.is_watched(id);
        let mut tables = self.tables.lock();
        let (newest, live) = match tables.get(id) {
            Some(slot) => (slot.newest, slot.live.clone()),
            None if is_watched => (0, None),
            None => return,
        };
        if version <= newest {
            return;
        }
        tables.put(id, Slot { newest: version, live });
        drop(tables);
        self.notify(id);
    }

    /// Records that a table may have changed: no version of it is known any more, so that whatever is stored is news.
    pub fn note_doubt(&self, id: TableId) {
        let mut tables = self.tables.lock();
        if let Some(live) = tables.get(id).map(|slot| slot.live.clone()) {
            tables.put(id, Slot { newest: 0, live });
        }
        drop(tables);
        self.notify(id);
    }

    /// Records the revisions of these tables, as they are stored: one that is missing was deleted. One that contradicts
    /// what is known means that the database has lost what was stored, or that it was reported and never stored.
    pub fn note_revisions(&self, ids: &[TableId], revisions: &[(TableId, Revision)]) {
        let revisions: HashMap<_, _> = revisions.iter().copied().collect();
        for id in ids {
            match revisions.get(id) {
                Some(revision) if self.tables.lock().get(*id).is_some_and(|slot| slot.contradicts(*revision)) => {
                    self.note_doubt(*id);
                }
                Some(revision) => self.note_version(*id, revision.version),
                None => {
                    self.forget(*id);
                    self.notify(*id);
                }
            }
        }
    }

    /// Invalidates every cached table after notices of changes may have been lost.
    pub fn note_gap(&self) {
        self.tables.lock().forget_versions();
        self.watched().into_iter().for_each(|id| self.notify(id));
    }

    /// The tables that are watched.
    pub fn watched(&self) -> Vec<TableId> {
        self.watchers.watched()
    }
}
