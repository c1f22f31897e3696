//! The rules pages of the site, each with a table of contents and links to the others.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use maud::{Markup, html};
use utoipa::IntoParams;
use uuid::Uuid;

use super::{
    assets,
    board::{Look, face},
    form::players_of,
    layout::{self, Section, Title},
    urls,
    written::{Heading, Written, unchanged, written},
};
use crate::{
    cards::{Deck, PACK},
    games::Ruleset,
    http::{
        extract::{
            accept::Representation,
            query::{self, Query},
        },
        reply::{
            problem::Problem,
            response::{self, Caching},
        },
    },
    rules_pages::{CHANCE, INDEX, RulesPage},
    service::{ClientSeed, SeedText},
};

/// A rules page. The query fills in the calculator on the page about chance; other pages ignore it.
///
/// # Errors
/// Parameters that no page has, and texts that are not seeds.
pub fn page(request: &HttpRequest, page: RulesPage) -> Result<HttpResponse, Problem> {
    let deck = assets::deck_style(Deck::Fortunes);
    let deal = Deal::of(request)?;
    let (files, after): (&[&str], _) = match page.name == CHANCE.name {
        true => (&["guide.css", "table.css", deck, "chance.js"], Some(calculator_section(&deal))),
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
        LazyLock::new(|| RulesPage::all().map(|page| (page.name, written(page.text, &unchanged))).collect());
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
pub fn contents(headings: &[Heading], with_calculator: bool) -> Markup {
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

/// Number of players in a deal of Fortunes.
const PLAYERS: usize = 4;

/// What the address fills in.
#[derive(Clone, Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Deal {
    /// Seed for the calculator on the HTML page `chance`; other pages ignore it.
    #[param(value_type = Option<ClientSeed>)]
    seed: Option<SeedText>,
    /// Client seed for the calculator.
    client_seed: Option<ClientSeed>,
    /// Game whose deal the calculator compares.
    game: Option<Uuid>,
}

impl Deal {
    /// Parses the query.
    ///
    /// # Errors
    /// Unknown parameters, and texts that are not seeds.
    pub fn of(request: &HttpRequest) -> Result<Deal, Problem> {
        let mut query = Query::filled_of(request, &["seed", "client_seed"]);
        let deal = Deal {
            seed: query.read("seed", SeedText::new),
            client_seed: query.read("client_seed", ClientSeed::new),
            game: query.read("game", |text| query::uuid(text).ok_or("Expected a UUID.")),
        };
        query.finish()?;
        Ok(deal)
    }
}

/// The deal calculator on the page about chance, filled in. It runs in the reader's browser.
fn calculator_section(deal: &Deal) -> Markup {
    html! {
        section.calculator aria-labelledby="calculator" {
            h2 #calculator { "Check a deal" }
            p {
                "From the two seeds of a game this page computes the key, the stream and the shuffled pack, and deals the four "
                "hands of Fortunes, all in your browser. A game shows its seeds under “How it was dealt”, with a link that fills them "
                "in here; then the log of that game is fetched, and its deal compared."
            }
            noscript {
                p.hint {
                    "The calculator is a script, and your browser runs none here. "
                    @if let Some(game) = deal.game {
                        "The service compares the deal of the game instead, in its "
                        a href={ "/v1/games/" (game) "/verification" } { "verification" } "."
                    } @else {
                        "The steps above are all there is to compute; the test vectors show whether your own tools agree."
                    }
                }
            }
            (calculator_form(deal))
            (computed())
            template #pack-in-order { @for card in PACK { li { (face(card, Deck::Fortunes, Look::default())) } } }
        }
    }
}

fn calculator_form(deal: &Deal) -> Markup {
    html! {
        form #deal.card-like method="get" action="/rules/chance#calculator" {
            p.field {
                label for="seed" { "Seed" }
                input #seed.whole name="seed" maxlength=(SeedText::LIMIT) required value=[deal.seed.as_ref().map(SeedText::as_str)] autocomplete="off" spellcheck="false";
            }
            p.field {
                label for="client-seed" { "Caller’s seed " span.hint { "(may be empty)" } }
                input #client-seed.whole name="client_seed" maxlength=(ClientSeed::LIMIT) value=[deal.client_seed.as_ref().map(ClientSeed::as_str)]
                    autocomplete="off" spellcheck="false";
            }
            @if let Some(game) = deal.game { input type="hidden" name="game" value=(game); }
            button { "Compute" }
        }
    }
}

/// Where the script writes its results.
fn computed() -> Markup {
    html! {
        p.verdict role="status" #verdict {}
        div #computed hidden {
            dl.pairs {
                dt { "SHA-256 of the seed" } dd { code #hash {} }
                dt { "Key" } dd { code #key {} }
                dt { "First words" } dd { code #words {} }
                dt { "First dice" } dd { code #dice {} }
            }
            h3 { "The four hands of Fortunes" }
            div.hands {
                @for player in 0..PLAYERS {
                    div.dealt { p.label { "Player " (player) } ul.cards.small aria-label={ "Hand of player " (player) } {} }
                }
                div.dealt { p.label { "Set aside" } ul.cards.small aria-label="Set aside" {} }
            }
            details {
                summary { "The shuffled pack, first card first" }
                ul #pack.cards.small aria-label="The shuffled pack" {}
                p { code #pack-ids {} }
            }
        }
    }
}
