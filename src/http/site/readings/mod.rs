//! Readings: the form that asks for one, tricks entered by hand, stored readings, and those of this browser.

pub mod by_hand;
pub mod clarifiers;
pub mod form;
pub mod notes;
mod page;

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    error::PageResult,
    layout::{self, Section},
};
use crate::{http::extract::query, service::Service};

pub use self::page::{of_player, reading};

/// The readings of this browser: a list that it stores itself. The service only provides the page, which its script
/// fills in, and asks whoever has a profile what came of older readings.
pub async fn readings(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    query::none(&request)?;
    let questions = notes::questions(&request, &service).await?;
    let body = html! {
        h1 { "My readings" }
        p.lead {
            "The readings that you asked for, won at a table or opened with this browser. The browser alone keeps this \
             list: it is sent nowhere, and the service does not know it."
        }
        noscript {
            p.made {
                "The list needs JavaScript, and this browser runs none here, so that it keeps nothing. Bookmark the page of \
                 a reading to find it again. "
                a href="/" { "Ask for a reading" } "."
            }
        }
        @match questions {
            Some(questions) => (questions),
            None => section #asked-here hidden aria-labelledby="asked" {
                h2 #asked { "What came of it?" }
                ul.kept {}
            }
        }
        (saved())
    };
    let files = ["my_readings.js", "readings.js", "notes.js"];
    Ok(layout::page(StatusCode::OK, Section::Readings.top("My readings"), &files, &body))
}

fn saved() -> Markup {
    html! {
        section #kept hidden aria-label="Readings" {
            p #none { "There are none yet. " a href="/" { "Ask for a reading" } "." }
            ul.kept {}
            p.buttons {
                button #export.quiet type="button" data-some { "Save the list as a file" }
                button #clear.quiet type="button" data-some { "Empty the list" }
            }
            p.field {
                label for="import" { "Add the readings of such a file" }
                input #import type="file" accept="application/json,.json";
            }
            p.hint {
                "The file holds titles, questions, addresses, your notes, and for what you asked for with this browser the token that \
                 deletes it: keep it as you would keep a diary."
            }
            p role="status" {}
        }
    }
}
