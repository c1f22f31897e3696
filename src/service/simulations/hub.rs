//! The chunks that this service plays, and the callers that watch simulations.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use tokio::sync::Notify;

use crate::service::{
    records::SimulationId,
    watchers::{Watch, Watchers},
};

/// A chunk of a simulation, by its number.
pub type Chunk = (SimulationId, u32);

/// Cancels a chunk: checked before each step of its games.
#[derive(Clone, Debug, Default)]
pub struct GoOn(Arc<AtomicBool>);

impl GoOn {
    /// Was the chunk cancelled?
    pub fn is_over(&self) -> bool {
        self.0.load(Relaxed)
    }

    fn end(&self) {
        self.0.store(true, Relaxed);
    }
}

/// The chunks that this service plays, and the callers that watch simulations.
#[derive(Debug, Default)]
pub struct Hub {
    at_work: Mutex<HashMap<Chunk, GoOn>>,
    watchers: Watchers<SimulationId>,
    /// Wakes the worker.
    news: Notify,
}

impl Hub {
    /// Registers a chunk as being played.
    pub fn begin(&self, chunk: Chunk) -> GoOn {
        let go_on = GoOn::default();
        self.lock().insert(chunk, go_on.clone());
        go_on
    }

    /// Removes a chunk that is no longer being played.
    pub fn end(&self, chunk: Chunk) {
        self.lock().remove(&chunk);
    }

    /// Cancels the chunks that match.
    pub fn give_up(&self, which: impl Fn(&Chunk) -> bool) {
        self.lock().iter().filter(|(chunk, _)| which(chunk)).for_each(|(_, go_on)| go_on.end());
    }

    /// The chunks that are being played.
    pub fn chunks(&self) -> Vec<Chunk> {
        self.lock().keys().copied().collect()
    }

    /// How many chunks are being played, and of how many simulations.
    pub fn load(&self) -> (usize, usize) {
        let at_work = self.lock();
        let simulations: HashSet<_> = at_work.keys().map(|(id, _)| *id).collect();
        (at_work.len(), simulations.len())
    }

    /// Watches a simulation from now on.
    pub fn watch(&self, id: SimulationId) -> Watch {
        self.watchers.watch(id)
    }

    /// Notifies those who watch a simulation that it has changed.
    pub fn tell(&self, id: SimulationId) {
        self.watchers.tell(id);
        // Drops the entries that nobody watches any more.
        self.watchers.watched();
    }

    /// Wakes the worker: there may be something to do.
    pub fn wake(&self) {
        self.news.notify_one();
    }

    /// Waits until there may be something to do.
    pub async fn news(&self) {
        self.news.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Chunk, GoOn>> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn chunks_are_given_up_by_what_they_are_of() {
        let hub = Hub::default();
        let [one, other] = [1, 2].map(|number| SimulationId(Uuid::from_u128(number)));
        let chunks = [(one, 0), (one, 7), (other, 0)].map(|chunk| hub.begin(chunk));
        assert_eq!(hub.load(), (3, 2));
        hub.give_up(|(id, _)| *id == one);
        assert_eq!(chunks.map(|chunk| chunk.is_over()), [true, true, false]);
        hub.end((other, 0));
        assert_eq!(hub.load(), (2, 1));
    }
}
