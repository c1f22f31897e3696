//! Watchers: tasks that wait for changes of a stored object.

use std::{collections::HashMap, hash::Hash};

use parking_lot::Mutex;
use tokio::sync::watch;

/// The number of entries up to which those without watchers are not dropped.
const FEW: usize = 64;

/// The objects that are watched.
#[derive(Debug)]
pub(super) struct Watchers<K>(Mutex<Channels<K>>);

/// A channel for each object that is watched, or was until recently.
#[derive(Debug)]
struct Channels<K> {
    senders: HashMap<K, watch::Sender<u32>>,
    /// The number of entries at which those without watchers are dropped.
    sweep_at: usize,
}

impl<K: Eq + Hash> Channels<K> {
    fn sweep(&mut self) {
        self.senders.retain(|_, sender| sender.receiver_count() > 0);
        self.sweep_at = FEW.max(2 * self.senders.len());
    }
}

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
        Watchers(Mutex::new(Channels { senders: HashMap::new(), sweep_at: FEW }))
    }
}

impl<K: Copy + Eq + Hash> Watchers<K> {
    /// Watches an object from now on; it need not exist.
    pub(super) fn watch(&self, id: K) -> Watch {
        let mut channels = self.0.lock();
        if channels.senders.len() >= channels.sweep_at {
            channels.sweep();
        }
        let sender = channels.senders.entry(id).or_insert_with(|| watch::channel(0).0);
        Watch(sender.subscribe())
    }

    /// Notifies the watchers of an object.
    pub(super) fn notify(&self, id: K) {
        if let Some(sender) = self.0.lock().senders.get(&id) {
            sender.send_modify(|count| *count = count.wrapping_add(1));
        }
    }

    /// Is the object watched? It may also have been until recently.
    pub(super) fn is_watched(&self, id: K) -> bool {
        self.0.lock().senders.contains_key(&id)
    }

    /// The objects that are watched. Entries without watchers are dropped.
    pub(super) fn watched(&self) -> Vec<K> {
        let mut channels = self.0.lock();
        channels.sweep();
        channels.senders.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_without_watchers_do_not_add_up() {
        let watchers = Watchers::default();
        let held: Vec<Watch> = (0..100).map(|id| watchers.watch(id)).collect();
        for id in 100..10_000 {
            drop(watchers.watch(id));
            assert!(watchers.0.lock().senders.len() <= 2 * held.len() + FEW);
        }
        assert!((0..100).all(|id| watchers.is_watched(id)));
        assert_eq!(watchers.watched().len(), held.len());
    }
}
