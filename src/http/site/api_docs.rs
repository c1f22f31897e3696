//! API documentation: Swagger UI in the frame of the site, and a list of routes for browsers without script.

use std::sync::OnceLock;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Parser, html::push_html};
use serde_json::Value;

use super::{
    assets,
    error::PageResult,
    guides,
    layout::{self, Section},
};
use crate::http::{api::meta::Document, extract::query};

/// The documentation page.
pub async fn page(request: HttpRequest, document: web::Data<Document>) -> PageResult {
    query::none(&request)?;
    // Built once, since it is derived from a long document that does not change.
    static BODY: OnceLock<Markup> = OnceLock::new();
    let body = BODY.get_or_init(|| {
        let document: Value = serde_json::from_str((document.0)()).expect("the document is JSON");
        described(&document)
    });
    Ok(layout::page(StatusCode::OK, Section::Interface.top("API documentation"), &[], body))
}

/// Redirects from Swagger UI's own index page.
pub async fn to_page() -> HttpResponse {
    layout::see_other("/docs/".to_owned())
}

fn described(document: &Value) -> Markup {
    html! {
        h1 { "API documentation" }
        p.lead {
            "Everything that the pages do can be done over HTTP, by programs of your own. This describes every call, and tries it "
            "out if you like. The same as one document: " a href="/openapi.json" { "openapi.json" } "."
        }
        details.about { summary { "Guides" } (guides::list()) }
        details.about { summary { "Conventions of all routes" } (about(document)) }
        h2 { "Routes" }
        noscript { (routes(document)) }
        // Our style sheet comes after that of Swagger UI, to override it.
        link rel="stylesheet" href=(assets::address("swagger-ui.css"));
        link rel="stylesheet" href=(assets::address("docs.css"));
        div #swagger-ui {}
        script src=(assets::address("swagger-ui.js")) defer {}
        script src=(assets::address("docs.js")) defer {}
    }
}

fn about(document: &Value) -> Markup {
    let mut text = String::new();
    push_html(&mut text, Parser::new(document["info"]["description"].as_str().unwrap_or_default()));
    html! { article.written { (PreEscaped(text)) } }
}

/// All routes, grouped by tag.
fn routes(document: &Value) -> Markup {
    let tags = document["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str());
    html! {
        p { "To try calls out, this page needs scripts, and your browser runs none here." }
        @for tag in tags {
            h3 { (tag) }
            ul.links {
                @for (method, path, operation) in operations(document, tag) {
                    li { code { (method) " " (path) } " " (operation["summary"].as_str().unwrap_or_default()) }
                }
            }
        }
    }
}

/// The operations of a tag: method, path, and description.
fn operations<'a>(document: &'a Value, tag: &str) -> Vec<(String, &'a str, &'a Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let all = paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods.map(|(method, operation)| (method.to_uppercase(), path.as_str(), operation))
    });
    all.filter(|(_, _, operation)| operation["tags"][0] == tag).collect()
}
