//! Why a page cannot be shown, as a page.

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};

use super::layout;
use crate::{
    http::{middleware::auth::BROWSER_CHALLENGE, reply::problem::Problem},
    service::ServiceError,
};

/// What pages answer.
pub type PageResult = Result<HttpResponse, PageError>;

/// A page that says why there is no other.
#[derive(Debug)]
pub struct PageError {
    status: StatusCode,
    detail: String,
}

impl PageError {
    /// What was asked for is not there.
    pub fn not_found(what: &str) -> PageError {
        PageError { status: StatusCode::NOT_FOUND, detail: format!("There is no such {what}.") }
    }

    /// A error of this status.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> PageError {
        PageError { status, detail: detail.into() }
    }

    /// Is it for the caller to mend, so that nothing was done?
    pub fn is_of_the_caller(&self) -> bool {
        self.status.is_client_error()
    }
}

impl From<Problem> for PageError {
    fn from(problem: Problem) -> PageError {
        if let Some(inner) = problem.inner() {
            tracing::error!(error = inner, "cannot render a page");
        }
        PageError { status: problem.status_code(), detail: problem.detail().to_owned() }
    }
}

impl From<ServiceError> for PageError {
    fn from(error: ServiceError) -> PageError {
        Problem::from(error).into()
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
        let mut response = layout::error(self.status, &self.detail);
        if self.status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static(BROWSER_CHALLENGE);
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}
