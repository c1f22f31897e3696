//! The simulation worker: leases chunks of games from the database, plays them on threads, and counts the results.
//!
//! A service leases a chunk for a while and renews the lease as long as it lives. The result is counted in the same
//! transaction that ends the lease: the chunks of a service that dies are taken by others, and no game is counted
//! twice.

mod counting;

use std::{
    collections::HashMap,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

use chrono::TimeDelta;
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Instant, sleep_until, timeout},
};
use uuid::Uuid;

use super::{
    hub::{Chunk, Playing},
    play::{engine, games_of, simulation},
    record::{ChunksRequest, SimulationRecord},
};
use crate::{
    games::Ruleset,
    service::{
        Service, ServiceError, background::BackgroundErrors, priority::Priority, records::SimulationId,
        store::StoreError,
    },
    statistics::{Simulation, Tally},
};

/// How long a worker may hold a chunk without renewing its lease.
const LEASE: TimeDelta = TimeDelta::seconds(15);
/// How often leases are renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(5);
/// How often the database is polled for simulations created by other services.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Retry delay when other services were taking the same chunks.
const CONTENTION_DELAY: Duration = Duration::from_millis(20);
/// Retry delay after the database failed.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// How long the worker waits for its threads at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// A chunk whose thread has finished.
struct Played {
    record: Arc<SimulationRecord>,
    number: u32,
    outcome: ChunkOutcome,
    /// Registers the chunk until its result is among those to be counted.
    playing: Playing,
}

/// The outcome of a chunk.
enum ChunkOutcome {
    /// Its games were played.
    Played(Arc<Tally>),
    /// It was cancelled.
    Cancelled,
    /// Its games cannot be played, which is an error of the service.
    Failed,
}

/// A chunk that was played and is not counted yet.
#[derive(Clone)]
struct Uncounted {
    record: Arc<SimulationRecord>,
    number: u32,
    tally: Arc<Tally>,
}

/// State of the worker.
struct Worker {
    service: Service,
    id: Uuid,
    threads: usize,
    /// The simulations of which chunks are being played.
    known: HashMap<SimulationId, Arc<Simulation>>,
    /// Number of threads that are running.
    running: usize,
    uncounted: Vec<Uncounted>,
    /// Simulations that cannot be played or counted.
    failed: Vec<SimulationId>,
    done: UnboundedReceiver<Played>,
    finished: UnboundedSender<Played>,
}

impl Service {
    /// Works on simulations until the service stops, on up to `threads` threads of the lowest priority.
    pub async fn work_on_simulations(self, threads: usize) {
        if threads > 0 {
            Worker::new(self, threads).run(|service| !service.is_draining()).await;
        }
    }

    /// Works on simulations until none is left.
    pub async fn finish_simulations(&self, threads: usize) {
        let mut worker = Worker::new(self.clone(), threads.max(1));
        loop {
            let took = worker.take().await;
            let is_idle = worker.running == 0 && worker.uncounted.is_empty() && worker.failed.is_empty();
            if is_idle && matches!(took, Ok(TakeResult::Nothing)) {
                return;
            }
            let next = worker.next(CONTENTION_DELAY).await;
            worker.count(next).await;
        }
    }
}

/// The result of a request for chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TakeResult {
    /// Got chunks, or no thread is free.
    Enough,
    /// Got none, because other services were taking the same ones.
    NothingYet,
    /// Got none: there is nothing to do.
    Nothing,
}

impl Worker {
    fn new(service: Service, threads: usize) -> Worker {
        let id = service.shared.ids.at(service.clock.now());
        let (finished, done) = unbounded_channel();
        let (known, uncounted, failed) = (HashMap::new(), Vec::new(), Vec::new());
        Worker { service, id, threads, known, running: 0, uncounted, failed, done, finished }
    }

    async fn run(mut self, go_on: impl Fn(&Service) -> bool) {
        let service = self.service.clone();
        let (mut renewal, mut errors) = (Instant::now() + RENEWAL_INTERVAL, BackgroundErrors::default());
        while go_on(&service) {
            let wait = match self.take().await {
                Ok(result) => {
                    errors.clear();
                    match result {
                        TakeResult::Enough | TakeResult::Nothing => POLL_INTERVAL,
                        TakeResult::NothingYet => CONTENTION_DELAY,
                    }
                }
                Err(error) => {
                    errors.log("cannot look for simulations", &error.into());
                    RETRY_DELAY
                }
            };
            let wait = if self.uncounted.is_empty() { wait } else { RETRY_DELAY };
            // Counting happens outside the `select!`, where nothing cancels it.
            let next = tokio::select! {
                next = self.next(wait) => next,
                () = sleep_until(renewal) => None,
                () = service.shared.simulations.woken() => None,
            };
            self.count(next).await;
            if Instant::now() >= renewal {
                self.renew().await;
                renewal = Instant::now() + RENEWAL_INTERVAL;
            }
        }
        self.stop().await;
    }

    /// Leases chunks for the idle threads.
    async fn take(&mut self) -> Result<TakeResult, StoreError> {
        let free = self.threads.saturating_sub(self.running + self.uncounted.len());
        if free == 0 {
            return Ok(TakeResult::Enough);
        }
        let now = self.service.clock.now();
        let request = ChunksRequest {
            worker: self.id,
            engines: Ruleset::ALL.map(engine).to_vec(),
            most: u32::try_from(free).unwrap_or(u32::MAX),
            now,
            until: now + LEASE,
        };
        let taken = self.service.store.take_chunks(&request).await?;
        let took = match (taken.chunks.is_empty(), taken.more) {
            (false, _) => TakeResult::Enough,
            (true, true) => TakeResult::NothingYet,
            (true, false) => TakeResult::Nothing,
        };
        for (record, number) in taken.chunks {
            self.begin(record, number);
        }
        Ok(took)
    }

    /// Starts a thread that plays a chunk.
    fn begin(&mut self, record: SimulationRecord, number: u32) {
        if self.held().contains(&(record.id, number)) {
            // Its lease had run out while the database could not be reached, and is renewed by this one.
            return;
        }
        let simulation = match self.games_of(&record) {
            Ok(simulation) => simulation,
            Err(error) => {
                tracing::error!(%error, "a simulation cannot be played");
                return self.failed.push(record.id);
            }
        };
        let (finished, playing) = (self.finished.clone(), self.service.shared.simulations.begin((record.id, number)));
        let record = Arc::new(record);
        let its = Arc::clone(&record);
        let work = move || {
            Priority::Idle.assume();
            let outcome = outcome(&simulation, games_of(&its, number), &playing);
            // The worker may be gone.
            let _ = finished.send(Played { record: its, number, outcome, playing });
        };
        match thread::Builder::new().name("simulation".to_owned()).spawn(work) {
            Ok(_detached) => self.running += 1,
            Err(error) => tracing::warn!(%error, "cannot start a thread"),
        }
    }

    /// The chunks that are being played or wait to be counted.
    fn held(&self) -> Vec<Chunk> {
        let mut chunks = self.service.shared.simulations.chunks();
        chunks.extend(self.uncounted.iter().map(|one| (one.record.id, one.number)));
        chunks
    }

    fn games_of(&mut self, record: &SimulationRecord) -> Result<Arc<Simulation>, ServiceError> {
        if let Some(known) = self.known.get(&record.id) {
            return Ok(Arc::clone(known));
        }
        let simulation = Arc::new(simulation(record)?);
        self.known.insert(record.id, Arc::clone(&simulation));
        Ok(simulation)
    }

    /// Waits up to `wait` for the next chunk to finish.
    async fn next(&mut self, wait: Duration) -> Option<Played> {
        timeout(wait, self.done.recv()).await.ok().flatten()
    }

    /// Renews the leases of all chunks held, and cancels those that were lost.
    async fn renew(&self) {
        let hub = &self.service.shared.simulations;
        let mut chunks = self.held();
        if chunks.is_empty() {
            return;
        }
        chunks.sort_unstable();
        match self.service.store.renew_chunks(self.id, &chunks, self.service.clock.now() + LEASE).await {
            Ok(lost) => hub.cancel(|chunk| lost.contains(chunk)),
            Err(StoreError::Unavailable(outage)) => tracing::debug!(%outage, "cannot keep chunks of simulations"),
            Err(StoreError::Broken(error)) => tracing::error!(error, "cannot keep chunks of simulations"),
        }
    }

    /// Cancels what is being played, counts what was played, and releases the other leases.
    async fn stop(mut self) {
        self.service.shared.simulations.cancel(|_| true);
        let until = Instant::now() + SHUTDOWN_TIMEOUT;
        while self.running > 0 && Instant::now() < until {
            let next = self.next(CONTENTION_DELAY).await;
            self.count(next).await;
        }
        self.count(None).await;
        if let Err(error) = self.service.store.release_chunks(self.id, self.service.clock.now()).await {
            tracing::debug!(%error, "cannot leave chunks of simulations to others");
        }
    }
}

impl Drop for Worker {
    /// Ends the threads of a worker that stopped or panicked. Nobody counts their games.
    fn drop(&mut self) {
        self.service.shared.simulations.cancel(|_| true);
    }
}

/// Plays the games of a chunk.
fn outcome(simulation: &Simulation, games: Range<u64>, playing: &Playing) -> ChunkOutcome {
    match catch_unwind(AssertUnwindSafe(|| simulation.play(games, &|| !playing.is_cancelled()))) {
        Ok(Some(tally)) => ChunkOutcome::Played(Arc::new(tally)),
        Ok(None) => ChunkOutcome::Cancelled,
        Err(_panic) => ChunkOutcome::Failed,
    }
}
