//! The games of a stored simulation, and the tally of those played.

use std::ops::Range;

use super::record::SimulationRecord;
use crate::{
    games::Ruleset,
    players::Skill,
    service::{ServiceError, records::BotRecord, store::StoreError},
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
    let skill = |bot: &BotRecord| Skill::from_id(&bot.id).ok_or_else(|| wrong(format!("`{}` is not a bot", bot.id)));
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
pub fn stored_tally(ruleset: Ruleset, bytes: &[u8]) -> Result<Tally, StoreError> {
    Tally::from_bytes(ruleset, bytes).map_err(|error| StoreError::Broken(error.to_string()))
}
