//! Profiles: a name that is the caller's own, made with a key.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        client::address,
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            idempotency_key,
            query::{self, NoQuery},
        },
        middleware::{
            auth::{Authorized, Read, Write, actor, authorize, caller},
            rate_limit, ready_answers,
        },
        openapi::{CreateProfile, DeleteStored, GetById},
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
        settings::Settings,
    },
    service::{
        Caller, Name, NewProfile, ProblemCode, Profile, ResourceKind, Service, ServiceError, audit, records::OwnerId,
        to_the_end,
    },
};

/// A profile: a name that nobody else has at rated tables.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Profile)]
struct ProfileResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// The name.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// A new profile.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewProfile)]
struct NewProfileResponse {
    #[serde(flatten)]
    #[schema(inline)]
    pub profile: ProfileResponse,
    /// Its key, which reads and writes, to be sent as `Authorization: Bearer …`. It is shown only once, and whoever
    /// loses it has lost the profile.
    #[schema(pattern = "^arcana_[0-9a-f]{32}_[0-9a-f]{64}$")]
    pub key: String,
}

/// A profile to make.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = ProfileRequest)]
struct ProfileBody {
    /// The name.
    name: Name,
}

impl From<Profile> for ProfileResponse {
    fn from(Profile { id, name, created_at, owner: _ }: Profile) -> ProfileResponse {
        ProfileResponse { id: id.0, name: name.into_string(), created_at }
    }
}

impl From<NewProfile> for NewProfileResponse {
    fn from(NewProfile { profile, key: _, text }: NewProfile) -> NewProfileResponse {
        NewProfileResponse { profile: profile.into(), key: text }
    }
}

/// Makes a profile and returns its key, only this once
///
/// No key is required where the operator allows it (`--sign-up`); ten profiles are made from one address, and
/// then one every six minutes. With a key that reads and writes, the profile is that of its owner, and the new key expires when it does.
///
/// Accepts no `Idempotency-Key`, because a key is shown only once.
#[utoipa::path(
    tag = "profiles",
    request_body(content = ProfileBody),
    responses((status = 201, description = "The profile, with its key.", body = NewProfileResponse,
        headers(("Location" = String))), CreateProfile)
)]
#[post("/profiles")]
pub async fn make_profile(request: HttpRequest, service: web::Data<Service>, body: JsonBody) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    idempotency_key::none(&request, "This route accepts no `Idempotency-Key`, because a key is shown only once.")?;
    let ProfileBody { name } = body::fields(body.value(Absent::IsWrong)?).map_err(body::invalid)?;
    let made = create(&request, &service, name).await?;
    Ok(response::created("/v1/profiles/me", &NewProfileResponse::from(made)))
}

/// Makes a profile for the caller, for a program or a page.
///
/// # Errors
/// `sign_up_closed`, `forbidden` if the caller's key lacks a scope, `name_taken`, `conflict`, `rate_limited`.
pub async fn create(request: &HttpRequest, service: &Service, name: Name) -> Result<NewProfile, Problem> {
    let caller = caller(request);
    may_have_one(request, &caller)?;
    service.check_name(&caller, &name).await?;
    rate_limit::count_sign_up(request, address(request, Settings::of(request).proxies))?;
    let (service, actor) = (service.clone(), actor(request, &caller));
    to_the_end(async move {
        let made = service.create_profile(&caller, name).await?;
        audit::key_created(actor, made.key.id, made.key.owner);
        Ok::<_, ServiceError>(made)
    })
    .await
    .map_err(Problem::from)
}

/// Whoever has a key can do no more with that of the profile; others need the operator's leave.
fn may_have_one(request: &HttpRequest, caller: &Caller) -> Result<(), Problem> {
    if caller.key.is_some() {
        authorize::<Read>(request)?;
        return authorize::<Write>(request).map(drop);
    }
    match Settings::of(request).sign_up {
        true => Ok(()),
        false => Err(Problem::new(ProblemCode::SignUpClosed, "The operator lets nobody make a profile without a key.")),
    }
}

/// Returns the caller's profile
#[utoipa::path(
    tag = "profiles",
    security(("key" = ["read"])),
    responses((status = 200, description = "The profile.", body = ProfileResponse), GetById)
)]
#[get("/profiles/me")]
pub async fn get_my_profile(
    auth: Authorized<Read>,
    _: NoQuery,
    _: accept::AcceptsJson,
    service: web::Data<Service>,
) -> ApiResult {
    let profile = own(&service, auth.list_owner()?).await?;
    Ok(response::ok(Caching::Own, &ProfileResponse::from(profile)))
}

/// Deletes the caller's profile with all that is its own
///
/// Its games with their readings, its readings, tables, simulations and commitments are erased, and the keys that were
/// made with it are revoked, also those in browsers. What stays: games of others in which the name plays, and keys that
/// the operator has given to the same owner.
#[utoipa::path(
    tag = "profiles",
    security(("key" = ["write"])),
    responses((status = 204, description = "Deleted."), DeleteStored)
)]
#[delete("/profiles/me")]
pub async fn delete_my_profile(
    request: HttpRequest,
    auth: Authorized<Write>,
    _: NoQuery,
    service: web::Data<Service>,
) -> ApiResult {
    own(&service, auth.list_owner()?).await?;
    delete(&request, &service, &auth.caller).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Deletes the caller's profile, for a program or a page.
///
/// # Errors
/// `unavailable`, `internal`.
pub async fn delete(request: &HttpRequest, service: &Service, caller: &Caller) -> Result<(), Problem> {
    let (service, actor, owner) = (service.clone(), actor(request, caller), caller.owner);
    Ok(ready_answers::change(request, async move { service.delete_profile(actor, owner).await }).await?)
}

async fn own(service: &Service, owner: OwnerId) -> Result<Profile, Problem> {
    Ok(service.profile(owner).await?.ok_or(ServiceError::NotFound(ResourceKind::Profile))?)
}
