//! Errors of use cases: one table of problem codes, and the data that explains each error.

use std::fmt;

use serde_json::{Value, value::RawValue};

use super::{
    records::GameId,
    store::{StoreError, WriteError},
};
use crate::games::{Code, FAULTS_REPORTED, FieldFault, FieldFaultKind, NamedDue, Ruleset};

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
    TooManySimulations,
    TableMovedOn,
    TableNotBegun,
    TableOver,
    SeatTaken,
    BadInvitation,
    BadSeatToken,
    IllegalStep,
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
    /// The code.
    pub code: ProblemCode,
    /// The id in responses and in `/problems/{id}`.
    pub id: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// Short summary of the problem type.
    pub title: &'static str,
    /// What it means and what to do about it.
    pub advice: &'static str,
}

macro_rules! problems {
    ($($code:ident $id:literal $status:literal $title:literal $advice:literal)*) => {
        /// Every problem type.
        pub const PROBLEMS: &[ProblemKind] = &[$(ProblemKind {
            code: ProblemCode::$code, id: $id, status: $status, title: $title, advice: $advice,
        }),*];
    };
}

problems! {
    BadJson "bad_json" 400 "The body is not valid JSON"
        "The body could not be parsed; `detail` says where. Send a single JSON value in UTF-8."
    UnknownParameter "unknown_parameter" 400 "Unknown query parameter"
        "Invalid input is never ignored. `errors` lists up to 20 parameters that the route does not accept; remove them."
    BadParameter "bad_parameter" 400 "Invalid parameter value"
        "`errors` lists each invalid parameter and the values it accepts."
    BadCursor "bad_cursor" 400 "Invalid cursor"
        "A cursor is valid only with the filters it was issued for. Send `next_cursor` unchanged with the same filters, or start again without it."
    ProxyNotConfigured "proxy_not_configured" 400 "The service is not configured for a proxy"
        "The request has a header that proxies add, but the service is configured to trust local callers. The operator must set `--forwarded-for` to the number of proxies in front of it, and grant access with `--anonymous` or keys."
    Unauthorized "unauthorized" 401 "A valid key is required"
        "Send a key as `Authorization: Bearer arcana_…`. If a key was sent, it is unknown, has expired or was revoked. The operator creates keys with `arcana keys create`, or with `POST /v1/keys` and a key with the scope `admin`."
    Forbidden "forbidden" 403 "The key lacks the required permission"
        "The key lacks the scope named in `detail`, or the resource to delete belongs to another owner. Use a key with that scope or of that owner."
    NotFound "not_found" 404 "Not found"
        "The URL matches no route, or the resource does not exist or was deleted."
    MethodNotAllowed "method_not_allowed" 405 "Method not allowed"
        "The header `Allow` lists the methods of the route."
    NotAcceptable "not_acceptable" 406 "No acceptable representation"
        "The resource is not available in any media type requested by `Accept` or by the URL suffix; `detail` lists the available ones."
    Conflict "conflict" 409 "The request conflicts with stored data"
        "Fetch the current state and send a different request."
    CommitmentUsed "commitment_used" 409 "The commitment cannot be used"
        "A commitment can be used for one game or one stored draw, within 7 days, by the caller who created it. Create a new one."
    ExternalIdTaken "external_id_taken" 409 "The external id is already in use"
        "You have already stored another game with this `external_id`; `game` is its id."
    NoReading "no_reading" 409 "The game has no reading"
        "Only games of Fortunes have readings."
    TooManySimulations "too_many_simulations" 409 "Too many unfinished simulations"
        "A caller may have 4 simulations that are not finished. Wait until one is done, or cancel one with `DELETE`."
    TableMovedOn "table_moved_on" 409 "The table has moved on"
        "Steps were made that the request does not know of: `step_count` is their number now. Fetch the table and decide again."
    TableNotBegun "table_not_begun" 409 "The game has not begun"
        "The game of a table begins when its last seat is taken."
    TableOver "table_over" 409 "The table has ended"
        "The game is over or the table was closed. Fetch the table: `game` is the id of the stored game, if there is one."
    SeatTaken "seat_taken" 409 "The seat is taken"
        "Fetch the table to see which seats are open."
    BadInvitation "bad_invitation" 403 "The seat requires its invitation"
        "Send the `invitation` to this seat, which the response to setting the table up contained. A seat of a listed table needs none if the caller may write."
    BadSeatToken "bad_seat_token" 403 "The seat token is not valid here"
        "A seat token is valid for its table and seat alone, until the person leaves the seat. Send the one that the response to taking the seat contained."
    IllegalStep "illegal_step" 422 "The step breaks the rules"
        "`reason` is the error code from the rules page, `due` what is due and `legal` the steps that the seat could make instead. Nothing has changed."
    IdempotencyInProgress "idempotency_in_progress" 409 "The same request is still in progress"
        "An earlier request with this `Idempotency-Key` is not finished. Retry later to get its response."
    RequestTimeout "request_timeout" 408 "The body took too long to arrive"
        "Nothing was done. Send the request again over a faster connection."
    TooLarge "too_large" 413 "The body is too large"
        "`detail` states the limit. It applies to the uncompressed size of the body."
    UnsupportedMediaType "unsupported_media_type" 415 "Unsupported media type"
        "Send `Content-Type: application/json` or one of the types in the `Accept` header of the response. If the response has `Accept-Encoding` instead, send the body in one of those codings or without `Content-Encoding`."
    BadHost "bad_host" 421 "The service does not serve this host"
        "The `Host` header names a host that this service does not serve. On loopback it accepts only `localhost` and loopback addresses, so that no page of another site can reach it under another name. The operator can add names with `--allowed-host`."
    InvalidBody "invalid_body" 422 "The body has invalid fields"
        "`errors` lists every invalid field with the reason, up to 100. `errors_truncated` is true if there are more."
    BadOptions "bad_options" 422 "Invalid options"
        "`errors` lists every invalid option. `GET /v1/rulesets/{ruleset}` describes the options."
    BadPlayers "bad_players" 422 "Invalid number of players"
        "`GET /v1/rulesets/{ruleset}` states the allowed numbers of players."
    UnknownRuleset "unknown_ruleset" 422 "Unknown ruleset"
        "`GET /v1/rulesets` lists the rulesets."
    UnknownBot "unknown_bot" 422 "Unknown bot"
        "`GET /v1/rulesets/{ruleset}` lists the bots for the ruleset."
    UnknownCard "unknown_card" 422 "Unknown card"
        "`GET /v1/decks/{deck}` lists the cards with their ids."
    IdempotencyKeyReused "idempotency_key_reused" 422 "The idempotency key was used for another request"
        "Within 24 hours, an `Idempotency-Key` identifies one request with one URL and one body. Use a new key for a new request."
    IllegalLog "illegal_log" 422 "The log breaks the rules"
        "`index` is the first illegal step (from 0; null if the document itself is invalid), `reason` the error code from the rules page, and `legal` the steps that were legal instead. If omitted hands cannot be derived, `cause` is the later step that is at fault. Nothing was stored."
    RateLimited "rate_limited" 429 "Too many requests"
        "The `Retry-After` header states how many seconds to wait. Long games, wide pictures, large imports and streams count as several requests. `RateLimit-Policy` states the limit, and `RateLimit` on every response what is left of it."
    TooManyStreams "too_many_streams" 429 "Too many concurrent streams"
        "A streamed list counts until its last line is read. Finish or close the current streams before you start another."
    Internal "internal" 500 "Internal server error"
        "An unexpected error occurred in the service. Retrying may help. If you report it, include the `request_id`."
    Unavailable "unavailable" 503 "The service is temporarily unavailable"
        "The database is unreachable, the service is overloaded, or the response took too long. Retry later."
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

/// An invalid field of a body.
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
    /// An invalid value.
    pub fn bad_value(pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError { pointer: pointer.into(), code: "bad_value", detail: detail.into() }
    }

    /// An error with its own problem code.
    pub fn of(code: ProblemCode, pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError { pointer: pointer.into(), code: code.kind().id, detail: detail.into() }
    }

    /// The error of a field below `base`.
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

/// Invalid fields: up to one more than are reported, which shows that there are more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// Adds a field.
    pub fn push(&mut self, error: FieldError) {
        if !self.is_full() {
            self.0.push(error);
        }
    }

    /// Has the limit been reached?
    pub fn is_full(&self) -> bool {
        self.0.len() > FAULTS_REPORTED
    }

    /// Are there no errors?
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

/// A rejected log, with everything that explains the rejection.
#[derive(Debug)]
pub struct IllegalLog {
    /// The ruleset; `None` if the document names no known one.
    pub ruleset: Option<Ruleset>,
    /// Index of the step, from 0; `None` if the document itself is invalid.
    pub index: Option<usize>,
    /// The step as sent; `None` if it is too long to be repeated.
    pub step: Option<Box<RawValue>>,
    /// The error code of the rules page.
    pub reason: Code,
    /// Explanation that names cards and players.
    pub detail: String,
    /// What was due, as named in logs; `None` if the document itself is invalid.
    pub due: Option<NamedDue>,
    /// The legal steps of the players who were due, up to 100.
    pub legal: Vec<Value>,
    /// Are there more legal steps?
    pub legal_truncated: bool,
    /// The later step that makes it impossible to derive the deal.
    pub cause: Option<Box<IllegalLog>>,
}

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Fields of the body are invalid.
    #[error("{} invalid fields", .0.len())]
    Invalid(Vec<FieldError>),
    /// The log breaks the rules.
    #[error("the log is illegal: {}", .0.detail)]
    IllegalLog(Box<IllegalLog>),
    /// A step at a table breaks the rules.
    #[error("the step is illegal: {}", .0.detail)]
    IllegalStep(Box<IllegalLog>),
    /// More steps have been played than the player had seen.
    #[error("the table has moved on: {0} steps have been played")]
    TableMovedOn(usize),
    /// The table's game has not begun.
    #[error("the game has not begun: seats are open")]
    NotBegun,
    /// The table has ended.
    #[error("the table has ended")]
    TableOver,
    /// Another player holds the seat.
    #[error("the seat is taken")]
    SeatTaken,
    /// The seat cannot be taken without its invitation.
    #[error("the seat requires its invitation")]
    BadInvitation,
    /// The token belongs to another seat, or to none.
    #[error("the token is not that of the seat")]
    NotYourSeat,
    /// It does not exist.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The commitment cannot be used.
    #[error("the commitment cannot be used")]
    CommitmentUsed,
    /// The caller has another game with this external id.
    #[error("the external id is in use by game {0}")]
    ExternalIdTaken(GameId),
    /// The ruleset has no readings.
    #[error("the game has no reading")]
    NoReading,
    /// The caller has the maximum number of unfinished simulations.
    #[error("the caller has {0} unfinished simulations")]
    TooManySimulations(u16),
    /// The key is unknown, has expired or was revoked.
    #[error("the key is not valid")]
    Unauthorized,
    /// It belongs to another owner.
    #[error("the {0} belongs to another owner")]
    Forbidden(&'static str),
    /// A request with the same idempotency key is in progress.
    #[error("the same request is still in progress")]
    IdempotencyInProgress,
    /// The idempotency key was used for another body.
    #[error("the idempotency key was used for another request")]
    IdempotencyKeyReused,
    /// What was created under the idempotency key has been deleted.
    #[error("the resource created with this idempotency key was deleted")]
    CreatedAndDeleted,
    /// Something was created under the same idempotency key in the meantime.
    #[error("the same request was completed in the meantime")]
    Repeated,
    /// A query parameter has an invalid value for this resource.
    #[error("the parameter {parameter}: {detail}")]
    BadParameter {
        /// The parameter.
        parameter: &'static str,
        /// The accepted values.
        detail: String,
    },
    /// Trying again later may help.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// An error of the service.
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
    /// A copy of the error, for another caller that waited for the same work.
    pub(super) fn again(&self) -> ServiceError {
        match self.code() == ProblemCode::Unavailable {
            true => ServiceError::Unavailable(self.to_string()),
            false => ServiceError::Internal(self.to_string()),
        }
    }

    /// The problem code of the response.
    pub fn code(&self) -> ProblemCode {
        match self {
            ServiceError::Invalid(errors) => one_kind(errors),
            ServiceError::IllegalLog(_) => ProblemCode::IllegalLog,
            ServiceError::IllegalStep(_) => ProblemCode::IllegalStep,
            ServiceError::TableMovedOn(_) => ProblemCode::TableMovedOn,
            ServiceError::NotBegun => ProblemCode::TableNotBegun,
            ServiceError::TableOver => ProblemCode::TableOver,
            ServiceError::SeatTaken => ProblemCode::SeatTaken,
            ServiceError::BadInvitation => ProblemCode::BadInvitation,
            ServiceError::NotYourSeat => ProblemCode::BadSeatToken,
            ServiceError::NotFound(_) => ProblemCode::NotFound,
            ServiceError::CommitmentUsed => ProblemCode::CommitmentUsed,
            ServiceError::ExternalIdTaken(_) => ProblemCode::ExternalIdTaken,
            ServiceError::NoReading => ProblemCode::NoReading,
            ServiceError::TooManySimulations(_) => ProblemCode::TooManySimulations,
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

/// The code that all invalid fields share, or `invalid_body`.
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
    fn every_code_is_in_the_table_once() {
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
    fn an_unknown_field_is_not_a_bad_option() {
        for pointer in ["/options", "/options_of_old"] {
            let detail = "no".to_owned();
            let unknown = FieldError { pointer: pointer.to_owned(), code: "unknown_field", detail };
            assert_eq!(ServiceError::Invalid(vec![unknown]).code(), ProblemCode::InvalidBody);
        }
    }
}
