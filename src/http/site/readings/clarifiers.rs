//! What goes on from a reading: one more card beside a place, and a follow-up question.

use actix_web::{HttpRequest, web};
use maud::{Markup, html};

use crate::{
    http::{
        extract::query,
        middleware::auth::Write,
        site::{
            delete_tokens::{self, Resource},
            deletion::authority,
            error::{PageAuth, PageError, PageResult},
            form::{Body, Field, Form, Once},
            urls,
        },
    },
    reading::Spread,
    service::{Service, StoredSpread, records::ReadingId},
};

const PLACE: Field<'_> = Field::text("place", "place", "Beside which place?");

/// What a reading of a spread goes on from, what goes on from it, and for whoever has created it the form for one more
/// card. Nothing is offered where care is needed.
pub fn going_on(stored: &StoredSpread, following: &[StoredSpread], is_creator: bool, once: &Once) -> Markup {
    let StoredSpread { record, reading } = stored;
    let can_draw = is_creator && record.drawing.is_some() && record.clarified_place().is_none();
    let places: Vec<_> = reading.places.iter().map(|it| (it.place.id.as_str(), it.place.name.as_str())).collect();
    let word = match &record.choice.spread {
        Spread::Known(known) => known.id.as_str(),
        Spread::Own(_) => "three-card",
    };
    html! {
        @if let Some(former) = &record.former {
            p.aside {
                @match former.place { Some(_) => "One more card beside a place of ", None => "It follows " }
                a href=(urls::reading(former.reading)) { "an earlier reading" } "."
            }
        }
        (asked_further(following, &places))
        @if reading.care.is_none() {
            @if can_draw {
                section.aside aria-labelledby="clarify" {
                    h2 #clarify { "One more card" }
                    p.hint { "The next card of the same shuffle, laid beside a place that you want to understand better." }
                    form method="post" action={ (urls::reading(record.id)) "/clarifiers" } {
                        (once)
                        (Form::default().choice(&PLACE, &places))
                        p { button type="submit" { "Draw it" } }
                    }
                }
            }
            (follow_up(record.id, word))
        }
    }
}

/// The clarifiers and follow-ups of a reading with these places, by their ids and names.
pub fn asked_further(following: &[StoredSpread], places: &[(&str, &str)]) -> Markup {
    html! {
        @if !following.is_empty() {
            section.aside aria-labelledby="following" {
                h2 #following { "What was asked further" }
                ul.links { @for next in following { li { (line(next, places)) } } }
            }
        }
    }
}

/// A clarifier or a follow-up, in the list of its reading.
fn line(next: &StoredSpread, places: &[(&str, &str)]) -> Markup {
    let name = |id: &str| places.iter().find(|(place, _)| *place == id).map_or("it", |(_, name)| *name).to_owned();
    let cards = next.reading.places.iter().map(|it| it.card.label()).collect::<Vec<_>>().join(", ");
    html! {
        a href=(urls::reading(next.record.id)) {
            @match next.record.clarified_place() {
                Some(place) => { "Beside " bdi { (name(place)) } ": " (cards) }
                None if next.reading.care.is_none() && !next.record.question.is_empty() => bdi { (next.record.question) },
                None => "A follow-up",
            }
        }
    }
}

/// A link to the form of a spread, for a question that follows this reading.
pub fn follow_up(id: ReadingId, spread: &str) -> Markup {
    html! { p.aside { a href={ "/spreads/" (spread) "?follows=" (id) } { "Ask a follow-up question" } } }
}

/// Draws one more card.
pub async fn clarify(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    query::none(&request)?;
    let (of, form) = (PageError::id(&path, ReadingId, "reading")?, Form::read(&body)?);
    let refusal = "Only the browser that requested the reading can draw another card, and its cookie is missing.";
    let authority = authority(&request, Resource::Spread(of).token(&request), refusal)?;
    let tokens = service.delete_tokens(&auth.0.caller).await?;
    let key = form.idempotency_key(&request, &service, auth.0.caller.owner);
    let made = service.clarify(authority, (of, form.text(PLACE.name)), key).await?;
    let id = made.value.record.id;
    Ok(delete_tokens::see(&request, Resource::Spread(id), &tokens, urls::reading(id)))
}
