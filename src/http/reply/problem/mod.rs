//! Problems (RFC 9457): every error response of the service.

mod body;
mod service_error;

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, HeaderName, HeaderValue, VARY},
    },
};

use self::body::{as_reference, short};
use crate::{
    games::FAULTS_REPORTED,
    http::{extract::accept::PROBLEM_JSON, middleware::request_id::REQUEST_ID},
    service::{IllegalLog, ProblemCode, ProblemKind},
};

pub use self::body::{AnyProblemResponse, IllegalLogResponse, ProblemResponse, WrongField, WrongStepResponse};

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
    step_count: Option<usize>,
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
            step_count: None,
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
                    step_count: problem.step_count,
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
