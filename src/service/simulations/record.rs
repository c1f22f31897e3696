//! What is stored of a simulation.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    games::Ruleset,
    service::records::{OwnerId, SimulationId},
};

/// How long a finished simulation is stored.
const LIFETIME: TimeDelta = TimeDelta::days(30);

/// Phase of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SimulationPhase)]
pub enum SimulationPhase {
    /// No game has been begun.
    Waiting,
    /// Games are being played.
    Running,
    /// All games have been played.
    Done,
    /// It was cancelled; what had been counted until then remains.
    Cancelled,
}

impl SimulationPhase {
    /// All of them.
    pub const ALL: [SimulationPhase; 4] =
        [SimulationPhase::Waiting, SimulationPhase::Running, SimulationPhase::Done, SimulationPhase::Cancelled];

    /// As callers name it.
    pub const fn id(self) -> &'static str {
        match self {
            SimulationPhase::Waiting => "waiting",
            SimulationPhase::Running => "running",
            SimulationPhase::Done => "done",
            SimulationPhase::Cancelled => "cancelled",
        }
    }

    /// Does nothing happen to it any more?
    pub const fn has_ended(self) -> bool {
        match self {
            SimulationPhase::Waiting | SimulationPhase::Running => false,
            SimulationPhase::Done | SimulationPhase::Cancelled => true,
        }
    }
}

/// A simulation as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationRecord {
    /// Its id.
    pub id: SimulationId,
    /// Its owner.
    pub owner: OwnerId,
    /// What is played.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// The options that differ from the defaults, as a JSON object.
    pub options: String,
    /// Each bot's name and version, by index.
    pub bots: Vec<(String, u32)>,
    /// The text from which the seeds of all games are made.
    pub seed: String,
    /// Number of games to play.
    pub games: u32,
    /// Is each deal played once for each rotation of the bots over the seats?
    pub rotate: bool,
    /// Number of games in a chunk.
    pub chunk_games: u32,
    /// The versions of everything that its games follow from: a service that has others leaves it alone.
    pub engine: String,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time at which the first game was begun.
    pub started_at: Option<DateTime<Utc>>,
    /// Time at which the last game was over, or it was cancelled.
    pub finished_at: Option<DateTime<Utc>>,
    /// Its phase.
    pub phase: SimulationPhase,
    /// Grows with everything that happens to it.
    pub version: u32,
    /// Number of games played and counted.
    pub done: u32,
    /// What has been counted, as bytes; left out in lists. None before the first game is counted.
    pub tally: Vec<u8>,
}

impl SimulationRecord {
    /// When it will be finished, if it goes on as it did so far.
    pub fn eta(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let started_at = self.started_at.filter(|_| !self.phase.has_ended() && self.done > 0)?;
        let left = f64::from(self.games - self.done) / f64::from(self.done);
        let seconds = (now - started_at).as_seconds_f64().max(0.0) * left;
        now.checked_add_signed(TimeDelta::try_milliseconds((seconds * 1000.0) as i64)?)
    }

    /// When it is deleted; `None` while it is not finished.
    pub fn expires_at(&self) -> Option<DateTime<Utc>> {
        self.finished_at.map(|finished_at| finished_at + LIFETIME)
    }

    /// Simulations that were finished before this time, or on which nobody has worked since, have expired.
    pub fn expired_before(now: DateTime<Utc>) -> DateTime<Utc> {
        now - LIFETIME
    }
}

/// A new simulation, and whose it is among those who share an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSimulation {
    /// What is stored.
    pub record: SimulationRecord,
    /// Whose unfinished simulations are counted together.
    pub caller: Vec<u8>,
    /// How many unfinished ones they may have.
    pub most: u16,
}

/// Which chunks a service asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunksAsked {
    /// The service.
    pub worker: Uuid,
    /// Of simulations that follow from one of these.
    pub engines: Vec<String>,
    /// How many chunks at most.
    pub most: u32,
    /// The time at which chunks of others have run out or not.
    pub now: DateTime<Utc>,
    /// Until when nobody else takes them.
    pub until: DateTime<Utc>,
}

/// Chunks of games that a service has taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunksTaken {
    /// The chunks: of which simulation, without its tally, and their numbers.
    pub chunks: Vec<(SimulationRecord, u32)>,
    /// May there be more that another service has just kept from being taken?
    pub more: bool,
}

/// Chunks of one simulation that have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunksPlayed {
    /// By which service.
    pub worker: Uuid,
    /// Of which simulation.
    pub simulation: SimulationId,
    /// Their numbers.
    pub numbers: Vec<u32>,
    /// How many games they have.
    pub games: u32,
    /// When they were counted.
    pub now: DateTime<Utc>,
}
