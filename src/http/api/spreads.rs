//! The spreads that come with the service.

use actix_web::get;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        extract::{
            accept::AcceptsJson,
            path::{FromPath, JsonParam, no_such},
            query::NoQuery,
        },
        middleware::auth::{Authorized, Read},
        openapi::{self, GetById},
        reply::{
            problem::{ApiResult, Problem},
            response,
        },
    },
    reading::{KnownSpread, SpreadPlace},
};

/// A spread.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Spread)]
struct SpreadResponse {
    /// Id in URLs and requests.
    #[schema(example = "three-card")]
    pub id: &'static str,
    /// Name for people.
    #[schema(example = "Three cards")]
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Default frame of the question; null if there is only one.
    #[schema(required, example = "past-present-future")]
    pub frame: Option<&'static str>,
    /// Places, in reading order, asked in that way.
    #[schema(min_items = 1, max_items = 78)]
    pub places: &'static [SpreadPlace],
    /// All frames of the question; empty if there is only one.
    #[schema(max_items = 3)]
    pub frames: Vec<FrameResponse>,
}

/// A way to ask a spread.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SpreadFrame)]
struct FrameResponse {
    /// Id in requests.
    #[schema(example = "mind-body-spirit")]
    pub id: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Places, in reading order.
    #[schema(min_items = 1, max_items = 78)]
    pub places: &'static [SpreadPlace],
}

/// All spreads.
#[derive(Debug, Serialize, ToSchema)]
struct SpreadList {
    /// The spreads, simple ones first.
    #[schema(max_items = 100)]
    pub items: Vec<SpreadResponse>,
    /// Always null: there is one page.
    #[schema(schema_with = openapi::null)]
    pub next_cursor: (),
}

/// A spread named in a path.
#[derive(Clone, Copy, Debug)]
pub struct Named(&'static KnownSpread);

impl FromPath for Named {
    fn from_path(text: &str) -> Result<Named, Problem> {
        KnownSpread::find(text, None).map(Named).map_err(|_| no_such("spread"))
    }
}

impl From<&'static KnownSpread> for SpreadResponse {
    fn from(known: &'static KnownSpread) -> SpreadResponse {
        let frame = |known: &'static KnownSpread| {
            Some(FrameResponse { id: known.frame.as_deref()?, about: &known.about, places: &known.places })
        };
        SpreadResponse {
            id: &known.id,
            name: &known.name,
            about: &known.about,
            frame: known.frame.as_deref(),
            places: &known.places,
            frames: KnownSpread::frames(&known.id).filter_map(frame).collect(),
        }
    }
}

/// Lists the spreads
#[utoipa::path(tag = "spreads", security(("key" = ["read"])), responses(
    (status = 200, description = "All spreads.", body = SpreadList, headers(("Content-Language" = String)))))]
#[get("/spreads")]
pub async fn list_spreads(_: Authorized<Read>, _: NoQuery, _: AcceptsJson) -> ApiResult {
    Ok(response::json_texts(&SpreadList {
        items: KnownSpread::each().map(SpreadResponse::from).collect(),
        next_cursor: (),
    }))
}

/// Returns a spread, with the geometry of its places
#[utoipa::path(
    tag = "spreads",
    security(("key" = ["read"])),
    params(("spread" = String, Path, description = "Id of the spread.")),
    responses(
        (status = 200, description = "The spread.", body = SpreadResponse, headers(("Content-Language" = String))),
        GetById
    )
)]
#[get("/spreads/{spread}")]
pub async fn get_spread(_: Authorized<Read>, _: NoQuery, JsonParam(Named(spread)): JsonParam<Named>) -> ApiResult {
    Ok(response::json_texts(&SpreadResponse::from(spread)))
}
