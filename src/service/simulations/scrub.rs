//! Scrubbing simulations: whether a stored tally is readable, adds up, and is of the games that were counted.

use super::{
    play::{self, games_of, stored_tally},
    record::{ChunkProgress, SimulationPhase, SimulationRecord},
};
use crate::service::{
    Class, Damage, DamagedRow, Service, ServiceError, records::SimulationId, scrub::broken, store::StoreError,
};

/// How often a simulation is read that other services are working on.
const TRIES: usize = 5;

impl Service {
    /// The ids of up to `limit` simulations after this one, ascending.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn simulation_ids(
        &self,
        after: Option<SimulationId>,
        limit: u32,
    ) -> Result<Vec<SimulationId>, ServiceError> {
        Ok(self.store.simulation_ids(after, limit).await?)
    }

    /// Checks a simulation. One that was deleted meanwhile counts as sound.
    ///
    /// # Errors
    /// `Unavailable` if it could not be checked. Damage is not an error.
    pub async fn scrub_simulation(&self, id: SimulationId) -> Result<Option<Damage>, ServiceError> {
        let why = match self.simulation_and_chunks(id).await {
            Ok(None) => return Ok(None),
            Ok(Some((record, chunks))) => {
                let found = self.work.run_next(Class::Bulk, move |_| fault(&record, chunks.as_ref())).await;
                found.unwrap_or_else(|error| Some(error.to_string()))
            }
            Err(error) => Some(broken(error)?),
        };
        Ok(why.map(|why| Damage { place: DamagedRow::Simulation(id), why }))
    }

    /// A simulation with its chunks at the same moment; without them if it changes too fast.
    async fn simulation_and_chunks(
        &self,
        id: SimulationId,
    ) -> Result<Option<(SimulationRecord, Option<ChunkProgress>)>, StoreError> {
        let mut found = None;
        for _ in 0..TRIES {
            let Some(record) = self.store.simulation(id).await? else { return Ok(None) };
            let Some(chunks) = self.store.chunk_progress(id).await? else { return Ok(None) };
            let same = chunks.version == record.version;
            found = Some((record, Some(chunks).filter(|_| same)));
            if same {
                break;
            }
        }
        Ok(found)
    }
}

/// The damage to a simulation.
fn fault(record: &SimulationRecord, chunks: Option<&ChunkProgress>) -> Option<String> {
    if let Err(error) = play::simulation(record) {
        return Some(error.to_string());
    }
    let counted = chunks.and_then(|chunks| counted(record, chunks));
    if !is_as_far_as_its_phase(record) || counted.is_some_and(|counted| counted != u64::from(record.done)) {
        return Some("the number of games that were counted is not that of its chunks".to_owned());
    }
    if record.tally.is_empty() {
        return (record.done > 0).then(|| "what was counted is missing".to_owned());
    }
    match stored_tally(record.ruleset, &record.tally) {
        Err(error) => Some(error.to_string()),
        Ok(tally) if tally.games() != u64::from(record.done) => {
            Some("what was counted is of another number of games".to_owned())
        }
        Ok(tally) => (!tally.adds_up(record.bots.len())).then(|| "what was counted does not add up".to_owned()),
    }
}

/// Whether this number of games is possible in this phase.
fn is_as_far_as_its_phase(SimulationRecord { phase, done, games, .. }: &SimulationRecord) -> bool {
    match phase {
        SimulationPhase::Waiting => *done == 0,
        SimulationPhase::Running | SimulationPhase::Cancelled => done < games,
        SimulationPhase::Done => done == games,
    }
}

/// The number of games in the chunks that were taken and counted; `None` if it was cancelled, which deletes them.
fn counted(record: &SimulationRecord, chunks: &ChunkProgress) -> Option<u64> {
    let games = |chunk: u32| {
        let games = games_of(record, chunk);
        games.end - games.start
    };
    let taken = games_of(record, chunks.next).start;
    let uncounted: u64 = chunks.uncounted.iter().map(|chunk| games(*chunk)).sum();
    (record.phase != SimulationPhase::Cancelled).then(|| taken.saturating_sub(uncounted))
}
