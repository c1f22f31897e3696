//! The simulations that this service works on, and those who wait for them.

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

/// Whether a chunk is played on: asked before each step of its games.
#[derive(Clone, Debug, Default)]
pub struct GoOn(Arc<AtomicBool>);

impl GoOn {
    /// Is nobody waiting for the chunk any more?
    pub fn is_over(&self) -> bool {
        self.0.load(Relaxed)
    }

    fn end(&self) {
        self.0.store(true, Relaxed);
    }
}

/// The simulations that this service works on.
#[derive(Debug, Default)]
pub struct Hub {
    at_work: Mutex<HashMap<Chunk, GoOn>>,
    watchers: Watchers<SimulationId>,
    /// There may be something to do.
    news: Notify,
}

impl Hub {
    /// Notes that a chunk is being played.
    pub fn begin(&self, chunk: Chunk) -> GoOn {
        let go_on = GoOn::default();
        self.lock().insert(chunk, go_on.clone());
        go_on
    }

    /// Notes that a chunk is not being played any more.
    pub fn end(&self, chunk: Chunk) {
        self.lock().remove(&chunk);
    }

    /// Has chunks given up that are being played: those for which this is so.
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

    /// Waits for what happens to a simulation from now on.
    pub fn watch(&self, id: SimulationId) -> Watch {
        self.watchers.watch(id)
    }

    /// Tells those who wait that something has happened to a simulation.
    pub fn tell(&self, id: SimulationId) {
        self.watchers.tell(id);
        // Those who wait no longer are forgotten.
        self.watchers.watched();
    }

    /// Tells who works that there may be something to do.
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
