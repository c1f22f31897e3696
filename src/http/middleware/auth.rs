//! Authentication of callers, by key or as anonymous, and the scopes that routes require.

use std::{future::Ready, marker::PhantomData, sync::Arc, time::Duration};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::{Payload, ServiceRequest, ServiceResponse},
    http::header::{self, HeaderMap, HeaderValue},
    web,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use tokio::time::sleep;

use super::{rate_limit::ASSETS, same_origin};
use crate::{
    http::{client::address, cookies, reply::problem::Problem, settings::Settings},
    service::{
        Caller, DeleteToken, ProblemCode, Scope, Scopes, Service, ServiceError,
        audit::{self, Actor},
        records::OwnerId,
        tables::SeatToken,
    },
};

/// The challenge for a key; browsers are challenged for the same key as a password.
const CHALLENGE: &str = "Bearer realm=\"arcana\"";
/// The challenge for which browsers show a password prompt.
pub const BROWSER_CHALLENGE: &str = "Basic realm=\"arcana: the key is the password\", charset=\"UTF-8\"";

/// A caller that has the scope required by the route.
#[derive(Clone, Copy, Debug)]
pub struct Authorized<S> {
    /// The caller.
    pub caller: Caller,
    scope: PhantomData<S>,
}

/// The scope that an action requires.
pub trait RequiredScope {
    /// One of these is enough.
    const SCOPES: &'static [Scope];
    /// Callers with a token of this kind need no scope: the token itself grants access.
    const TOKEN: TokenKind;
}

/// A token that replaces a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// No token does.
    None,
    /// The delete token of the resource.
    Delete,
    /// The token of a seat at the table.
    Seat,
}

impl TokenKind {
    /// Whether the caller sends one.
    fn is_shown_by(self, caller: &Caller) -> bool {
        match self {
            TokenKind::None => false,
            TokenKind::Delete => caller.token.is_some(),
            TokenKind::Seat => caller.seat.is_some(),
        }
    }
}

macro_rules! required_scopes {
    ($($(#[$doc:meta])* $name:ident: $($scope:ident)|+, token: $token:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl RequiredScope for $name {
            const SCOPES: &'static [Scope] = &[$(Scope::$scope),+];
            const TOKEN: TokenKind = TokenKind::$token;
        }
    )*};
}

required_scopes! {
    /// Shows what is stored.
    Read: Read, token: None;
    /// Shows a table, always to callers seated at it.
    Watch: Read, token: Seat;
    /// Stores something.
    Write: Write, token: None;
    /// Deletes something.
    Delete: Write | Admin, token: Delete;
    /// Manages keys.
    Administer: Admin, token: None;
}

impl<S: RequiredScope + 'static> FromRequest for Authorized<S> {
    type Error = Problem;
    type Future = Ready<Result<Authorized<S>, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(authorize(request))
    }
}

/// The caller, if it is authorized.
///
/// # Errors
/// `unauthorized` if it sent no key, `forbidden` if its key lacks the scope.
pub fn authorize<S: RequiredScope>(request: &HttpRequest) -> Result<Authorized<S>, Problem> {
    let caller = caller(request);
    if S::TOKEN.is_shown_by(&caller) || S::SCOPES.iter().any(|scope| caller.scopes.has(*scope)) {
        return Ok(Authorized { caller, scope: PhantomData });
    }
    Err(match caller.key {
        None => key_required::<S>(),
        Some(_) => {
            let detail = format!("The key lacks the required scope {}.", alternatives::<S>());
            let scope = S::SCOPES.iter().map(|scope| scope.id()).collect::<Vec<_>>().join(" ");
            let why = format!(", error=\"insufficient_scope\", scope=\"{scope}\"");
            challenged(Problem::new(ProblemCode::Forbidden, detail), &why)
        }
    })
}

impl<S> Authorized<S> {
    /// The owner whose own things are listed. Callers without a key cannot be told apart, so they own no list.
    ///
    /// # Errors
    /// `unauthorized` without a key.
    pub fn list_owner(&self) -> Result<OwnerId, Problem> {
        self.caller.key.map(|_| self.caller.owner).ok_or_else(|| {
            let detail = "What is asked for is that of a key's owner: send a key as `Authorization: Bearer arcana_…`.";
            challenged(Problem::new(ProblemCode::Unauthorized, detail), "")
        })
    }
}

/// A caller that sends a seat token; the table checks whether it is valid.
#[derive(Clone, Copy, Debug)]
pub struct Seated(pub SeatToken);

impl FromRequest for Seated {
    type Error = Problem;
    type Future = Ready<Result<Seated, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(caller(request).seat.map(Seated).ok_or_else(seat_required))
    }
}

/// The problem of a request from no seat.
fn seat_required() -> Problem {
    let detail =
        "The token of the seat is required: send it as `Authorization: Bearer seat_…`, or to a tool as `seat`.";
    challenged(Problem::new(ProblemCode::Unauthorized, detail), "")
}

/// The API key that a request was sent with, for responses that last longer than a key may.
#[derive(Clone)]
pub struct SentKey {
    key: Arc<str>,
    in_cookie: bool,
    service: web::Data<Service>,
}

impl SentKey {
    /// The valid key of a request, if it was sent with one.
    pub fn of(request: &HttpRequest) -> Option<SentKey> {
        caller(request).key?;
        let in_cookie = request.extensions().get::<ByCookie>().is_some();
        let key = match in_cookie {
            true => cookies::profile(request)?.to_owned(),
            false => key(request.headers()).ok().flatten()?,
        };
        Some(SentKey { key: key.into(), in_cookie, service: service(request) })
    }

    /// Waits until there is a key that has expired or was revoked, looking now and then.
    pub async fn becomes_void(key: Option<&SentKey>, interval: Duration) {
        loop {
            sleep(interval).await;
            if SentKey::is_void(key).await {
                return;
            }
        }
    }

    /// Was there a key that has expired or was revoked? Not if that cannot be told at the moment.
    pub async fn is_void(key: Option<&SentKey>) -> bool {
        match key {
            Some(key) => matches!(key.caller().await, Err(ServiceError::Unauthorized)),
            None => false,
        }
    }

    async fn caller(&self) -> Result<Caller, ServiceError> {
        if self.in_cookie { self.service.device(&self.key).await } else { self.service.caller(&self.key).await }
    }
}

/// The caller.
pub fn caller(request: &HttpRequest) -> Caller {
    *request.extensions().get::<Caller>().expect("`authenticate` says who calls")
}

/// The problem of a caller without a key where one is required.
pub fn key_required<S: RequiredScope>() -> Problem {
    let detail = format!("A key with the scope {} is required.", alternatives::<S>());
    challenged(Problem::new(ProblemCode::Unauthorized, detail), "")
}

/// The alternative scopes, in words.
fn alternatives<S: RequiredScope>() -> String {
    S::SCOPES.iter().map(|scope| format!("`{scope}`")).collect::<Vec<_>>().join(" or ")
}

/// Adds the challenge that describes how to send a key (RFC 6750, 3).
fn challenged(problem: Problem, why: &str) -> Problem {
    match HeaderValue::from_str(&format!("{CHALLENGE}{why}")) {
        Ok(challenge) => problem.with_header(header::WWW_AUTHENTICATE, challenge),
        Err(_) => problem,
    }
}

/// Identifies the caller, or returns why its key is refused.
pub async fn authenticate(request: &ServiceRequest) -> Result<Caller, Problem> {
    let anonymous = Settings::of(request.request()).anonymous;
    let Some(key) = key(request.headers())? else { return by_cookie(request, anonymous).await };
    if key.starts_with(DeleteToken::PREFIX) {
        return token_bearer(&key, anonymous);
    }
    if key.starts_with(SeatToken::PREFIX) {
        return seat_bearer(&key, anonymous);
    }
    shown(request, &key).await
}

/// Set on a request whose caller is known by the cookie of a profile.
struct ByCookie;

/// The caller by the cookie of its profile, if it has one that is valid. It speaks for the profile on pages, but with a
/// form, and under `/v1`, only if a page of this service has sent it: whatever another site sends is anonymous.
async fn by_cookie(request: &ServiceRequest, anonymous: Scopes) -> Result<Caller, Problem> {
    let nobody = Caller::anonymous(anonymous);
    let is_page = request.method().is_safe() && !request.path().starts_with("/v1/");
    let speaks = is_page && !request.path().starts_with(ASSETS) || same_origin::is_same_origin(request.request());
    let Some(key) = cookies::profile(request.request()).filter(|_| speaks) else { return Ok(nobody) };
    match service(request.request()).device(key).await {
        Ok(caller) => {
            request.extensions_mut().insert(ByCookie);
            Ok(caller)
        }
        // It was revoked, or has expired.
        Err(ServiceError::Unauthorized) => Ok(nobody),
        // Pages that need no database are there while it is not, as for everybody.
        Err(ServiceError::Unavailable(_)) if is_page => Ok(nobody),
        Err(error) => Err(error.into()),
    }
}

/// Marks responses that require a key as private, so that shared caches do not store them, and those that know a profile
/// by its cookie, so that no cache does.
pub fn mark_private<B>(answered: &mut ServiceResponse<B>) {
    if answered.request().extensions().get::<ByCookie>().is_some() {
        answered.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        return;
    }
    if Settings::of(answered.request()).anonymous.has(Scope::Read) {
        return;
    }
    let headers = answered.headers_mut();
    let public = headers.get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok()?.strip_prefix("public"));
    if let Some(Ok(private)) = public.map(|rest| HeaderValue::from_str(&format!("private{rest}"))) {
        headers.insert(header::CACHE_CONTROL, private);
    }
}

/// The caller that sends this key.
async fn shown(request: &ServiceRequest, key: &str) -> Result<Caller, Problem> {
    let service = service(request.request());
    let found = service.caller(key).await;
    if matches!(found, Err(ServiceError::Unauthorized)) {
        let address = address(request.request(), Settings::of(request.request()).proxies);
        audit::key_rejected(address);
    }
    found.map_err(refused)
}

/// A caller with a delete token instead of a key.
fn token_bearer(text: &str, anonymous: Scopes) -> Result<Caller, Problem> {
    let token = DeleteToken::read(text).ok_or_else(|| malformed("A delete token", DeleteToken::PREFIX))?;
    Ok(Caller { token: Some(token), ..Caller::anonymous(anonymous) })
}

/// A caller with a seat token instead of a key.
fn seat_bearer(text: &str, anonymous: Scopes) -> Result<Caller, Problem> {
    let seat = SeatToken::read(text).ok_or_else(|| malformed("A seat's token", SeatToken::PREFIX))?;
    Ok(Caller { seat: Some(seat), ..Caller::anonymous(anonymous) })
}

/// The caller, for the audit log.
pub fn actor(request: &HttpRequest, caller: &Caller) -> Actor {
    let address = || address(request, Settings::of(request).proxies);
    caller.key.map_or_else(|| Actor::Address(address()), Actor::Key)
}

/// The problem of a caller whose key has become void while it waited.
pub fn void_key() -> Problem {
    refused(ServiceError::Unauthorized)
}

fn refused(error: ServiceError) -> Problem {
    let unauthorized = matches!(error, ServiceError::Unauthorized);
    let problem = Problem::from(error);
    if unauthorized { challenged(problem, ", error=\"invalid_token\"") } else { problem }
}

/// The key that was sent: as a bearer token, or as a password by a browser.
fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut shown = headers.get_all(header::AUTHORIZATION);
    let (Some(value), None) = (shown.next(), shown.next()) else {
        return if headers.contains_key(header::AUTHORIZATION) { Err(unreadable()) } else { Ok(None) };
    };
    let (scheme, rest) = value.to_str().ok().and_then(|value| value.split_once(' ')).ok_or_else(unreadable)?;
    let rest = rest.trim();
    match scheme.to_ascii_lowercase().as_str() {
        "bearer" => Ok(Some(rest.to_owned())),
        "basic" => password(rest).map(Some).ok_or_else(unreadable),
        _ => Err(unreadable()),
    }
}

fn password(credentials: &str) -> Option<String> {
    let text = String::from_utf8(STANDARD.decode(credentials).ok()?).ok()?;
    text.split_once(':').map(|(_, password)| password.to_owned())
}

fn unreadable() -> Problem {
    invalid_request("Send the key as `Authorization: Bearer arcana_…`.".to_owned())
}

/// The problem of a token whose prefix is right, and nothing else.
fn malformed(what: &str, prefix: &str) -> Problem {
    invalid_request(format!("{what} is `{prefix}` and 64 hexadecimal digits, as it was received."))
}

fn invalid_request(detail: String) -> Problem {
    challenged(Problem::new(ProblemCode::Unauthorized, detail), ", error=\"invalid_request\"")
}

fn service(request: &HttpRequest) -> web::Data<Service> {
    request.app_data::<web::Data<Service>>().expect("the app has its service").clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &'static str) -> Result<Option<String>, Problem> {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static(value));
        key(&headers)
    }

    #[test]
    fn a_key_is_a_bearer_token_or_a_password() {
        assert_eq!(shown("Bearer arcana_x").ok(), Some(Some("arcana_x".to_owned())));
        assert_eq!(shown("bearer  arcana_x").ok(), Some(Some("arcana_x".to_owned())));
        // echo -n me:arcana_x | base64
        assert_eq!(shown("Basic bWU6YXJjYW5hX3g=").ok(), Some(Some("arcana_x".to_owned())));
        assert_eq!(key(&HeaderMap::new()).ok(), Some(None));
    }

    #[test]
    fn a_seat_token_is_not_a_key() {
        let text = format!("seat_{}", "ab".repeat(32));
        let caller = seat_bearer(&text, Scopes::READ).expect("a token");
        assert_eq!((caller.key, caller.scopes), (None, Scopes::READ));
        assert_eq!(caller.seat.map(|seat| seat.to_string()), Some(text));
        assert!(seat_bearer("seat_x", Scopes::READ).is_err());
    }

    #[test]
    fn anything_else_is_refused() {
        for value in ["", "arcana_x", "Digest x", "Basic ???", "Basic bWU="] {
            assert!(shown(value).is_err(), "{value}");
        }
    }
}
