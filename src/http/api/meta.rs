//! The service itself: its health, its OpenAPI document, its problem codes and its rules pages.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::{StatusCode, header},
    web,
};
use maud::PreEscaped;
use pulldown_cmark::{Options, Parser, html};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        extract::{
            accept::{self, AcceptsJson, Representation},
            path::no_such,
            query::NoQuery,
        },
        openapi::{CheckReadiness, GetById},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
        site::{
            layout,
            rules::{self, Deal},
        },
    },
    rules_pages::RulesPage,
    service::{PROBLEMS, Service, ServiceError, Unavailable, store::ReplicaState},
};

/// Status of the service.
#[derive(Debug, Serialize, ToSchema)]
struct Health {
    /// Always `ok`; other responses are problems.
    #[schema(pattern = "^ok$")]
    pub status: &'static str,
    /// The read replica, if there is one. It is used while it is `current`; while it is `behind`, or `late` by more than
    /// five seconds, does not follow this primary (`foreign`) or is `unreachable`, lists come from the primary.
    #[schema(
        value_type = String,
        required = false,
        nullable = false,
        pattern = "^(current|behind|late|foreign|unreachable)$"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replica: Option<&'static str>,
}

const WELL: Health = Health { status: "ok", replica: None };

fn word(state: ReplicaState) -> &'static str {
    match state {
        ReplicaState::Current => "current",
        ReplicaState::Behind => "behind",
        ReplicaState::Late => "late",
        ReplicaState::Foreign => "foreign",
        ReplicaState::Unreachable => "unreachable",
    }
}

/// Returns the OpenAPI document, which is assembled in a layer above the handlers.
#[derive(Clone, Copy, Debug)]
pub struct Document(pub fn() -> &'static str);

/// Reports that the process is up
///
/// Does not check the database; use `/readyz` for that.
#[utoipa::path(
    tag = "service",
    operation_id = "get_health",
    responses((status = 200, description = "The process is up.", body = Health))
)]
#[get("/healthz")]
pub async fn healthz(_: NoQuery, _: AcceptsJson) -> ApiResult {
    Ok(response::ok(Caching::Never, &WELL))
}

/// Reports whether the service is ready
///
/// 200 while the database accepts writes, otherwise 503. Reads may still work during a 503.
#[utoipa::path(
    tag = "service",
    operation_id = "get_readiness",
    responses((status = 200, description = "The service is ready.", body = Health), CheckReadiness)
)]
#[get("/readyz")]
pub async fn readyz(_: NoQuery, _: AcceptsJson, service: web::Data<Service>) -> ApiResult {
    if service.is_draining() {
        return Err(ServiceError::Unavailable(Unavailable::ShuttingDown).into());
    }
    // With any database error the service is not ready, and callers should retry.
    service.ready().await.map_err(|error| ServiceError::Unavailable(Unavailable::NotReady(error.to_string())))?;
    let replica = service.replica().await.map(word);
    Ok(response::ok(Caching::Never, &Health { replica, ..WELL }))
}

/// Returns this document
///
/// The OpenAPI document, with an example for every route.
#[utoipa::path(
    tag = "service",
    operation_id = "get_openapi",
    responses((status = 200, description = "OpenAPI 3.1.", body = std::collections::HashMap<String, serde_json::Value>))
)]
#[get("/openapi.json")]
pub async fn openapi_json(_: NoQuery, _: AcceptsJson, document: web::Data<Document>) -> ApiResult {
    Ok(response::written(StatusCode::OK, Caching::Revalidate, Representation::Json, (document.0)()))
}

/// Explains a problem code
///
/// A page for people. The field `type` of every problem links to it.
#[utoipa::path(
    tag = "service",
    operation_id = "get_problem_page",
    params(("code" = String, Path, description = "Code of the problem.", example = "not_found", pattern = "^[a-z_]+$")),
    responses((status = 200, description = "A page.", body = String, content_type = "text/html; charset=utf-8"), GetById)
)]
#[get("/problems/{code}")]
pub async fn problem_page(request: HttpRequest, _: NoQuery, path: web::Path<String>) -> ApiResult {
    let (code, _) = accept::of_part(&request, &path, &[Representation::Html])?;
    let kind = PROBLEMS.iter().find(|kind| kind.id == code).ok_or_else(|| no_such("problem"))?;
    let text = format!("# `{}`\n\n**{}** (status {})\n\n{}\n", kind.id, kind.title, kind.status, kind.advice);
    Ok(page(kind.id, &text))
}

/// Returns a rules page
///
/// Also as Markdown, with `Accept: text/markdown` or the suffix `.md`.
#[utoipa::path(
    tag = "service",
    operation_id = "get_rules_page",
    params(
        ("page" = String, Path, description = "Name of the page; `README` is the index.", example = "fortunes", pattern = "^[A-Za-z_]+$"),
        Deal,
    ),
    responses(
        (status = 200, description = "The page.", content(
            (String = "text/html; charset=utf-8"), (String = "text/markdown; charset=utf-8"))),
        GetById
    )
)]
#[get("/rules/{page}")]
pub async fn rules_page(request: HttpRequest, path: web::Path<String>) -> ApiResult {
    let offers = [Representation::Html, Representation::Markdown];
    let (name, representation) = accept::of_part(&request, &path, &offers)?;
    let page = RulesPage::named(name).ok_or_else(|| no_such("rules page"))?;
    if representation == Representation::Html {
        return rules::page(&request, page);
    }
    rules::Deal::of(&request)?;
    Ok(response::written(StatusCode::OK, Caching::Revalidate, representation, page.text))
}

/// Redirects to the index of the rules
///
/// The index lists all rules pages.
#[utoipa::path(
    tag = "service",
    operation_id = "get_rules",
    responses((status = 302, description = "Redirect to the page `README`.", headers(("Location" = String))))
)]
#[get("/rules")]
pub async fn rules_index(request: HttpRequest, _: NoQuery) -> ApiResult {
    accept::choose(&request, &[Representation::Html, Representation::Markdown])?;
    Ok(HttpResponse::Found().insert_header((header::LOCATION, "/rules/README")).finish())
}

fn page(title: &str, markdown: &str) -> HttpResponse {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    // Content wider than the page can be scrolled, also by keyboard.
    let body = body.replace("<pre>", "<pre tabindex=\"0\">").replace("<table>", "<table tabindex=\"0\">");
    let page = layout::shell(title, &[], &maud::html! { article.written { (PreEscaped(body)) } });
    response::written(StatusCode::OK, Caching::Revalidate, Representation::Html, page.into_string())
}
