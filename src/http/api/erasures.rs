//! Erasures: all that is stored of somebody is deleted for good, by who has the scope `admin`.

use actix_web::{HttpRequest, http::StatusCode, post, web};
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
        middleware::auth::{Administer, Authorized},
        openapi::Erasing,
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
        settings::Settings,
    },
    service::{Erased, Erasure, ErasureOutcome, FieldError, Name, Service, records::OwnerId},
};

/// An erasure takes this part of the time that a response may take, so that it reports how far it has come.
const SHARE_OF_TIMEOUT: i32 = 3;

/// What is to be erased: one of the two.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = ErasureRequest, example = json!({"name": "Ada"}))]
pub struct ErasureBody {
    /// Erases every game with a player of this exact name, with its readings.
    #[deserr(default)]
    #[schema(required = false, min_length = 1, max_length = 64)]
    name: Option<String>,
    /// Erases every game and reading of this owner, and the owner's commitments. Keys stay: revoke them first.
    #[deserr(default)]
    #[schema(required = false, minimum = 1, maximum = 9007199254740991_i64)]
    owner: Option<i64>,
}

/// How much was erased.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Erasure)]
pub struct ErasureResponse {
    /// Nothing was erased, only counted.
    pub dry_run: bool,
    /// Nothing is left to erase. Otherwise the time was up: send the request again to go on.
    pub complete: bool,
    /// Games, each with its log.
    pub games: u64,
    /// Readings.
    pub readings: u64,
    /// Commitments.
    pub commitments: u64,
    /// Records of requests that had an `Idempotency-Key`.
    pub idempotency_records: u64,
}

impl ErasureResponse {
    fn new(outcome: ErasureOutcome, dry_run: bool) -> ErasureResponse {
        let ErasureOutcome { erased, complete } = outcome;
        let Erased { games, readings, commitments, idempotency_records } = erased;
        ErasureResponse { dry_run, complete, games, readings, commitments, idempotency_records }
    }
}

/// Erases for good what is stored of a person or of an owner
///
/// Games go with everybody who played in them and with their readings. The request may be sent again at any time, so it
/// takes no `Idempotency-Key`. With `dry_run=true` nothing is erased, and the response says how much would be. Other
/// services on the same database may show what is erased for five more seconds, and caches until they ask again.
#[utoipa::path(
    tag = "erasures",
    security(("key" = ["admin"])),
    params(("dry_run" = Option<bool>, Query, description = "Only count; erase nothing.")),
    request_body(content = ErasureBody),
    responses((status = 200, description = "How much was erased.", body = ErasureResponse), Erasing)
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
    idempotency_key::none(&request, "An erasure may be sent again as it is: this route takes no key.")?;
    let erasure = wanted(body.value(Absent::IsWrong)?)?;
    let outcome = if dry_run {
        ErasureOutcome { erased: service.erasable(&erasure).await?, complete: true }
    } else {
        let outcome = service.erase(&erasure, Some(service.time_after(patience(&request)))).await?;
        let key = may.caller.key.map(|key| key.to_string());
        tracing::info!(target: "audit", key, kind = erasure.kind(), erased = ?outcome.erased, "erased");
        outcome
    };
    Ok(response::json(StatusCode::OK, Caching::Never, &ErasureResponse::new(outcome, dry_run)))
}

/// How long an erasure goes on.
fn patience(request: &HttpRequest) -> TimeDelta {
    let timeout = TimeDelta::from_std(Settings::of(request).request_timeout);
    timeout.map_or(TimeDelta::seconds(10), |timeout| timeout / SHARE_OF_TIMEOUT)
}

/// Reads what is to be erased, or what is wrong with it.
fn wanted(value: serde_json::Value) -> Result<Erasure, Problem> {
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
