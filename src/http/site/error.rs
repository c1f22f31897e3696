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
pub enum PageError {
    /// A problem as on any other path.
    Problem(Problem),
    /// An error that only pages have.
    Plain {
        /// The HTTP status.
        status: StatusCode,
        /// What is wrong.
        detail: String,
    },
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
        PageError::Plain { status, detail: detail.into() }
    }

    /// The problem that the page shows.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            PageError::Problem(problem) => Some(problem),
            PageError::Plain { .. } => None,
        }
    }

    /// The response to this request.
    pub fn answer(&self, path: &str, request_id: &str) -> HttpResponse {
        match self {
            PageError::Plain { status, detail } => problem::plain(*status, title(*status), detail, request_id),
            PageError::Problem(problem) => {
                let mut page = problem::page(problem, path, request_id);
                if page.status() == StatusCode::UNAUTHORIZED {
                    let challenge = HeaderValue::from_static(BROWSER_CHALLENGE);
                    page.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
                }
                page
            }
        }
    }
}

/// The title of a page that shows no problem.
fn title(status: StatusCode) -> &'static str {
    if status == StatusCode::NOT_FOUND { "Not found" } else { "This request cannot be processed" }
}

impl From<Problem> for PageError {
    fn from(problem: Problem) -> PageError {
        PageError::Problem(problem)
    }
}

impl From<ServiceError> for PageError {
    fn from(error: ServiceError) -> PageError {
        // Problems speak of a header, which forms do not have.
        let why = if matches!(error, ServiceError::IdempotencyInProgress | ServiceError::Repeated) {
            Some("This form was sent already, and takes some time. Send it again soon.")
        } else if matches!(error, ServiceError::CreatedAndDeleted) {
            Some("What this form made was deleted. Open its page again to make another one.")
        } else {
            None
        };
        let problem = Problem::from(error);
        PageError::Problem(match why {
            Some(why) => problem.with_detail(why),
            None => problem,
        })
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Problem(problem) => problem.fmt(f),
            PageError::Plain { detail, .. } => f.write_str(detail),
        }
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        match self {
            PageError::Problem(problem) => problem.status_code(),
            PageError::Plain { status, .. } => *status,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.answer("", "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Unavailable;

    #[test]
    fn a_page_says_when_to_try_again() {
        for error in [
            ServiceError::Unavailable(Unavailable::ShuttingDown),
            ServiceError::IdempotencyInProgress,
            ServiceError::Repeated,
        ] {
            let page = PageError::from(error).answer("/games", "mine");
            assert_eq!(page.headers().get(header::RETRY_AFTER), Some(&HeaderValue::from_static("1")), "{page:?}");
        }
    }

    #[test]
    fn a_form_that_was_sent_already_is_not_told_of_headers() {
        for error in [ServiceError::IdempotencyInProgress, ServiceError::Repeated, ServiceError::CreatedAndDeleted] {
            let PageError::Problem(problem) = PageError::from(error) else { panic!("it is a problem") };
            assert!(problem.status() == 409 && !problem.detail().contains("Idempotency-Key"), "{problem}");
        }
    }
}
