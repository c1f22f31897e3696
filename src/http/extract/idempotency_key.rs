//! `Idempotency-Key`: a repeated request is carried out once and gets the same response.

use std::borrow::Cow;

use actix_web::{
    HttpMessage, HttpRequest, HttpResponse,
    http::header::{HeaderName, HeaderValue},
};

use crate::{
    http::{
        client::{address, network},
        reply::problem::Problem,
        settings::Settings,
    },
    service::{Caller, IdempotencyKey, ProblemCode, Service, tables::agents_nonce},
};

/// The caller's key for a request that is carried out once.
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Marks a replayed response.
const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Maximum length of a key.
const LIMIT: usize = 255;

/// The idempotency key of a request, if it has one.
///
/// # Errors
/// `bad_parameter` for an invalid key.
pub fn of(
    request: &HttpRequest,
    service: &Service,
    caller: &Caller,
    body: &str,
) -> Result<Option<IdempotencyKey>, Problem> {
    let mut values = request.headers().get_all(IDEMPOTENCY_KEY);
    let Some(first) = values.next() else { return Ok(None) };
    let key = first
        .to_str()
        .ok()
        .filter(|key| is_key(key) && values.next().is_none())
        .ok_or_else(|| refused(format!("Expected one key of 1 to {LIMIT} visible ASCII characters.")))?;
    let what = [request.method().as_str(), request.path(), key];
    Ok(Some(service.idempotency_key(caller.owner, apart(request, caller).as_deref(), what, body.as_bytes())))
}

/// Marks a request that a tool of an agent makes.
#[derive(Clone, Copy, Debug)]
pub struct ByAgent;

/// What the tokens of a new table are derived from.
pub fn nonce<'a>(request: &'a HttpRequest, caller: &Caller) -> Option<Cow<'a, str>> {
    match caller.key {
        Some(_) if request.extensions().contains::<ByAgent>() => Some(agents_nonce(caller.owner).into()),
        Some(_) | None => text(request).map(Cow::from),
    }
}

/// The key as sent, known only to the caller: only its hash is stored.
pub fn text(request: &HttpRequest) -> Option<&str> {
    request.headers().get(IDEMPOTENCY_KEY)?.to_str().ok()
}

/// Minimum length of a key that nobody can guess, if its caller made it at random: 128 bits in Base64. A caller that puts
/// its keys together from what others know gives them its tokens.
const UNGUESSABLE: usize = 22;

/// Whether the key may prove that a repeated request comes from the same caller.
pub fn is_unguessable(request: &HttpRequest) -> bool {
    text(request).is_some_and(|key| key.len() >= UNGUESSABLE)
}

/// Separates callers without a key: by the token they send, or else by their address.
fn apart(request: &HttpRequest, caller: &Caller) -> Option<String> {
    let shown = || caller.token.map(|token| token.to_string()).or_else(|| caller.seat.map(|seat| seat.to_string()));
    let address = || network(address(request, Settings::of(request).proxies)).to_string();
    caller.key.is_none().then(|| shown().unwrap_or_else(address))
}

/// Whether a caller that repeats a request may receive the tokens again. An address alone does not prove that it is the
/// same caller, unless it is loopback.
pub fn is_proven(request: &HttpRequest, caller: &Caller) -> bool {
    let this_machine = || Settings::of(request).proxies == 0 && address(request, 0).is_loopback();
    caller.key.is_some() || caller.token.is_some() || caller.seat.is_some() || this_machine()
}

/// Whether a response may show the tokens of what it creates: not if it is replayed for somebody who may be another
/// caller.
pub fn may_show_tokens(request: &HttpRequest, caller: &Caller, is_replay: bool) -> bool {
    !is_replay || is_proven(request, caller)
}

/// Rejects the header on a route that does not support it.
///
/// # Errors
/// `bad_parameter` if the header is present.
pub fn none(request: &HttpRequest, why: &str) -> Result<(), Problem> {
    if request.headers().contains_key(IDEMPOTENCY_KEY) { Err(refused(why.to_owned())) } else { Ok(()) }
}

/// Marks a response as replayed.
pub fn replayed(mut response: HttpResponse, is_replay: bool) -> HttpResponse {
    if is_replay {
        response.headers_mut().insert(IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"));
    }
    response
}

fn is_key(key: &str) -> bool {
    (1..=LIMIT).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
}

fn refused(detail: String) -> Problem {
    Problem::of_parameter(ProblemCode::BadParameter, "Idempotency-Key", detail)
}
