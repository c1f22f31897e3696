//! The cache of tables, and the callers that watch them.
//!
//! A step at a table that is cached replays nothing; one at a table of ten thousand steps that is not takes a hundred
//! times as long.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::Arc,
};

use parking_lot::Mutex;
use quick_cache::{Weighter, unsync::Cache};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncGuard};

use super::{alarm::Alarm, live::Live, presence::Presence, stuck::Stuck, waking::Waking};
use crate::service::{
    records::{Revision, TableId},
    watchers::{Watch, Watchers},
};

/// Memory that the tables used lately may take, in bytes, and their usual number. Most take a few kilobytes.
const CAPACITY: u64 = 64 << 20;
const USUAL_TABLES: usize = 4096;

/// Bytes that an entry counts besides its table.
const OVERHEAD: usize = 1 << 10;

/// Number of locks for loading tables. Each table belongs to one, so that callers that need the same table load it
/// once.
const LOAD_LOCKS: usize = 64;

/// What is known of a table.
#[derive(Default)]
struct Slot {
    /// The latest version that this service has heard of; 0 while none is known to be the latest.
    newest: u32,
    /// The table at the latest version that was opened here: an earlier one if another service has changed it since.
    live: Option<Arc<Live>>,
}

impl Slot {
    /// Is the table known at its latest version?
    fn is_current(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.record.version == self.newest)
    }

    /// Is this not a later revision of what is known?
    fn contradicts(&self, stored: Revision) -> bool {
        let known = self.live.as_ref().map(|live| live.record.revision());
        let is_other = |known: Revision| known.version == stored.version && known.mark != stored.mark;
        self.newest > stored.version || known.is_some_and(is_other)
    }
}

/// The memory that an entry takes.
struct Bytes;

impl Weighter<TableId, Slot> for Bytes {
    fn weight(&self, _: &TableId, slot: &Slot) -> u64 {
        (OVERHEAD + slot.live.as_ref().map_or(0, |live| live.bytes())) as u64
    }
}

/// The cache of tables, and the callers that watch them.
pub struct Hub {
    tables: Mutex<Cache<TableId, Slot, Bytes>>,
    watchers: Watchers<TableId>,
    load_locks: [AsyncMutex<()>; LOAD_LOCKS],
    hasher: RandomState,
    /// Wakes the timer when a table is due earlier than the one it waits for.
    pub(super) alarm: Alarm,
    /// The tables that could not go on when they were due.
    pub(super) stuck: Stuck,
    /// The tables that are being woken.
    pub(super) waking: Waking,
    /// Who is at which table.
    pub(super) presence: Presence,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub {
            tables: Mutex::new(Cache::with_weighter(USUAL_TABLES, CAPACITY, Bytes)),
            watchers: Watchers::default(),
            load_locks: std::array::from_fn(|_| AsyncMutex::default()),
            hasher: RandomState::new(),
            alarm: Alarm::default(),
            stuck: Stuck::default(),
            waking: Waking::default(),
            presence: Presence::default(),
        }
    }
}

impl Hub {
    /// The cached table, at the latest known version.
    pub fn cached(&self, id: TableId) -> Option<Arc<Live>> {
        self.tables.lock().get(&id).filter(|slot| slot.is_current())?.live.clone()
    }

    /// The cached table, perhaps at an earlier version, on which a service can replay what others have changed since.
    pub fn known(&self, id: TableId) -> Option<Arc<Live>> {
        self.tables.lock().get(&id)?.live.clone()
    }

    /// Caches a table, unless a later version is known. Watchers are notified: a table that is read may be the first
    /// news here of a change made by another service.
    pub fn put(&self, live: Live) -> Arc<Live> {
        let (id, version, live) = (live.record.id, live.record.version, Arc::new(live));
        let mut tables = self.tables.lock();
        let newest = tables.get(&id).map_or(0, |slot| slot.newest);
        let is_news = version > newest;
        if version >= newest {
            tables.insert(id, Slot { newest: version, live: Some(Arc::clone(&live)) });
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
        self.tables.lock().remove(&id);
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
        let (newest, live) = match tables.get(&id) {
            Some(slot) => (slot.newest, slot.live.clone()),
            None if is_watched => (0, None),
            None => return,
        };
        if version <= newest {
            return;
        }
        tables.insert(id, Slot { newest: version, live });
        drop(tables);
        self.notify(id);
    }

    /// Records that a table may have changed: no version of it is known any more, so that whatever is stored is news.
    pub fn note_doubt(&self, id: TableId) {
        let mut tables = self.tables.lock();
        if let Some(live) = tables.get(&id).map(|slot| slot.live.clone()) {
            tables.insert(id, Slot { newest: 0, live });
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
                Some(revision) if self.tables.lock().get(id).is_some_and(|slot| slot.contradicts(*revision)) => {
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

    /// Doubts every cached table after notices of changes may have been lost.
    pub fn note_gap(&self) {
        let mut tables = self.tables.lock();
        let cached: Vec<TableId> = tables.iter().map(|(id, _)| *id).collect();
        for id in cached {
            if let Some(mut slot) = tables.peek_mut(&id) {
                slot.newest = 0;
            }
        }
        drop(tables);
        self.watched().into_iter().for_each(|id| self.notify(id));
    }

    /// The tables that are watched.
    pub fn watched(&self) -> Vec<TableId> {
        self.watchers.watched()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{
        games::Ruleset,
        service::tables::{SeatKind, tests::table},
    };

    /// A table whose journal takes this many bytes.
    fn long(number: u128, bytes: usize) -> Live {
        let mut live = table(Ruleset::Reversal, &[SeatKind::Bot; 2], 1);
        (live.record.id, live.record.version) = (TableId(Uuid::from_u128(number)), 1);
        live.journal = vec![0; bytes];
        live
    }

    #[test]
    fn tables_in_use_stay_and_the_others_are_dropped() {
        let (hub, megabyte) = (Hub::default(), 1 << 20);
        let in_use: Vec<_> = (0..10).map(|number| hub.put(long(number, megabyte)).record.id).collect();
        for number in 10..500 {
            hub.put(long(number, megabyte));
            assert!(in_use.iter().all(|id| hub.cached(*id).is_some()), "after {number}");
        }
        let tables = hub.tables.lock();
        assert!(tables.weight() <= CAPACITY && tables.len() > 32, "{} in {}", tables.len(), tables.weight());
    }

    #[test]
    fn a_long_game_that_goes_on_does_not_displace_others() {
        let hub = Hub::default();
        let other = hub.put(long(0, 1)).record.id;
        (0..200).for_each(|_| drop(hub.put(long(1, 1 << 20))));
        assert!(hub.cached(other).is_some());
        hub.note_gap();
        assert!(hub.cached(other).is_none() && hub.known(other).is_some(), "it is read again, and not replayed");
        assert_eq!(hub.tables.lock().len(), 2);
    }
}
