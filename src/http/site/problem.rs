//! Problems as pages, for clients that accept HTML, with the same content as the JSON.

use actix_web::{
    HttpResponse,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};
use maud::{Markup, html};

use super::{games::verdict, inline_code::coded, layout};
use crate::http::reply::problem::{Problem, WrongField};

/// A problem as a page.
pub fn page(problem: &Problem, path: &str, request_id: &str) -> HttpResponse {
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
pub fn plain(status: StatusCode, title: &str, detail: &str, request_id: &str) -> HttpResponse {
    let body = html! {
        (said(title, detail, &[]))
        @if !request_id.is_empty() { dl.pairs { (request(request_id)) } }
        (ways_out())
    };
    let mut page = layout::page(status, title, &[], &body);
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::ProblemCode;

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
