//! Clarifiers: one more card beside a place of a reading, of the same shuffle.

use actix_web::{HttpRequest, get, post, web};
use deserr::Deserr;
use utoipa::ToSchema;

use super::dto::{AnyResponse, ReadingList, SpreadResponse};
use crate::{
    http::{
        extract::{
            accept::{self, AcceptsJson},
            body::{self, Absent, JsonBody},
            idempotency_key,
            path::{FromPath, Param},
            query::{self, NoQuery},
        },
        middleware::auth::{Authorized, Write},
        openapi::{CreateClarifier, GetById},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    reading::Language,
    service::{
        DeletableId, Service,
        records::{OwnerId, ReadingId},
    },
};

/// A clarifier to draw.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = ClarifierRequest)]
struct ClarifierBody {
    /// Id of the place of the reading beside which the card lies.
    #[schema(min_length = 1, max_length = 32, example = "past")]
    place: String,
}

/// Draws one more card beside a place of a reading
///
/// It is the next card of the same shuffle, with the same seed and a higher `skip`, and is stored as a reading of its own
/// that names the first one. It is for those who may delete the reading: its owner, or whoever sends its `delete_token`.
#[utoipa::path(
    tag = "readings",
    security(("key" = ["write"])),
    params(("id" = Uuid, Path, description = "Id of the reading.")),
    request_body(content = ClarifierBody),
    responses(
        (status = 201, description = "The clarifier.", body = SpreadResponse,
            headers(("Location" = String), ("Content-Language" = String))),
        CreateClarifier
    )
)]
#[post("/readings/{id}/clarifiers")]
pub async fn clarify(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let of = ReadingId::from_path(&path)?;
    let ClarifierBody { place } = body::fields(body.value(Absent::IsWrong)?).map_err(body::invalid)?;
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let tokens = service.delete_tokens(&auth.caller).await?;
    let created = service.clarify(auth.caller.authority(), (of, &place), key).await?;
    let is_shown = idempotency_key::may_show_tokens(&request, &auth.caller, created.is_replay);
    let delete_token = tokens.of(DeletableId::of_spread(created.value.record.id)).filter(|_| is_shown);
    let reading = SpreadResponse { delete_token, ..created.value.into() };
    let response = response::created(&reading.links.self_, &reading);
    let response = response::in_language(response, reading.reading.language);
    Ok(idempotency_key::replayed(response, created.is_replay))
}

/// Lists the clarifiers of a reading, oldest first
///
/// There is one page.
#[utoipa::path(
    tag = "readings",
    params(("id" = Uuid, Path, description = "Id of the reading.")),
    responses(
        (status = 200, description = "The clarifiers.", body = ReadingList, headers(("Content-Language" = String))),
        GetById
    )
)]
#[get("/readings/{id}/clarifiers")]
pub async fn list_clarifiers(
    _: NoQuery,
    _: AcceptsJson,
    Param(id): Param<ReadingId>,
    service: web::Data<Service>,
) -> ApiResult {
    service.reading(id).await?;
    let clarifiers = service.following(id, OwnerId::ANONYMOUS).await?.into_iter();
    let items = clarifiers.map(|stored| AnyResponse::Spread(Box::new(stored.into()))).collect();
    let list = ReadingList { items, next_cursor: None };
    Ok(response::in_language(response::ok(Caching::Listed, &list), Language::default()))
}
