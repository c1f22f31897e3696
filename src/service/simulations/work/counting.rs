//! Counts the chunks that were played.

use std::sync::Arc;

use super::{ChunkOutcome, Played, Uncounted, Worker};
use crate::{
    service::{
        records::SimulationId,
        simulations::{play::merged, record::ChunksPlayed},
        store::{CountChunksError, OwnerFilter, StoreError},
    },
    statistics::Tally,
};

impl Worker {
    fn record(&mut self, Played { record, number, outcome, playing }: Played) {
        self.running -= 1;
        match outcome {
            ChunkOutcome::Played(tally) => self.uncounted.push(Uncounted { record, number, tally }),
            ChunkOutcome::Failed => self.failed.push(record.id),
            // Nobody needs it any more, or its lease expires and another service takes it.
            ChunkOutcome::Cancelled => {}
        }
        drop(playing);
    }

    /// Counts all chunks that have finished, those of one simulation in one transaction.
    pub(super) async fn count(&mut self, next: Option<Played>) {
        if let Some(next) = next {
            self.record(next);
        }
        while let Ok(next) = self.done.try_recv() {
            self.record(next);
        }
        for id in std::mem::take(&mut self.failed) {
            self.abandon(id).await;
        }
        let mut uncounted = std::mem::take(&mut self.uncounted);
        uncounted.sort_by_key(|one| one.record.id);
        let of_simulations: Vec<Vec<_>> =
            uncounted.chunk_by(|one, next| one.record.id == next.record.id).map(<[_]>::to_vec).collect();
        for chunks in of_simulations {
            self.count_chunks(chunks).await;
        }
        // Threads that are playing hold their own reference.
        self.known.retain(|_, simulation| Arc::strong_count(simulation) > 1);
    }

    /// Counts chunks of one simulation together, or one by one if this service has lost the lease of some.
    async fn count_chunks(&mut self, chunks: Vec<Uncounted>) {
        match self.count_batch(&chunks).await {
            Ok(()) => {}
            Err(CountChunksError::Lost) if chunks.len() > 1 => {
                for one in chunks.chunks(1) {
                    let counted = self.count_batch(one).await;
                    self.handle_failure(one, counted).await;
                }
            }
            failed @ Err(_) => self.handle_failure(&chunks, failed).await,
        }
    }

    /// Keeps chunks that could not be counted for a retry, if that may help.
    async fn handle_failure(&mut self, chunks: &[Uncounted], counted: Result<(), CountChunksError>) {
        match counted {
            Ok(()) => {}
            Err(CountChunksError::Lost) => tracing::debug!("chunks of a simulation are another service's by now"),
            Err(CountChunksError::Store(StoreError::Unavailable(outage))) => {
                tracing::debug!(error = outage.detail, "cannot count the games of a simulation");
                self.uncounted.extend_from_slice(chunks);
            }
            Err(CountChunksError::Store(StoreError::Broken(error))) => {
                tracing::error!(error, "cannot count the games of a simulation");
                self.failed.extend(chunks.first().map(|one| one.record.id));
            }
        }
    }

    async fn count_batch(&self, chunks: &[Uncounted]) -> Result<(), CountChunksError> {
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
        self.service.shared.counters.simulated(record.ruleset, games);
        self.service.shared.simulations.notify(record.id);
        Ok(())
    }

    /// Cancels a simulation that cannot be played or counted, so that no service tries it again and again.
    async fn abandon(&mut self, id: SimulationId) {
        tracing::error!(simulation = %id, "a simulation is cancelled because its games cannot be played or counted");
        self.service.shared.simulations.cancel(|(chunk_of, _)| *chunk_of == id);
        let cancelled = self.service.store.cancel_simulation(id, OwnerFilter::Any, self.service.clock.now()).await;
        match cancelled {
            Ok(_) => self.service.shared.simulations.notify(id),
            Err(error) => tracing::error!(%error, simulation = %id, "cannot cancel a simulation"),
        }
    }
}
