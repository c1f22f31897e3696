//! The page on which drawn cards are turned, and other formats of their reading.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{Chosen, form, parameters::Parameters};
use crate::{
    http::{
        api::{
            draws,
            readings::formats::{self, Look, OFFERS},
        },
        extract::{accept::Representation, query::Query},
        middleware::auth::{Read, Write},
        site::{
            delete_tokens::{self, Resource},
            error::{PageAuth, PageError, PageResult, faults},
            form::{Body, Form, Once},
            layout::{self, Section},
            look, urls,
        },
    },
    reading::{Shows, art::Size, spread::linked_fragment},
    service::{CardSource, Drawn, SeedText, Service},
};

/// The reading of a URL. A URL without a seed is redirected to one with a new seed.
pub async fn reading(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    let chosen = Chosen::named(&path)?;
    let parameters = match parse(&request, chosen) {
        Ok(parameters) => parameters,
        Err(form) => return Ok(form::shown(chosen, &form)),
    };
    let drawn = service.draw(parameters.request(), None)?;
    if !parameters.is_settled() {
        return Ok(layout::see_other(parameters.with_seed(seed(&drawn)).address()));
    }
    let once = Once::new(&service);
    let page = layout::private(shown(&service, &parameters, &drawn, &once));
    Ok(look::remember_deck(&request, page, parameters.deck, "/spreads"))
}

/// Stores the reading of [`Parameters::store_address`] and redirects to it.
pub async fn store(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    let form = Form::read(&body)?;
    let chosen = Chosen::named(&path)?;
    let parameters = match parse(&request, chosen) {
        Ok(parameters) if parameters.is_settled() => parameters,
        Ok(parameters) => return Ok(layout::see_other(parameters.form())),
        Err(form) => return Ok(form::shown(chosen, &form)),
    };
    let tokens = service.delete_tokens(&auth.0.caller).await?;
    let key = form.idempotency_key(&request, &service, auth.0.caller.owner);
    let stored = service.store_draw(auth.0.caller.owner, parameters.request(), None, key).await?;
    let id = stored.value.record.id;
    Ok(delete_tokens::see(&request, Resource::Spread(id), &tokens, urls::reading(id)))
}

/// The URL of [`store`] leads back to the drawn reading, which has the form.
pub async fn back(request: HttpRequest, path: web::Path<String>) -> PageResult {
    let chosen = Chosen::named(&path)?;
    Ok(match parse(&request, chosen) {
        Ok(parameters) => layout::see_other(parameters.address()),
        Err(form) => form::shown(chosen, &form),
    })
}

/// The reading of a URL in another format.
pub async fn download(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> PageResult {
    let chosen = Chosen::named(&path.0)?;
    let form = OFFERS.into_iter().find(|offer| offer.ending() == path.1);
    let form = form.ok_or_else(|| PageError::not_found("form of a reading"))?;
    let parameters = match parse(&request, chosen) {
        Ok(parameters) if parameters.is_settled() => parameters,
        Ok(parameters) => return Ok(layout::see_other(parameters.form())),
        Err(form) => return Ok(form::shown(chosen, &form)),
    };
    let form = formats::Form::new(&request, form, Look::default())?;
    let drawn = service.draw(parameters.request(), None)?;
    Ok(draws::answered(&request, &service, drawn, form).await?)
}

/// Parses the URL; on an error returns the form that reports it.
fn parse(request: &HttpRequest, chosen: Chosen) -> Result<Parameters, Form> {
    let mut query = Query::filled(request);
    let parameters = Parameters::from_query(&mut query, chosen);
    let mut form = Form::from(query.pairs().to_vec());
    match (query.finish(), parameters) {
        (Ok(()), Some(parameters)) => return Ok(parameters),
        (Ok(()), None) => form.wrong.push(("places".to_owned(), "Name at least one place.".to_owned())),
        (Err(problem), _) => form.wrong = faults(&problem),
    }
    Err(form)
}

/// The seed of the draw.
fn seed(drawn: &Drawn) -> Option<SeedText> {
    match &drawn.request.cards {
        CardSource::Drawn(drawing) => drawing.seed.clone(),
        CardSource::Given(_) => None,
    }
}

fn shown(service: &Service, parameters: &Parameters, drawn: &Drawn, once: &Once) -> HttpResponse {
    let heading = drawn.heading();
    let faces = service.pictures().linked(service.pictures().on_pages, Size::Small);
    let title = heading.title_of_spread(&drawn.reading);
    let hidden = drawn.reading.care.filter(|care| care.shows() != Shows::Cards);
    let body = html! {
        div.reading-page.to-turn[hidden.is_none()] { (linked_fragment(&drawn.reading, &heading, faces)) }
        @if hidden.is_none() { (around(parameters)) }
        (storing(parameters, once))
        (origin(parameters))
        (sharing(parameters))
    };
    let files: &[&str] = match hidden {
        Some(_) => &["spread.css", "site.js"],
        None => &["spread.css", "site.js", "enlarge.js", "turn.js"],
    };
    layout::page(
        StatusCode::OK,
        Section::Spreads.within(&layout::with_question(&title, &heading, drawn.reading.care)),
        files,
        &body,
    )
}

/// Links to continue.
fn around(parameters: &Parameters) -> Markup {
    html! {
        nav.paging.aside aria-label="Other draws" {
            @if !parameters.is_by_hand() { a href=(parameters.with_seed(None).address()) { "Draw again" } }
            a href=(parameters.form()) { "Change the question" }
            a href="/spreads" { "Other spreads" }
        }
    }
}

/// The form that stores the reading.
fn storing(parameters: &Parameters, once: &Once) -> Markup {
    html! {
        section.aside aria-labelledby="keeping" {
            h2 #keeping { "Keep this reading" }
            form method="post" action=(parameters.store_address()) {
                (once)
                p { button type="submit" { "Keep it" } }
            }
            p.hint {
                "It is stored with your question and your name, under an address of its own, and stands among "
                a href="/readings" { "your readings" } ". It is in no public list, but anyone who has its URL can read it. \
                 Without a key, you can delete it with this browser."
            }
        }
    }
}

/// How anyone can repeat the draw.
fn origin(parameters: &Parameters) -> Markup {
    html! {
        section.aside aria-labelledby="origin" {
            h2 #origin { "How it was drawn" }
            @if parameters.is_by_hand() { p { "These cards were laid by hand, and entered." } } @else { p {
                "The pack was shuffled with the seed " code { (parameters.seed.as_ref().map_or("", SeedText::as_str)) }
                ", the places took the cards from the top, and a random number for each card decides whether it is reversed. "
                a href="/rules/chance#draws" { "Check this draw" } "."
            } }
        }
    }
}

/// How to share the reading, which is not stored here.
fn sharing(parameters: &Parameters) -> Markup {
    html! {
        section.aside aria-labelledby="share" {
            h2 #share { "Share" }
            p {
                "Until you keep it, nothing of this reading is stored. The address of this page holds the question, the name and the seed: \
                 anyone who gets it sees the same cards."
            }
            p.field {
                label for="address" { "Address" }
                input #address.whole type="text" readonly value=(parameters.address()) data-whole-address;
            }
            p { "Download as:" }
            ul.links {
                @for form in OFFERS { li { a href=(parameters.file(form.ending())) download { (name(form)) } } }
            }
        }
    }
}

/// The label of a format.
const fn name(form: Representation) -> &'static str {
    match form {
        Representation::Json => "data (JSON)",
        Representation::Svg => "picture (SVG)",
        Representation::Png => "picture (PNG)",
        Representation::Html => "page (HTML)",
        Representation::Text => "plain text",
        Representation::Markdown => "text (Markdown)",
        Representation::Csv => "table (CSV)",
    }
}
