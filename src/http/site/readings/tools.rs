//! Tools on the page of a reading: saving it in the browser, copying and sharing it.

use chrono::{DateTime, Utc};
use maud::{Markup, html};

use crate::{
    http::site::{creator_form::CreatorForm, urls},
    service::records::ReadingId,
};

/// Formats of a reading: file extension and label.
const FORMS: [(&str, &str); 4] =
    [("svg", "picture (SVG)"), ("png", "picture (PNG)"), ("md", "text (Markdown)"), ("txt", "plain text")];

/// The entry in the browser's list of readings.
pub struct ListEntry<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its question.
    pub question: &'a str,
    /// When it was stored.
    pub created_at: DateTime<Utc>,
}

/// Controls for the page's script, with the entry for the browser's list of readings.
pub fn tools(entry: &ListEntry<'_>, deletion: &CreatorForm) -> Markup {
    html! {
        div #tools.tools.buttons hidden data-title=(entry.title) data-question=(entry.question)
            data-date=(entry.created_at.format("%Y-%m-%d")) data-delete-token=[&deletion.delete_token] {
            button #copy.quiet type="button" { "Copy the text" }
            button #share-page.quiet type="button" { "Share" }
            button #print.quiet type="button" { "Print" }
            button #keep.quiet type="button" { "Keep in my readings" }
            span role="status" {}
        }
    }
}

/// The URL of a reading, its preview and its files. `seen_by` says who else can find it.
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
