//! What every page has around it.

use actix_web::{
    HttpResponse,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};
use maud::{DOCTYPE, Markup, html};

use super::{assets, shared::Shared};

/// What a browser may do with a page: styles, scripts and pictures come from here alone, and none stands in the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The policy for a page that is answered elsewhere.
pub const fn policy() -> HeaderValue {
    HeaderValue::from_static(POLICY)
}

/// A page for people.
pub fn page(status: StatusCode, title: &str, files: &[&str], body: &Markup) -> HttpResponse {
    answer(status, shell(title, files, body))
}

/// The same for a page that others show with a picture where it is linked.
pub fn shared_page(shared: &Shared, title: &str, files: &[&str], body: &Markup) -> HttpResponse {
    answer(StatusCode::OK, document(title, files, &shared.tags(), body))
}

/// The same for a page that browsers without script load again after so many seconds.
pub fn refreshing_page(title: &str, files: &[&str], seconds: Option<u32>, body: &Markup) -> HttpResponse {
    answer(StatusCode::OK, document(title, files, &refresh(seconds), body))
}

/// The document around what a page says, with the style sheets and scripts that it needs beside those of all pages.
pub fn shell(title: &str, files: &[&str], body: &Markup) -> Markup {
    document(title, files, &html!(), body)
}

fn refresh(seconds: Option<u32>) -> Markup {
    html! {
        @if let Some(seconds) = seconds { noscript { meta http-equiv="refresh" content=(seconds); } }
    }
}

fn document(title: &str, files: &[&str], head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // Within the site browsers tell where a form comes from, as the header alone would keep them from.
                meta name="referrer" content="same-origin";
                meta name="color-scheme" content="light dark";
                title { (title) " · Arcana" }
                (head)
                link rel="icon" type="image/svg+xml" href=(assets::address("icon.svg"));
                link rel="preload" as="font" type="font/woff2" href=(assets::address(assets::FIRST_FONT)) crossorigin;
                link rel="stylesheet" href=(assets::address("site.css"));
                link rel="stylesheet" href=(assets::address("reading.css"));
                @for file in files {
                    @if file.ends_with(".js") {
                        script src=(assets::address(file)) defer {}
                    } @else {
                        link rel="stylesheet" href=(assets::address(file));
                    }
                }
            }
            body {
                a.skip href="#main" { "Skip to content" }
                header.top {
                    a.mark href="/" { "Arcana" }
                    nav aria-label="Pages" {
                        a href="/" { "Ask" }
                        a href="/tables/new" { "Play" }
                        a href="/games" { "Games" }
                        a href="/daily" { "Daily card" }
                        a href="/readings" { "My readings" }
                        a href="/rules" { "Rules" }
                        a href="/cards" { "Cards" }
                        a href="/docs/" { "Interface" }
                    }
                }
                main #main tabindex="-1" { (body) }
                footer.end { p { "Arcana plays, checks, records and reads tarot games." } }
            }
        }
    }
}

/// A piece of a page, for the script of that page.
pub fn piece(body: Markup) -> HttpResponse {
    answer(StatusCode::OK, body)
}

/// Sends the browser on to what it asked for.
pub fn see_other(address: String) -> HttpResponse {
    let mut response = HttpResponse::SeeOther();
    guarded(&mut response).insert_header((header::LOCATION, address)).finish()
}

fn answer(status: StatusCode, body: Markup) -> HttpResponse {
    guarded(&mut HttpResponse::build(status)).content_type("text/html; charset=utf-8").body(body.into_string())
}

/// The headers that protect the reader.
fn guarded(response: &mut actix_web::HttpResponseBuilder) -> &mut actix_web::HttpResponseBuilder {
    response
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
}
