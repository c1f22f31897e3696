//! `Idempotency-Key`: the same request, sent again, is answered again and carried out once.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{HeaderName, HeaderValue},
};

use super::problem::{Problem, WrongField};
use crate::service::{Caller, Mark, ProblemCode, Service};

/// The header that bears the caller's key.
pub const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// The header of an answer that was given before.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// The longest key.
const LIMIT: usize = 255;

/// The mark of a request that bears a key.
///
/// # Errors
/// `bad_parameter` for a key that cannot be one.
pub fn mark(request: &HttpRequest, service: &Service, caller: &Caller, body: &str) -> Result<Option<Mark>, Problem> {
    let mut values = request.headers().get_all(HEADER);
    let Some(first) = values.next() else { return Ok(None) };
    let key = first
        .to_str()
        .ok()
        .filter(|key| is_key(key) && values.next().is_none())
        .ok_or_else(|| refused(format!("One key of 1 to {LIMIT} visible ASCII characters is wanted here.")))?;
    Ok(Some(service.mark(caller.owner, request.method().as_str(), request.path(), key, body.as_bytes())))
}

/// Refuses the header on a route that cannot keep what it promises.
///
/// # Errors
/// `bad_parameter` when the header is there.
pub fn none(request: &HttpRequest, why: &str) -> Result<(), Problem> {
    if request.headers().contains_key(HEADER) { Err(refused(why.to_owned())) } else { Ok(()) }
}

/// Adds to an answer that it was given before.
pub fn replayed(mut response: HttpResponse, again: bool) -> HttpResponse {
    if again {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    response
}

fn is_key(key: &str) -> bool {
    (1..=LIMIT).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
}

fn refused(detail: String) -> Problem {
    let code = ProblemCode::BadParameter;
    Problem::of_fields(code, vec![WrongField::of_parameter("Idempotency-Key", code.kind().id, detail)])
}
