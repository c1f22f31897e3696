//! Why a page cannot be shown, as a page.

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};

use super::{
    super::{caller::BROWSER_CHALLENGE, problem::Problem},
    layout,
};
use crate::service::ServiceError;

/// A page that says why there is no other.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    detail: String,
}

impl Refusal {
    /// What was asked for is not there.
    pub fn not_found(what: &str) -> Refusal {
        Refusal { status: StatusCode::NOT_FOUND, detail: format!("There is no such {what}.") }
    }

    /// A refusal of this status.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Refusal {
        Refusal { status, detail: detail.into() }
    }

    /// Is it for the caller to mend, so that nothing was done?
    pub fn is_of_the_caller(&self) -> bool {
        self.status.is_client_error()
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        if let Some(inner) = problem.inner() {
            tracing::error!(inner, "a page failed");
        }
        Refusal { status: problem.status_code(), detail: problem.detail().to_owned() }
    }
}

impl From<ServiceError> for Refusal {
    fn from(error: ServiceError) -> Refusal {
        Problem::from(error).into()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl ResponseError for Refusal {
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
