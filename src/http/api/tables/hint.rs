//! Hints at a table.

use actix_web::{HttpRequest, get, web};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::{
    analysis::Unit,
    http::{
        api::decks::{DECKS, ReadingDeck},
        extract::{accept, path::Param, query::Query},
        middleware::auth::Seated,
        openapi::{self, GetHint},
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{
        Service,
        records::TableId,
        tables::{Hint, HintedStep},
    },
    statistics::Estimate,
};

/// What a seat can do now, by the search.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableHint)]
struct HintResponse {
    /// Number of steps played: the `after` of the step.
    pub after: u32,
    /// What expected results are counted in.
    pub unit: Unit,
    /// What is best.
    pub best: HintedStepResponse,
    /// What else the search has tried, best first. Of the worse ones less is known.
    pub alternatives: Vec<HintedStepResponse>,
}

/// A step that a seat can make.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HintedStep)]
struct HintedStepResponse {
    /// The step, as it is sent.
    #[schema(value_type = openapi::AnyStep)]
    pub step: Box<RawValue>,
    /// The step in words.
    #[schema(example = "Ada plays The Fool.")]
    pub words: String,
    /// Expected result for the seat, with its 95 % interval; null where the search leaves the decision to what bots know.
    pub result: Option<Estimate>,
}

impl From<HintedStep> for HintedStepResponse {
    fn from(HintedStep { step, words, result }: HintedStep) -> HintedStepResponse {
        HintedStepResponse { step, words, result }
    }
}

impl HintResponse {
    /// The response with a hint; `None` if it has no steps.
    fn of(Hint { after, unit, steps }: Hint) -> Option<HintResponse> {
        let mut steps = steps.into_iter().map(HintedStepResponse::from);
        Some(HintResponse { after, unit, best: steps.next()?, alternatives: steps.collect() })
    }
}

/// Returns what the search would do from a seat
///
/// The search sees what the seat sees, and nothing else. Given at tables that were set up with `hints`, to the seat for
/// which the game waits, and never at the deal of a day.
#[utoipa::path(
    tag = "tables",
    security(("seat" = [])),
    params(
        ("id" = Uuid, Path, description = "Id of the table."),
        ("deck" = Option<ReadingDeck>, Query, description = "Deck that names the cards in words; by default that of the ruleset."),
    ),
    responses((status = 200, description = "What is best, and what else the search has tried.", body = HintResponse), GetHint)
)]
#[get("/tables/{id}/hint")]
pub async fn get_hint(
    request: HttpRequest,
    Seated(token): Seated,
    Param(id): Param<TableId>,
    service: web::Data<Service>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let deck = query.word("deck", &DECKS.map(|deck| (deck.id(), deck)));
    query.finish()?;
    accept::json_only(&request)?;
    let hint = HintResponse::of(service.hint(id, &token, deck).await?);
    let hint = hint.ok_or_else(|| Problem::internal("a hint has no step".to_owned()))?;
    Ok(response::ok(Caching::Never, &hint))
}
