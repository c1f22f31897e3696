//! Simulations as stored.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::{FromRepr, IntoStaticStr};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    games::Ruleset,
    service::records::{BotRecord, OwnerId, SimulationId},
};

/// How long a finished simulation is stored.
const LIFETIME: TimeDelta = TimeDelta::days(30);

/// Phase of a simulation.
// It is stored as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, FromRepr, IntoStaticStr, ToSchema)]
#[repr(i16)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = SimulationPhase)]
pub enum SimulationPhase {
    /// No game has been begun.
    Waiting = 1,
    /// Games are being played.
    Running = 2,
    /// All games have been played.
    Done = 3,
    /// It was cancelled; what had been counted until then remains.
    Cancelled = 4,
}

impl SimulationPhase {
    /// The phase's name in the API.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Has it reached its final phase?
    pub const fn has_ended(self) -> bool {
        match self {
            SimulationPhase::Waiting | SimulationPhase::Running => false,
            SimulationPhase::Done | SimulationPhase::Cancelled => true,
        }
    }
}

/// A simulation as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationRecord {
    /// Its id.
    pub id: SimulationId,
    /// Its owner.
    pub owner: OwnerId,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// The options that differ from the defaults, as a JSON object.
    pub options: String,
    /// The bots, by index.
    pub bots: Vec<BotRecord>,
    /// The text from which the seeds of all games are derived.
    pub seed: String,
    /// Number of games to play.
    pub games: u32,
    /// Is each deal played once for each rotation of the bots over the seats?
    pub rotate: bool,
    /// Number of games in a chunk.
    pub chunk_games: u32,
    /// The versions that determine its games; a service with other versions leaves it alone.
    pub engine: String,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// When its first game was begun.
    pub started_at: Option<DateTime<Utc>>,
    /// When its last game ended or it was cancelled.
    pub finished_at: Option<DateTime<Utc>>,
    /// Its phase.
    pub phase: SimulationPhase,
    /// Incremented with each change.
    pub version: u32,
    /// Number of games played and counted.
    pub done: u32,
    /// The tally as bytes; empty in lists, and before the first game is counted.
    pub tally: Vec<u8>,
}

impl SimulationRecord {
    /// Estimated time of completion at the rate so far.
    pub fn eta(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let started_at = self.started_at.filter(|_| !self.phase.has_ended() && self.done > 0)?;
        let left = f64::from(self.games.saturating_sub(self.done)) / f64::from(self.done);
        let seconds = (now - started_at).as_seconds_f64().max(0.0) * left;
        now.checked_add_signed(TimeDelta::try_milliseconds((seconds * 1000.0) as i64)?)
    }

    /// When it is deleted; `None` while it is unfinished.
    pub fn expires_at(&self) -> Option<DateTime<Utc>> {
        self.finished_at.map(|finished_at| finished_at + LIFETIME)
    }

    /// Simulations that finished before this time, or that have made no progress since, have expired.
    pub fn expired_before(now: DateTime<Utc>) -> DateTime<Utc> {
        now - LIFETIME
    }
}

/// A new simulation, with its caller's limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSimulation {
    /// The record.
    pub record: SimulationRecord,
    /// Identifies the caller whose limit on unfinished simulations applies.
    pub caller: Vec<u8>,
    /// Maximum number of unfinished simulations of the caller.
    pub most: u16,
}

/// The lease of a chunk: whoever plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLease {
    /// The worker that plays it.
    pub worker: Uuid,
    /// The simulation.
    pub simulation: SimulationId,
    /// The number of the chunk, from 0.
    pub number: u32,
}
