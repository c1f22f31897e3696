//! Draws: cards for a spread, read but not stored.

pub mod dto;
pub mod request;

use actix_web::{HttpRequest, get, post, web};
use serde::Serialize;
use utoipa::ToSchema;

use self::{
    dto::{DrawnFrom, SpreadType},
    request::DrawBody,
};
use super::{
    decks::ReadingDeck,
    readings::formats::{self, Form, Look},
};
use crate::{
    cards::Deck,
    http::{
        extract::{
            accept,
            body::{Absent, JsonBody},
            query::Query,
        },
        middleware::auth::{Authorized, Read},
        openapi::{GetById, Picture, ReadTricks},
        reply::{problem::ApiResult, response},
    },
    reading::{Care, SpreadReading, TEXTS_VERSION},
    service::{Drawn, Name, Question, SeedText, Service},
};

/// Draws cards for a spread and reads them, without storing anything
///
/// The same request with the same seed gives the same reading. Also available as a picture (SVG, PNG), a page (HTML)
/// and text (plain, Markdown), with `Accept`.
#[utoipa::path(
    tag = "spreads",
    security(("key" = ["read"])),
    operation_id = "draw_cards",
    params(Look),
    request_body(content = DrawBody),
    responses(
        (status = 200, description = "The reading.", content(
            (DrawResponse = "application/json"), (String = "image/svg+xml"), (Picture = "image/png"),
            (String = "text/html; charset=utf-8"), (String = "text/plain; charset=utf-8"),
            (String = "text/markdown; charset=utf-8")), headers(("Content-Language" = String))),
        ReadTricks
    )
)]
#[post("/draws")]
pub async fn draw(request: HttpRequest, _: Authorized<Read>, service: web::Data<Service>, body: JsonBody) -> ApiResult {
    let mut query = Query::of(&request);
    let look = Look::of(&mut query, &service);
    query.finish()?;
    let form = Form::new(&request, accept::choose(&request, &formats::OFFERS)?, look)?;
    let drawn = service.draw(request::drawing(body.value(Absent::IsWrong)?)?, None)?;
    answered(&request, &service, drawn, form).await
}

/// Draws cards for a spread, at one address
///
/// The reading of `POST /v1/draws`, for what can only follow an address, as a chat or `<img>`: with `.png`, `.svg`, `.html`,
/// `.txt`, `.md` or `.json` behind the spread's id, or with `Accept`. With `seed` the same address gives the same reading.
/// Without, each request draws anew, and `Link: rel="canonical"` names the address with the seed that was drawn.
#[utoipa::path(
    tag = "spreads",
    security(("key" = ["read"])),
    operation_id = "get_draw",
    params(
        ("spread" = String, Path, description = "Id of the spread.", example = "three-card"),
        ("seed" = Option<SeedText>, Query, description = "Seed of the draw; random by default."),
        ("question" = Option<Question>, Query, description = "The question."),
        ("when" = Option<String>, Query, format = Date, description = "Date of a daily draw: the seed is then `{seed}@{date}`."),
        ("frame" = Option<String>, Query, description = "The way to ask it, for a spread that has several; by default the first."),
        ("deck" = Option<ReadingDeck>, Query, description = "Whose names the cards have."),
        ("reversals" = Option<f64>, Query, minimum = 0, maximum = 1,
            description = "How likely each card is reversed; 0.5 by default."),
        Look,
    ),
    responses(
        (status = 200, description = "The reading.", content(
            (DrawResponse = "application/json"), (String = "image/svg+xml"), (Picture = "image/png"),
            (String = "text/html; charset=utf-8"), (String = "text/plain; charset=utf-8"),
            (String = "text/markdown; charset=utf-8")),
            headers(("Content-Language" = String), ("Link" = Option<String>, description = "The address with the seed."))),
        GetById
    )
)]
#[get("/draws/{spread}")]
pub async fn get_draw(
    request: HttpRequest,
    _: Authorized<Read>,
    service: web::Data<Service>,
    spread: web::Path<String>,
) -> ApiResult {
    let (spread, representation) = accept::of_part(&request, &spread, &formats::OFFERS)?;
    let mut query = Query::of(&request);
    let body = request::asked(spread, &mut query);
    let look = Look::of(&mut query, &service);
    let has_seed = query.pairs().iter().any(|(name, _)| name == "seed");
    query.finish()?;
    let drawing = request::drawing_of_query(body)?;
    let form = Form::new(&request, representation, look)?;
    let drawn = service.draw(drawing, None).map_err(request::problem_of_query)?;
    if has_seed {
        return answered(&request, &service, drawn, form).await;
    }
    let seed = drawn.drawing.as_ref().map(|drawing| drawing.seed.text()).unwrap_or_default();
    let response = answered(&request, &service, drawn, form).await?;
    Ok(response::drawn_from(response, &request, &seed))
}

/// The response with drawn cards in the requested form.
///
/// # Errors
/// `rate_limited` if the caller's quota is too small for the picture; `unavailable` or `internal` if it cannot be
/// rendered now.
pub async fn answered(request: &HttpRequest, service: &Service, drawn: Drawn, form: Form) -> ApiResult {
    form.charge_for_height(request, formats::squares(&drawn.reading))?;
    let heading = drawn.heading();
    let answer = DrawResponse::from(drawn);
    form.answer((request, service), &answer.reading, heading, &answer).await
}

/// Cards of a spread, read but not stored.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Draw)]
struct DrawResponse {
    /// Type of the reading.
    #[serde(rename = "type")]
    pub kind: SpreadType,
    /// The person who asks.
    #[schema(value_type = Option<Name>, required)]
    pub querent: Option<String>,
    /// The question; may be empty.
    #[schema(value_type = Question)]
    pub question: String,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// Number of the texts that the reading is told by.
    pub texts_version: u32,
    /// Why the question needs a person and not cards, as in `reading`.
    #[schema(required)]
    pub care: Option<Care>,
    /// What the cards were drawn from; null for cards that were given.
    #[schema(required)]
    pub draw: Option<DrawnFrom>,
    /// The cards in their places.
    pub reading: SpreadReading,
}

impl From<Drawn> for DrawResponse {
    fn from(drawn: Drawn) -> DrawResponse {
        let Drawn { request, cards: _, drawing, reading } = drawn;
        DrawResponse {
            kind: SpreadType::Spread,
            querent: request.querent.map(|name| name.into_string()),
            question: request.question.into_string(),
            deck: reading.deck,
            texts_version: TEXTS_VERSION,
            care: reading.care,
            draw: drawing.map(|drawing| DrawnFrom::new(&drawing, request.choice.significator)),
            reading,
        }
    }
}
