//! Erasures: all data of a person or an owner is permanently deleted; requires the scope `admin`.

use actix_web::{HttpRequest, post, web};
use chrono::TimeDelta;
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use super::keys::OWNER_LIMIT;
use crate::{
    http::{
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            idempotency_key,
            query::Query,
        },
        middleware::{
            auth::{Administer, Authorized, actor},
            ready_answers,
        },
        openapi::PostBody,
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
        settings::Settings,
    },
    service::{Erased, Erasure, ErasureOutcome, FieldError, Name, Service, records::OwnerId},
};

/// Divisor of the request timeout that gives the time for an erasure, so that it can report its progress.
const SHARE_OF_TIMEOUT: i32 = 3;

/// What to erase: either a name or an owner.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = ErasureRequest)]
struct ErasureBody {
    /// Erases every game with a player of this exact name, with its readings, every table at which somebody of this
    /// name sits, and every reading of a spread for this querent.
    #[deserr(default)]
    #[schema(required = false, min_length = 1, max_length = 64)]
    name: Option<String>,
    /// Erases every game and reading of this owner, and the owner's tables, simulations, commitments, idempotency
    /// keys and results of days. API keys are not erased: revoke them first.
    #[deserr(default)]
    #[schema(required = false, minimum = 1, maximum = 9007199254740991_i64)]
    owner: Option<i64>,
}

/// How much was erased.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Erasure)]
struct ErasureResponse {
    /// True if nothing was erased, only counted.
    pub dry_run: bool,
    /// True if nothing is left to erase. Otherwise time ran out, or readers held files: send it again to continue.
    pub complete: bool,
    #[serde(flatten)]
    #[schema(inline)]
    pub erased: Erased,
}

impl ErasureResponse {
    fn new(ErasureOutcome { erased, complete, purged }: ErasureOutcome, dry_run: bool) -> ErasureResponse {
        ErasureResponse { dry_run, complete: complete && purged, erased }
    }
}

/// Permanently erases the data of a person or of an owner
///
/// Erases whole games, including what others played in them, with their readings. The request can safely be sent again,
/// so it accepts no `Idempotency-Key`. With `dry_run=true` nothing is erased, and the response states how much would
/// be. Other services on the same database may show erased data for five more seconds, and caches until they
/// revalidate.
#[utoipa::path(
    tag = "erasures",
    security(("key" = ["admin"])),
    params(("dry_run" = Option<bool>, Query, description = "Count what would be erased, without erasing it.")),
    request_body(content = ErasureBody),
    responses((status = 200, description = "What was erased.", body = ErasureResponse), PostBody)
)]
#[post("/erasures")]
pub async fn erase(
    request: HttpRequest,
    may: Authorized<Administer>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    let mut query = Query::of(&request);
    let dry_run = query.flag("dry_run").unwrap_or_default();
    query.finish()?;
    accept::json_only(&request)?;
    idempotency_key::none(&request, "This route accepts no `Idempotency-Key`: an erasure can safely be sent again.")?;
    let erasure = parsed(body.value(Absent::IsWrong)?)?;
    let outcome = if dry_run {
        ErasureOutcome { erased: service.erasable(&erasure).await?, complete: true, purged: true }
    } else {
        let (actor, until) = (actor(&request, &may.caller), service.now() + time_limit(&request));
        let erase = async move { service.erase(actor, &erasure, Some(until)).await };
        ready_answers::change(&request, erase).await?
    };
    Ok(response::ok(Caching::Never, &ErasureResponse::new(outcome, dry_run)))
}

/// The time limit of an erasure.
fn time_limit(request: &HttpRequest) -> TimeDelta {
    let timeout = TimeDelta::from_std(Settings::of(request).request_timeout);
    timeout.map_or(TimeDelta::seconds(10), |timeout| timeout / SHARE_OF_TIMEOUT)
}

/// Parses the requested erasure.
fn parsed(value: serde_json::Value) -> Result<Erasure, Problem> {
    let ErasureBody { name, owner } = body::fields(value).map_err(body::invalid)?;
    let wrong = |pointer: &str, why: String| body::invalid(vec![FieldError::bad_value(pointer, why)]);
    match (name, owner) {
        (Some(name), None) => match Name::new(&name) {
            Ok(name) => Ok(Erasure::Name(name.into_string())),
            Err(why) => Err(wrong("/name", why.to_string())),
        },
        (None, Some(owner)) if (1..=OWNER_LIMIT).contains(&owner) => Ok(Erasure::Owner(OwnerId(owner))),
        (None, Some(_)) => Err(wrong("/owner", format!("Expected an integer from 1 to {OWNER_LIMIT}."))),
        (None, None) => Err(wrong("", "Expected either a name or an owner.".to_owned())),
        (Some(_), Some(_)) => Err(wrong("/owner", "Expected either a name or an owner, not both.".to_owned())),
    }
}
