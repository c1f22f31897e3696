//! The workers: each leases a chunk of games from the database, plays it on a thread, and counts the result.
//!
//! A lease lasts ten seconds by the database's clock, and is renewed as long as the chunk is played. The result is
//! counted in the same transaction that ends the lease: the chunks of a service that dies are taken by others, and no
//! game is counted twice.

use std::{thread, time::Duration};

use futures::future::join_all;
use tokio::{sync::oneshot, time::sleep};
use uuid::Uuid;

use super::play::{engine, games_of, merged, simulation};
use crate::{
    games::Ruleset,
    service::{
        Service, ServiceError, Unavailable,
        background::BackgroundErrors,
        priority::Priority,
        records::{ChunkLease, SimulationRecord},
        store::{OwnerFilter, StoreError},
    },
    statistics::Tally,
};

/// How often a lease is renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(3);
/// How often the database is polled for simulations created by other services.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Retry delay after the database failed.
const RETRY_DELAY: Duration = Duration::from_secs(1);

impl Service {
    /// Works on simulations until the service drains, on up to `threads` threads of the lowest priority.
    pub async fn work_on_simulations(self, threads: usize) {
        join_all((0..threads).map(|_| self.simulate())).await;
    }

    /// Works on simulations until none is left that no other service works on.
    pub async fn finish_simulations(&self, threads: usize) {
        join_all((0..threads).map(|_| self.simulate_all())).await;
    }

    async fn simulate_all(&self) {
        let worker = self.shared.ids.at(self.clock.now());
        loop {
            match self.simulate_chunk(worker).await {
                Ok(true) => (),
                Ok(false) => return,
                Err(_) => sleep(RETRY_DELAY).await,
            }
        }
    }

    async fn simulate(&self) {
        let worker = self.shared.ids.at(self.clock.now());
        let mut errors = BackgroundErrors::default();
        while !self.is_draining() {
            let rest = match self.simulate_chunk(worker).await {
                Ok(true) => {
                    errors.clear();
                    continue;
                }
                Ok(false) => POLL_INTERVAL,
                Err(error) => {
                    errors.log("cannot work on simulations", &error);
                    RETRY_DELAY
                }
            };
            tokio::select! {
                () = sleep(rest) => (),
                () = self.shared.simulations.wake.notified() => (),
                () = self.drained() => (),
            }
        }
    }

    /// Leases, plays and counts a chunk; false if there is none.
    async fn simulate_chunk(&self, worker: Uuid) -> Result<bool, ServiceError> {
        let engines = Ruleset::ALL.map(engine);
        let taken = self.store.take_chunk(worker, &engines, self.clock.now()).await?;
        let Some((record, number)) = taken else { return Ok(false) };
        // There may be more for others.
        self.shared.simulations.wake.notify_one();
        let lease = ChunkLease { worker, simulation: record.id, number };
        self.shared.simulations.playing.lock().insert(worker, record.id);
        let played = self.play_chunk(&record, lease).await;
        self.shared.simulations.playing.lock().remove(&worker);
        let done = match played {
            Ok(Some(tally)) => self.count_chunk(&record, lease, &tally).await,
            Ok(None) => self.store.release_chunk(lease).await.map_err(Into::into),
            Err(error) => Err(error),
        };
        match done {
            Ok(()) => Ok(true),
            // So that no service tries it again and again.
            Err(ServiceError::Internal(error)) => {
                tracing::error!(error, simulation = %record.id, "a simulation is cancelled: it cannot be played or counted");
                Ok(self.store.cancel_simulation(record.id, OwnerFilter::Any, self.clock.now()).await.map(|_| true)?)
            }
            Err(error) => Err(error),
        }
    }

    /// Plays a chunk; `None` if the service drains, or has lost the lease.
    async fn play_chunk(&self, record: &SimulationRecord, lease: ChunkLease) -> Result<Option<Tally>, ServiceError> {
        let (simulation, games) = (simulation(record)?, games_of(record, lease.number));
        let stop = self.shared.draining.child_token();
        // The thread stops, too, if nobody waits for it any more.
        let (stopped, _guard) = (stop.clone(), stop.clone().drop_guard());
        let (result, mut played) = oneshot::channel();
        let work = move || {
            Priority::Idle.assume();
            // Nobody may wait for it.
            let _ = result.send(simulation.play(games, &|| !stopped.is_cancelled()));
        };
        let started = thread::Builder::new().name("simulation".to_owned()).spawn(work);
        started.map_err(|error| {
            ServiceError::Unavailable(Unavailable::NotReady(format!("no thread can be started: {error}")))
        })?;
        loop {
            tokio::select! {
                tally = &mut played => return tally.map_err(|_| ServiceError::Internal("a game panicked".to_owned())),
                () = sleep(RENEWAL_INTERVAL) => match self.store.renew_chunk(lease).await {
                    Ok(true) => (),
                    Ok(false) => stop.cancel(),
                    Err(error) => tracing::debug!(%error, "cannot keep a chunk of a simulation"),
                },
            }
        }
    }

    /// Counts a chunk that was played. During an outage it is tried until another service has taken the chunk.
    async fn count_chunk(
        &self,
        record: &SimulationRecord,
        lease: ChunkLease,
        tally: &Tally,
    ) -> Result<(), ServiceError> {
        let games = tally.games();
        let counted = u32::try_from(games).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let merge = |stored: &[u8]| merged(record.ruleset, stored, tally);
        loop {
            match self.store.count_chunk(lease, counted, self.clock.now(), &merge).await {
                Ok(true) => {
                    self.shared.counters.simulated(record.ruleset, games);
                    return Ok(());
                }
                // It is another's by now, or the simulation was cancelled.
                Ok(false) => return Ok(()),
                Err(StoreError::Unavailable(_)) if !self.is_draining() => sleep(RETRY_DELAY).await,
                Err(error) => return Err(error.into()),
            }
        }
    }
}
