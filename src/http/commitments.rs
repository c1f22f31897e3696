//! Commitments: promises of a secret seed (`docs/rules/chance.md`, "Proof of fairness").

use actix_web::{HttpRequest, get, http::StatusCode, post, web};
use chrono::{DateTime, Utc};
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    accept,
    answer::{self, Caching},
    body::{self, Absent, JsonBody},
    caller::{May, Read, Write},
    games::{time, uuid},
    idempotency,
    openapi::{Committing, Looking},
    problem::Answer,
    query,
};
use crate::{
    chance::{hex, seed_hash},
    service::{
        Service,
        records::{CommitmentId, CommitmentRecord},
    },
};

/// The hash of a secret seed for one later game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Commitment)]
pub struct CommitmentAnswer {
    /// Its id, a UUID of version 7.
    pub id: Uuid,
    /// SHA-256 of the seed's text, in hex. The seed itself is shown by the game that uses it.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed_hash: String,
    /// When it was made.
    #[serde(serialize_with = "time")]
    pub created_at: DateTime<Utc>,
    /// When it lapses.
    #[serde(serialize_with = "time")]
    pub expires_at: DateTime<Utc>,
    /// The game that used it.
    pub game: Option<Uuid>,
}

/// Nothing is to be said for a commitment.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = CommitmentRequest, example = json!({}))]
pub struct CommitmentBody {}

impl From<CommitmentRecord> for CommitmentAnswer {
    fn from(record: CommitmentRecord) -> CommitmentAnswer {
        CommitmentAnswer {
            id: record.id.0,
            seed_hash: seed_hash(&hex(&record.seed)),
            created_at: record.created_at,
            expires_at: record.expires_at,
            game: record.game.map(|game| game.0),
        }
    }
}

/// Makes a secret seed and tells its hash
///
/// The seed deals one later game, within 7 days; that game's record shows it. The body may be left out.
#[utoipa::path(
    tag = "commitments",
    security(("key" = ["write"])),
    request_body(content = Option<CommitmentBody>),
    responses(
        (status = 201, description = "The commitment.", body = CommitmentAnswer, headers(("Location" = String))),
        Committing
    )
)]
#[post("/commitments")]
pub async fn make_commitment(
    request: HttpRequest,
    may: May<Write>,
    service: web::Data<Service>,
    body: JsonBody,
) -> Answer {
    query::none(&request)?;
    accept::json_only(&request)?;
    let CommitmentBody {} = body::fields(body.value(Absent::IsEmpty)?).map_err(body::invalid)?;
    let mark = idempotency::mark(&request, &service, &may.caller, &body.0)?;
    let created = service.commit(may.caller.owner, mark).await?;
    let commitment = CommitmentAnswer::from(created.thing);
    let response = answer::created(&format!("/v1/commitments/{}", commitment.id), &commitment);
    Ok(idempotency::replayed(response, created.again))
}

/// One commitment, and the game that used it
#[utoipa::path(
    tag = "commitments",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "The commitment's id.")),
    responses((status = 200, description = "The commitment.", body = CommitmentAnswer), Looking)
)]
#[get("/commitments/{id}")]
pub async fn get_commitment(
    request: HttpRequest,
    _may: May<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> Answer {
    query::none(&request)?;
    let (id, _) = accept::of_part(&request, &path, &[accept::Representation::Json])?;
    let commitment = service.commitment(CommitmentId(uuid(id)?)).await?;
    Ok(answer::json(StatusCode::OK, Caching::Never, &CommitmentAnswer::from(commitment)))
}
