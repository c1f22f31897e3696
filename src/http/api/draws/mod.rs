//! Draws: cards for a spread, read but not stored.

pub mod dto;
pub mod request;

use actix_web::{HttpRequest, post, web};

use self::{dto::DrawResponse, request::DrawBody};
use crate::{
    http::{
        api::readings::formats::{self, Form, Look},
        extract::{
            accept,
            body::{Absent, JsonBody},
            query::Query,
        },
        middleware::auth::{Authorized, Read},
        openapi::{Picture, ReadTricks},
        reply::problem::ApiResult,
    },
    reading::CardLook,
    service::{Drawn, Service},
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
