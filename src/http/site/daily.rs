//! The card of the day: one for everyone, and one for each name. It is derived from date and name; nothing is stored.

use std::ops::RangeInclusive;

use actix_web::{HttpRequest, http::StatusCode, web};
use chrono::{Datelike, NaiveDate};
use maud::{Markup, PreEscaped, html};

use super::{
    error::PageResult,
    form::with_message,
    layout::{self, Section},
    urls,
};
use crate::{
    cards::Deck,
    http::extract::query::Query,
    reading::{
        Care, Disposition, Draw, DrawnCard, Language, Variants,
        art::Size,
        seed_of_day,
        spread::card_name,
        svg::{Embedding, Faces},
        texts,
    },
    service::{Name, Service, read_date},
};

/// The seed without a name.
const EVERYBODY: &str = "arcana";

/// The URL before its parameters.
const PAGE: &str = "/daily?";
/// The deck on the page.
const DECK: Deck = Deck::WaiteSmith;
/// Years with four digits.
const YEARS: RangeInclusive<i32> = 1..=9999;

/// A date and an optional name.
struct Day {
    name: Option<Name>,
    date: NaiveDate,
    today: NaiveDate,
    next: Option<NaiveDate>,
}

/// The card of a day, by default of today.
pub async fn daily(request: HttpRequest, service: web::Data<Service>) -> PageResult {
    let mut query = Query::filled(&request);
    let today = service.today();
    let name = query.read("for", Name::new);
    let date = query.read("date", |text| service.begun(with_message(read_date(text))?));
    query.finish()?;
    // Without a date the page's script asks for that of the reader's place, if it is another one.
    let (asked, date) = (date.is_some(), date.unwrap_or(today));
    let next = date.succ_opt().and_then(|date| service.begun(date).ok()).filter(has_page);
    let day = Day { name, date, today, next };
    let drawn = Draw::of_day(day.seed(), date).next().expect("a pack has a first card");
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Large);
    let care = day.name.as_ref().and_then(|name| Care::of([name.as_str()]));
    let body = html! {
        article.daily data-utc=[(!asked).then_some(today)] {
            @match care {
                Some(care) => div { h1 { (day.title()) } @for line in care.said().lines() { p.said { (line) } } },
                None => (shown(&day, drawn, faces)),
            }
            (around(&day))
        }
        (choice(&day))
        (origin(&day))
    };
    Ok(layout::page(StatusCode::OK, Section::Daily.within(&day.title()), &["site.js"], &body))
}

fn has_page(date: &NaiveDate) -> bool {
    YEARS.contains(&date.year())
}

impl Day {
    fn seed(&self) -> &str {
        self.name.as_ref().map_or(EVERYBODY, Name::as_str)
    }

    fn title(&self) -> String {
        let day = match self.date == self.today {
            true => "today".to_owned(),
            false => self.date.format("%-d %B %Y").to_string(),
        };
        match &self.name {
            Some(name) if Care::of([name.as_str()]).is_none() => format!("{}’s card of {day}", name.as_str()),
            Some(_) | None => format!("The card of {day}"),
        }
    }

    /// The URL for the same name on another day; without one on that which it is where the reader is.
    fn address(&self, date: Option<NaiveDate>) -> String {
        let mut query = form_urlencoded::Serializer::for_suffix(PAGE.to_owned(), PAGE.len());
        if let Some(name) = &self.name {
            query.append_pair("for", name.as_str());
        }
        query.extend_pairs(date.map(|date| ("date", date.to_string())));
        query.finish()
    }
}

/// The card and its meaning.
fn shown(day: &Day, DrawnCard { card, disposition }: DrawnCard, faces: Faces<'_>) -> Markup {
    let deck = DECK;
    let language = Language::default();
    let meaning = texts::texts(language).card(card, deck).meaning(disposition);
    let mut variants = Variants::of_text(&format!("{} {}", day.seed(), day.date));
    html! {
        div {
            h1 { bdi { (day.title()) } }
            p.hint { time datetime=(day.date.format("%Y-%m-%d")) { (day.date.format("%A, %-d %B %Y")) } }
        }
        details.turned-over {
            summary { span.back { (PreEscaped(faces.card_back(deck))) } span.button { "Turn it over" } }
            figure { (PreEscaped(faces.card(card, deck, disposition, Embedding::InPage))) }
            div {
                h2 {
                    (card_name(&html! { a href=(urls::card(card, deck)) { (deck.card_name(card)) } }, disposition == Disposition::Ill))
                }
                p.keywords { (meaning.keywords.join(", ")) }
                p { "It stands for " (variants.pick::<String>(&meaning.themes)) "." }
                p.said { (variants.pick::<String>(&meaning.sentences)) }
            }
        }
    }
}

/// Links to the previous and next day.
fn around(day: &Day) -> Markup {
    html! {
        nav.paging aria-label="Days" {
            @if let Some(date) = day.date.pred_opt().filter(has_page) { a href=(day.address(Some(date))) rel="prev" { "The day before" } }
            @if day.date != day.today { a href=(day.address(None)) { "Today" } }
            @if let Some(date) = day.next { a href=(day.address(Some(date))) rel="next" { "The day after" } }
        }
    }
}

fn choice(day: &Day) -> Markup {
    html! {
        section aria-labelledby="own" {
            h2 #own { "A card of your own" }
            form.filters method="get" action="/daily" {
                p.field {
                    label for="for" { "Name" }
                    input #for name="for" type="text" maxlength=(Name::LIMIT) autocomplete="nickname"
                        value=[day.name.as_ref().map(Name::as_str)];
                }
                p.field {
                    label for="date" { "Date" }
                    input #date name="date" type="date" value=(day.date.format("%Y-%m-%d"));
                }
                p { button type="submit" { "Turn it over" } }
            }
            p.hint {
                "The same name has the same card all day, for anyone who asks. Without a name it is the card of everybody. The \
                 name stands in the address of the page and is not stored."
            }
        }
    }
}

/// How anyone can repeat the draw.
fn origin(day: &Day) -> Markup {
    html! {
        section aria-labelledby="origin" {
            h2 #origin { "How it is drawn" }
            p {
                "The pack is shuffled with the seed " code { (seed_of_day(day.seed(), day.date)) }
                ", the first card is yours, and the next random number decides whether it is reversed. "
                a href="/rules/chance#draws" { "Check this draw" } ". Days begin at midnight where you are; without script in UTC."
            }
            p {
                "It is one card for one day. " a href="/" { "Ask a question" } " for a whole reading, or "
                a href="/spreads" { "draw cards" } " for a spread."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(name: Option<&str>, text: &str) -> Day {
        let name = name.map(|name| Name::new(name).expect("a name"));
        let today = read_date("2026-11-22").expect("a date");
        Day { name, date: read_date(text).expect("a date"), today, next: None }
    }

    #[test]
    fn a_date_is_written_in_one_way() {
        assert!(read_date("2026-11-22").is_ok());
        for wrong in ["2026-1-2", "2026-02-30", "22.11.2026", "+12026-01-01", "-0001-01-01", "today", " 2026-11-22"] {
            assert!(read_date(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_day_has_its_title_and_its_address() {
        assert_eq!(day(None, "2026-11-22").title(), "The card of today");
        let other = day(Some("Ada & Bel"), "2026-11-21");
        assert_eq!(other.title(), "Ada & Bel’s card of 21 November 2026");
        assert_eq!(other.address(Some(other.today)), "/daily?for=Ada+%26+Bel&date=2026-11-22");
        assert_eq!((other.seed(), day(None, "2026-11-22").seed()), ("Ada & Bel", "arcana"));
    }
}
