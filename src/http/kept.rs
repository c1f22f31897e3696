//! Answers kept ready: what stays the same while the service runs is not made twice within moments.
//!
//! A stored game never changes and a reading changes only with a release, but both can be deleted: here that empties the
//! shelf at once, and what another service on the same database deletes is gone here when its answer is [`OLD`].

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use actix_web::{
    Error, HttpMessage, HttpResponse,
    body::{BoxBody, EitherBody, MessageBody, to_bytes_limited},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::{self, Bytes},
};

use super::routes;
use crate::service::{Caller, Scope};

/// After so long an answer is made anew.
const OLD: Duration = Duration::from_secs(5);
/// The largest body that is kept, in bytes.
pub const LARGEST: u64 = 256 << 10;
/// So many bytes of bodies are kept at most.
const ROOM: usize = 16 << 20;

/// A handler's word that an answer stays the same while the service runs, unless what it tells of is deleted.
#[derive(Clone, Copy, Debug)]
pub struct Lasting;

/// The answers that are kept.
#[derive(Debug, Default)]
pub struct Shelf {
    answers: Mutex<Answers>,
    /// How often it has been emptied: an answer that was begun before is not put on it.
    emptied: AtomicU64,
}

#[derive(Debug, Default)]
struct Answers {
    by_request: HashMap<String, Arc<Kept>>,
    bytes: usize,
}

/// An answer of 200.
#[derive(Debug)]
struct Kept {
    since: Instant,
    route: Option<&'static str>,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Bytes,
}

impl Shelf {
    fn find(&self, request: &str) -> Option<Arc<Kept>> {
        let answers = self.lock();
        answers.by_request.get(request).filter(|kept| kept.since.elapsed() < OLD).cloned()
    }

    /// The answer, and the route that it is of.
    fn answer(&self, request: &str, asked: &HeaderMap) -> Option<(Option<&'static str>, HttpResponse)> {
        let kept = self.find(request)?;
        Some((kept.route, kept.answer(asked)?))
    }

    fn put(&self, request: String, kept: Kept, emptied: u64) {
        let mut answers = self.lock();
        if self.emptied.load(Ordering::SeqCst) != emptied {
            return;
        }
        if answers.bytes + kept.body.len() > ROOM {
            *answers = Answers::default();
        }
        answers.bytes += kept.body.len();
        if let Some(before) = answers.by_request.insert(request, Arc::new(kept)) {
            answers.bytes -= before.body.len();
        }
    }

    fn empty(&self) {
        let mut answers = self.lock();
        self.emptied.fetch_add(1, Ordering::SeqCst);
        *answers = Answers::default();
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers from the shelf, and puts on it what stays the same.
pub async fn keep(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<EitherBody<BoxBody>>, Error> {
    let shelf = request.app_data::<web::Data<Shelf>>().expect("the app has its shelf").clone();
    if request.method() == Method::DELETE {
        let answered = next.call(request).await;
        // Whatever it is answered: it may have been carried out.
        shelf.empty();
        return Ok(answered?.map_into_boxed_body().map_into_left_body());
    }
    let Some(name) = name(&request) else {
        return Ok(next.call(request).await?.map_into_boxed_body().map_into_left_body());
    };
    if let Some((route, response)) = shelf.answer(&name, request.headers()) {
        routes::know(request.request(), route);
        return Ok(request.into_response(response).map_into_left_body());
    }
    let emptied = shelf.emptied.load(Ordering::SeqCst);
    let answered = next.call(request).await?.map_into_boxed_body();
    if answered.status() != StatusCode::OK || answered.response().extensions().get::<Lasting>().is_none() {
        return Ok(answered.map_into_left_body());
    }
    let (request, response) = answered.into_parts();
    let (response, body) = response.into_parts();
    let body = to_bytes_limited(body, 2 * LARGEST as usize).await;
    let body = body.map_err(|_| unreadable())?.map_err(|_| unreadable())?;
    let headers = response.headers().iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let route = routes::pattern(&request);
    shelf.put(name, Kept { since: Instant::now(), route, headers, body: body.clone() }, emptied);
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))).map_into_left_body())
}

/// What an answer depends on; none when it has to be asked for.
fn name(request: &ServiceRequest) -> Option<String> {
    let may_read = request.extensions().get::<Caller>().is_some_and(|caller| caller.scopes.has(Scope::Read));
    if request.method() != Method::GET || !may_read || !request.path().starts_with("/v1/") {
        return None;
    }
    let mut name = request.uri().path_and_query()?.as_str().to_owned();
    for header in [header::ACCEPT, header::ACCEPT_ENCODING] {
        // More than one line of a header is rare enough to be asked for.
        let mut lines = request.headers().get_all(header);
        let line = lines.next().map_or(Some(""), |line| line.to_str().ok())?;
        if lines.next().is_some() {
            return None;
        }
        name.push('\n');
        name += line;
    }
    Some(name)
}

fn unreadable() -> Error {
    super::problem::Problem::internal("an answer could not be read").into()
}

impl Kept {
    /// The answer again, or that the caller has it; none when its tags are to be looked at more closely.
    fn answer(&self, asked: &HeaderMap) -> Option<HttpResponse> {
        let tag = self.headers.iter().find(|(name, _)| *name == header::ETAG).map(|(_, tag)| tag);
        let same = match asked.get(header::IF_NONE_MATCH) {
            None => false,
            Some(known) if Some(known) == tag => true,
            Some(_) => return None,
        };
        let mut response = HttpResponse::new(if same { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
        for (name, value) in self.headers.iter().filter(|(name, _)| !same || *name != header::CONTENT_TYPE) {
            response.headers_mut().append(name.clone(), value.clone());
        }
        if same {
            response.headers_mut().remove(header::CONTENT_ENCODING);
            return Some(response);
        }
        Some(response.set_body(BoxBody::new(self.body.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(bytes: usize) -> Kept {
        Kept { since: Instant::now(), route: None, headers: Vec::new(), body: Bytes::from(vec![0; bytes]) }
    }

    #[test]
    fn what_was_begun_before_it_was_emptied_is_not_kept() {
        let shelf = Shelf::default();
        shelf.put("a".to_owned(), kept(1), 0);
        assert!(shelf.find("a").is_some());
        shelf.empty();
        assert!(shelf.find("a").is_none());
        shelf.put("a".to_owned(), kept(1), 0);
        assert!(shelf.find("a").is_none());
        shelf.put("a".to_owned(), kept(1), 1);
        assert!(shelf.find("a").is_some());
    }

    #[test]
    fn there_is_room_for_so_much_and_no_more() {
        let shelf = Shelf::default();
        for number in 0..100 {
            shelf.put(number.to_string(), kept(ROOM / 10), 0);
            let answers = shelf.lock();
            assert_eq!(answers.bytes, answers.by_request.values().map(|kept| kept.body.len()).sum::<usize>());
            assert!(answers.bytes <= ROOM);
        }
        assert!(shelf.find("99").is_some());
    }

    #[test]
    fn an_old_answer_is_made_anew() {
        let shelf = Shelf::default();
        let since = Instant::now().checked_sub(OLD).expect("the machine has run for so long");
        shelf.put("a".to_owned(), Kept { since, ..kept(1) }, 0);
        assert!(shelf.find("a").is_none());
    }
}
