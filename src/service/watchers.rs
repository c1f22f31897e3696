//! Those who wait for something to happen to a stored thing.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

/// Those who wait for something to happen, by what they wait for.
#[derive(Debug)]
pub(super) struct Watchers<K>(Mutex<HashMap<K, watch::Sender<u32>>>);

/// Somebody who waits for something to happen.
#[derive(Debug)]
pub(super) struct Watch(watch::Receiver<u32>);

impl Watch {
    /// Waits until something has happened since the last time.
    pub(super) async fn changed(&mut self) {
        // The sender is dropped only with its last receiver.
        let _ = self.0.changed().await;
    }
}

impl<K> Default for Watchers<K> {
    fn default() -> Watchers<K> {
        Watchers(Mutex::default())
    }
}

impl<K: Copy + Eq + Hash> Watchers<K> {
    /// Waits for what happens from now on.
    pub(super) fn watch(&self, id: K) -> Watch {
        let mut watched = self.lock();
        let sender = watched.entry(id).or_insert_with(|| watch::channel(0).0);
        Watch(sender.subscribe())
    }

    /// Tells those who wait that something has happened.
    pub(super) fn tell(&self, id: K) {
        if let Some(sender) = self.lock().get(&id) {
            sender.send_modify(|count| *count = count.wrapping_add(1));
        }
    }

    /// Does anybody wait for this, or has anybody lately?
    pub(super) fn is_watched(&self, id: K) -> bool {
        self.lock().contains_key(&id)
    }

    /// What somebody waits for; the rest is forgotten.
    pub(super) fn watched(&self) -> Vec<K> {
        let mut watched = self.lock();
        watched.retain(|_, sender| sender.receiver_count() > 0);
        watched.keys().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, watch::Sender<u32>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
