//! The form for a draw.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    Chosen,
    parameters::{self, Parameters},
};
use crate::{
    cards,
    http::{
        extract::query::Query,
        site::{
            error::{PageResult, faults},
            form::{Field, Form},
            layout::{self, Section},
            look::{DECK, deck_choice, remembered_deck},
            spreads,
        },
    },
    reading::{KnownSpread, Pack},
    service::{Name, Question, SeedText},
};

const TITLE: Field<'_> = Field { limit: Some(Name::LIMIT), ..Field::text("title", "title", "Name of the spread") };
const PLACES: Field<'_> = Field {
    hint: "One place on each line; what it asks may follow behind a colon. An empty line begins another row.",
    ..Field::text("places", "places", "Places")
};
const FRAME: Field<'_> = Field::text("frame", "frame", "What the places ask");
const QUESTION: Field<'_> = Field {
    limit: Some(Question::LIMIT),
    hint: "Or leave it empty, and let the cards speak of what they will.",
    ..Field::text("question", "question", "Your question")
};
const NAME: Field<'_> = Field {
    limit: Some(Name::LIMIT),
    hint: "Optional; it stands above the reading.",
    autocomplete: "nickname",
    ..Field::text("name", "name", "Your name")
};
const REVERSALS: Field<'_> = Field::text("reversals", "reversals", "Reversed cards");
const PACK: Field<'_> = Field::text("pack", "pack", "Cards");
const SEED: Field<'_> = Field {
    limit: Some(SeedText::LIMIT),
    hint: "Leave empty for a random seed; the same seed gives the same cards.",
    ..Field::text("seed", "seed", "Seed")
};

const SIGNIFICATOR: Field<'_> = Field {
    hint: "Optional: a card that stands for you. It is laid out before, and is not drawn.",
    list: Some("card-names"),
    ..Field::text("significator", "significator", "Significator")
};
const LAID: Field<'_> = Field {
    hint: "One on each line, in the order of the places, such as “The Fool” or “Two of Cups, reversed”.",
    ..Field::text("cards", "cards", "The cards that you have laid")
};
/// The reading to which this one is a follow-up.
const FOLLOWS: &str = "follows";

/// All fields in page order.
const FIELDS: [Field<'_>; 11] = [TITLE, PLACES, FRAME, QUESTION, NAME, DECK, SIGNIFICATOR, REVERSALS, PACK, SEED, LAID];

/// Shares of reversed cards: value and label. The first is the default.
const SHARES: [(&str, &str); 5] = [
    ("", "About half of them"),
    ("0.25", "One in four"),
    ("0.1", "One in ten"),
    ("0", "None: all cards upright"),
    ("1", "All of them"),
];

/// Labels of the packs.
const PACK_NAMES: [(&str, &str); 3] =
    [("", "All 78"), (Pack::Majors.id(), "The 22 trumps alone"), (Pack::Minors.id(), "The four suits alone")];

/// The form, filled in from the URL.
pub async fn form(request: HttpRequest, path: web::Path<String>) -> PageResult {
    let chosen = Chosen::named(&path)?;
    let mut query = Query::filled(&request);
    Parameters::from_query(&mut query, chosen);
    let mut pairs = query.pairs().to_vec();
    if !pairs.iter().any(|(name, _)| name == DECK.name) {
        let deck = remembered_deck(&request).unwrap_or(parameters::DECK);
        pairs.push((DECK.name.to_owned(), deck.id().to_owned()));
    }
    let mut form = Form::from(pairs);
    if let Err(problem) = query.finish() {
        form.wrong = faults(&problem);
    }
    Ok(shown(chosen, &form))
}

/// The page with the form.
pub fn shown(chosen: Chosen, form: &Form) -> HttpResponse {
    let status = if form.wrong.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let ways = chosen.ways();
    let frames: Vec<_> = ways.iter().filter_map(|way| Some((way.frame.as_deref()?, way.about.as_str()))).collect();
    let is_open = |fields: &[Field<'_>]| fields.iter().any(|field| form.is_filled(field.name));
    let follows = form.text(FOLLOWS);
    let is_own = chosen == Chosen::Own;
    let body = html! {
        nav.pages aria-label="Spreads" { ul { li { a href="/spreads" { "All spreads" } } } }
        div.spread-page {
            div {
                h1 { (chosen.name()) }
                p.lead { (chosen.about()) }
                figure { (spreads::map(chosen)) }
            }
            div {
                (form.faults(FIELDS))
                form id=[is_own.then_some("own-spread")] method="get" action=(chosen.readings()) {
                    @if !follows.is_empty() && !form.is_wrong(FOLLOWS) {
                        p { "A follow-up to " a href={ "/readings/" (follows) } { "your reading" } "." }
                        input type="hidden" name=(FOLLOWS) value=(follows);
                    }
                    (of_spread(chosen, form))
                    @if frames.len() > 1 { (form.choice(&FRAME, &frames)) }
                    (form.line(&QUESTION))
                    p { button.large type="submit" { @if chosen.places().len() == 1 { "Draw the card" } @else { "Draw the cards" } } }
                    details open[form.is_wrong(DECK.name) || is_open(&[NAME, SIGNIFICATOR, REVERSALS, PACK, SEED])] {
                        summary { "Your name, the deck, a significator, reversed cards, a seed" }
                        (form.line(&NAME))
                        (deck_choice(form))
                        (form.line(&SIGNIFICATOR))
                        datalist #card-names { @for card in cards::PACK { option value=(parameters::DECK.card_name(card)); } }
                        (form.choice(&REVERSALS, &SHARES))
                        (form.choice(&PACK, &PACK_NAMES))
                        (form.line(&SEED))
                    }
                    details open[is_open(&[LAID])] {
                        summary { "Lay your own cards" }
                        (form.lines(&LAID, 5))
                        p { button.quiet type="submit" { "Read these cards" } }
                    }
                    p.hint { "Nothing is stored unless you keep the reading. Its address holds your question, your name and the seed." }
                }
                @if is_own { (kept()) }
            }
        }
        @if !ways.is_empty() { (asks(&ways)) }
    };
    let title = form.titled(chosen.name());
    let script = is_own.then_some("own_spreads.js");
    let files: Vec<_> = ["guide.css", "spread.css"].into_iter().chain(script).collect();
    layout::page(status, Section::Spreads.within(&title), &files, &body)
}

/// The spreads that a browser keeps by itself, which its script shows.
fn kept() -> Markup {
    html! {
        section #kept-spreads hidden aria-labelledby="kept-spreads-title" {
            h2 #kept-spreads-title { "Spreads of your own" }
            p { button.quiet type="button" { "Keep this spread" } }
            p role="status" {}
            ul {}
            p.hint { "This browser keeps them. Whoever gets the address of one sees its names and places, and not whose it is." }
        }
    }
}

/// The questions of the positions, for each frame.
fn asks(ways: &[&'static KnownSpread]) -> Markup {
    html! {
        section aria-labelledby="asks" {
            h2 #asks { "What the places ask" }
            @for way in ways {
                @if ways.len() > 1 { h3 { (way.about) } }
                ol.asks {
                    @for place in &way.places { li { strong { (place.name) } " " span { (place.asks) } } }
                }
            }
        }
    }
}

/// Fields for a reader's own spread.
fn of_spread(chosen: Chosen, form: &Form) -> Markup {
    html! {
        @match chosen {
            Chosen::Known(_) => {},
            Chosen::Own => {
                (form.line(&TITLE))
                (form.lines(&PLACES, 7))
            }
        }
    }
}
