//! The use cases: play, import, find, read; each one transaction.

mod commitment;
mod error;
mod export;
mod find;
mod idempotency;
mod ids;
mod import;
mod keys;
mod play;
mod read;
pub mod records;
pub mod store;
mod table;
mod tally;
mod words;
mod work;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use chrono::{DateTime, Utc};

use crate::clock::Clock;

pub use error::{FieldError, IllegalLog, PROBLEMS, ProblemCode, ProblemKind, ServiceError};
pub use export::{ExportedGame, Extent, GameExport, ReadingExport};
pub use find::{Page, Watched};
pub use idempotency::{Created, Mark, Marked};
pub use ids::Ids;
pub use import::{Import, Judged, Verdict, verdict};
pub use keys::{Caller, KeyRecord, KeyRequest, Scope, Scopes};
pub use play::{PlayRequest, SeatRequest};
pub use read::{GameReadings, ReadChoice, ReadingRequest, StoredReading};
pub use table::{Finished, Moment, Order, Verification, check, play, viewer};
pub use tally::{Refused, Tally};
pub use words::{BadText, ClientSeed, ExternalId, Name, Question, SeedText, read_time};
pub use work::{Load, Work};

use records::{GameRecord, StoredGame};
use store::{Store, Usage};

/// So many steps are replayed where they are asked for: a few tenths of a microsecond each.
const FEW_STEPS: u32 = 200;

/// What callers ask for, carried out.
#[derive(Clone)]
pub struct Service {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    work: Work,
    step_limit: usize,
    ring: Arc<keys::Ring>,
    running: idempotency::Running,
    tally: Arc<Tally>,
    started: DateTime<Utc>,
    draining: Arc<AtomicBool>,
}

/// A game as it is answered: the record, and what is derived from it.
#[derive(Debug)]
pub struct Game {
    /// What is stored of it, its log left out.
    pub record: GameRecord,
    /// The options, complete with defaults, as JSON.
    pub options: Box<serde_json::value::RawValue>,
    /// The page's `detail` of the result, as JSON; none in lists.
    pub detail: Option<Box<serde_json::value::RawValue>>,
}

impl Service {
    /// Puts the service together; logs of more than `step_limit` steps are refused.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, work: Work, step_limit: usize) -> Service {
        let (ids, ring, running) = (Arc::default(), Arc::default(), idempotency::Running::default());
        let (started, tally, draining) = (clock.now(), Arc::default(), Arc::default());
        Service { store, clock, ids, work, step_limit, ring, running, tally, started, draining }
    }

    /// Does the database answer, and is the service going on?
    ///
    /// # Errors
    /// `Unavailable` when it does not, or the service is about to stop.
    pub async fn ready(&self) -> Result<(), ServiceError> {
        if self.draining.load(Relaxed) {
            return Err(ServiceError::Unavailable("the service is about to stop".to_owned()));
        }
        Ok(self.store.ready().await?)
    }

    /// From now on it says that it is not ready; what it is asked it does all the same.
    pub fn drain(&self) {
        self.draining.store(true, Relaxed);
    }

    /// What has been done since the start.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// When it was put together.
    pub fn started(&self) -> DateTime<Utc> {
        self.started
    }

    /// How much work is in hand.
    pub fn load(&self) -> Load {
        self.work.load()
    }

    /// How the database is used at this moment.
    pub fn usage(&self) -> Usage {
        self.store.usage()
    }

    /// Waits for what is under way and closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// A record with its options complete.
    fn listed(record: GameRecord) -> Result<Game, ServiceError> {
        let options = table::complete_options(record.ruleset, &record.options)?;
        Ok(Game { record, options, detail: None })
    }

    /// A stored game with its detail, by replaying it.
    async fn detailed(&self, stored: StoredGame) -> Result<Game, ServiceError> {
        self.work
            .run_unless(stored.record.step_count <= FEW_STEPS, move || {
                let detail = table::detail(&stored)?;
                Ok(Game { detail: Some(detail), ..Service::listed(stored.record)? })
            })
            .await?
    }
}
