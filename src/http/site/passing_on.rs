//! What a reading's page offers besides it: to keep it in the browser, to copy it, and to pass it on.

use chrono::{DateTime, Utc};
use maud::{Markup, html};

use super::{deletion::Offer, urls};
use crate::service::records::ReadingId;

/// The forms that a reading can be had in: the ending, and what it is.
const FORMS: [(&str, &str); 4] =
    [("svg", "picture (SVG)"), ("png", "picture (PNG)"), ("md", "text (Markdown)"), ("txt", "plain text")];

/// What the browser's list of readings keeps of one.
pub struct Kept<'a> {
    /// Its title.
    pub title: &'a str,
    /// What was asked.
    pub question: &'a str,
    /// When it was stored.
    pub created_at: DateTime<Utc>,
}

/// What the page's script offers, and what it keeps in the browser's list of readings.
pub fn tools(kept: &Kept<'_>, deletion: &Offer) -> Markup {
    html! {
        div #tools.tools.buttons hidden data-title=(kept.title) data-question=(kept.question)
            data-date=(kept.created_at.format("%Y-%m-%d")) data-delete-token=[&deletion.proof] {
            button #copy.quiet type="button" { "Copy the text" }
            button #share.quiet type="button" { "Share" }
            button #print.quiet type="button" { "Print" }
            button #keep.quiet type="button" { "Keep in my readings" }
            span role="status" {}
        }
    }
}

/// The address of a reading, its picture for other pages, and its files. `seen_by` says who finds it otherwise.
pub fn sharing(id: ReadingId, title: &str, seen_by: &str) -> Markup {
    let page = urls::reading(id);
    let resource = format!("/v1{page}");
    let embedded = html! { a href=(page) { img src={ (resource) ".svg" } alt=(title) width="380"; } };
    html! {
        section.aside aria-labelledby="share" {
            h2 #share { "Share" }
            p { "Anyone who has the URL of this page can read it. " (seen_by) }
            p.field {
                label for="address" { "Address" }
                input #address.whole type="text" readonly value=(page) data-whole-address;
            }
            p.field {
                label for="embed" { "Embed the picture in your page" }
                input #embed.whole type="text" readonly value=(embedded.into_string()) data-whole-address;
            }
            p { "Download as:" }
            ul.links {
                @for (ending, name) in FORMS {
                    li { a href={ (resource) "." (ending) } download { (name) } }
                }
            }
        }
    }
}
