//! The learning path: a card a day through the 78, each with a question to answer in one's own words, which the browser keeps.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, PreEscaped, html};

use crate::{
    cards::{Card, Deck, PACK},
    http::{
        extract::query::{self, Query},
        site::{
            error::PageResult,
            layout::{self, Section},
            look, urls,
        },
    },
    reading::{
        Disposition, Language,
        art::Size,
        svg::{Embedding, Faces},
        texts::texts,
    },
    service::Service,
};

/// A question for each card, in pack order.
const QUESTIONS: &str = include_str!("questions.txt");

/// Maximum length of an answer.
const ANSWER: u16 = 1000;

/// All cards of the path.
pub async fn path(request: HttpRequest) -> PageResult {
    query::none(&request)?;
    let deck = Deck::default();
    let body = html! {
        h1 { "A card a day" }
        p.lead { "Seventy-eight days, a card and a question each. Answer in your own words: they tell you more than any book." }
        p #today.hint data-cards=(Card::COUNT) { "Begin with the first card, and go on when you like." }
        ol.path {
            @for (card, day) in PACK.iter().zip(1..) { li { a href=(urls::path_day(day)) { (deck.card_name(*card)) } } }
        }
        p.hint { "What you write stays in this browser, and is sent nowhere." }
    };
    let files = ["guide.css", "path.js"];
    Ok(layout::page(StatusCode::OK, Section::Cards.within("A card a day"), &files, &body))
}

/// The card of a day of the path.
pub async fn day(request: HttpRequest, service: web::Data<Service>, day: web::Path<String>) -> PageResult {
    let mut query = Query::filled(&request);
    let look = look::chosen(&mut query, &service);
    query.finish()?;
    let number = day.parse::<usize>().ok().filter(|number| number.to_string() == *day);
    let card = number.and_then(|number| Some((number, *PACK.get(number.checked_sub(1)?)?)));
    let (number, card) = card.ok_or_else(|| super::PageError::not_found("day of the path"))?;
    Ok(shown(number, card, service.pictures().linked(look, Size::Large)))
}

fn shown(day: usize, card: Card, faces: Faces<'_>) -> HttpResponse {
    let deck = Deck::default();
    let name = deck.card_name(card);
    let meaning = texts(Language::default()).card(card, deck).meaning(Disposition::Well);
    let question = QUESTIONS.lines().nth(day - 1).unwrap_or_default();
    let body = html! {
        nav.pages aria-label="The path" { ul { li { a href=(urls::PATH) { "All days" } } } }
        article.card-page {
            h1 { (name) }
            p.hint { "Day " (day) " of " (Card::COUNT) }
            figure.large { (PreEscaped(faces.card(card, deck, Disposition::Well, Embedding::InPage))) }
            ul.keywords { @for keyword in &meaning.keywords { li { (keyword) } } }
            p.lead { (question) }
            form #answer data-day=(day) hidden {
                p.field {
                    label for="words" { "Your answer" }
                    textarea #words name="words" rows="5" maxlength=(ANSWER) {}
                }
                p { button type="submit" { "Keep it" } }
                p role="status" {}
            }
            p { a href=(urls::card(card, deck)) { "What the card means" } }
        }
        (neighbours(day))
    };
    layout::page(StatusCode::OK, Section::Cards.within(&name), &["guide.css", "path.js"], &body)
}

/// Links to the day before and the next.
fn neighbours(day: usize) -> Markup {
    html! {
        nav.paging.neighbours aria-label="Other days" {
            @if day > 1 { a rel="prev" href=(urls::path_day(day - 1)) { "← Day " (day - 1) } }
            @if day < Card::COUNT { a.next rel="next" href=(urls::path_day(day + 1)) { "Day " (day + 1) " →" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_question_of_its_own() {
        let questions: std::collections::BTreeSet<_> = QUESTIONS.lines().collect();
        assert_eq!((QUESTIONS.lines().count(), questions.len()), (Card::COUNT, Card::COUNT));
        assert!(questions.iter().all(|question| question.ends_with('?') && question.len() < 90));
    }
}
