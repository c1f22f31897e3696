//! Corrections of stored games.

use actix_web::{HttpRequest, patch, web};
use deserr::Deserr;
use serde_json::Value;
use utoipa::ToSchema;

use super::dto::GameResponse;
use crate::{
    http::{
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            path::Param,
            query,
        },
        middleware::{
            auth::{Authorized, Delete, actor},
            ready_answers,
        },
        openapi::CorrectGame,
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{
        Correction, ExternalId, FieldError, FieldErrors, Name, Service, Tag, audit, read_time, records::GameId,
        tags_of_game,
    },
};

/// What is corrected of a game: at least one field. Fields that are not sent stay as they are.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = GameCorrection)]
struct CorrectionBody {
    /// Time at which an imported game was played; null if that is unknown. That of a game played here is known.
    #[deserr(default)]
    #[schema(required = false, value_type = Option<DateTime<Utc>>)]
    played_at: Option<String>,
    /// Caller-defined id of the game; null removes it.
    #[deserr(default)]
    #[schema(required = false)]
    external_id: Option<ExternalId>,
    /// Tags; repeated ones count once.
    #[deserr(default)]
    #[schema(required = false, nullable = false, max_items = 8)]
    tags: Option<Vec<Tag>>,
    /// The players, one entry for each.
    #[deserr(default)]
    #[schema(required = false, nullable = false, max_items = 20)]
    players: Option<Vec<PlayerBody>>,
}

/// A player whose name is corrected.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = GameCorrectionPlayer)]
struct PlayerBody {
    /// The same name with other capitals, spaces or diacritics; as it is if omitted.
    #[deserr(default)]
    #[schema(required = false)]
    name: Option<Name>,
}

/// Reads the body of `PATCH /v1/games/{id}`.
///
/// # Errors
/// All errors of the body.
fn correction(value: Value) -> Result<Correction, Problem> {
    let removes = |field: &str| value.get(field).is_some_and(Value::is_null);
    let (no_time, no_id) = (removes("played_at"), removes("external_id"));
    let nulls: Vec<_> = ["tags", "players"].into_iter().filter(|field| removes(field)).collect();
    body::request(value, FieldErrors::default(), |body: CorrectionBody, errors| {
        let CorrectionBody { played_at, external_id, tags, players } = body;
        let mut wrong = |pointer: &str, why: String| errors.push(FieldError::bad_value(pointer, why));
        let played_at = played_at.map(|text| read_time(&text).map_err(|why| wrong("/played_at", why.to_string())));
        let tags = tags.map(|tags| tags_of_game(tags).map_err(|why| wrong("/tags", why.to_string())));
        for field in &nulls {
            wrong(&format!("/{field}"), "Expected a list, not null.".to_owned());
        }
        let is_empty = [played_at.is_none(), external_id.is_none(), tags.is_none(), players.is_none()];
        if is_empty == [true; 4] && !no_time && !no_id && nulls.is_empty() {
            wrong("", "Expected at least one of `played_at`, `external_id`, `tags` and `players`.".to_owned());
        }
        Some(Correction {
            played_at: played_at.transpose().ok()?.map(Some).or(no_time.then_some(None)),
            external_id: external_id.map(Some).or(no_id.then_some(None)),
            tags: tags.transpose().ok()?,
            names: players.map(|players| players.into_iter().map(|player| player.name).collect()),
        })
    })
}

/// Corrects a stored game
///
/// Allowed for whoever may delete it. Only the spelling of names can be corrected: capitals, spaces and diacritics. The
/// counts of players follow at once; ratings, streaks, and first and last times when they are counted anew.
#[utoipa::path(
    tag = "games",
    security(("key" = ["write"]), ("delete" = [])),
    params(("id" = Uuid, Path, description = "Id of the game.")),
    request_body(content = CorrectionBody),
    responses((status = 200, description = "The corrected game.", body = GameResponse), CorrectGame)
)]
#[patch("/games/{id}")]
pub async fn correct_game(
    request: HttpRequest,
    auth: Authorized<Delete>,
    Param(id): Param<GameId>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let correction = correction(body.value(Absent::IsWrong)?)?;
    let (actor, authority) = (actor(&request, &auth.caller), auth.caller.authority());
    let game = ready_answers::change(&request, async move {
        let (game, is_changed) = service.correct_game(id, authority, &correction).await?;
        if is_changed {
            audit::game_changed(actor, id);
        }
        Ok(game)
    })
    .await?;
    Ok(response::ok(Caching::Never, &GameResponse::from(game)))
}
