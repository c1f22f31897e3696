//! Everything that can go wrong for a caller: one table of codes, and the data that explains each fault.

use std::fmt;

use serde_json::{Value, value::RawValue};

use super::{
    records::GameId,
    store::{StoreError, WriteError},
};
use crate::games::{Code, Due, FAULTS_REPORTED, FieldFault, FieldFaultKind, Ruleset};

/// A problem's stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table below says what each means")]
pub enum ProblemCode {
    BadJson,
    UnknownParameter,
    BadParameter,
    BadCursor,
    ProxyNotConfigured,
    NotFound,
    MethodNotAllowed,
    NotAcceptable,
    Conflict,
    CommitmentUsed,
    ExternalIdTaken,
    NoReading,
    RequestTimeout,
    TooLarge,
    UnsupportedMediaType,
    BadHost,
    InvalidBody,
    BadOptions,
    BadPlayers,
    UnknownRuleset,
    UnknownBot,
    UnknownCard,
    IllegalLog,
    Unauthorized,
    Forbidden,
    IdempotencyInProgress,
    IdempotencyKeyReused,
    RateLimited,
    TooManyStreams,
    Internal,
    Unavailable,
}

/// A row of the table of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemKind {
    /// Which one it is.
    pub code: ProblemCode,
    /// As callers see it, in bodies and in `/problems/{id}`.
    pub id: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What it means and what to do about it.
    pub advice: &'static str,
}

macro_rules! problems {
    ($($code:ident $id:literal $status:literal $title:literal $advice:literal)*) => {
        /// Every problem there is.
        pub const PROBLEMS: &[ProblemKind] = &[$(ProblemKind {
            code: ProblemCode::$code, id: $id, status: $status, title: $title, advice: $advice,
        }),*];
    };
}

problems! {
    BadJson "bad_json" 400 "The body is not JSON"
        "The body could not be parsed; `detail` says where. Send one JSON value in UTF-8."
    UnknownParameter "unknown_parameter" 400 "There is no such query parameter"
        "Wrong input is never ignored. `errors` names the parameters that the route does not know, at most 20 of them; leave them out."
    BadParameter "bad_parameter" 400 "A parameter has a value that cannot be"
        "`errors` names each parameter and what it takes."
    BadCursor "bad_cursor" 400 "The cursor is not one of this list"
        "A cursor is bound to the filters it was given with. Send `next_cursor` as it came, with the same filters, or start again without it."
    ProxyNotConfigured "proxy_not_configured" 400 "The service is not set up for a proxy"
        "The request has a header that proxies add, but the service trusts callers as those of its own machine. Whoever runs it says with `--forwarded-for` how many proxies stand before it, and with `--anonymous` or keys what callers may do."
    Unauthorized "unauthorized" 401 "A key is wanted here"
        "Send a key as `Authorization: Bearer arcana_…`. A key that was sent is unknown, has expired or was revoked. Whoever runs the service makes keys: `arcana keys create`, or `POST /v1/keys` with a key that may."
    Forbidden "forbidden" 403 "The key does not go so far"
        "The key lacks the scope that `detail` names, or what it wants to delete belongs to somebody else. Ask for a key with that scope."
    NotFound "not_found" 404 "There is nothing here"
        "The address names no route, or a thing that does not exist or was deleted."
    MethodNotAllowed "method_not_allowed" 405 "The route has no such method"
        "The header `Allow` lists the methods that the route has."
    NotAcceptable "not_acceptable" 406 "There is no such representation"
        "The resource cannot be had in any media type that `Accept` (or the address's ending) asks for; `detail` lists what there is."
    Conflict "conflict" 409 "The request contradicts what is stored"
        "Read what is stored and try again with another request."
    CommitmentUsed "commitment_used" 409 "The commitment cannot be used"
        "A commitment serves for one game, within 7 days, and for the caller who asked for it. Ask for a new one."
    ExternalIdTaken "external_id_taken" 409 "The external id is taken"
        "You have stored another game with this `external_id` before; `game` is its id."
    NoReading "no_reading" 409 "The game has no reading"
        "Only the deals of a game of Fortunes can be read."
    IdempotencyInProgress "idempotency_in_progress" 409 "The same request is being carried out"
        "A request with this `Idempotency-Key` has come before and is not finished. Try again a little later: then its answer is given again."
    RequestTimeout "request_timeout" 408 "The body took too long to come"
        "Nothing was done. Send the request again, over a connection that is fast enough for its body."
    TooLarge "too_large" 413 "The body is too large"
        "`detail` states the limit. A body that comes packed counts with what it unpacks to."
    UnsupportedMediaType "unsupported_media_type" 415 "The body has a media type that the route does not take"
        "Send `Content-Type: application/json`, or one of those that the header `Accept` of the answer lists. Where it has `Accept-Encoding` instead, send the body in one of those codings, or without `Content-Encoding`."
    BadHost "bad_host" 421 "The service does not answer as this host"
        "The header `Host` names a host that this service is not. On loopback it answers as `localhost` and loopback addresses alone, so that no page of another site can call it under a name of its own; whoever runs it lists further names with `--allowed-host`."
    InvalidBody "invalid_body" 422 "The body has fields that are wrong"
        "`errors` points at every field that is wrong, with the reason. At most 100 are named; `errors_truncated` says that there are more."
    BadOptions "bad_options" 422 "The options are not those of the ruleset"
        "`errors` points at every option that is wrong. `GET /v1/rulesets/{ruleset}` describes the options."
    BadPlayers "bad_players" 422 "The ruleset is not for so many players"
        "`GET /v1/rulesets/{ruleset}` says how many may play."
    UnknownRuleset "unknown_ruleset" 422 "There is no such ruleset"
        "`GET /v1/rulesets` lists the rulesets."
    UnknownBot "unknown_bot" 422 "There is no such bot"
        "`GET /v1/rulesets/{ruleset}` lists the bots that play it."
    UnknownCard "unknown_card" 422 "There is no such card"
        "`GET /v1/decks/{deck}` lists the cards with their ids."
    IdempotencyKeyReused "idempotency_key_reused" 422 "The idempotency key has served for another request"
        "Within 24 hours, an `Idempotency-Key` stands for one request to one address with one body. Take a new one for a new request."
    IllegalLog "illegal_log" 422 "The log breaks the rules"
        "`index` is the first step that is wrong (from 0; null for a fault of the document), `reason` the code of the rules page, `legal` what was legal there instead. Where hands were left out and cannot be found, `cause` is the later step that is wrong. Nothing was stored."
    RateLimited "rate_limited" 429 "You ask too often"
        "The header `Retry-After` says how many seconds to wait. Long games, wide pictures, large imports and streams count as several requests. `RateLimit-Policy` says what you may ask for, and `RateLimit` on every answer what is left of it."
    TooManyStreams "too_many_streams" 429 "Too many lists are streamed to you"
        "A list that is streamed counts until its last line is read. Read those that are under way to their end, or close them, before you ask for more."
    Internal "internal" 500 "Something went wrong here"
        "The fault is ours. Trying again may help; when you report it, tell us the `request_id`."
    Unavailable "unavailable" 503 "The service cannot answer now"
        "The database does not answer, too much work is in hand, or the answer took too long. Try again a little later."
}

impl ProblemCode {
    /// Its row in the table.
    pub fn kind(self) -> &'static ProblemKind {
        PROBLEMS.iter().find(|kind| kind.code == self).expect("every code has a row")
    }
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().id)
    }
}

/// One field of a body that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// A JSON pointer into the body.
    pub pointer: String,
    /// A stable code: `unknown_field`, `missing_field`, `wrong_type`, `bad_value`, or a problem's.
    pub code: &'static str,
    /// What is wrong, as a sentence.
    pub detail: String,
}

impl FieldError {
    /// A value that cannot be.
    pub fn bad_value(pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError { pointer: pointer.into(), code: "bad_value", detail: detail.into() }
    }

    /// A fault that has a problem of its own.
    pub fn of(code: ProblemCode, pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError { pointer: pointer.into(), code: code.kind().id, detail: detail.into() }
    }

    /// The fault of a field below `base`.
    pub fn below(base: &str, fault: FieldFault) -> FieldError {
        let code = match fault.kind {
            FieldFaultKind::Unknown => "unknown_field",
            FieldFaultKind::Missing => "missing_field",
            FieldFaultKind::WrongType => "wrong_type",
            FieldFaultKind::BadValue => "bad_value",
        };
        FieldError { pointer: format!("{base}{}", fault.pointer), code, detail: fault.detail }
    }
}

/// Fields that are wrong: up to one more than are reported, which says that there are more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// Adds a field.
    pub fn push(&mut self, error: FieldError) {
        if !self.is_full() {
            self.0.push(error);
        }
    }

    /// Is there no need to look for more?
    pub fn is_full(&self) -> bool {
        self.0.len() > FAULTS_REPORTED
    }

    /// Is nothing wrong?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<FieldError> for FieldErrors {
    fn extend<I: IntoIterator<Item = FieldError>>(&mut self, errors: I) {
        let room = (FAULTS_REPORTED + 1).saturating_sub(self.0.len());
        self.0.extend(errors.into_iter().take(room));
    }
}

impl FromIterator<FieldError> for FieldErrors {
    fn from_iter<I: IntoIterator<Item = FieldError>>(errors: I) -> FieldErrors {
        let mut all = FieldErrors::default();
        all.extend(errors);
        all
    }
}

impl IntoIterator for FieldErrors {
    type Item = FieldError;
    type IntoIter = std::vec::IntoIter<FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<FieldErrors> for ServiceError {
    fn from(errors: FieldErrors) -> ServiceError {
        ServiceError::Invalid(errors.0)
    }
}

/// A log refused, with everything that explains it.
#[derive(Debug)]
pub struct IllegalLog {
    /// The ruleset; none where the document names none that there is.
    pub ruleset: Option<Ruleset>,
    /// The step's place, from 0; none for a fault of the document.
    pub index: Option<usize>,
    /// The step as sent; none where it is too long to be repeated.
    pub step: Option<Box<RawValue>>,
    /// The rules page's code.
    pub reason: Code,
    /// A sentence that names cards and players.
    pub detail: String,
    /// What was due, with the ruleset's step types; none for a fault of the document.
    pub due: Option<(Due, &'static [&'static str])>,
    /// The legal steps of who was due, up to 100.
    pub legal: Vec<Value>,
    /// There were more.
    pub legal_truncated: bool,
    /// The later step that keeps a deal from being found.
    pub cause: Option<Box<IllegalLog>>,
}

/// Why a use case was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Fields of the body are wrong.
    #[error("{} fields are wrong", .0.len())]
    Invalid(Vec<FieldError>),
    /// The log breaks the rules.
    #[error("the log is illegal: {}", .0.detail)]
    IllegalLog(Box<IllegalLog>),
    /// There is no such thing.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The commitment cannot be used.
    #[error("the commitment cannot be used")]
    CommitmentUsed,
    /// The caller has another game of this external id.
    #[error("the external id is taken by game {0}")]
    ExternalIdTaken(GameId),
    /// The game is not one that can be read.
    #[error("the game has no reading")]
    NoReading,
    /// The key is unknown, has expired or was revoked.
    #[error("the key is not good")]
    Unauthorized,
    /// The thing belongs to somebody else.
    #[error("the {0} belongs to somebody else")]
    Forbidden(&'static str),
    /// A request with the same idempotency key is being carried out.
    #[error("the same request is being carried out")]
    IdempotencyInProgress,
    /// The idempotency key was used for another body.
    #[error("the idempotency key has served for another request")]
    IdempotencyKeyReused,
    /// What was created under the idempotency key has been deleted.
    #[error("what the idempotency key created has been deleted")]
    CreatedAndDeleted,
    /// Something was created under the same idempotency key in the meantime.
    #[error("the same request was carried out in the meantime")]
    Repeated,
    /// A query parameter has a value that this thing does not have.
    #[error("the parameter {parameter}: {detail}")]
    BadParameter {
        /// The parameter.
        parameter: &'static str,
        /// What it takes.
        detail: String,
    },
    /// Trying again later may help.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// The fault is ours.
    #[error("internal: {0}")]
    Internal(String),
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        match error {
            StoreError::Unavailable(why) => ServiceError::Unavailable(why),
            StoreError::Broken(why) => ServiceError::Internal(why),
        }
    }
}

impl From<WriteError> for ServiceError {
    fn from(error: WriteError) -> ServiceError {
        match error {
            WriteError::ExternalIdTaken(other) => ServiceError::ExternalIdTaken(other),
            WriteError::CommitmentNotUsable => ServiceError::CommitmentUsed,
            WriteError::Repeated => ServiceError::Repeated,
            WriteError::Store(error) => error.into(),
        }
    }
}

impl ServiceError {
    /// The same for another who shares it: work that was not done for any of them.
    pub(super) fn again(&self) -> ServiceError {
        match self.code() == ProblemCode::Unavailable {
            true => ServiceError::Unavailable(self.to_string()),
            false => ServiceError::Internal(self.to_string()),
        }
    }

    /// The problem that a caller is told.
    pub fn code(&self) -> ProblemCode {
        match self {
            ServiceError::Invalid(errors) => one_kind(errors),
            ServiceError::IllegalLog(_) => ProblemCode::IllegalLog,
            ServiceError::NotFound(_) => ProblemCode::NotFound,
            ServiceError::CommitmentUsed => ProblemCode::CommitmentUsed,
            ServiceError::ExternalIdTaken(_) => ProblemCode::ExternalIdTaken,
            ServiceError::NoReading => ProblemCode::NoReading,
            ServiceError::Unauthorized => ProblemCode::Unauthorized,
            ServiceError::Forbidden(_) => ProblemCode::Forbidden,
            ServiceError::IdempotencyInProgress | ServiceError::Repeated => ProblemCode::IdempotencyInProgress,
            ServiceError::CreatedAndDeleted => ProblemCode::Conflict,
            ServiceError::IdempotencyKeyReused => ProblemCode::IdempotencyKeyReused,
            ServiceError::BadParameter { .. } => ProblemCode::BadParameter,
            ServiceError::Unavailable(_) => ProblemCode::Unavailable,
            ServiceError::Internal(_) => ProblemCode::Internal,
        }
    }
}

/// The kind that all wrong fields share, or `invalid_body`.
fn one_kind(errors: &[FieldError]) -> ProblemCode {
    let kind = |error: &FieldError| match error.pointer.strip_prefix("/options") {
        Some(rest) if rest.starts_with('/') || rest.is_empty() && error.code != "unknown_field" => {
            ProblemCode::BadOptions
        }
        _ => PROBLEMS.iter().find(|kind| kind.id == error.code).map_or(ProblemCode::InvalidBody, |kind| kind.code),
    };
    match errors.split_first() {
        Some((first, rest)) if rest.iter().all(|error| kind(error) == kind(first)) => kind(first),
        _ => ProblemCode::InvalidBody,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_stands_once_in_the_table() {
        for kind in PROBLEMS {
            assert_eq!(PROBLEMS.iter().filter(|other| other.id == kind.id || other.code == kind.code).count(), 1);
            assert_eq!(kind.code.kind(), kind);
        }
    }

    #[test]
    fn fields_of_one_kind_make_a_problem_of_that_kind() {
        let option = FieldError::bad_value("/options/match", "no");
        let bot = FieldError::of(ProblemCode::UnknownBot, "/players/2/bot", "no");
        assert_eq!(ServiceError::Invalid(vec![option.clone()]).code(), ProblemCode::BadOptions);
        assert_eq!(ServiceError::Invalid(vec![bot.clone(), bot.clone()]).code(), ProblemCode::UnknownBot);
        assert_eq!(ServiceError::Invalid(vec![option, bot]).code(), ProblemCode::InvalidBody);
    }

    #[test]
    fn a_field_that_is_no_option_is_no_bad_option() {
        for pointer in ["/options", "/options_of_old"] {
            let detail = "no".to_owned();
            let unknown = FieldError { pointer: pointer.to_owned(), code: "unknown_field", detail };
            assert_eq!(ServiceError::Invalid(vec![unknown]).code(), ProblemCode::InvalidBody);
        }
    }
}
