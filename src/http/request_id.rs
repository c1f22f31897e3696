//! Every request has an id; its answer bears it, and so do our log and every problem.

use std::{panic::AssertUnwindSafe, time::Instant};

use actix_web::{
    Error, HttpResponse,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::{HeaderName, HeaderValue},
    middleware::Next,
};
use futures::FutureExt;
use uuid::Uuid;

use super::problem::Problem;

/// The header that bears it.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that a caller may choose.
const LIMIT: usize = 128;

/// Gives the request its id, fills in problems, turns a panic into one, and logs a line.
pub async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<EitherBody<BoxBody>>, Error> {
    let started = Instant::now();
    let id = chosen(&request).unwrap_or_else(|| Uuid::now_v7().to_string());
    let (method, path) = (request.method().clone(), request.path().to_owned());
    let answered = AssertUnwindSafe(next.call(request)).catch_unwind().await;
    let answered = match answered {
        Ok(answered) => answered?,
        Err(_panic) => {
            tracing::error!(request_id = id, %method, path, "a handler panicked");
            let response = Problem::internal("a handler panicked").answer(&path, &id);
            return Err(actix_web::error::InternalError::from_response("a handler panicked", response).into());
        }
    };
    let mut response = explained(answered, &path, &id);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    let status = response.status().as_u16();
    tracing::info!(request_id = id, %method, path, status, micros = started.elapsed().as_micros() as u64, "answered");
    Ok(response)
}

/// The caller's own id, if it sent a sane one.
fn chosen(request: &ServiceRequest) -> Option<String> {
    let id = request.headers().get(HEADER)?.to_str().ok()?;
    let sane = !id.is_empty() && id.len() <= LIMIT && id.bytes().all(|byte| byte.is_ascii_graphic());
    sane.then(|| id.to_owned())
}

/// Writes a problem's body again, now that path and id are known.
fn explained(
    answered: ServiceResponse<impl MessageBody + 'static>,
    path: &str,
    id: &str,
) -> ServiceResponse<EitherBody<BoxBody>> {
    let problem = answered.response().error().and_then(|error| error.as_error::<Problem>());
    let Some(problem) = problem else { return answered.map_into_boxed_body().map_into_left_body() };
    if let Some(inner) = problem.inner() {
        tracing::error!(request_id = id, path, inner, "{problem}");
    }
    let response: HttpResponse = problem.answer(path, id);
    let (request, _) = answered.into_parts();
    ServiceResponse::new(request, response).map_into_left_body()
}
