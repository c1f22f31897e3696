//! Ready answers: a response that does not change while the service runs is not computed twice within moments.
//!
//! A stored game seldom changes, and a reading only with a release, but both can be deleted. A change in this process
//! ends all ready answers, also those that are being computed; after one by another process they last for seconds.
//! A game that many look at is answered several times as fast as from the database.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use actix_web::{
    Error, HttpRequest, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::{Bytes, Data},
};
use quick_cache::{Weighter, sync::Cache};

use super::auth;
use crate::{
    http::route_table::RouteTable,
    service::{Scope, ServiceError, to_the_end},
};

/// Maximum size of a ready body, in bytes.
pub const BODY_LIMIT: u64 = 256 << 10;
/// Maximum length of an address with its query, and of an `Accept`.
const KEY_LIMIT: usize = 256;
/// Maximum number of bytes of all ready answers.
const CAPACITY: u64 = 16 << 20;
/// Bytes of an answer besides its body and key.
const OVERHEAD: usize = 1 << 10;
/// How long an answer is ready.
const LIFETIME: Duration = Duration::from_secs(5);
/// End of the addresses of link-preview pictures.
const PREVIEW: &str = "/preview.png";

/// Set by a handler: the response does not change while the service runs, unless what it shows is changed or deleted.
#[derive(Clone, Copy, Debug)]
pub struct Lasting;

/// The ready answers of all threads.
#[derive(Debug)]
pub struct ReadyAnswers {
    answers: Cache<Key, Arc<Answer>, Size>,
    /// Number of changes and deletions: what was computed before the last one is no longer found.
    changes: AtomicU64,
}

/// What an answer depends on. All who may read get the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    changes: u64,
    address: String,
    accept: Option<HeaderValue>,
}

#[derive(Debug)]
struct Answer {
    since: Instant,
    route: Option<&'static str>,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Bytes,
}

#[derive(Clone, Debug)]
struct Size;

impl Weighter<Key, Arc<Answer>> for Size {
    fn weight(&self, key: &Key, answer: &Arc<Answer>) -> u64 {
        (OVERHEAD + key.address.len() + answer.body.len()) as u64
    }
}

impl Default for ReadyAnswers {
    fn default() -> ReadyAnswers {
        let answers = Cache::with_weighter(CAPACITY as usize / (4 * OVERHEAD), CAPACITY, Size);
        ReadyAnswers { answers, changes: AtomicU64::new(0) }
    }
}

impl ReadyAnswers {
    fn of(request: &HttpRequest) -> Arc<ReadyAnswers> {
        let ready = request.app_data::<Data<ReadyAnswers>>().expect("the app has its ready answers");
        Arc::clone(ready)
    }

    /// Number of answers, and of the bytes that they occupy.
    pub fn usage(&self) -> (u64, u64) {
        (self.answers.len() as u64, self.answers.weight())
    }

    /// The key of a request; `None` if it is none that is answered so, or not for this caller.
    fn key(&self, request: &ServiceRequest) -> Option<Key> {
        let address = request.uri().path_and_query()?.as_str();
        let mut accepted = request.headers().get_all(header::ACCEPT);
        let accept = accepted.next();
        let simple = accepted.next().is_none() && accept.is_none_or(|accept| accept.len() <= KEY_LIMIT);
        let is_one = request.method() == Method::GET
            && (address.starts_with("/v1/") || address.ends_with(PREVIEW))
            && address.len() <= KEY_LIMIT
            && simple
            && auth::caller(request.request()).scopes.has(Scope::Read);
        let copied = |value: &HeaderValue| HeaderValue::from_bytes(value.as_bytes()).ok();
        is_one.then(|| Key {
            changes: self.changes.load(SeqCst),
            address: address.to_owned(),
            // Only the value is kept, not the buffer of the whole head.
            accept: accept.and_then(copied),
        })
    }

    /// Forgets answers that are no longer ready.
    pub fn forget_old(&self) {
        self.answers.retain(|_, answer| answer.is_ready());
    }

    fn forget(&self) {
        self.changes.fetch_add(1, SeqCst);
        self.answers.clear();
    }
}

impl Answer {
    fn is_ready(&self) -> bool {
        self.since.elapsed() < LIFETIME
    }

    fn response(&self) -> HttpResponse {
        let mut response = HttpResponse::new(StatusCode::OK);
        for (name, value) in &self.headers {
            response.headers_mut().append(name.clone(), value.clone());
        }
        response.set_body(BoxBody::new(self.body.clone()))
    }
}

/// Gives a ready answer, or computes one and keeps it if it lasts.
pub async fn answer(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (ready, since) = (ReadyAnswers::of(request.request()), Instant::now());
    let Some(key) = ready.key(&request) else { return Ok(next.call(request).await?.map_into_boxed_body()) };
    if let Some(found) = ready.answers.get(&key).filter(|found| found.is_ready()) {
        RouteTable::note(request.request(), found.route);
        return Ok(request.into_response(found.response()));
    }
    let answered = next.call(request).await?.map_into_boxed_body();
    if answered.status() != StatusCode::OK || answered.response().extensions().get::<Lasting>().is_none() {
        return Ok(answered);
    }
    let (request, response) = answered.into_parts();
    let (response, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(body) => body,
        Err(body) => return Ok(ServiceResponse::new(request, response.set_body(body))),
    };
    let headers = response.headers().iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let route = RouteTable::pattern(&request);
    // Copied, so that no larger buffer is kept.
    let kept = Answer { since, route, headers, body: Bytes::copy_from_slice(&body) };
    ready.answers.insert(key, Arc::new(kept));
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))))
}

/// Carries a change or a deletion out to its end although the client may hang up. After it nothing is answered from
/// before.
///
/// # Errors
/// Those of `change`; `Internal` when it panics.
pub async fn change<T: Send + 'static>(
    request: &HttpRequest,
    change: impl Future<Output = Result<T, ServiceError>> + Send + 'static,
) -> Result<T, ServiceError> {
    let mut outdated = Outdated { ready: ReadyAnswers::of(request), pending: true };
    to_the_end(async move {
        let changed = change.await;
        if let Err(error) = &changed {
            // A refused change has changed nothing; another one that failed may have.
            outdated.pending = error.code().kind().status >= 500;
        }
        drop(outdated);
        changed
    })
    .await
}

/// Ends the ready answers when it is dropped, in whatever way the change ends.
struct Outdated {
    ready: Arc<ReadyAnswers>,
    pending: bool,
}

impl Drop for Outdated {
    fn drop(&mut self) {
        if self.pending {
            self.ready.forget();
        }
    }
}
