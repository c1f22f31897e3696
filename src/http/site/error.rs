//! Errors and problems as pages, with the same content as the JSON; and the authorization of pages: a browser asks its user
//! for the key.

use std::{fmt, future::Ready};

use actix_web::{
    FromRequest, HttpRequest, HttpResponse, ResponseError,
    dev::Payload,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};
use maud::{Markup, html};
use uuid::Uuid;

use super::{
    games::verdict,
    layout::{self, Section, coded},
};
use crate::{
    http::{
        extract::query,
        middleware::auth::{Authorized, BROWSER_CHALLENGE, RequiredScope, authorize},
        reply::problem::{Problem, WrongField},
    },
    service::{PROBLEMS, ServiceError},
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
            PageError::Plain { status, detail } => plain_page(*status, title(*status), detail, request_id),
            PageError::Problem(problem) => {
                let mut page = problem_page(problem, path, request_id);
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

/// A problem as a page.
pub fn problem_page(problem: &Problem, path: &str, request_id: &str) -> HttpResponse {
    let kind = problem.kind();
    let body = html! {
        (said(kind.title, problem.detail(), &faults(problem)))
        @if let Some(log) = problem.illegal_log() { (verdict::illegal(log, &[], None)) }
        dl.pairs {
            dt { "Status" } dd { (kind.status) }
            dt { "Code" } dd { a href={ "/problems/" (kind.id) } { code { (kind.id) } } }
            dt { "Address" } dd { code { (path) } }
            @if !request_id.is_empty() { (request(request_id)) }
        }
        (ways_out())
    };
    let response = layout::page(status_of(problem), kind.title, &[], &body);
    problem.with_headers(response, request_id)
}

/// An error page that is not based on a problem. Like any problem it is not stored.
fn plain_page(status: StatusCode, title: &str, detail: &str, request_id: &str) -> HttpResponse {
    let body = html! {
        (said(title, detail, &[]))
        @if !request_id.is_empty() { dl.pairs { (request(request_id)) } }
        (ways_out())
    };
    let mut page = layout::page(status, title, &[], &body);
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

/// All problems, each with its page.
pub async fn problems(request: HttpRequest) -> PageResult {
    query::none(&request)?;
    let body = html! {
        h1 { "Problems" }
        p.lead { "Every answer that is an error has one of these codes, which do not change." }
        div.wide {
            table {
                thead { tr { th scope="col" { "Status" } th scope="col" { "Code" } th scope="col" { "Meaning" } } }
                tbody {
                    @for kind in PROBLEMS {
                        tr {
                            td.number { (kind.status) }
                            td { a href={ "/problems/" (kind.id) } { code { (kind.id) } } }
                            td { (kind.title) }
                        }
                    }
                }
            }
        }
    };
    Ok(layout::page(StatusCode::OK, Section::Interface.within("Problems"), &[], &body))
}

/// The invalid values of a problem, with their names.
pub fn faults(problem: &Problem) -> Vec<(String, String)> {
    let name = |wrong: &WrongField| match (&wrong.parameter, wrong.pointer.as_deref()) {
        (Some(parameter), _) => parameter.clone(),
        (None, Some("")) | (None, None) => "The body".to_owned(),
        (None, Some(pointer)) => pointer.trim_start_matches('/').replace('/', "."),
    };
    problem.errors().iter().map(|wrong| (name(wrong), wrong.detail.clone())).collect()
}

fn status_of(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.status()).expect("the table has statuses")
}

fn said(title: &str, detail: &str, faults: &[(String, String)]) -> Markup {
    html! {
        h1 { (title) }
        @match faults {
            // The detail repeats the error of the single value.
            [] => p.lead { (coded(detail)) },
            faults => {
                p.lead { @if faults.len() == 1 { "A value is wrong:" } @else { "These values are wrong:" } }
                ul.faults { @for (name, why) in faults { li { strong { (name) } ": " (coded(why)) } } }
            }
        }
    }
}

/// The id of the request, by which the operator finds it in the log.
fn request(id: &str) -> Markup {
    html! { dt { "Request" } dd { code { (id) } } }
}

fn ways_out() -> Markup {
    html! {
        p { a href="/" { "Ask for a reading" } ", browse the " a href="/games" { "games" } " or " a href="/tables/new" { "play" } "." }
    }
}

/// A caller that is authorized for a page.
#[derive(Clone, Copy, Debug)]
pub struct PageAuth<N>(pub Authorized<N>);

impl<N: RequiredScope + 'static> FromRequest for PageAuth<N> {
    type Error = PageError;
    type Future = Ready<Result<PageAuth<N>, PageError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(authorize(request).map(PageAuth).map_err(PageError::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{ProblemCode, Unavailable};

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

    #[test]
    fn each_wrong_value_is_named() {
        let wrong = |pointer: Option<&str>, parameter: Option<&str>| WrongField {
            pointer: pointer.map(ToOwned::to_owned),
            parameter: parameter.map(ToOwned::to_owned),
            code: "bad_value".to_owned(),
            detail: "No.".to_owned(),
        };
        let errors = vec![wrong(Some("/players/0/name"), None), wrong(None, Some("limit")), wrong(Some(""), None)];
        let problem = Problem::of_fields(ProblemCode::InvalidBody, errors);
        let names: Vec<_> = faults(&problem).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["players.0.name", "limit", "The body"]);
    }
}
