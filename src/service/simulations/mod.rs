//! Simulations: many games among bots, played in chunks by every service on the database, and counted.

mod play;
mod work;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use serde_json::value::RawValue;
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};
use uuid::Uuid;

use self::play::engine;
pub use super::records::{ChunkLease, NewSimulation, SimulationPhase, SimulationRecord};
use crate::{
    chance::hmac_sha256,
    hex::hex,
    players::Skill,
    service::{
        Authority, Created, GameSetup, IdempotencyKey, Page, PageSize, ResourceKind, Service, ServiceError,
        SimulationSeed,
        engine::complete_options,
        records::{BotRecord, OwnerId, SimulationId},
    },
    statistics::Report,
};

/// How many unfinished simulations a caller may have.
pub const UNFINISHED: u16 = 4;

/// Minimum time between two events of a simulation, and how often the database is asked for the next.
const EVENT_INTERVAL: Duration = Duration::from_millis(500);

/// The simulations on which this service works.
#[derive(Debug, Default)]
pub(super) struct Simulations {
    /// By worker, the simulation of which it plays a chunk.
    playing: Mutex<HashMap<Uuid, SimulationId>>,
    /// Wakes a worker: there may be something to do.
    wake: Notify,
}

/// A request for a simulation.
#[derive(Clone, Debug)]
pub struct SimulationRequest {
    /// The game.
    pub setup: GameSetup,
    /// The bots, by index.
    pub bots: Vec<Skill>,
    /// The text from which the seeds of all games are derived; `None`: a fresh random one.
    pub seed: Option<SimulationSeed>,
    /// Number of games.
    pub games: u32,
    /// Is each deal played once for each rotation of the bots over the seats?
    pub rotate: bool,
}

impl SimulationRequest {
    /// Upper estimate of the time to play all games.
    pub fn thinking(&self) -> Duration {
        self.setup.thinking(&self.bots).saturating_mul(self.games)
    }
}

/// A simulation as returned to callers: the record, and what is derived from it.
#[derive(Debug)]
pub struct SimulationView {
    /// The stored record, without its tally.
    pub record: SimulationRecord,
    /// The options, complete with defaults, as JSON.
    pub options: Box<RawValue>,
    /// Estimated time of completion at the rate so far.
    pub eta: Option<DateTime<Utc>>,
    /// The report on the games counted so far; `None` in lists, and before the first game.
    pub report: Option<Box<Report>>,
}

impl Service {
    /// Stores a simulation. Every service on the database then works on it.
    ///
    /// # Errors
    /// `TooManySimulations`, `IdempotencyInProgress`, `IdempotencyKeyReused`, `CreatedAndDeleted`, `Unavailable`,
    /// `Internal`; then nothing is stored.
    pub async fn create_simulation(
        &self,
        owner: OwnerId,
        request: SimulationRequest,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<SimulationView>, ServiceError> {
        let create = self.create_simulation_once(owner, request, idempotency_key.clone());
        self.idempotent(idempotency_key.as_ref(), create, |id| self.simulation(SimulationId(id))).await
    }

    async fn create_simulation_once(
        &self,
        owner: OwnerId,
        request: SimulationRequest,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<SimulationView, ServiceError> {
        let now = self.clock.now();
        let SimulationRequest { setup, bots, seed, games, rotate } = request;
        let ruleset = setup.ruleset();
        let mut record = SimulationRecord {
            id: SimulationId(self.shared.ids.secret_at(now)),
            owner,
            ruleset,
            rules_version: ruleset.info().rules_version,
            options: setup.differing_options()?,
            bots: bots.into_iter().map(|bot| BotRecord::of(ruleset, bot)).collect(),
            seed: seed.map_or_else(|| hex(&self.shared.ids.secret()), SimulationSeed::into_string),
            games,
            rotate,
            chunk_games: 1,
            engine: engine(ruleset),
            created_at: now,
            started_at: None,
            finished_at: None,
            phase: SimulationPhase::Waiting,
            version: 0,
            done: 0,
            tally: Vec::new(),
        };
        record.chunk_games = play::chunk_games(&record)?;
        let caller = self.limit_group(owner).await?;
        let new = NewSimulation { record, caller, most: UNFINISHED };
        self.store.add_simulation(&new, idempotency_key).await?;
        self.shared.simulations.wake.notify_one();
        self.simulation_view(new.record)
    }

    /// Identifies the caller for the limit on unfinished simulations: the owner or, without a key, a keyed hash of the
    /// address, from which the address cannot be recovered.
    pub(super) async fn limit_group(&self, owner: OwnerId) -> Result<Vec<u8>, ServiceError> {
        if owner != OwnerId::ANONYMOUS {
            return Ok(owner.0.to_be_bytes().to_vec());
        }
        let caller = self.work.caller().to_bytes();
        let caller_hash = hmac_sha256(&self.token_secret().await?, [&b"simulations of "[..], &caller]);
        Ok(caller_hash[..16].to_vec())
    }

    /// One simulation, with what has been counted so far.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn simulation(&self, id: SimulationId) -> Result<SimulationView, ServiceError> {
        self.simulation_view(self.stored_simulation(id).await?)
    }

    pub(super) async fn stored_simulation(&self, id: SimulationId) -> Result<SimulationRecord, ServiceError> {
        self.store.simulation(id).await?.ok_or(ServiceError::NotFound(ResourceKind::Simulation))
    }

    pub(super) fn simulation_view(&self, mut record: SimulationRecord) -> Result<SimulationView, ServiceError> {
        let tally = std::mem::take(&mut record.tally);
        let report = if tally.is_empty() { None } else { Some(Box::new(play::report(&record, &tally)?)) };
        let options = complete_options(record.ruleset, &record.options)?;
        Ok(SimulationView { eta: record.eta(self.clock.now()), options, report, record })
    }

    /// A page of an owner's simulations, newest first, without reports.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn simulations(
        &self,
        owner: OwnerId,
        before: Option<SimulationId>,
        size: PageSize,
    ) -> Result<Page<SimulationView, SimulationId>, ServiceError> {
        let items = self.store.simulations(owner, before, size.with_lookahead()).await?;
        let page = Page::of_one_more(items, size, |simulation| simulation.id);
        let items = page.items.into_iter().map(|record| self.simulation_view(record));
        Ok(Page { items: items.collect::<Result<_, _>>()?, next: page.next })
    }

    /// The simulations with these ids, newest first, without their results.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn simulations_by_ids(&self, ids: &[SimulationId]) -> Result<Vec<SimulationView>, ServiceError> {
        let records = self.store.simulations_by_ids(ids).await?;
        records.into_iter().map(|record| self.simulation_view(record)).collect()
    }

    /// Cancels a simulation, which keeps what was counted so far; false if it had ended before.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `Unavailable`, `Internal`.
    pub async fn cancel_simulation(&self, id: SimulationId, authority: Authority) -> Result<bool, ServiceError> {
        let whose = self.deletable_owners(authority, id.into()).await?;
        if let Some(whose) = whose
            && self.store.cancel_simulation(id, whose, self.clock.now()).await?
        {
            return Ok(true);
        }
        let owner = self.stored_simulation(id).await?.owner;
        match whose {
            Some(whose) if whose.includes(owner) => Ok(false),
            Some(_) | None => Err(ServiceError::Forbidden(ResourceKind::Simulation)),
        }
    }

    /// Deletes a simulation, whether it has ended or not.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `Unavailable`, `Internal`.
    pub async fn delete_simulation(&self, id: SimulationId, authority: Authority) -> Result<(), ServiceError> {
        if let Some(whose) = self.deletable_owners(authority, id.into()).await?
            && self.store.delete_simulation(id, whose).await?
        {
            return Ok(());
        }
        self.stored_simulation(id).await?;
        Err(ServiceError::Forbidden(ResourceKind::Simulation))
    }

    /// How many chunks are being played, and of how many simulations.
    pub fn simulation_load(&self) -> (usize, usize) {
        let playing = self.shared.simulations.playing.lock();
        (playing.len(), playing.values().collect::<HashSet<_>>().len())
    }

    /// The progress of a simulation after a version, or from its current one. `None` if the simulation has ended and
    /// its last version is `after`.
    ///
    /// # Errors
    /// As [`simulation`](Service::simulation).
    pub async fn simulation_feed(
        &self,
        id: SimulationId,
        after: Option<u32>,
    ) -> Result<Option<SimulationFeed>, ServiceError> {
        let record = self.stored_simulation(id).await?;
        if after == Some(record.version) && record.phase.has_ended() {
            return Ok(None);
        }
        Ok(Some(SimulationFeed { service: self.clone(), id, sent: after, next_at: Instant::now(), ended: false }))
    }
}

/// The progress of a simulation, until it ends.
pub struct SimulationFeed {
    service: Service,
    id: SimulationId,
    /// The last version sent; `None` before the first.
    sent: Option<u32>,
    /// When the database is asked next.
    next_at: Instant,
    ended: bool,
}

impl SimulationFeed {
    /// The simulation, once it has changed since the last call; `None` when it cannot change any more, or was deleted.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<SimulationView>, ServiceError> {
        if self.ended {
            return Ok(None);
        }
        loop {
            sleep_until(self.next_at).await;
            self.next_at = Instant::now() + EVENT_INTERVAL;
            let version = self.service.store.simulation_version(self.id).await?;
            if version.is_none() || version != self.sent {
                break;
            }
        }
        let Some(record) = self.service.store.simulation(self.id).await? else { return Ok(None) };
        self.sent = Some(record.version);
        self.ended = record.phase.has_ended();
        self.service.simulation_view(record).map(Some)
    }
}
