//! API keys: created, listed and revoked with the scope `admin`.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            idempotency_key,
            list_query::{ListQuery, PageParameters, write_cursor},
            path::{JsonParam, Param},
            query::{self, NoQuery},
        },
        middleware::auth::{Administer, Authorized, actor},
        openapi::{DeleteStored, GetById, PostBody},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    service::{
        FieldError, KeyRecord, KeyRequest, Name, Position, Scope, Service, audit, read_time,
        records::{KeyId, OwnerId},
        to_the_end,
    },
};

/// Maximum number of an owner: JSON parsers represent it exactly.
pub const OWNER_LIMIT: i64 = (1 << 53) - 1;

/// An API key, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Key)]
struct KeyResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// Name of the key.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// Owner of what this key creates; several keys may share an owner.
    #[schema(minimum = 1, maximum = 9007199254740991_i64)]
    pub owner: i64,
    /// Scopes of the key.
    #[schema(min_items = 1, max_items = 3)]
    pub scopes: Vec<Scope>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of expiry; null for never.
    pub expires_at: Option<DateTime<Utc>>,
    /// Time of revocation; null if not revoked.
    pub revoked_at: Option<DateTime<Utc>>,
    /// Time of the last use, to the minute; null for never.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A new API key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewKey)]
struct NewKeyResponse {
    /// The key itself, to be sent as `Authorization: Bearer …`. It is shown only once.
    #[schema(pattern = "^arcana_[0-9a-f]{32}_[0-9a-f]{64}$")]
    pub key: String,
    /// Record of the key.
    pub about: KeyResponse,
}

/// A page of keys.
#[derive(Debug, Serialize, ToSchema)]
struct KeyList {
    /// The keys, newest first.
    #[schema(max_items = 100)]
    pub items: Vec<KeyResponse>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

/// A key to create.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = KeyRequest)]
struct KeyBody {
    /// Name of the key.
    #[schema(min_length = 1, max_length = 64)]
    name: String,
    /// Scopes of the key; no scope includes another, and duplicates are ignored.
    #[schema(value_type = Vec<Scope>, min_items = 1)]
    scopes: Vec<String>,
    /// Owner of what this key creates, as in the `owner` of another key; a new owner by default.
    #[deserr(default)]
    #[schema(required = false, minimum = 1, maximum = 9007199254740991_i64)]
    owner: Option<i64>,
    /// Time of expiry; never by default.
    #[deserr(default)]
    #[schema(required = false, value_type = Option<DateTime<Utc>>)]
    expires_at: Option<String>,
}

impl From<KeyRecord> for KeyResponse {
    fn from(key: KeyRecord) -> KeyResponse {
        KeyResponse {
            id: key.id.0,
            name: key.name,
            owner: key.owner.0,
            scopes: key.scopes.list(),
            created_at: key.created_at,
            expires_at: key.expires_at,
            revoked_at: key.revoked_at,
            last_used_at: key.last_used_at,
        }
    }
}

/// Creates a key and returns it, only this once
///
/// Accepts no `Idempotency-Key`, because a key is shown only once.
#[utoipa::path(
    tag = "keys",
    security(("key" = ["admin"])),
    request_body(content = KeyBody),
    responses((status = 201, description = "The key.", body = NewKeyResponse, headers(("Location" = String))), PostBody)
)]
#[post("/keys")]
pub async fn make_key(
    request: HttpRequest,
    auth: Authorized<Administer>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    idempotency_key::none(&request, "This route accepts no `Idempotency-Key`, because a key is shown only once.")?;
    let (requested, actor) = (parsed(body.value(Absent::IsWrong)?)?, actor(&request, &auth.caller));
    let (record, key) = to_the_end(async move {
        let (record, key) = service.create_key(requested).await?;
        audit::key_created(actor, record.id, record.owner);
        Ok((record, key))
    })
    .await?;
    let location = format!("/v1/keys/{}", record.id);
    Ok(response::created(&location, &NewKeyResponse { key, about: record.into() }))
}

/// Lists all keys, newest first
#[utoipa::path(
    tag = "keys",
    security(("key" = ["admin"])),
    params(PageParameters),
    responses((status = 200, description = "A page of keys.", body = KeyList, headers(("Link" = String))))
)]
#[get("/keys")]
pub async fn list_keys(
    request: HttpRequest,
    _: Authorized<Administer>,
    list: ListQuery<()>,
    service: web::Data<Service>,
) -> ApiResult {
    let size = list.page_size();
    let page = service.keys(list.id("keys")?.map(KeyId), size).await?;
    let next_cursor = page.next.map(|id| write_cursor(Position::of_id(id.0), "keys"));
    let list = KeyList { items: page.items.into_iter().map(KeyResponse::from).collect(), next_cursor };
    Ok(response::page(&request, Caching::Never, &list, list.next_cursor.as_deref()))
}

/// Returns a key, without its secret
#[utoipa::path(
    tag = "keys",
    security(("key" = ["admin"])),
    params(("id" = Uuid, Path, description = "Id of the key.")),
    responses((status = 200, description = "The key.", body = KeyResponse), GetById)
)]
#[get("/keys/{id}")]
pub async fn get_key(
    _: Authorized<Administer>,
    _: NoQuery,
    JsonParam(id): JsonParam<KeyId>,
    service: web::Data<Service>,
) -> ApiResult {
    let key = service.key(id).await?;
    Ok(response::ok(Caching::Never, &KeyResponse::from(key)))
}

/// Revokes a key, which stays in the list
///
/// Other services on the same database may accept the key for five more seconds.
#[utoipa::path(
    tag = "keys",
    security(("key" = ["admin"])),
    params(("id" = Uuid, Path, description = "Id of the key.")),
    responses((status = 204, description = "Revoked."), DeleteStored)
)]
#[delete("/keys/{id}")]
pub async fn revoke_key(
    request: HttpRequest,
    auth: Authorized<Administer>,
    _: NoQuery,
    Param(id): Param<KeyId>,
    service: web::Data<Service>,
) -> ApiResult {
    let actor = actor(&request, &auth.caller);
    to_the_end(async move {
        service.revoke_key(id).await?;
        audit::key_revoked(actor, id);
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Parses the requested key, or returns all its errors.
fn parsed(value: serde_json::Value) -> Result<KeyRequest, crate::http::reply::problem::Problem> {
    let body: KeyBody = body::fields(value).map_err(body::invalid)?;
    let mut errors = Vec::new();
    let name = Name::new(&body.name).map_err(|why| errors.push(FieldError::bad_value("/name", why.to_string())));
    if body.scopes.is_empty() {
        errors.push(FieldError::bad_value("/scopes", "Expected at least one scope."));
    }
    let mut scopes = Vec::new();
    for (index, scope) in body.scopes.iter().enumerate() {
        match scope.parse::<Scope>() {
            Ok(scope) => scopes.push(scope),
            Err(why) => errors.push(FieldError::bad_value(format!("/scopes/{index}"), format!("{why}."))),
        }
    }
    if body.owner.is_some_and(|owner| !(1..=OWNER_LIMIT).contains(&owner)) {
        errors.push(FieldError::bad_value("/owner", format!("Expected an integer from 1 to {OWNER_LIMIT}.")));
    }
    let expires_at = body
        .expires_at
        .map(|text| read_time(&text).map_err(|why| errors.push(FieldError::bad_value("/expires_at", why.to_string()))));
    match (name, expires_at.transpose(), errors.is_empty()) {
        (Ok(name), Ok(expires_at), true) => Ok(KeyRequest {
            name: name.into_string(),
            owner: body.owner.map(OwnerId),
            scopes: scopes.into_iter().collect(),
            expires_at,
        }),
        _ => Err(body::invalid(errors)),
    }
}
