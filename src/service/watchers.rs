//! Watchers: tasks that wait for changes of a stored object.

use std::{collections::HashMap, hash::Hash};

use parking_lot::Mutex;
use tokio::sync::watch;

/// A channel for each object that is watched.
#[derive(Debug)]
pub(super) struct Watchers<K>(Mutex<HashMap<K, watch::Sender<u32>>>);

/// Waits for changes of one object.
#[derive(Debug)]
pub(super) struct Watch(watch::Receiver<u32>);

impl Watch {
    /// Waits for the next change since the last call.
    pub(super) async fn changed(&mut self) {
        // The sender lives as long as its receivers.
        let _ = self.0.changed().await;
    }
}

impl<K> Default for Watchers<K> {
    fn default() -> Watchers<K> {
        Watchers(Mutex::default())
    }
}

impl<K: Copy + Eq + Hash> Watchers<K> {
    /// Watches an object from now on.
    pub(super) fn watch(&self, id: K) -> Watch {
        let mut watched = self.0.lock();
        let sender = watched.entry(id).or_insert_with(|| watch::channel(0).0);
        Watch(sender.subscribe())
    }

    /// Notifies the watchers of an object.
    pub(super) fn notify(&self, id: K) {
        if let Some(sender) = self.0.lock().get(&id) {
            sender.send_modify(|count| *count = count.wrapping_add(1));
        }
    }

    /// Is the object watched? It may also have been until recently.
    pub(super) fn is_watched(&self, id: K) -> bool {
        self.0.lock().contains_key(&id)
    }

    /// The objects that are watched. Entries without watchers are dropped.
    pub(super) fn watched(&self) -> Vec<K> {
        let mut watched = self.0.lock();
        watched.retain(|_, sender| sender.receiver_count() > 0);
        watched.keys().copied().collect()
    }
}
