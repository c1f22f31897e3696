//! Import of logs as NDJSON: each line is checked separately, and valid ones are stored in batches.

use std::sync::Arc;

use actix_web::{
    HttpRequest,
    web::{Bytes, BytesMut},
};
use futures::{Stream, StreamExt, stream};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, mpsc};
use utoipa::ToSchema;
use uuid::Uuid;

use super::games::dto::DryRun;
use crate::{
    cards::Deck,
    http::{
        extract::{
            accept::{self, NDJSON},
            body, idempotency_key,
            line_reader::LineReader,
            unpack::MemoryLease,
        },
        middleware::{auth::SentKey, rate_limit::BodyCharge, request_id},
        reply::{
            ndjson,
            problem::{AnyProblemResponse, ApiResult, Problem, ProblemResponse},
        },
        settings::Settings,
    },
    service::{
        Caller, CheckedImport, DeleteToken, DeleteTokens, Import, ProblemCode, Purpose, Service, ServiceError, Tag,
        records::{GameId, OwnerId},
    },
};

/// Number of lines that are checked as one unit of work, and stored together.
pub const BATCH: usize = 100;

/// Number of batches that are checked ahead of being stored.
const PREFETCH: usize = 2;

/// Number of bytes of a body that cost as much as storing a game: sixteen of them, which take 8 to 16 kB, are one unit.
const STORED_GAME: usize = 16 << 10;

/// Number of bytes of unread verdicts that are kept for any caller. More of them take memory for bodies, and when that is
/// used up, no more lines are processed until some are read.
const UNREAD: usize = 1 << 20;

/// A line and its state.
#[derive(Debug)]
pub struct ImportLine<T> {
    /// Its number, from 1, as in an editor.
    pub number: usize,
    /// Its state.
    pub state: Result<T, Problem>,
}

/// Result of a line.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ImportVerdict)]
pub enum LineVerdict {
    /// The log was stored.
    #[schema(title = "StoredLine")]
    Stored {
        /// Number of the line, from 1, counting empty lines.
        #[schema(minimum = 1)]
        line: usize,
        /// Status for this log: 201.
        #[schema(minimum = 201, maximum = 201)]
        status: u16,
        /// Id of the stored game.
        id: Uuid,
        /// Token that deletes the game, sent as `Authorization: Bearer delete_…`; only for a caller without a key.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
        delete_token: Option<DeleteToken>,
    },
    /// The log is valid and was not stored (`dry_run`).
    #[schema(title = "JudgedLine")]
    Judged {
        /// Number of the line, from 1, counting empty lines.
        #[schema(minimum = 1)]
        line: usize,
        /// Status for this log: 200.
        #[schema(minimum = 200, maximum = 200)]
        status: u16,
        /// Result of the log.
        verdict: Box<DryRun>,
    },
    /// The log was rejected.
    #[schema(title = "RefusedLine")]
    Refused {
        /// Number of the line, from 1, counting empty lines.
        #[schema(minimum = 1)]
        line: usize,
        /// Status for this log.
        #[schema(minimum = 400, maximum = 599)]
        status: u16,
        /// Problem for this log.
        #[schema(value_type = ProblemResponse)]
        problem: Box<AnyProblemResponse>,
    },
}

/// Reads a line, which must be JSON. A refusal has the card names of this deck, or else of the ruleset's; its game gets
/// these tags too.
pub fn read(number: usize, line: &[u8], deck: Option<Deck>, tags: &[Tag]) -> ImportLine<Import> {
    let text = std::str::from_utf8(line)
        .map_err(|why| Problem::new(ProblemCode::BadJson, format!("The line is not UTF-8: {why}.")));
    let log = text.and_then(|text| body::log(text.to_owned(), "line"));
    ImportLine { number, state: log.map(|log| Import { log, unlisted: false, deck, tags: tags.to_vec() }) }
}

/// Checks lines.
pub async fn check(
    service: &Service,
    lines: Vec<ImportLine<Import>>,
    purpose: Purpose,
) -> Vec<ImportLine<CheckedImport>> {
    process_valid(lines, async |imports| service.check_all(imports, purpose).await).await
}

/// Stores the games of valid lines.
pub async fn store(
    service: &Service,
    owner: OwnerId,
    lines: Vec<ImportLine<CheckedImport>>,
) -> Vec<ImportLine<GameId>> {
    process_valid(lines, async |checked| service.store_all(owner, checked).await).await
}

/// Processes the lines that are valid so far.
async fn process_valid<T, U>(
    lines: Vec<ImportLine<T>>,
    all: impl AsyncFnOnce(Vec<T>) -> Vec<Result<U, ServiceError>>,
) -> Vec<ImportLine<U>> {
    let mut valid = Vec::with_capacity(lines.len());
    let mut rejected = Vec::with_capacity(lines.len());
    for line in lines {
        rejected.push((line.number, line.state.map(|state| valid.push(state)).err()));
    }
    let mut results = all(valid).await.into_iter();
    let mut next = || results.next().unwrap_or_else(|| Err(ServiceError::Internal("a line has no result".to_owned())));
    let result_of = |(number, problem): (usize, Option<Problem>)| {
        let state = problem.map_or_else(|| next().map_err(Problem::from), Err);
        ImportLine { number, state }
    };
    rejected.into_iter().map(result_of).collect()
}

/// Responds to a body of logs with one verdict per line, in order, as lines arrive and are checked and stored.
///
/// # Errors
/// `not_acceptable`, `rate_limited`, or `bad_parameter` for an `Idempotency-Key`; nothing is stored then.
pub async fn import(
    request: &HttpRequest,
    service: Service,
    caller: Caller,
    lines: LineReader,
    (purpose, deck, tags): (Purpose, Option<Deck>, Vec<Tag>),
) -> ApiResult {
    accept::any_of(request, &[NDJSON])?;
    idempotency_key::none(
        request,
        "An NDJSON import accepts no `Idempotency-Key`. Give each log an `external_id`, so that none is stored twice.",
    )?;
    let charge = BodyCharge::begin(request)?;
    let (path, id) = (request.path().to_owned(), request_id::of(request));
    let tokens = service.delete_tokens(&caller).await?;
    let (room, held) = (Settings::of(request).lines_ahead(), lines.held());
    let importing = Importing { service, owner: caller.owner, key: SentKey::of(request), purpose, deck, tags };
    let verdicts = verdicts(importing, (lines, charge), room);
    let written = verdicts.map(move |verdicts| {
        let mut bytes = BytesMut::new();
        verdicts
            .into_iter()
            .try_for_each(|verdict| ndjson::add(&mut bytes, &verdict.into_verdict(&path, &id, tokens)))?;
        Ok(bytes.freeze())
    });
    ndjson::answer(request, NDJSON, ahead(written, held)).await
}

/// The room that unread bytes take, returned when they are read.
enum Taken {
    Room { _permit: OwnedSemaphorePermit },
    Memory { held: MemoryLease, bytes: usize },
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Taken::Memory { held, bytes } = self {
            held.give_back(*bytes);
        }
    }
}

/// Takes room for this number of bytes, or else memory of the body, or else waits for room; `None` once the reader has
/// disconnected.
async fn take(room: &Arc<Semaphore>, held: &MemoryLease, bytes: usize) -> Option<Taken> {
    let permits = u32::try_from(bytes.clamp(1, UNREAD)).unwrap_or(u32::MAX);
    match Arc::clone(room).try_acquire_many_owned(permits) {
        Ok(permit) => Some(Taken::Room { _permit: permit }),
        Err(TryAcquireError::Closed) => None,
        Err(TryAcquireError::NoPermits) if held.take(bytes) => Some(Taken::Memory { held: held.clone(), bytes }),
        Err(TryAcquireError::NoPermits) => {
            let permit = Arc::clone(room).acquire_many_owned(permits).await.ok()?;
            Some(Taken::Room { _permit: permit })
        }
    }
}

/// Lets a stream run ahead of its reader, as far as there is room: many callers send all their lines before they read.
fn ahead(
    written: impl Stream<Item = Result<Bytes, Problem>> + 'static,
    held: MemoryLease,
) -> impl Stream<Item = Result<Bytes, Problem>> {
    let (room, (sender, receiver)) = (Arc::new(Semaphore::new(UNREAD)), mpsc::unbounded_channel());
    actix_web::rt::spawn(async move {
        let mut written = Box::pin(written);
        while let Some(item) = written.next().await {
            let taken = take(&room, &held, item.as_ref().map_or(1, Bytes::len)).await;
            // The reader has disconnected.
            if taken.is_none() || sender.send((item, taken)).is_err() {
                break;
            }
        }
    });
    stream::unfold(receiver, async |mut receiver| {
        let (item, _) = receiver.recv().await?;
        Some((item, receiver))
    })
    .fuse()
}

/// The verdicts on lines, in batches: while one batch is stored, the next are checked, as long as they have no more than
/// `room` bytes. More would leave too little memory for the next line.
fn verdicts(
    importing: Importing,
    (lines, charge): (LineReader, BodyCharge),
    room: usize,
) -> impl Stream<Item = Vec<ImportLine<Accepted>>> {
    let (checking, held) = (importing.service.clone(), lines.held());
    let (purpose, deck, tags) = (importing.purpose, importing.deck, importing.tags.clone());
    let most = u32::try_from(room).unwrap_or(u32::MAX).max(1);
    let room = Arc::new(Semaphore::new(most as usize));
    let batches = stream::unfold((lines, charge), move |(mut lines, mut charge)| {
        let room = Arc::clone(&room);
        async move {
            // A batch may be larger than the room. It takes all of it, and nothing is read until it is checked.
            drop(room.acquire().await);
            let batch = lines.batch(BATCH).await?;
            let taken = u32::try_from(batch.bytes).unwrap_or(u32::MAX).min(most);
            let taken = room.acquire_many_owned(taken).await;
            charge.arrived(batch.bytes + stored(purpose, batch.lines.len())).await;
            Some(((batch, taken), (lines, charge)))
        }
    });
    let checked = batches.map(move |(batch, taken)| {
        let (service, held, tags) = (checking.clone(), held.clone(), tags.clone());
        async move {
            let line = |(number, line): (usize, Result<Bytes, Problem>)| match line {
                Ok(line) => read(number, &line, deck, &tags),
                Err(problem) => ImportLine { number, state: Err(problem) },
            };
            let checked = check(&service, batch.lines.into_iter().map(line).collect(), purpose).await;
            held.give_back(batch.bytes);
            drop(taken);
            checked
        }
    });
    checked.buffered(PREFETCH).then(move |checked| {
        let importing = importing.clone();
        async move { importing.accept(checked).await }
    })
}

/// Number of bytes of a body that cost as much as storing this number of games.
const fn stored(purpose: Purpose, games: usize) -> usize {
    match purpose {
        Purpose::Judge => 0,
        Purpose::Store => games * STORED_GAME,
    }
}

/// On whose behalf lines are imported.
#[derive(Clone)]
struct Importing {
    service: Service,
    owner: OwnerId,
    key: Option<SentKey>,
    purpose: Purpose,
    deck: Option<Deck>,
    tags: Vec<Tag>,
}

impl Importing {
    /// Stores a batch if that is the purpose, unless the key has become void since the request began.
    async fn accept(&self, checked: Vec<ImportLine<CheckedImport>>) -> Vec<ImportLine<Accepted>> {
        if SentKey::is_void(self.key.as_ref()).await {
            let refused = |line: ImportLine<_>| {
                let state = line.state.and_then(|_| Err(ServiceError::Unauthorized.into()));
                ImportLine { number: line.number, state }
            };
            return checked.into_iter().map(refused).collect();
        }
        match self.purpose {
            Purpose::Judge => accepted(checked, |checked| Accepted::Judged(Box::new(checked.result.into()))),
            Purpose::Store => accepted(store(&self.service, self.owner, checked).await, Accepted::Stored),
        }
    }
}

/// The result of a valid line.
enum Accepted {
    Stored(GameId),
    Judged(Box<DryRun>),
}

fn accepted<T>(lines: Vec<ImportLine<T>>, accept: impl Fn(T) -> Accepted) -> Vec<ImportLine<Accepted>> {
    lines.into_iter().map(|line| ImportLine { number: line.number, state: line.state.map(&accept) }).collect()
}

impl ImportLine<Accepted> {
    /// The verdict, with the same problem as in the response to the log alone.
    fn into_verdict(self, path: &str, request_id: &str, tokens: DeleteTokens) -> LineVerdict {
        let line = self.number;
        match self.state {
            Ok(Accepted::Stored(id)) => {
                LineVerdict::Stored { line, status: 201, id: id.0, delete_token: tokens.of(id) }
            }
            Ok(Accepted::Judged(verdict)) => LineVerdict::Judged { line, status: 200, verdict },
            Err(problem) => {
                if let Some(inner) = problem.inner() {
                    tracing::error!(request_id, path, line, error = inner, "{problem}");
                }
                let body = problem.response(path, request_id);
                LineVerdict::Refused { line, status: problem.status(), problem: Box::new(body) }
            }
        }
    }
}
