//! Players: statistics of names in stored games.

pub mod dto;
mod versus;

use actix_web::{get, http::StatusCode, web};

use crate::{
    http::{
        extract::{
            accept::AcceptsJson,
            path::{bad_path, no_such},
            query::NoQuery,
        },
        middleware::auth::{Authorized, Read},
        openapi::GetById,
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{Name, ResourceKind, Service, ServiceError},
};
use dto::PlayerResponse;
use versus::VersusResponse;

/// Returns the statistics of a name
///
/// Games, wins, streaks, rating, and the most frequent partners and opponents, by ruleset. Only listed games count,
/// shortly after they are stored: `as_of` is the last one counted. Names are not accounts: everybody who plays under a
/// name is counted under it. Bots are counted as `bot:adept@2`, independent of their names in a game.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(("name" = String, Path, description = "Exact name of a person, or of a bot as in `bot:adept@2`.")),
    responses((status = 200, description = "The player.", body = PlayerResponse), GetById)
)]
#[get("/players/{name}")]
pub async fn get_player(
    _: Authorized<Read>,
    _: NoQuery,
    _: AcceptsJson,
    name: web::Path<String>,
    service: web::Data<Service>,
) -> ApiResult {
    let name = named(&name)?;
    let player = PlayerResponse::of(name.as_str(), service.player(&name).await?);
    let player = player.ok_or(ServiceError::NotFound(ResourceKind::Player))?;
    Ok(response::json(StatusCode::OK, Caching::Listed, &player))
}

/// Returns the results of two names as partners and as opponents
///
/// Only listed games count. Two known names that have never played together have zeros.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(
        ("name" = String, Path, description = "Exact name of a person, or of a bot as in `bot:adept@2`."),
        ("other" = String, Path, description = "Another name."),
    ),
    responses((status = 200, description = "The two players.", body = VersusResponse), GetById)
)]
#[get("/players/{name}/versus/{other}")]
pub async fn get_versus(
    _: Authorized<Read>,
    _: NoQuery,
    _: AcceptsJson,
    names: web::Path<(String, String)>,
    service: web::Data<Service>,
) -> ApiResult {
    let (name, other) = (named(&names.0)?, named(&names.1)?);
    if name == other {
        return Err(bad_path("other", "Expected two different names."));
    }
    let versus = VersusResponse::of(name.as_str(), other.as_str(), service.versus(&name, &other).await?);
    Ok(response::json(StatusCode::OK, Caching::Listed, &versus))
}

/// A name in a path; an invalid name is not found.
fn named(text: &str) -> Result<Name, Problem> {
    Name::new(text).map_err(|_| no_such("player"))
}
