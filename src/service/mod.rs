//! The use cases: playing, importing, finding and reading games, tables, draws, simulations, and statistics of players.
//!
//! What it needs of a database is `store/`, what is kept there `records/`, what can go wrong `error/`. `setup` reads what a game
//! is to be, `engine/` runs it for whatever ruleset, and `worker_pool` says when; the other files are use cases.

pub mod analyses;
pub mod audit;
mod background;
mod caller;
mod card_names;
mod commitments;
mod corrections;
mod counters;
mod days;
mod delete_token;
mod derived;
mod detached;
mod draws;
mod engine;
mod erasure;
mod error;
mod export;
mod fairness;
mod following;
mod games;
mod idempotency;
mod ids;
mod import;
mod keys;
mod long_text;
mod news;
pub mod notes;
mod page;
mod play;
mod priority;
mod profiles;
pub mod projection;
mod readings;
pub mod records;
mod replay_cache;
mod scrub;
mod season;
mod secret;
mod setup;
pub mod simulations;
mod statistics;
pub mod store;
mod stored_spreads;
pub mod tables;
mod text;
mod watchers;
mod worker_pool;

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use parking_lot::Mutex;
use tokio::sync::{Notify, OnceCell};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{clock::Clock, fair_semaphore::FairSemaphore, reading::Pictures};

pub use analyses::{AnalysisView, FortuneView, WouldBeView};
pub use caller::{Authority, Caller};
pub use corrections::Correction;
pub use counters::{Counters, Refused};
pub use days::{Adepts, Board, ComparedWith, Day, OwnDays, OwnResult, against_par, line_to_share};
pub use delete_token::{DeletableId, DeleteToken, DeleteTokens};
pub use derived::{Derive, DerivedGame, TeamResults};
pub use detached::to_the_end;
pub use draws::{CardSource, DrawRequest, Drawing, Drawn};
pub use engine::{Finished, Purpose, Snapshot, Verification, viewer};
pub use erasure::ErasureOutcome;
pub use error::{
    FieldError, FieldErrorCode, FieldErrors, IllegalLog, IllegalStep, NoAnalysis, PROBLEMS, ProblemCode, ProblemKind,
    ResourceKind, ServiceError, Unavailable,
};
pub use export::{ExportedGame, ExportedReading, ExportedSteps, GameExport, Range, ReadingExport};
pub use fairness::{ChanceOrigin, GameProof};
pub use idempotency::Created;
pub use ids::Ids;
pub use import::{CheckedImport, Import, LogResult, check_document};
pub use keys::{KeyRequest, Scope, Scopes};
pub use long_text::LongText;
pub use news::{FeedPosition, NewsFeed, NewsItem};
pub use play::{PlayRequest, SeatRequest};
pub use profiles::{DEVICE_LIFETIME, DeviceLink, Likeness, NewProfile, Profile, bot_names};
pub use readings::{AnyStored, GameReadings, PlayersReading, ReadChoice, ReadingRequest, StoredReading, kind_of};
pub use replay_cache::Cached;
pub(crate) use scrub::left_out;
pub use scrub::{Damage, DamagedRow, Scrubbed};

pub use setup::{GameSetup, SetupOf, check_options};
pub use statistics::{DEFAULT_GAMES, StoredStatistics};
pub use stored_spreads::{StoredSpread, commitment_with_drawn, commitment_with_given};
pub use text::{
    Asks, BadText, ClientSeed, ExternalId, MAX_TAGS, Name, NoteText, Question, SeedText, SimulationSeed, Tag,
    appearance, once_each, read_date, read_time, tags_of_game,
};
pub use worker_pool::{CallerId, Cancel, Class, Load, WorkerPool};

pub use records::{Erased, Erasure, Expired, IdempotencyKey, IdempotencyRecord, KeyRecord};

use records::{GameRecord, StoredGame};
use store::{Store, Usage};

pub use page::{Page, PageSize, Position};

/// Games of up to this many steps are replayed on the current thread: a step takes a few tenths of a microsecond.
const INLINE_REPLAY_STEPS: u32 = 200;

/// How many lists of a caller are fetched at a time. Further requests wait.
const LISTS_PER_CALLER: usize = 2;

/// Longer logs take so much time and memory to replay that they have their own class of work.
const MANY_STEPS: u32 = 20_000;

/// The class of work for replaying a game with this many steps.
const fn replaying(steps: u32) -> Class {
    if steps > MANY_STEPS { Class::LongLog } else { Class::Read }
}

/// The use cases.
#[derive(Clone)]
pub struct Service {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    shared: Arc<Shared>,
    /// The worker pool, used on behalf of one caller.
    work: WorkerPool,
    /// Fonts and images for pictures.
    pictures: Arc<Pictures>,
    /// Whom the players of a day are compared with while they are few.
    adepts: Adepts,
}

/// The state shared by all callers.
struct Shared {
    ids: Ids,
    step_limit: usize,
    key_cache: keys::KeyCache,
    known_names: profiles::KnownNames,
    /// Loaded on first use: a database that was only ever read may have none.
    token_secret: OnceCell<[u8; 32]>,
    in_flight: idempotency::InFlight,
    list_permits: FairSemaphore<CallerId>,
    tables: tables::Hub,
    /// The date on which it was last looked whether days are missing.
    days_made: Mutex<Option<NaiveDate>>,
    /// Held while adepts play the deal of a day, which is done once.
    adepts_at_play: tokio::sync::Mutex<()>,
    simulations: simulations::Simulations,
    /// Wakes the worker on analyses: there may be something to do.
    analyses: Notify,
    counters: Counters,
    replays: replay_cache::ReplayCache,
    /// Who follows an owner, or the games of anybody (`None`).
    news: watchers::Watchers<Option<records::OwnerId>>,
    /// Held by each open stream of an owner's news, which counts them.
    feeds: Arc<()>,
    started: DateTime<Utc>,
    draining: CancellationToken,
}

/// A game as returned to callers: the record, and what is derived from it.
#[derive(Debug)]
pub struct GameDetails {
    /// The stored record, without its log.
    pub record: GameRecord,
    /// The options, complete with defaults, as JSON.
    pub options: Box<serde_json::value::RawValue>,
    /// The `detail` of the result, as JSON; `None` in lists.
    pub detail: Option<Box<serde_json::value::RawValue>>,
}

impl Service {
    /// Creates the service; logs of more than `step_limit` steps are rejected.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, work: WorkerPool, step_limit: usize) -> Service {
        let shared = Shared {
            ids: Ids::default(),
            step_limit,
            key_cache: keys::KeyCache::default(),
            known_names: profiles::KnownNames::default(),
            token_secret: OnceCell::new(),
            in_flight: idempotency::InFlight::default(),
            list_permits: FairSemaphore::per_holder(LISTS_PER_CALLER),
            tables: tables::Hub::default(),
            days_made: Mutex::default(),
            adepts_at_play: tokio::sync::Mutex::default(),
            simulations: simulations::Simulations::default(),
            analyses: Notify::default(),
            counters: Counters::default(),
            replays: replay_cache::ReplayCache::default(),
            news: watchers::Watchers::default(),
            feeds: Arc::default(),
            started: clock.now(),
            draining: CancellationToken::new(),
        };
        Service { store, clock, shared: Arc::new(shared), work, pictures: Arc::default(), adepts: Adepts::default() }
    }

    /// The same service with these pictures.
    pub fn with_pictures(self, pictures: Pictures) -> Service {
        Service { pictures: Arc::new(pictures), ..self }
    }

    /// The same service with these adepts to compare the players of a day with.
    pub fn with_adepts(self, adepts: Adepts) -> Service {
        Service { adepts, ..self }
    }

    /// Fonts and images for pictures.
    pub fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// Does the database accept writes?
    ///
    /// # Errors
    /// `Unavailable` otherwise.
    pub async fn ready(&self) -> Result<(), ServiceError> {
        Ok(self.store.ready().await?)
    }

    /// The state of the read replica; `None` without one, or if the primary has not been seen for too long.
    pub async fn replica(&self) -> Option<store::ReplicaState> {
        self.store.replica().await
    }

    /// Do lists come from a replica of unknown lag, because no primary responds?
    pub fn is_stale(&self) -> bool {
        self.store.is_stale()
    }

    /// Starts the shutdown: the service reports that it is not ready, but still serves requests.
    pub fn drain(&self) {
        self.shared.draining.cancel();
    }

    /// Has the shutdown started?
    pub fn is_draining(&self) -> bool {
        self.shared.draining.is_cancelled()
    }

    /// Waits until the shutdown has started.
    async fn drained(&self) {
        self.shared.draining.cancelled().await;
    }

    /// The time.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The date, in UTC.
    pub fn today(&self) -> NaiveDate {
        self.clock.now().date_naive()
    }

    /// Refuses a date that has begun nowhere on earth: days begin first where clocks are 14 hours ahead of UTC.
    ///
    /// # Errors
    /// The date is later.
    pub fn begun(&self, date: NaiveDate) -> Result<NaiveDate, String> {
        let latest = (self.clock.now() + TimeDelta::hours(14)).date_naive();
        if date <= latest { Ok(date) } else { Err(format!("{date} has begun nowhere on earth yet.")) }
    }

    /// A random text of 64 hex digits.
    pub fn random_token(&self) -> String {
        crate::hex::hex(&self.shared.ids.secret())
    }

    /// A request id. Its random bits come from the thread's generator, without a system call.
    pub fn request_id(&self) -> Uuid {
        self.shared.ids.secret_at(self.clock.now())
    }

    /// Counters since the start.
    pub fn counters(&self) -> &Counters {
        &self.shared.counters
    }

    /// When it was created.
    pub fn started(&self) -> DateTime<Utc> {
        self.shared.started
    }

    /// The same service, used on behalf of this caller.
    pub fn on_behalf_of(&self, caller: CallerId) -> Service {
        Service { work: self.work.on_behalf_of(caller), ..self.clone() }
    }

    /// Load of each class of work.
    pub fn load(&self) -> [Load; Class::ALL.len()] {
        self.work.load()
    }

    /// Current use of the database.
    pub fn usage(&self) -> Usage {
        self.store.usage()
    }

    /// Waits for work in progress and closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// A game as in lists, with complete options.
    fn listed(record: GameRecord) -> Result<GameDetails, ServiceError> {
        let options = engine::complete_options(record.ruleset, &record.options)?;
        Ok(GameDetails { record, options, detail: None })
    }

    /// A stored game with its detail, by replaying it.
    async fn detailed(&self, stored: StoredGame) -> Result<GameDetails, ServiceError> {
        let steps = stored.record.step_count;
        self.work
            .run_inline_if(steps <= INLINE_REPLAY_STEPS, replaying(steps), move |_| {
                let detail = engine::detail(&stored)?;
                Ok(GameDetails { detail: Some(detail), ..Service::listed(stored.record)? })
            })
            .await?
    }
}
