//! Commitments: promises of a secret seed (`docs/rules/chance.md`, "Proof of fairness").

use actix_web::{HttpRequest, get, post, web};
use chrono::{DateTime, Utc};
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    hex::hex,
    http::{
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            idempotency_key,
            list_query::{ListQuery, PageParameters, write_cursor},
            path::JsonParam,
            query::{self, NoQuery},
        },
        middleware::auth::{Authorized, Read, Write},
        openapi::{CreateCommitment, GetById},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    service::{
        Position, Service,
        records::{CommitmentId, CommitmentRecord},
    },
};

/// A commitment to a secret seed for one later game or draw.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Commitment)]
struct CommitmentResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// SHA-256 of the text of the seed, in hex. The game or the reading that uses the seed reveals it.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: String,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of expiry.
    pub expires_at: DateTime<Utc>,
    /// The game that used it.
    pub game: Option<Uuid>,
    /// The reading of a spread that used it.
    pub reading: Option<Uuid>,
    /// Sequence number per owner, from 1. A missing number belongs to a commitment that has expired or is being
    /// withheld. Null for a commitment of an earlier release.
    #[schema(minimum = 1)]
    pub number: Option<u64>,
    /// `chain_hash` of the commitment with the previous number; null for the first.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub previous: Option<String>,
    /// SHA-256, in hex, of `previous` (empty if null), `number`, `id` and `seed_hash`, each followed by a line feed.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub chain_hash: Option<String>,
}

/// A page of commitments.
#[derive(Debug, Serialize, ToSchema)]
struct CommitmentList {
    /// The commitments, newest first.
    #[schema(max_items = 100)]
    pub items: Vec<CommitmentResponse>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

/// An empty object.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = CommitmentRequest)]
struct CommitmentBody {}

impl From<CommitmentRecord> for CommitmentResponse {
    fn from(record: CommitmentRecord) -> CommitmentResponse {
        CommitmentResponse {
            id: record.id.0,
            seed_hash: record.seed_hash(),
            created_at: record.created_at,
            expires_at: record.expires_at,
            game: record.game.map(|game| game.0),
            reading: record.reading.map(|reading| reading.0),
            number: record.chain.map(|link| link.number),
            previous: record.chain.and_then(|link| link.previous).map(|hash| hex(&hash)),
            chain_hash: record.chain_hash().map(|hash| hex(&hash)),
        }
    }
}

/// Creates a secret seed and returns its hash
///
/// The seed can be used for one later game or stored reading of a spread within 7 days, requested with a `client_seed`
/// of the caller. The record of that game or reading reveals the seed. The body is optional.
#[utoipa::path(
    tag = "commitments",
    security(("key" = ["write"])),
    request_body(content = Option<CommitmentBody>),
    responses(
        (status = 201, description = "The commitment.", body = CommitmentResponse, headers(("Location" = String))),
        CreateCommitment
    )
)]
#[post("/commitments")]
pub async fn make_commitment(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let CommitmentBody {} = body::fields(body.value(Absent::IsEmpty)?).map_err(body::invalid)?;
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let created = service.commit(auth.caller.owner, key).await?;
    let commitment = CommitmentResponse::from(created.value);
    let response = response::created(&format!("/v1/commitments/{}", commitment.id), &commitment);
    Ok(idempotency_key::replayed(response, created.is_replay))
}

/// Lists the caller's own commitments, newest first
///
/// Numbers have no gaps except for commitments that expired unused. Anyone who is shown a game can ask for the whole
/// list, and each `previous` proves that it is complete. Callers without a key have no list: they get 401.
#[utoipa::path(
    tag = "commitments",
    security(("key" = ["read"])),
    params(PageParameters),
    responses(
        (status = 200, description = "A page of commitments.", body = CommitmentList, headers(("Link" = String)))
    )
)]
#[get("/commitments")]
pub async fn list_commitments(
    request: HttpRequest,
    auth: Authorized<Read>,
    list: ListQuery<()>,
    service: web::Data<Service>,
) -> ApiResult {
    let size = list.page_size();
    let before = list.id("commitments")?.map(CommitmentId);
    let page = service.commitments(auth.list_owner()?, before, size).await?;
    let next_cursor = page.next.map(|id| write_cursor(Position::of_id(id.0), "commitments"));
    let list = CommitmentList { items: page.items.into_iter().map(CommitmentResponse::from).collect(), next_cursor };
    Ok(response::page(&request, Caching::Never, &list, list.next_cursor.as_deref()))
}

/// Returns a commitment, and the game or the reading that used it
#[utoipa::path(
    tag = "commitments",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "Id of the commitment.")),
    responses((status = 200, description = "The commitment.", body = CommitmentResponse), GetById)
)]
#[get("/commitments/{id}")]
pub async fn get_commitment(
    _: Authorized<Read>,
    _: NoQuery,
    JsonParam(id): JsonParam<CommitmentId>,
    service: web::Data<Service>,
) -> ApiResult {
    let commitment = service.commitment(id).await?;
    Ok(response::ok(Caching::Never, &CommitmentResponse::from(commitment)))
}
