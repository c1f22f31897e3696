//! Lessons: each game in five minutes, with pictures and a first example.
//!
//! Each game has its lesson in its own file ([`Lesson`]), in a common frame.

mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod lesson;
pub mod path;
mod pictures;
mod reversal;

#[cfg(test)]
mod tests;

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};

use self::{
    lesson::{CardRule, Lesson},
    pictures::example,
};
use super::{
    assets,
    error::{PageError, PageResult},
    form::players_of,
    layout::{self, Section},
    urls,
};
use crate::{
    cards::Card,
    games::{Ruleset, with_game},
    http::extract::query,
};

/// The list of lessons.
pub async fn index(request: HttpRequest) -> PageResult {
    query::none(&request)?;
    let body = html! {
        h1 { "Learn a game in five minutes" }
        p.lead { "Each page tells a game as somebody at the table would, with a first example to follow." }
        ul.choices {
            @for ruleset in Ruleset::ALL {
                li.card-like {
                    h2 { a href=(urls::lesson(ruleset)) { (ruleset.info().name) } }
                    p { (with_game!(ruleset, G => G::LEAD)) }
                    p.hint { (players_of(ruleset)) }
                }
            }
        }
        p { "Whatever is unclear, the " a href="/rules" { "exact rules" } " decide." }
    };
    Ok(layout::page(StatusCode::OK, Section::Rules.within("Learn a game"), &["guide.css"], &body))
}

/// The lesson of one game.
pub async fn lesson(request: HttpRequest, name: web::Path<String>) -> PageResult {
    query::none(&request)?;
    let ruleset: Ruleset = name.parse().map_err(|_| PageError::not_found("lesson"))?;
    let title = format!("Learn {}", ruleset.info().name);
    let deck = ruleset.info().deck.map(assets::deck_style);
    let files: Vec<_> = ["guide.css", "table.css"].into_iter().chain(deck).collect();
    Ok(layout::page(
        StatusCode::OK,
        Section::Rules.within(&title),
        &files,
        &with_game!(ruleset, G => framed::<G>(ruleset)),
    ))
}

/// The special roles of a card in all games.
pub fn rules_of_card(card: Card) -> impl Iterator<Item = (Ruleset, CardRule)> {
    Ruleset::ALL.into_iter().filter_map(move |ruleset| Some((ruleset, with_game!(ruleset, G => G::of_card(card))?)))
}

fn framed<G: Lesson>(ruleset: Ruleset) -> Markup {
    html! {
        (others(ruleset))
        article.lesson {
            h1 { (ruleset.info().name) " in five minutes" }
            p.lead { (G::LEAD) }
            p.hint { (players_of(ruleset)) }
            (G::text())
            h2 { "A first example" }
            (example::<G>())
            h2 { "And now" }
            p.ways {
                a href=(urls::new_table(ruleset)) { "Set up a table" } " and play, or read the "
                a href={ "/rules/" (ruleset.id()) } { "exact rules" } "."
            }
        }
    }
}

/// Links to the other lessons.
fn others(shown: Ruleset) -> Markup {
    html! {
        nav.pages aria-label="Lessons" {
            ul {
                li { a href="/learn" { "All games" } }
                @for ruleset in Ruleset::ALL {
                    li {
                        a href=(urls::lesson(ruleset)) aria-current=[(ruleset == shown).then_some("page")] {
                            (ruleset.info().name)
                        }
                    }
                }
            }
        }
    }
}
