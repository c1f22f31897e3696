//! The rules pages of the site, each with a table of contents and links to the others.

mod calculator;
mod pages;
mod written;

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use maud::{Markup, html};

use self::{
    pages::{CHANCE, INDEX},
    written::{Heading, Written, written},
};
use super::{
    assets,
    form::players_of,
    layout::{self, Section, Title},
    urls,
};
use crate::{
    cards::Deck,
    games::Ruleset,
    http::{
        extract::accept::Representation,
        reply::{
            problem::Problem,
            response::{self, Caching},
        },
    },
};

pub use calculator::Deal;
pub use pages::RulesPage;

/// A rules page. The query fills in the calculator on the page about chance; other pages ignore it.
///
/// # Errors
/// Parameters that no page has, and texts that are not seeds.
pub fn page(request: &HttpRequest, page: RulesPage) -> Result<HttpResponse, Problem> {
    let deck = assets::deck_style(Deck::Fortunes);
    let deal = Deal::of(request)?;
    let (files, after): (&[&str], _) = match page.name == CHANCE.name {
        true => (&["guide.css", "table.css", deck, "chance.js"], Some(calculator::section(&deal))),
        false => (&["guide.css"], None),
    };
    let body = framed(page, after.as_ref());
    let whole = layout::shell(section(page, &title(page)), files, &body).into_string();
    Ok(response::written(StatusCode::OK, Caching::Revalidate, Representation::Html, whole))
}

/// Redirects to the index.
pub async fn index() -> HttpResponse {
    layout::see_other(INDEX.address())
}

/// A page's title and section.
fn section(page: RulesPage, title: &str) -> Title<'_> {
    if page.name == INDEX.name { Section::Rules.top(title) } else { Section::Rules.within(title) }
}

/// The document title of a page.
fn title(page: RulesPage) -> String {
    match page.ruleset {
        Some(_) => format!("Rules of {}", page.title),
        None if page.name == INDEX.name => "Rules".to_owned(),
        None => page.title.to_owned(),
    }
}

/// The rendered pages, made on first use.
fn texts(page: RulesPage) -> &'static Written {
    static TEXTS: LazyLock<Vec<(&str, Written)>> =
        LazyLock::new(|| RulesPage::all().map(|page| (page.name, written(page.text))).collect());
    let found = TEXTS.iter().find(|(name, _)| *name == page.name);
    &found.expect("every page is in the list of all").1
}

fn framed(page: RulesPage, after: Option<&Markup>) -> Markup {
    let text = texts(page);
    html! {
        (others(page))
        div.guide {
            (contents(&text.headings, after.is_some()))
            article.written {
                h1 { (text.title) }
                @if let Some(ruleset) = page.ruleset { (ways(ruleset)) }
                @if page.name == INDEX.name { (games()) }
                @if after.is_some() { p.ways { a href="#calculator" { "Check a deal in your browser" } } }
                (text.body)
                @if let Some(after) = after { (after) }
            }
        }
        (neighbours(page))
    }
}

/// Links to the other pages.
fn others(page: RulesPage) -> Markup {
    html! {
        nav.pages aria-label="Rules" {
            ul {
                @for other in RulesPage::all() {
                    li {
                        a href=(other.address()) aria-current=[(other.name == page.name).then_some("page")] {
                            (if other.name == INDEX.name { "Overview" } else { other.title })
                        }
                    }
                }
                li { a href="/learn" { "Learn a game" } }
                li { a href="/cards" { "The cards" } }
            }
        }
    }
}

/// The table of contents.
fn contents(headings: &[Heading], with_calculator: bool) -> Markup {
    html! {
        nav.contents aria-label="On this page" {
            p.label { "On this page" }
            ul {
                @for heading in headings {
                    li.within[heading.within] { a href={ "#" (heading.id) } { (heading.text) } }
                }
                @if with_calculator { li { a href="#calculator" { "Check a deal" } } }
            }
        }
    }
}

/// Further links for a game.
fn ways(ruleset: Ruleset) -> Markup {
    html! {
        p.ways {
            "New to it? " a href=(urls::lesson(ruleset)) { "Learn it in five minutes" } ". Know it? "
            a href=(urls::new_table(ruleset)) { "Set up a table" } "."
        }
    }
}

/// Links to the games, for beginners.
fn games() -> Markup {
    html! {
        ul.choices {
            @for ruleset in Ruleset::ALL {
                li.card-like {
                    p.name { (ruleset.info().name) }
                    p.hint { (players_of(ruleset)) }
                    p { a href=(urls::lesson(ruleset)) { "Learn " span.unseen { (ruleset.info().name) " " } "in five minutes" } }
                    p { a href={ "/rules/" (ruleset.id()) } { "Exact rules" span.unseen { " of " (ruleset.info().name) } } }
                }
            }
        }
    }
}

/// Links to the previous and next page.
fn neighbours(page: RulesPage) -> Markup {
    let all: Vec<_> = RulesPage::all().collect();
    let place = all.iter().position(|other| other.name == page.name).unwrap_or_default();
    html! {
        nav.paging.neighbours aria-label="Further pages" {
            @if let Some(before) = place.checked_sub(1).and_then(|place| all.get(place)) {
                a rel="prev" href=(before.address()) { "← " (before.title) }
            }
            @if let Some(next) = all.get(place + 1) {
                a.next rel="next" href=(next.address()) { (next.title) " →" }
            }
        }
    }
}
