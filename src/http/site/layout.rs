//! The common frame of all pages.

use actix_web::{
    HttpResponse, HttpResponseBuilder,
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
};
use maud::{DOCTYPE, Markup, Render, html};

use super::{assets, open_graph::Shared, refresh::AutoRefresh, turns, urls};
use crate::{
    games::excerpt,
    reading::{Care, Heading},
};

/// A section of the site, linked in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Request a reading.
    Ask,
    /// Play at a table.
    Play,
    /// Stored games.
    Games,
    /// The deal of the day, and its plain card.
    Daily,
    /// Cards drawn for spreads.
    Spreads,
    /// Readings stored in the browser.
    Readings,
    /// The rules.
    Rules,
    /// The cards.
    Cards,
    /// API documentation.
    Interface,
    /// The reader's own profile.
    Me,
}

/// The title of a page, and its section.
#[derive(Clone, Copy, Debug)]
pub struct Title<'a> {
    text: &'a str,
    section: Option<(Section, &'static str)>,
}

impl Section {
    const ALL: [Section; 10] = [
        Section::Ask,
        Section::Daily,
        Section::Play,
        Section::Spreads,
        Section::Games,
        Section::Readings,
        Section::Rules,
        Section::Cards,
        Section::Interface,
        Section::Me,
    ];

    /// The section's URL and label.
    const fn link(self) -> (&'static str, &'static str) {
        match self {
            Section::Ask => ("/", "Ask"),
            Section::Play => ("/tables/new", "Play"),
            Section::Games => ("/games", "Games"),
            Section::Daily => (urls::DAYS, "The day"),
            Section::Spreads => ("/spreads", "Draw"),
            Section::Readings => ("/readings", "My readings"),
            Section::Rules => ("/rules", "Rules"),
            Section::Cards => ("/cards", "Cards"),
            Section::Interface => ("/docs/", "API"),
            Section::Me => (urls::ME, "Me"),
        }
    }

    /// The title of the page linked in the header.
    pub const fn top(self, text: &str) -> Title<'_> {
        Title { text, section: Some((self, "page")) }
    }

    /// The title of another page of this section.
    pub const fn within(self, text: &str) -> Title<'_> {
        Title { text, section: Some((self, "true")) }
    }
}

impl<'a> From<&'a str> for Title<'a> {
    fn from(text: &'a str) -> Title<'a> {
        Title { text, section: None }
    }
}

impl<'a> From<&'a String> for Title<'a> {
    fn from(text: &'a String) -> Title<'a> {
        Title::from(text.as_str())
    }
}

/// Maximum size of a question in a page's title, in bytes.
const QUESTION_LIMIT: usize = 80;

/// The title of a reading with its question, so that pages can be told apart.
pub fn with_question(title: &str, heading: &Heading, care: Option<Care>) -> String {
    match heading.question_line() {
        Some(question) if care.is_none() => format!("{title}: {}", excerpt(&question, QUESTION_LIMIT)),
        Some(_) | None => title.to_owned(),
    }
}

/// A page.
pub fn page<'a>(status: StatusCode, title: impl Into<Title<'a>>, files: &[&str], body: &Markup) -> HttpResponse {
    answer(status, shell(title, files, body))
}

/// A page with Open Graph tags.
pub fn shared_page<'a>(shared: &Shared, title: impl Into<Title<'a>>, files: &[&str], body: &Markup) -> HttpResponse {
    answer(StatusCode::OK, document(title.into(), files, &shared.tags(), body))
}

/// A page that may wait for something.
pub fn refreshing_page<'a>(
    title: impl Into<Title<'a>>,
    files: &[&str],
    refresh: Option<&AutoRefresh>,
    body: &Markup,
) -> HttpResponse {
    let head = refresh.map(AutoRefresh::head).unwrap_or_default();
    answer(StatusCode::OK, document(title.into(), files, &head, body))
}

/// The HTML document around a page's body, with additional style sheets and scripts.
pub fn shell<'a>(title: impl Into<Title<'a>>, files: &[&str], body: &Markup) -> Markup {
    document(title.into(), files, &html!(), body)
}

/// Reserves this number of bytes where it is written: a text that doubles until it is long enough is copied as often.
struct Reserve(usize);

impl Render for Reserve {
    fn render_to(&self, text: &mut String) {
        text.reserve_exact(self.0);
    }
}

/// Bytes of a document around its body: about 1,200, and those of its title, style sheets, scripts and Open Graph tags.
const AROUND: usize = 2 << 10;

fn document(title: Title<'_>, files: &[&str], head: &Markup, body: &Markup) -> Markup {
    html! {
        (Reserve(AROUND + body.0.len()))
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // The response header alone would make browsers omit the origin of forms within the site.
                meta name="referrer" content="same-origin";
                meta name="color-scheme" content="light dark";
                title { @if turns::is_due(true) { "Your turn · " } (title.text) " · Arcana" }
                (head)
                link rel="icon" type="image/svg+xml" href=(assets::address(if turns::is_due(false) { "icon-turn.svg" } else { "icon.svg" }))
                    data-due=(assets::address("icon-turn.svg")) data-idle=(assets::address("icon.svg"));
                link rel="manifest" href=(urls::MANIFEST);
                link rel="preload" as="font" type="font/woff2" href=(assets::address(assets::FIRST_FONT)) crossorigin;
                link rel="stylesheet" href=(assets::address("site.css"));
                link rel="stylesheet" href=(assets::address("reading.css"));
                script src=(assets::address("turns.js")) defer {}
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
                        @for section in Section::ALL { (link(section, title)) }
                    }
                }
                p #turns aria-live="polite" { (turns::links()) }
                main #main tabindex="-1" { (body) }
                footer.end { p { "Arcana plays, checks, records and reads tarot games." } }
            }
        }
    }
}

/// A header link, marked if it leads to this page or its section.
fn link(section: Section, title: Title<'_>) -> Markup {
    let (address, name) = section.link();
    let current = title.section.filter(|(own, _)| *own == section).map(|(_, how)| how);
    html! { a href=(address) aria-current=[current] { (name) } }
}

/// An HTML fragment for a page's script.
pub fn piece(body: Markup) -> HttpResponse {
    answer(StatusCode::OK, body)
}

/// Redirects with 303 See Other.
pub fn see_other(address: String) -> HttpResponse {
    let mut response = HttpResponse::SeeOther();
    checked_again(&mut response).insert_header((header::LOCATION, address)).finish()
}

/// A page for one browser alone: a form on it creates something once, or what it shows follows from cookies.
pub fn private(mut page: HttpResponse) -> HttpResponse {
    page.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

fn answer(status: StatusCode, body: Markup) -> HttpResponse {
    checked_again(&mut HttpResponse::build(status)).content_type("text/html; charset=utf-8").body(body.into_string())
}

/// Lets caches ask each time whether the page is still the same.
fn checked_again(response: &mut HttpResponseBuilder) -> &mut HttpResponseBuilder {
    response.insert_header((header::CACHE_CONTROL, "no-cache")).insert_header((header::VARY, "Accept-Encoding"))
}

/// The switch of keyboard shortcuts, which a page's script shows and obeys, and what the keys do. They can be turned
/// off, as WCAG requires (success criterion 2.1.4).
pub fn keys(what: &str) -> Markup {
    html! {
        p.keys hidden {
            label { input #keys type="checkbox" checked; " Keys" } " "
            span { (what) }
        }
    }
}

/// A sentence with code elements for the text between backticks.
pub fn coded(text: &str) -> Markup {
    // Text after an unpaired backtick is not code.
    let paired = text.matches('`').count() & !1;
    html! {
        @for (place, part) in text.splitn(paired + 1, '`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_code() {
        assert_eq!(coded("`x` is <not> `y`.").into_string(), "<code>x</code> is &lt;not&gt; <code>y</code>.");
        assert_eq!(coded("a ` b").into_string(), "a ` b");
    }
}
