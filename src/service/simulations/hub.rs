//! The chunks that this service plays, and the callers that watch simulations.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::service::{
    Cancel,
    records::SimulationId,
    watchers::{Watch, Watchers},
};

/// A chunk of a simulation, by its number.
pub type Chunk = (SimulationId, u32);

/// The chunks that this service plays, and the callers that watch simulations.
#[derive(Debug, Default)]
pub struct Hub {
    playing: Arc<Mutex<HashMap<Chunk, Cancel>>>,
    watchers: Watchers<SimulationId>,
    /// Wakes the worker.
    wake_up: Notify,
}

impl Hub {
    /// Registers a chunk as being played until the value is dropped.
    pub fn begin(&self, chunk: Chunk) -> Playing {
        let cancel = Cancel::new();
        self.playing.lock().insert(chunk, cancel.clone());
        Playing { chunk, cancel, playing: Arc::clone(&self.playing) }
    }

    /// Cancels the chunks that match.
    pub fn cancel(&self, which: impl Fn(&Chunk) -> bool) {
        self.playing.lock().iter().filter(|(chunk, _)| which(chunk)).for_each(|(_, chunk)| chunk.cancel());
    }

    /// The chunks that are being played.
    pub fn chunks(&self) -> Vec<Chunk> {
        self.playing.lock().keys().copied().collect()
    }

    /// How many chunks are being played, and of how many simulations.
    pub fn load(&self) -> (usize, usize) {
        let playing = self.playing.lock();
        let simulations: HashSet<_> = playing.keys().map(|(id, _)| *id).collect();
        (playing.len(), simulations.len())
    }

    /// Watches a simulation from now on.
    pub fn watch(&self, id: SimulationId) -> Watch {
        self.watchers.watch(id)
    }

    /// Notifies the watchers of a simulation that it has changed.
    pub fn notify(&self, id: SimulationId) {
        self.watchers.notify(id);
    }

    /// Wakes the worker: there may be something to do.
    pub fn wake(&self) {
        self.wake_up.notify_one();
    }

    /// Waits until there may be something to do.
    pub async fn woken(&self) {
        self.wake_up.notified().await;
    }
}

/// A chunk that is being played. It goes with the thread and with its result, so that no chunk stays registered when
/// the worker that began it is gone.
#[derive(Debug)]
pub struct Playing {
    chunk: Chunk,
    cancel: Cancel,
    playing: Arc<Mutex<HashMap<Chunk, Cancel>>>,
}

impl Playing {
    /// Whether the chunk was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.playing.lock().remove(&self.chunk);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_chunks_that_match_are_cancelled() {
        let hub = Hub::default();
        let [one, other] = [1, 2].map(|number| SimulationId(Uuid::from_u128(number)));
        let chunks = [(one, 0), (one, 7), (other, 0)].map(|chunk| hub.begin(chunk));
        assert_eq!(hub.load(), (3, 2));
        hub.cancel(|(id, _)| *id == one);
        assert_eq!(chunks.each_ref().map(Playing::is_cancelled), [true, true, false]);
        let [_first, _second, third] = chunks;
        drop(third);
        assert_eq!(hub.load(), (2, 1));
    }
}
