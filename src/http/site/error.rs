//! Errors as pages.

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};

use uuid::Uuid;

use super::problem;
use crate::{
    http::{extract::query, middleware::auth::BROWSER_CHALLENGE, reply::problem::Problem},
    service::ServiceError,
};

/// Result of a page handler.
pub type PageResult = Result<HttpResponse, PageError>;

/// An error page.
#[derive(Debug)]
pub struct PageError {
    status: StatusCode,
    title: &'static str,
    detail: String,
    /// The invalid values with their names.
    faults: Vec<(String, String)>,
}

impl PageError {
    /// A page for something that does not exist.
    pub fn not_found(what: &str) -> PageError {
        PageError::new(StatusCode::NOT_FOUND, format!("There is no such {what}."))
    }

    /// Parses the id in a path; an invalid one is not found.
    pub fn id<T>(text: &str, id: impl FnOnce(Uuid) -> T, what: &str) -> Result<T, PageError> {
        query::uuid(text).map(id).ok_or_else(|| PageError::not_found(what))
    }

    /// A page for an error with this status.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> PageError {
        let title = match status {
            StatusCode::NOT_FOUND => "Not found",
            StatusCode::METHOD_NOT_ALLOWED => "Method not allowed",
            _ if status.is_server_error() => "Something went wrong",
            _ => "This request cannot be processed",
        };
        PageError { status, title, detail: detail.into(), faults: Vec::new() }
    }
}

impl From<Problem> for PageError {
    fn from(problem: Problem) -> PageError {
        if let Some(inner) = problem.inner() {
            tracing::error!(error = inner, "cannot render a page");
        }
        PageError {
            status: problem.status_code(),
            title: problem.kind().title,
            detail: problem.detail().to_owned(),
            faults: problem::faults(&problem),
        }
    }
}

impl From<ServiceError> for PageError {
    fn from(error: ServiceError) -> PageError {
        // Problems speak of a header, which forms do not have.
        let why = if matches!(error, ServiceError::IdempotencyInProgress) {
            "This form was sent already, and takes some time. Send it again soon."
        } else if matches!(error, ServiceError::CreatedAndDeleted) {
            "What this form made was deleted. Open its page again to make another one."
        } else {
            return Problem::from(error).into();
        };
        PageError::new(StatusCode::CONFLICT, why)
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = problem::plain(self.status, self.title, &self.detail, &self.faults);
        if self.status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static(BROWSER_CHALLENGE);
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}
