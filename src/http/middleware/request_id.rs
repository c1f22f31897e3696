//! Every request has an id, which its response, our log and every problem contain. It is the caller's own if that sends one;
//! `tracing-actix-web` gives each request a new one.

use std::{cell::Cell, net::IpAddr, panic::AssertUnwindSafe, rc::Rc, thread, time::Duration};

use actix_web::{
    Error, HttpMessage, HttpRequest, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::{Method, Uri, header::HeaderValue},
    middleware::Next,
    web,
};
use futures::FutureExt;
use tokio::time::Instant;
use tracing::{Instrument, Span, field::display};
use uuid::Uuid;

use super::{
    framing,
    rate_limit::{RATELIMIT, RATELIMIT_POLICY},
};
use crate::{
    http::{
        client::address,
        extract::accept,
        reply::problem::{Problem, REQUEST_ID},
        route_table::RouteTable,
        settings::Settings,
        site::{PageError, problem_page},
    },
    service::{Service, records::KeyId},
};

/// The id of a request.
#[derive(Clone, Debug)]
struct RequestId(HeaderValue);

impl RequestId {
    /// The caller's own id, if it sent a valid one, or a new one.
    fn of(request: &ServiceRequest) -> RequestId {
        let service = request.app_data::<web::Data<Service>>().expect("the app has its service");
        let new = || {
            let mut text = Uuid::encode_buffer();
            HeaderValue::from_str(service.request_id().hyphenated().encode_lower(&mut text)).expect("digits and dashes")
        };
        RequestId(request.headers().get(REQUEST_ID).filter(|id| is_sane(id)).cloned().unwrap_or_else(new))
    }

    fn as_str(&self) -> &str {
        self.0.to_str().expect("a sane id is visible ASCII")
    }
}

/// The id of a request.
pub fn of(request: &HttpRequest) -> String {
    request.extensions().get::<Rc<Identity>>().map(|identity| identity.id.as_str().to_owned()).unwrap_or_default()
}

/// Maximum length of an id that a caller sends.
const LIMIT: usize = 128;

/// Gives a request its id. Its response has the id, completed problems and, after a panic, one of them; a log line tells of it.
pub async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (started, identity) = (Instant::now(), Rc::new(Identity::new(&request)));
    request.extensions_mut().insert(Rc::clone(&identity));
    let answering = next.call(request).instrument(identity.span());
    let answered = AssertUnwindSafe(answering).catch_unwind().await;
    identity.finish(answered.map(|answered| answered.map(ServiceResponse::map_into_boxed_body)), started.elapsed())
}

type Answered = Result<ServiceResponse<BoxBody>, Error>;

/// Identifies a request in its response and log line.
pub struct Identity {
    id: RequestId,
    method: Method,
    uri: Uri,
    /// The client's address.
    pub address: IpAddr,
    by_person: bool,
    key: Cell<Option<KeyId>>,
}

impl Identity {
    /// The identity of a request.
    pub fn of(request: &ServiceRequest) -> Rc<Identity> {
        Rc::clone(request.extensions().get::<Rc<Identity>>().expect("`identify` says which request it is"))
    }

    /// The identity of a request that has just arrived.
    fn new(request: &ServiceRequest) -> Identity {
        Identity {
            id: RequestId::of(request),
            method: framing::method(request),
            uri: request.uri().clone(),
            address: address(request.request(), Settings::of(request.request()).proxies),
            by_person: accept::prefers_page(request),
            key: Cell::new(None),
        }
    }

    /// A span whose log lines contain the id of the request.
    fn span(&self) -> Span {
        tracing::error_span!("request", request_id = self.id.as_str())
    }

    /// Records which valid key the caller sent: the log line of the request contains its id.
    pub fn note_key(&self, key: Option<KeyId>) {
        self.key.set(key);
    }

    /// Adds the id to the response, completes problems, turns a panic into one, and logs a line.
    fn finish(&self, answered: thread::Result<Answered>, took: Duration) -> Answered {
        let context = ProblemContext { path: self.uri.path(), id: self.id.as_str(), by_person: self.by_person };
        let answered = match answered {
            Ok(Ok(answered)) => Ok(identified(explained(answered, context), &self.id)),
            Ok(Err(error)) => Err(completed(error, context)),
            Err(_panic) => Err(completed(Problem::internal("a handler panicked").into(), context)),
        };
        let status = match &answered {
            Ok(answered) => answered.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        self.log(status.as_u16(), route(&answered), took);
        answered
    }

    fn log(&self, status: u16, route: Option<&str>, took: Duration) {
        let micros = took.as_micros() as u64;
        let (id, method, path, key) = (self.id.as_str(), self.method.as_str(), self.uri.path(), self.key.get());
        let address = key.is_none().then(|| display(self.address));
        let key = key.map(display);
        tracing::info!(request_id = id, key, address, method, path, route, status, micros, "request completed");
    }
}

fn is_sane(id: &HeaderValue) -> bool {
    !id.is_empty() && id.len() <= LIMIT && id.as_bytes().iter().all(u8::is_ascii_graphic)
}

/// The pattern of the route that responded.
fn route(answered: &Answered) -> Option<&'static str> {
    answered.as_ref().ok().and_then(|answered| RouteTable::pattern(answered.request()))
}

fn identified<B>(mut answered: ServiceResponse<B>, id: &RequestId) -> ServiceResponse<B> {
    answered.headers_mut().insert(REQUEST_ID, id.0.clone());
    answered
}

/// What a problem contains of the request, and whether it is shown in a browser.
#[derive(Clone, Copy)]
struct ProblemContext<'a> {
    path: &'a str,
    id: &'a str,
    by_person: bool,
}

/// Rewrites the body of a problem or an error page, now that path and id are known.
fn explained(answered: ServiceResponse<BoxBody>, context: ProblemContext<'_>) -> ServiceResponse<BoxBody> {
    let written = answered.response().error().and_then(|error| written(error, context));
    let Some(mut response) = written else { return answered };
    for name in [RATELIMIT_POLICY, RATELIMIT] {
        if let Some(value) = answered.headers().get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    let (request, _) = answered.into_parts();
    ServiceResponse::new(request, response)
}

/// An error without its request, with the completed response.
fn completed(error: Error, context: ProblemContext<'_>) -> Error {
    match written(&error, context) {
        Some(response) => InternalError::from_response(error.to_string(), response).into(),
        None => error,
    }
}

/// The response of a problem, as a page for browsers, or of an error page; details that the caller may not see are
/// logged.
fn written(error: &Error, ProblemContext { path, id, by_person }: ProblemContext<'_>) -> Option<HttpResponse> {
    let page = error.as_error::<PageError>();
    let problem = error.as_error().or_else(|| page?.problem());
    if let Some((problem, inner)) = problem.and_then(|problem: &Problem| Some((problem, problem.inner()?))) {
        tracing::error!(request_id = id, path, error = inner, "{problem}");
    }
    match (page, problem) {
        (Some(page), _) => Some(page.answer(path, id)),
        (None, Some(problem)) if by_person => Some(problem_page(problem, path, id)),
        (None, Some(problem)) => Some(problem.answer(path, id)),
        (None, None) => None,
    }
}
