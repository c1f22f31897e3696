//! Every request has an id, which its response, our log and every problem contain.

use std::{cell::Cell, panic::AssertUnwindSafe, rc::Rc, time::Instant};

use actix_web::{
    Error, HttpMessage, HttpRequest, HttpResponse,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::header::HeaderValue,
    middleware::Next,
    web,
};
use futures::FutureExt;
use tracing::{Instrument, Span, field::display};

use crate::{
    http::{
        client_address,
        extract::accept,
        names::{RATELIMIT, RATELIMIT_POLICY, REQUEST_ID},
        reply::problem::Problem,
        route_table::RouteTable,
        settings::Settings,
        site::problem,
    },
    service::{Service, records::KeyId},
};

/// A request's id, stored with the request.
#[derive(Clone, Debug)]
struct RequestId(HeaderValue);

impl RequestId {
    /// The caller's own id, if it sent a sane one, or a new one.
    fn of(request: &ServiceRequest) -> RequestId {
        let service = request.app_data::<web::Data<Service>>().expect("the app has its service");
        let new = || HeaderValue::try_from(service.request_id().to_string()).expect("digits and dashes");
        RequestId(request.headers().get(REQUEST_ID).filter(|id| is_sane(id)).cloned().unwrap_or_else(new))
    }

    fn as_str(&self) -> &str {
        self.0.to_str().expect("a sane id is visible ASCII")
    }
}

/// The id of a request.
pub fn of(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map(|id| id.as_str().to_owned()).unwrap_or_default()
}

/// Lines logged within it contain the id of the request.
pub fn span(request: &ServiceRequest) -> Span {
    let extensions = request.extensions();
    tracing::error_span!("request", request_id = extensions.get::<RequestId>().map(RequestId::as_str))
}

/// The valid key that the caller shows, once that is known.
#[derive(Clone, Debug, Default)]
struct ShownKey(Rc<Cell<Option<KeyId>>>);

/// Records which valid key the caller sent: the log line of the request contains its id.
pub fn note_key(request: &ServiceRequest, key: Option<KeyId>) {
    if let Some(ShownKey(shown)) = request.extensions().get() {
        shown.set(key);
    }
}

/// The longest id that a caller may choose.
const LIMIT: usize = 128;

/// Gives the request its id, fills in problems, turns a panic into one, and logs a line.
pub async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<EitherBody<BoxBody>>, Error> {
    let started = Instant::now();
    let id = RequestId::of(&request);
    let shown = ShownKey::default();
    request.extensions_mut().insert(id.clone());
    request.extensions_mut().insert(shown.clone());
    let address = client_address::of(request.request(), Settings::of(request.request()).proxies);
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let asked = Asked { path: uri.path(), id: id.as_str(), by_person: accept::prefers_page(&request) };
    let answered = AssertUnwindSafe(next.call(request)).catch_unwind().await;
    let answered = match answered {
        Ok(Ok(answered)) => Ok(identified(explained(answered, asked), &id)),
        Ok(Err(error)) => Err(told(error, asked)),
        Err(_panic) => Err(told(Problem::internal("a handler panicked").into(), asked)),
    };
    let status = match &answered {
        Ok(answered) => answered.status(),
        Err(error) => error.as_response_error().status_code(),
    };
    let (status, micros) = (status.as_u16(), started.elapsed().as_micros() as u64);
    let key = shown.0.get();
    let address = key.is_none().then(|| display(address));
    let (key, route, path) = (key.map(display), route(&answered), asked.path);
    tracing::info!(request_id = id.as_str(), key, address, %method, path, route, status, micros, "request completed");
    answered
}

/// Lines logged during a request contain its id.
pub async fn trace<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let span = span(&request);
    next.call(request).instrument(span).await
}

fn is_sane(id: &HeaderValue) -> bool {
    !id.is_empty() && id.len() <= LIMIT && id.as_bytes().iter().all(u8::is_ascii_graphic)
}

/// The pattern of the route that answered.
fn route<B>(answered: &Result<ServiceResponse<B>, Error>) -> Option<&'static str> {
    answered.as_ref().ok().and_then(|answered| RouteTable::pattern(answered.request()))
}

fn identified<B>(mut answered: ServiceResponse<B>, id: &RequestId) -> ServiceResponse<B> {
    answered.headers_mut().insert(REQUEST_ID, id.0.clone());
    answered
}

/// What a problem is told about the request, and to whom.
#[derive(Clone, Copy)]
struct Asked<'a> {
    path: &'a str,
    id: &'a str,
    by_person: bool,
}

/// Writes a problem's body again, now that path and id are known.
fn explained(
    answered: ServiceResponse<impl MessageBody + 'static>,
    asked: Asked<'_>,
) -> ServiceResponse<EitherBody<BoxBody>> {
    let problem = answered.response().error().and_then(|error| error.as_error::<Problem>());
    let Some(problem) = problem else { return answered.map_into_boxed_body().map_into_left_body() };
    let mut response = written(problem, asked);
    for name in [RATELIMIT_POLICY, RATELIMIT] {
        if let Some(value) = answered.headers().get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    let (request, _) = answered.into_parts();
    ServiceResponse::new(request, response).map_into_left_body()
}

/// The error of a request that is gone, with its answer.
fn told(error: Error, asked: Asked<'_>) -> Error {
    match error.as_error::<Problem>() {
        Some(problem) => InternalError::from_response(problem.to_string(), written(problem, asked)).into(),
        None => error,
    }
}

/// A problem's answer, a page for people; what it keeps from the caller is logged.
fn written(told: &Problem, Asked { path, id, by_person }: Asked<'_>) -> HttpResponse {
    if let Some(inner) = told.inner() {
        tracing::error!(request_id = id, path, error = inner, "{told}");
    }
    if by_person { problem::page(told, path, id) } else { told.answer(path, id) }
}
