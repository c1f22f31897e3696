//! The service itself: is it well, what does it offer, what do its problems mean, what are the rules.

use actix_web::{HttpRequest, HttpResponse, get, http::header, web};
use pulldown_cmark::{Options, Parser, html};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Document, accept,
    answer::{self, Caching},
    openapi::Telling,
    problem::Answer,
    readings::no_such,
};
use crate::service::{PROBLEMS, Service, ServiceError};

/// How the service is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    #[schema(pattern = "^ok$")]
    pub status: &'static str,
}

const WELL: Health = Health { status: "ok" };

/// The rules pages, as they stand in `docs/rules`.
const RULES: [(&str, &str); 8] = [
    ("README", include_str!("../../docs/rules/README.md")),
    ("chance", include_str!("../../docs/rules/chance.md")),
    ("fortunes", include_str!("../../docs/rules/fortunes.md")),
    ("fortuno", include_str!("../../docs/rules/fortuno.md")),
    ("foolery", include_str!("../../docs/rules/foolery.md")),
    ("fortuna", include_str!("../../docs/rules/fortuna.md")),
    ("reversal", include_str!("../../docs/rules/reversal.md")),
    ("reading", include_str!("../../docs/rules/reading.md")),
];

/// How a page for people looks.
const STYLE: &str = include_str!("pages/style.css");

/// The process is up
#[utoipa::path(tag = "service", responses((status = 200, description = "It is.", body = Health)))]
#[get("/healthz")]
pub async fn healthz() -> Answer {
    Ok(answer::json(actix_web::http::StatusCode::OK, Caching::Never, &WELL))
}

/// The database answers
#[utoipa::path(
    tag = "service",
    responses(
        (status = 200, description = "It does.", body = Health),
        (status = 503, description = "`unavailable`: The service cannot answer now.",
            body = super::problem::ProblemAnswer, content_type = "application/problem+json"),
    )
)]
#[get("/readyz")]
pub async fn readyz(service: web::Data<Service>) -> Answer {
    // Whatever is wrong with the database, the service is not ready: callers are told to come back.
    service.ready().await.map_err(|error| ServiceError::Unavailable(error.to_string()))?;
    Ok(answer::json(actix_web::http::StatusCode::OK, Caching::Never, &WELL))
}

/// This document
#[utoipa::path(tag = "service", responses((status = 200, description = "OpenAPI 3.1.", body = Object)))]
#[get("/openapi.json")]
pub async fn openapi_json(document: web::Data<Document>) -> Answer {
    let text = document.text.clone();
    Ok(answer::text(actix_web::http::StatusCode::OK, Caching::Revalidate, accept::Representation::Json, text))
}

/// What a problem means and what to do about it
#[utoipa::path(
    tag = "service",
    params(("code" = String, Path, description = "The problem's code.", example = "not_found")),
    responses((status = 200, description = "A page.", body = String, content_type = "text/html; charset=utf-8"), Telling)
)]
#[get("/problems/{code}")]
pub async fn problem_page(path: web::Path<String>) -> Answer {
    let kind = PROBLEMS.iter().find(|kind| kind.id == path.as_str()).ok_or_else(|| no_such("problem"))?;
    let text = format!("# `{}`\n\n**{}** (status {})\n\n{}\n", kind.id, kind.title, kind.status, kind.advice);
    Ok(page(kind.id, &text))
}

/// A rules page
///
/// Also as Markdown: by `Accept: text/markdown`, or with `.md` after the name.
#[utoipa::path(
    tag = "service",
    params(("page" = String, Path, description = "The page's name.", example = "fortunes")),
    responses(
        (status = 200, description = "The page.", content(
            (String = "text/html; charset=utf-8"), (String = "text/markdown; charset=utf-8"))),
        Telling
    )
)]
#[get("/rules/{page}")]
pub async fn rules_page(request: HttpRequest, path: web::Path<String>) -> Answer {
    let (name, markdown) = match path.strip_suffix(".md") {
        Some(name) => (name, true),
        None => (path.as_str(), wants_markdown(&request)),
    };
    let (name, text) = RULES.iter().find(|(page, _)| *page == name).ok_or_else(|| no_such("rules page"))?;
    if markdown {
        let response = HttpResponse::Ok().content_type("text/markdown; charset=utf-8").body(*text);
        return Ok(response);
    }
    Ok(page(name, text))
}

/// The index of the rules
#[get("/rules")]
pub async fn rules_index() -> Answer {
    Ok(HttpResponse::Found().insert_header((header::LOCATION, "/rules/README")).finish())
}

fn wants_markdown(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accept.contains("text/markdown") || accept == "text/plain"
}

fn page(title: &str, markdown: &str) -> HttpResponse {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title} · Arcana</title>\n<style>{STYLE}</style>\n<main>\n{body}</main>\n</html>\n"
    );
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .content_type("text/html; charset=utf-8")
        .body(page)
}
