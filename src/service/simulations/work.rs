//! The worker: takes chunks of games from the database, has threads play them, and counts what they come to.
//!
//! A chunk belongs to a service for a while, which is prolonged as long as the service lives. It is counted in the same
//! transaction in which it is given back: a service that dies loses its chunks, which others take then, and nothing is
//! counted twice.

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
    hub::GoOn,
    play::{engine, games_of, merged, simulation},
    record::{ChunksAsked, ChunksPlayed, SimulationRecord},
};
use crate::{
    games::Ruleset,
    service::{
        Service, ServiceError,
        priority::Priority,
        records::SimulationId,
        store::{CountChunksError, OwnerFilter, StoreError},
    },
    statistics::{Simulation, Tally},
};

/// For so long chunks are taken: a service that dies leaves them to others after this time.
const LEASE: TimeDelta = TimeDelta::seconds(15);
/// How often their time is prolonged.
const RENEWAL: Duration = Duration::from_secs(5);
/// How often it is looked whether another service was asked for something.
const LOOK: Duration = Duration::from_secs(5);
/// When others had in hand what could be taken, it is looked again after this time.
const MOMENT: Duration = Duration::from_millis(20);
/// When the database has failed, it is tried again after this time.
const PAUSE: Duration = Duration::from_secs(1);
/// For so long threads are waited for that were told to stop.
const STOPPING: Duration = Duration::from_secs(2);

/// A chunk that a thread is done with.
struct Played {
    record: Arc<SimulationRecord>,
    number: u32,
    outcome: Outcome,
}

/// What came of a chunk.
enum Outcome {
    /// Its games were played.
    Counted(Arc<Tally>),
    /// It was given up.
    GivenUp,
    /// The games cannot be played: the fault is ours.
    Failed,
}

/// A chunk that was played and is not counted yet.
#[derive(Clone)]
struct Uncounted {
    record: Arc<SimulationRecord>,
    number: u32,
    tally: Arc<Tally>,
}

/// What the worker knows between two looks.
struct Worker {
    service: Service,
    id: Uuid,
    threads: usize,
    /// The games of the simulations of which chunks are being played.
    known: HashMap<SimulationId, Arc<Simulation>>,
    /// How many threads play.
    playing: usize,
    uncounted: Vec<Uncounted>,
    /// Simulations that cannot be played or counted.
    failed: Vec<SimulationId>,
    done: UnboundedReceiver<Played>,
    tell: UnboundedSender<Played>,
}

impl Service {
    /// Works on simulations from now on, on so many threads that let all others go before, until the service stops.
    pub async fn work_on_simulations(self, threads: usize) {
        if threads > 0 {
            Worker::new(self, threads).run(|service| !service.is_draining()).await;
        }
    }

    /// Works on the simulations that there are until nothing of them is left.
    pub async fn finish_simulations(&self, threads: usize) {
        let mut worker = Worker::new(self.clone(), threads.max(1));
        loop {
            let took = worker.take().await;
            if worker.playing == 0 && worker.uncounted.is_empty() && matches!(took, Ok(Took::Nothing)) {
                return;
            }
            let next = worker.next(MOMENT).await;
            worker.count(next).await;
        }
    }
}

/// What a look for chunks has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Took {
    /// Chunks, or there is no thread for any.
    Enough,
    /// Nothing, but others may only have been faster.
    NothingYet,
    /// Nothing: there is nothing to do.
    Nothing,
}

impl Worker {
    fn new(service: Service, threads: usize) -> Worker {
        let id = service.ids.at(service.clock.now());
        let (tell, done) = unbounded_channel();
        let (known, uncounted, failed) = (HashMap::new(), Vec::new(), Vec::new());
        Worker { service, id, threads, known, playing: 0, uncounted, failed, done, tell }
    }

    async fn run(mut self, go_on: impl Fn(&Service) -> bool) {
        let service = self.service.clone();
        let mut renewal = Instant::now() + RENEWAL;
        while go_on(&service) {
            let wait = match self.take().await {
                Ok(Took::Enough | Took::Nothing) => LOOK,
                Ok(Took::NothingYet) => MOMENT,
                Err(error) => {
                    tracing::debug!(%error, "cannot look for simulations");
                    PAUSE
                }
            };
            let wait = if self.uncounted.is_empty() { wait } else { PAUSE };
            // What was played is counted behind this: nothing breaks that off.
            let next = tokio::select! {
                next = self.next(wait) => next,
                () = sleep_until(renewal) => None,
                () = service.simulations.news() => None,
            };
            self.count(next).await;
            if Instant::now() >= renewal {
                self.renew().await;
                renewal = Instant::now() + RENEWAL;
            }
        }
        self.stop().await;
    }

    /// Takes chunks for the threads that have nothing to do.
    async fn take(&mut self) -> Result<Took, StoreError> {
        let free = self.threads.saturating_sub(self.playing + self.uncounted.len());
        if free == 0 {
            return Ok(Took::Enough);
        }
        let now = self.service.clock.now();
        let asked = ChunksAsked {
            worker: self.id,
            engines: Ruleset::ALL.map(engine).to_vec(),
            most: u32::try_from(free).unwrap_or(u32::MAX),
            now,
            until: now + LEASE,
        };
        let taken = self.service.store.take_chunks(&asked).await?;
        let took = match (taken.chunks.is_empty(), taken.more) {
            (false, _) => Took::Enough,
            (true, true) => Took::NothingYet,
            (true, false) => Took::Nothing,
        };
        for (record, number) in taken.chunks {
            self.begin(record, number);
        }
        Ok(took)
    }

    /// Has a thread play a chunk.
    fn begin(&mut self, record: SimulationRecord, number: u32) {
        let simulation = match self.games_of(&record) {
            Ok(simulation) => simulation,
            Err(error) => {
                tracing::error!(%error, "a simulation cannot be played");
                return self.failed.push(record.id);
            }
        };
        let (tell, go_on) = (self.tell.clone(), self.service.simulations.begin((record.id, number)));
        let record = Arc::new(record);
        let its = Arc::clone(&record);
        let work = move || {
            Priority::Idle.assume();
            let outcome = outcome(&simulation, games_of(&its, number), &go_on);
            // The worker may be gone.
            let _ = tell.send(Played { record: its, number, outcome });
        };
        match thread::Builder::new().name("simulation".to_owned()).spawn(work) {
            Ok(_detached) => self.playing += 1,
            Err(error) => {
                tracing::warn!(%error, "cannot start a thread");
                self.service.simulations.end((record.id, number));
            }
        }
    }

    fn games_of(&mut self, record: &SimulationRecord) -> Result<Arc<Simulation>, ServiceError> {
        if let Some(known) = self.known.get(&record.id) {
            return Ok(Arc::clone(known));
        }
        let simulation = Arc::new(simulation(record)?);
        self.known.insert(record.id, Arc::clone(&simulation));
        Ok(simulation)
    }

    /// Waits for the next chunk that is played, for so long at most.
    async fn next(&mut self, wait: Duration) -> Option<Played> {
        timeout(wait, self.done.recv()).await.ok().flatten()
    }

    fn note(&mut self, Played { record, number, outcome }: Played) {
        self.playing -= 1;
        self.service.simulations.end((record.id, number));
        match outcome {
            Outcome::Counted(tally) => self.uncounted.push(Uncounted { record, number, tally }),
            Outcome::Failed => self.failed.push(record.id),
            // Nobody waits for it any more, or its time runs out and another service takes it.
            Outcome::GivenUp => {}
        }
    }

    /// Counts what was played, with this chunk and all that are done by now: the chunks of a simulation in one transaction.
    async fn count(&mut self, next: Option<Played>) {
        if let Some(next) = next {
            self.note(next);
        }
        while let Ok(next) = self.done.try_recv() {
            self.note(next);
        }
        for id in std::mem::take(&mut self.failed) {
            self.abandon(id).await;
        }
        let mut uncounted = std::mem::take(&mut self.uncounted);
        uncounted.sort_by_key(|one| one.record.id);
        let of_simulations: Vec<Vec<_>> =
            uncounted.chunk_by(|one, next| one.record.id == next.record.id).map(<[_]>::to_vec).collect();
        for chunks in of_simulations {
            self.count_of(chunks).await;
        }
        if self.playing == 0 && self.uncounted.is_empty() {
            self.known.clear();
        }
    }

    /// Counts chunks of one simulation: together, or each by itself when not all of them are this service's any more.
    async fn count_of(&mut self, chunks: Vec<Uncounted>) {
        match self.count_together(&chunks).await {
            Ok(()) => {}
            Err(CountChunksError::Lost) if chunks.len() > 1 => {
                for one in chunks.chunks(1) {
                    let counted = self.count_together(one).await;
                    self.look_into(one, counted).await;
                }
            }
            failed @ Err(_) => self.look_into(&chunks, failed).await,
        }
    }

    /// Keeps what could not be counted for another try, if that may help.
    async fn look_into(&mut self, chunks: &[Uncounted], counted: Result<(), CountChunksError>) {
        match counted {
            Ok(()) => {}
            Err(CountChunksError::Lost) => tracing::debug!("chunks of a simulation are another service's by now"),
            Err(CountChunksError::Store(StoreError::Unavailable(error))) => {
                tracing::debug!(error, "cannot count the games of a simulation");
                self.uncounted.extend_from_slice(chunks);
            }
            Err(CountChunksError::Store(StoreError::Broken(error))) => {
                tracing::error!(error, "cannot count the games of a simulation");
                self.failed.extend(chunks.first().map(|one| one.record.id));
            }
        }
    }

    async fn count_together(&self, chunks: &[Uncounted]) -> Result<(), CountChunksError> {
        let Some((first, others)) = chunks.split_first() else { return Ok(()) };
        let record = &first.record;
        let mut tally = Tally::clone(&first.tally);
        others.iter().for_each(|other| tally.merge(&other.tally));
        let games = tally.games();
        let played = ChunksPlayed {
            worker: self.id,
            simulation: record.id,
            numbers: chunks.iter().map(|one| one.number).collect(),
            games: u32::try_from(games).unwrap_or(u32::MAX),
            now: self.service.clock.now(),
        };
        self.service.store.count_chunks(&played, &|stored| merged(record.ruleset, stored, &tally)).await?;
        self.service.counters.simulated(record.ruleset, games);
        self.service.simulations.tell(record.id);
        Ok(())
    }

    /// Cancels a simulation that cannot be played or counted: the fault is ours, and nobody should try it again and again.
    async fn abandon(&mut self, id: SimulationId) {
        tracing::error!(simulation = %id, "a simulation is cancelled because its games cannot be played or counted");
        self.service.simulations.give_up(|(chunk_of, _)| *chunk_of == id);
        let cancelled = self.service.store.cancel_simulation(id, OwnerFilter::Any, self.service.clock.now()).await;
        match cancelled {
            Ok(_) => self.service.simulations.tell(id),
            Err(error) => tracing::error!(%error, simulation = %id, "cannot cancel a simulation"),
        }
    }

    /// Prolongs the time of the chunks at hand, and gives those up that are not this service's any more.
    async fn renew(&self) {
        let hub = &self.service.simulations;
        let mut chunks = hub.chunks();
        chunks.extend(self.uncounted.iter().map(|one| (one.record.id, one.number)));
        if chunks.is_empty() {
            return;
        }
        chunks.sort_unstable();
        match self.service.store.keep_chunks(self.id, &chunks, self.service.clock.now() + LEASE).await {
            Ok(lost) => hub.give_up(|chunk| lost.contains(chunk)),
            Err(error) => tracing::debug!(%error, "cannot keep chunks of simulations"),
        }
    }

    /// Gives up what is being played, counts what was played, and leaves the rest to others.
    async fn stop(mut self) {
        self.service.simulations.give_up(|_| true);
        let until = Instant::now() + STOPPING;
        while self.playing > 0 && Instant::now() < until {
            let next = self.next(MOMENT).await;
            self.count(next).await;
        }
        self.count(None).await;
        if let Err(error) = self.service.store.release_chunks(self.id, self.service.clock.now()).await {
            tracing::debug!(%error, "cannot leave chunks of simulations to others");
        }
    }
}

/// Plays the games of a chunk.
fn outcome(simulation: &Simulation, games: Range<u64>, go_on: &GoOn) -> Outcome {
    match catch_unwind(AssertUnwindSafe(|| simulation.play(games, &|| !go_on.is_over()))) {
        Ok(Some(tally)) => Outcome::Counted(Arc::new(tally)),
        Ok(None) => Outcome::GivenUp,
        Err(_panic) => Outcome::Failed,
    }
}
