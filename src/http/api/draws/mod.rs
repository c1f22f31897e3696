//! Draws: cards for a spread, read but not stored.

pub mod request;

use actix_web::{HttpRequest, post, web};
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use self::request::DrawBody;
use super::readings::formats::{self, Form, Look};
use crate::{
    cards::{Card, Deck},
    http::{
        extract::{
            accept,
            body::{Absent, JsonBody},
            query::Query,
        },
        middleware::auth::{Authorized, Read},
        openapi::{Picture, ReadTricks},
        reply::problem::ApiResult,
    },
    reading::{CardLook, Care, Pack, Shuffled, SpreadReading, TEXTS_VERSION},
    service::{ChanceOrigin, Drawn, Name, Question, Service, records::DrawingRecord},
};

/// Draws cards for a spread and reads them, without storing anything
///
/// The same request with the same seed gives the same reading. Also available as a picture (SVG, PNG), a page (HTML)
/// and text (plain, Markdown), with `Accept`.
#[utoipa::path(
    tag = "spreads",
    security(("key" = ["read"])),
    operation_id = "draw_cards",
    params(("width" = Option<u32>, Query, description = "Width of a PNG in pixels (1000); other formats have no width.",
        minimum = 200, maximum = 2000),
        ("cards" = inline(Option<CardLook>), Query,
            description = "Look of the cards in SVG, PNG and HTML; `art` needs an art folder."),),
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
    let drawn = service.draw(request::drawing(body.value(Absent::IsWrong)?)?)?;
    answered(&request, &service, drawn, form).await
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

/// Type of a reading of a spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpreadType {
    /// Cards of a spread.
    Spread,
}

/// What cards were drawn from: enough to draw them again.
#[derive(Debug, Serialize, ToSchema)]
pub struct DrawnFrom {
    /// The seed.
    #[schema(example = "any text")]
    pub seed: String,
    /// SHA-256 of the seed, in hex: what a commitment promised.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: String,
    /// The caller's part of it.
    pub client_seed: String,
    /// The commitment by which the seed was promised.
    #[schema(required)]
    pub commitment: Option<Uuid>,
    /// Who could have influenced which cards came.
    pub chance_origin: ChanceOrigin,
    /// Date of a daily draw: the seed is then `{seed}@{date}`.
    #[schema(required)]
    pub when: Option<NaiveDate>,
    /// The cards that were shuffled, before the significator was taken out.
    pub cards: ShuffledResponse,
    /// Number of cards that were shuffled.
    #[schema(minimum = 1, maximum = 78, example = 78)]
    pub shuffled: u8,
    /// How likely each card was reversed.
    #[schema(minimum = 0, maximum = 1, example = 0.5)]
    pub reversals: f64,
    /// Number of cards of the same shuffle that were seen before.
    #[schema(maximum = 77, example = 0)]
    pub skip: u8,
}

/// The cards that were shuffled: all 78, the trumps, the others, or a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = CardsShuffled)]
pub enum ShuffledResponse {
    /// All 78 cards, the 22 trumps or the other 56.
    Word(Pack),
    /// These, in pack order.
    Listed(Vec<Card>),
}

impl From<&Shuffled> for ShuffledResponse {
    fn from(shuffled: &Shuffled) -> ShuffledResponse {
        match shuffled {
            Shuffled::Pack(pack) => ShuffledResponse::Word(*pack),
            Shuffled::Listed(cards) => ShuffledResponse::Listed(cards.iter().collect()),
        }
    }
}

impl DrawnFrom {
    /// What the cards were drawn from, once this one was taken out.
    pub fn new(drawing: &DrawingRecord, significator: Option<Card>) -> DrawnFrom {
        DrawnFrom {
            seed: drawing.seed.text(),
            seed_hash: drawing.seed.hash(),
            client_seed: drawing.client_seed.clone(),
            commitment: drawing.commitment.map(|id| id.0),
            chance_origin: ChanceOrigin::of_drawing(drawing),
            when: drawing.when,
            cards: ShuffledResponse::from(&drawing.shuffled),
            shuffled: drawing.shuffled.cards(significator).len() as u8,
            reversals: drawing.reversals.share(),
            skip: drawing.skip,
        }
    }
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
