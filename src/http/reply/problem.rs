//! Problems (RFC 9457): every error response of the service.

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, HeaderName, HeaderValue, RETRY_AFTER, VARY},
    },
};
use chrono::SecondsFormat;
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use crate::{
    games::{Code, FAULTS_REPORTED, NamedDue, QUOTED, excerpt},
    service::{FieldError, IllegalLog, Name, NoAnalysis, ProblemCode, ProblemKind, ServiceError, Unavailable},
};

/// The media type of every problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// The id of a request, chosen by the caller or generated.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// An error to be sent to the caller.
#[derive(Debug)]
pub struct Problem(Box<Inner>);

/// Contents of a problem.
#[derive(Debug)]
struct Inner {
    kind: &'static ProblemKind,
    detail: String,
    errors: Vec<WrongField>,
    errors_truncated: bool,
    headers: Vec<(HeaderName, HeaderValue)>,
    game: Option<uuid::Uuid>,
    table: Option<uuid::Uuid>,
    step_count: Option<usize>,
    free_name: Option<String>,
    log: Option<Box<IllegalLog>>,
    /// Written to our own log only.
    inner: Option<String>,
}

/// Result of a handler.
pub type ApiResult = Result<HttpResponse, Problem>;

impl Problem {
    /// A problem with this code.
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Problem {
        Problem(Box::new(Inner {
            kind: code.kind(),
            detail: short(detail.into()),
            errors: Vec::new(),
            errors_truncated: false,
            headers: Vec::new(),
            game: None,
            table: None,
            step_count: None,
            free_name: None,
            log: None,
            inner: None,
        }))
    }

    /// A problem of invalid fields or parameters.
    pub fn of_fields(code: ProblemCode, errors: Vec<WrongField>) -> Problem {
        Problem::of_first(FAULTS_REPORTED, code, errors)
    }

    /// The problem of one invalid parameter or header.
    pub fn of_parameter(code: ProblemCode, parameter: &str, detail: impl Into<String>) -> Problem {
        Problem::of_fields(code, vec![WrongField::of_parameter(code, parameter, detail)])
    }

    /// A problem of invalid fields or parameters, of which at most `most` are listed.
    pub fn of_first(most: usize, code: ProblemCode, mut errors: Vec<WrongField>) -> Problem {
        let truncated = errors.len() > most;
        errors.truncate(most);
        let count = errors.len();
        let detail = match errors.as_slice() {
            [] => "A value is invalid.".to_owned(),
            [one] => one.sentence(),
            [first, ..] if truncated => {
                format!("More than {count} values are invalid; `errors` lists as many. The first: {}", first.sentence())
            }
            [first, ..] => format!("{count} values are invalid; `errors` lists them. The first: {}", first.sentence()),
        };
        let mut problem = Problem::new(code, detail);
        problem.0.errors = errors;
        problem.0.errors_truncated = truncated;
        problem
    }

    /// An internal error; `inner` is written to our own log only.
    pub fn internal(inner: impl Into<String>) -> Problem {
        Problem::new(ProblemCode::Internal, "An unexpected error occurred. It has been logged.")
            .with_inner(inner.into())
    }

    /// Adds a header.
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.0.headers.push((name, value));
        self
    }

    /// Replaces the explanation.
    pub fn with_detail(mut self, detail: impl Into<String>) -> Problem {
        self.0.detail = short(detail.into());
        self
    }

    fn with_inner(mut self, inner: String) -> Problem {
        self.0.inner = Some(inner);
        self
    }

    /// The row of its code in the table of problems.
    pub fn kind(&self) -> &'static ProblemKind {
        self.0.kind
    }

    /// The illegal step, for an illegal log.
    pub fn illegal_log(&self) -> Option<&IllegalLog> {
        self.0.log.as_deref()
    }

    /// Its explanation.
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Its HTTP status.
    pub fn status(&self) -> u16 {
        self.0.kind.status
    }

    /// The invalid fields and parameters.
    pub fn errors(&self) -> &[WrongField] {
        &self.0.errors
    }

    /// Written to our own log only.
    pub fn inner(&self) -> Option<&str> {
        self.0.inner.as_deref()
    }

    /// The response to this request.
    pub fn answer(&self, instance: &str, request_id: &str) -> HttpResponse {
        let response =
            HttpResponse::build(self.status_code()).content_type(PROBLEM_JSON).body(self.body(instance, request_id));
        self.with_headers(response, request_id)
    }

    /// Adds the headers of the problem to a response that presents it in another form.
    pub fn with_headers(&self, mut response: HttpResponse, request_id: &str) -> HttpResponse {
        let headers = response.headers_mut();
        for (name, value) in &self.0.headers {
            headers.insert(name.clone(), value.clone());
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(VARY, HeaderValue::from_static("Accept"));
        if let Ok(id) = HeaderValue::from_str(request_id) {
            headers.insert(REQUEST_ID, id);
        }
        response
    }

    /// The body of the response, as JSON.
    pub fn body(&self, instance: &str, request_id: &str) -> String {
        serde_json::to_string(&self.response(instance, request_id)).expect("a problem is JSON")
    }

    /// The body of the response to this request.
    pub fn response(&self, instance: &str, request_id: &str) -> AnyProblemResponse {
        let problem = &*self.0;
        let kind = problem.kind;
        let (type_, title) = (format!("/problems/{}", kind.id), kind.title.to_owned());
        let (code, instance, request_id) = (kind.id.to_owned(), as_reference(instance), request_id.to_owned());
        let (status, detail) = (kind.status, problem.detail.clone());
        match &problem.log {
            None => {
                let errors = (!problem.errors.is_empty()).then(|| problem.errors.clone());
                let (errors_truncated, game) = (problem.errors_truncated.then_some(true), problem.game);
                AnyProblemResponse::Problem(ProblemResponse {
                    type_,
                    title,
                    status,
                    detail,
                    instance,
                    code,
                    request_id,
                    errors,
                    errors_truncated,
                    game,
                    table: problem.table,
                    step_count: problem.step_count,
                    free_name: problem.free_name.clone(),
                })
            }
            Some(log) => AnyProblemResponse::IllegalLog(IllegalLogResponse {
                type_,
                title,
                status,
                detail,
                instance,
                code,
                request_id,
                index: log.index,
                step: log.step.clone(),
                reason: log.reason,
                due: log.due.clone(),
                legal: log.legal.clone(),
                legal_truncated: log.legal_truncated,
                cause: log.cause.as_deref().map(WrongStepResponse::from),
            }),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.kind.id, self.0.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.0.kind.status).expect("the table has statuses")
    }

    fn error_response(&self) -> HttpResponse {
        self.answer("", "")
    }
}

impl From<ServiceError> for Problem {
    fn from(error: ServiceError) -> Problem {
        let code = error.code();
        match error {
            ServiceError::Invalid(errors) => {
                Problem::of_fields(code, errors.into_iter().map(WrongField::from).collect())
            }
            ServiceError::IllegalLog(log) => refused(code, log),
            ServiceError::IllegalStep(step) => refused(code, Box::new(step.refusal)),
            ServiceError::TableMovedOn(count) => {
                let mut problem = Problem::new(code, format!("The table is at step {count}: `after` must be {count}."));
                problem.0.step_count = Some(count);
                problem
            }
            ServiceError::NotBegun => Problem::new(code, "The game begins when the last seat is taken."),
            ServiceError::TableOver => Problem::new(code, "The game is over, or the table was closed."),
            ServiceError::NoHints => Problem::new(code, "The table was set up without hints."),
            ServiceError::NotYourTurn => Problem::new(code, "The game does not wait for your seat."),
            ServiceError::NoAnalysis(NoAnalysis::NotSearched) => {
                Problem::new(code, "No bot searches in games of this ruleset, so none can judge them.")
            }
            ServiceError::NoAnalysis(NoAnalysis::MoreStepsThan(most)) => {
                Problem::new(code, format!("Games of up to {most} steps are analysed, and this one has more."))
            }
            ServiceError::SeatTaken => Problem::new(code, "The seat is taken."),
            ServiceError::BadInvitation => Problem::new(code, "The seat requires the invitation that was made for it."),
            ServiceError::NotYourSeat => Problem::new(code, "The token is not valid for this seat of this table."),
            ServiceError::ProfileNeeded => {
                Problem::new(code, "Send the key of a profile, or play the deal of a day that is over.")
            }
            ServiceError::DayPlayed(table) => {
                let mut problem = Problem::new(code, format!("Your try at this day is table {table}."));
                problem.0.table = Some(table.0);
                problem
            }
            ServiceError::DayNotOpen(opens_at) => {
                Problem::new(code, format!("The day opens at {}.", opens_at.to_rfc3339_opts(SecondsFormat::Secs, true)))
            }
            ServiceError::DayNotFinished => {
                Problem::new(code, "You have not finished the deal of this day, and the day is not over.")
            }
            ServiceError::SeatKept => Problem::new(code, "The deal of a day is played by one person."),
            ServiceError::NotFound(what) => Problem::new(code, format!("There is no such {what}.")),
            ServiceError::CommitmentUsed => {
                Problem::new(code, "The commitment was already used, has expired or is not yours. Create a new one.")
            }
            ServiceError::ExternalIdTaken(game) => {
                let detail = format!("Game {game} of the same owner has this `external_id`.");
                let mut problem = Problem::new(code, detail);
                problem.0.game = Some(game.0);
                problem
            }
            ServiceError::NameTaken { name, free } => name_taken(code, &name, free),
            ServiceError::LinkExpired => Problem::new(code, "The link was valid for ten minutes. Make a new one."),
            ServiceError::LinkUsed => Problem::new(code, "The link was used already. Make a new one."),
            ServiceError::HasProfile(name) => {
                Problem::new(code, format!("The owner of this key has a profile, with the name `{}`.", name.as_str()))
            }
            ServiceError::NoReading => Problem::new(code, "Only games of Fortunes have readings."),
            ServiceError::NoSeed => Problem::new(code, "The cards of this reading were not drawn from a seed."),
            ServiceError::TooManySimulations(most) => {
                Problem::new(code, format!("You have {most} simulations that are not finished, and may have no more."))
            }
            ServiceError::TooManyAnalyses(most) => Problem::new(
                code,
                format!("{most} analyses that you asked for are not finished. Wait until one of them is."),
            ),
            ServiceError::TooManyNotes(most) => {
                Problem::new(code, format!("The reading has {most} notes, and may have no more. Change or delete one."))
            }
            ServiceError::Unauthorized => Problem::new(code, "The key is unknown, has expired or was revoked."),
            ServiceError::Forbidden(what) => {
                let detail = format!(
                    "The {what} belongs to another caller. Send the key of its owner, or the `delete_token` from the response that created it."
                );
                Problem::new(code, detail)
            }
            ServiceError::IdempotencyInProgress | ServiceError::Repeated => {
                let detail = "A request with this `Idempotency-Key` is still in progress. Retry later.";
                in_a_second(Problem::new(code, detail))
            }
            ServiceError::CreatedAndDeleted => Problem::new(
                code,
                "The resource created with this `Idempotency-Key` was deleted and is not created again.",
            ),
            ServiceError::IdempotencyKeyReused => {
                Problem::new(code, "This `Idempotency-Key` was used with another body before.")
            }
            ServiceError::BadParameter { parameter, detail } => Problem::of_parameter(code, parameter, detail),
            ServiceError::Unavailable(inner) => unavailable(code, &inner),
            ServiceError::Internal(inner) => Problem::internal(inner),
        }
    }
}

fn name_taken(code: ProblemCode, name: &Name, free: Name) -> Problem {
    let detail = format!("`{}` is taken, or looks like a name that is. `{}` is free.", name.as_str(), free.as_str());
    let mut problem = Problem::new(code, detail);
    problem.0.free_name = Some(free.into_string());
    problem
}

fn unavailable(code: ProblemCode, inner: &Unavailable) -> Problem {
    let problem = in_a_second(Problem::new(code, "The service is temporarily unavailable. Retry later."));
    // Nothing is wrong in a shutdown, and probes ask again and again meanwhile.
    if matches!(inner, Unavailable::ShuttingDown) { problem } else { problem.with_inner(inner.to_string()) }
}

/// The problem with the time after which to try again.
fn in_a_second(problem: Problem) -> Problem {
    problem.with_header(RETRY_AFTER, HeaderValue::from_static("1"))
}

fn refused(code: ProblemCode, log: Box<IllegalLog>) -> Problem {
    let mut problem = Problem::new(code, log.detail.clone());
    problem.0.log = Some(log);
    problem
}

/// Maximum length of a `detail`, in bytes.
const DETAIL_LIMIT: usize = 1000;

/// Maximum length of an `instance`, in bytes.
const INSTANCE_LIMIT: usize = 2000;

/// Problem details (RFC 9457) with a stable `code`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem, example = json!({
    "type": "/problems/not_found", "title": "Not found", "status": 404,
    "detail": "There is no such game.", "instance": "/v1/games/0199aa00-0000-7000-8000-000000000000",
    "code": "not_found", "request_id": "0199aa00-0000-7000-8000-000000000001"}))]
pub struct ProblemResponse {
    /// Link to a page that explains the code.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    pub type_: String,
    /// Short summary of the problem type.
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// Explanation of this occurrence. It names the first invalid value.
    pub detail: String,
    /// Path of the request.
    #[schema(format = "uri-reference")]
    pub instance: String,
    /// The stable code.
    pub code: String,
    /// Id of the request, as in the `x-request-id` header.
    pub request_id: String,
    /// Invalid values in the body, the query or the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    #[schema(max_items = 100)]
    pub errors: Option<Vec<WrongField>>,
    /// True if there are more errors than listed; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub errors_truncated: Option<bool>,
    /// The game that already has the external id (`external_id_taken`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub game: Option<uuid::Uuid>,
    /// The table at which the day was played (`day_already_played`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub table: Option<uuid::Uuid>,
    /// Number of steps played by now (`table_moved_on`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub step_count: Option<usize>,
    /// A similar name that is free (`name_taken`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub free_name: Option<String>,
}

/// An invalid value: a field of the body (`pointer`) or a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WrongField {
    /// A JSON pointer into the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub pointer: Option<String>,
    /// A query or path parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub parameter: Option<String>,
    /// A stable code.
    pub code: String,
    /// Explanation.
    pub detail: String,
}

/// The problems `illegal_log` and `illegal_step`: the illegal step, the rule it breaks, and the legal steps.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IllegalLogProblem)]
pub struct IllegalLogResponse {
    /// Link to a page that explains the code.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    pub type_: String,
    /// Short summary of the problem type.
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 422, maximum = 422)]
    pub status: u16,
    /// Explanation that names cards and players.
    pub detail: String,
    /// Path of the request.
    #[schema(format = "uri-reference")]
    pub instance: String,
    /// `illegal_log`, or `illegal_step` at a table.
    #[schema(pattern = "^illegal_(log|step)$")]
    pub code: String,
    /// Id of the request, as in the `x-request-id` header.
    pub request_id: String,
    /// Index of the step, from 0; null if the document is invalid, and the number of steps if the log is incomplete.
    pub index: Option<usize>,
    /// The step as sent; also null if it has more than 4,096 bytes.
    #[schema(value_type = Value)]
    pub step: Option<Box<RawValue>>,
    /// Error code of the rules page.
    pub reason: Code,
    /// What was due; null if the document is invalid.
    pub due: Option<NamedDue>,
    /// Legal steps of the players who were due, up to 100; empty if the table was due.
    #[schema(value_type = Vec<crate::http::openapi::unions::AnyStep>, max_items = 100)]
    pub legal: Vec<Value>,
    /// True if there were more.
    pub legal_truncated: bool,
    /// The later step that prevents omitted hands from being derived (`deal_unknown`); omitted if no step is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub cause: Option<WrongStepResponse>,
}

/// An illegal step, and the legal steps.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WrongStep)]
pub struct WrongStepResponse {
    /// Index of the step, from 0.
    pub index: Option<usize>,
    /// The step as sent; also null if it has more than 4,096 bytes.
    #[schema(value_type = Value)]
    pub step: Option<Box<RawValue>>,
    /// Error code of the rules page.
    pub reason: Code,
    /// Explanation that names cards and players.
    pub detail: String,
    /// What was due.
    pub due: Option<NamedDue>,
    /// Legal steps of the players who were due, up to 100, with cards named in other steps or possible in the omitted
    /// hands.
    #[schema(value_type = Vec<crate::http::openapi::unions::AnyStep>, max_items = 100)]
    pub legal: Vec<Value>,
    /// True if there were more.
    pub legal_truncated: bool,
}

impl From<&IllegalLog> for WrongStepResponse {
    fn from(log: &IllegalLog) -> WrongStepResponse {
        WrongStepResponse {
            index: log.index,
            step: log.step.clone(),
            reason: log.reason,
            detail: short(log.detail.clone()),
            due: log.due.clone(),
            legal: log.legal.clone(),
            legal_truncated: log.legal_truncated,
        }
    }
}

/// The body of a problem.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum AnyProblemResponse {
    /// Any problem but an illegal log.
    Problem(ProblemResponse),
    /// An illegal log.
    IllegalLog(IllegalLogResponse),
}

impl WrongField {
    /// An invalid parameter.
    pub fn of_parameter(code: ProblemCode, parameter: &str, detail: impl Into<String>) -> WrongField {
        let parameter = Some(excerpt(parameter, QUOTED).into_owned());
        WrongField { pointer: None, parameter, code: code.kind().id.to_owned(), detail: short(detail.into()) }
    }

    /// What is wrong, with the name of the parameter or the pointer of the field; the body as a whole has none.
    fn sentence(&self) -> String {
        match self.parameter.as_deref().or(self.pointer.as_deref()) {
            Some(name) if !name.is_empty() => format!("`{name}`: {}", self.detail),
            Some(_) | None => self.detail.clone(),
        }
    }
}

impl From<FieldError> for WrongField {
    fn from(error: FieldError) -> WrongField {
        let FieldError { pointer, code, detail } = error;
        WrongField { pointer: Some(pointer), parameter: None, code: code.id().to_owned(), detail: short(detail) }
    }
}

/// Shortens a detail that quotes too much of the request.
fn short(detail: String) -> String {
    if detail.len() <= DETAIL_LIMIT { detail } else { excerpt(&detail, DETAIL_LIMIT).into_owned() }
}

/// A path as a URI reference (RFC 3986): characters that are not allowed in one are escaped, as requests may contain
/// them.
fn as_reference(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@%".contains(&byte);
    let path = excerpt(path, INSTANCE_LIMIT);
    let mut reference = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            byte if plain(byte) => reference.push(char::from(byte)),
            byte => reference += &format!("%{byte:02X}"),
        }
    }
    reference
}
