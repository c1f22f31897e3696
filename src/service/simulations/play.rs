//! The games of a stored simulation, the tally of those played, and whether both are as they should be.

use std::ops::Range;

use crate::{
    games::Ruleset,
    players::Skill,
    service::{
        Class, Damage, DamagedRow, Service, ServiceError,
        records::{BotRecord, SimulationId, SimulationPhase, SimulationRecord},
        scrub::broken,
        store::StoreError,
    },
    statistics::{Report, Simulation, SimulationSpec, Tally},
};

/// The versions of everything that determines the games of a ruleset and their tally.
pub fn engine(ruleset: Ruleset) -> String {
    let bots = Skill::ALL.map(|skill| BotRecord::of(ruleset, skill).label());
    format!("{}@{} {} tally@{}", ruleset.id(), ruleset.info().rules_version, bots.join(" "), Tally::FORM)
}

/// The games of a stored simulation.
///
/// # Errors
/// `Internal` when the record is not a valid simulation: it was checked before it was stored.
pub fn simulation(record: &SimulationRecord) -> Result<Simulation, ServiceError> {
    let wrong = |why: String| ServiceError::Internal(format!("simulation {}: {why}", record.id));
    let options = serde_json::from_str(&record.options).map_err(|error| wrong(error.to_string()))?;
    let skill = |bot: &BotRecord| bot.skill().ok_or_else(|| wrong(format!("`{}` is not a bot", bot.name())));
    let spec = SimulationSpec {
        ruleset: record.ruleset,
        options,
        bots: record.bots.iter().map(skill).collect::<Result<_, _>>()?,
        games: record.games.into(),
        seed: record.seed.clone(),
        rotate: record.rotate,
    };
    Simulation::new(spec).map_err(|faults| wrong(format!("{faults:?}")))
}

/// Number of games in a chunk of a simulation.
///
/// # Errors
/// As [`simulation`].
pub fn chunk_games(record: &SimulationRecord) -> Result<u32, ServiceError> {
    let games = simulation(record)?.chunk_size().clamp(1, record.games.max(1).into());
    u32::try_from(games).map_err(|error| ServiceError::Internal(error.to_string()))
}

/// The games of a chunk.
pub fn games_of(record: &SimulationRecord, chunk: u32) -> Range<u64> {
    let (size, games) = (u64::from(record.chunk_games), u64::from(record.games));
    let first = u64::from(chunk) * size;
    first.min(games)..(first + size).min(games)
}

/// The report on the games counted so far.
///
/// # Errors
/// `Internal` when the stored tally cannot be read.
pub fn report(record: &SimulationRecord, tally: &[u8]) -> Result<Report, ServiceError> {
    Ok(simulation(record)?.report(&stored_tally(record.ruleset, tally)?))
}

/// The stored tally, with more games merged into it.
///
/// # Errors
/// `Broken` when the stored tally cannot be read.
pub fn merged(ruleset: Ruleset, stored: &[u8], more: &Tally) -> Result<Vec<u8>, StoreError> {
    let written = match stored {
        [] => more.to_bytes(),
        _ => {
            let mut all = stored_tally(ruleset, stored)?;
            all.merge(more);
            all.to_bytes()
        }
    };
    written.map_err(|error| StoreError::Broken(error.to_string()))
}

/// What was counted, as it is stored.
///
/// # Errors
/// `Broken` when it cannot be read.
fn stored_tally(ruleset: Ruleset, bytes: &[u8]) -> Result<Tally, StoreError> {
    Tally::from_bytes(ruleset, bytes).map_err(|error| StoreError::Broken(error.to_string()))
}

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
        let why = match self.store.simulation_with_chunks(id).await {
            Ok(None) => return Ok(None),
            Ok(Some((record, counted))) => {
                let found = self.work.run_next(Class::Bulk, move |_| fault(&record, counted)).await;
                found.unwrap_or_else(|error| Some(error.to_string()))
            }
            Err(error) => Some(broken(error)?),
        };
        Ok(why.map(|why| Damage { place: DamagedRow::Simulation(id), why }))
    }
}

/// The damage to a simulation; `counted` is the number of games in its chunks that were counted.
fn fault(record: &SimulationRecord, counted: u64) -> Option<String> {
    if let Err(error) = simulation(record) {
        return Some(error.to_string());
    }
    let SimulationRecord { phase, done, games, .. } = record;
    let possible = match phase {
        SimulationPhase::Waiting => *done == 0,
        SimulationPhase::Running => done < games && u64::from(*done) == counted,
        // Its chunks were deleted.
        SimulationPhase::Cancelled => done < games,
        SimulationPhase::Done => done == games && u64::from(*done) == counted,
    };
    if !possible {
        return Some("the number of games that were counted is not that of its chunks".to_owned());
    }
    if record.tally.is_empty() {
        return (*done > 0).then(|| "what was counted is missing".to_owned());
    }
    match stored_tally(record.ruleset, &record.tally) {
        Err(error) => Some(error.to_string()),
        Ok(tally) if tally.games() != u64::from(*done) => {
            Some("what was counted is of another number of games".to_owned())
        }
        Ok(tally) => (!tally.adds_up(record.bots.len())).then(|| "what was counted does not add up".to_owned()),
    }
}
