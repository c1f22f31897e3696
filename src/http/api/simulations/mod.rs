//! Simulations: created, followed, cancelled and deleted.

mod dto;
pub mod events;
mod request;

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, post, web};

use self::{
    dto::{SimulationList, SimulationResponse, address},
    events::EventLine,
    request::SimulationBody,
};
use crate::{
    http::{
        extract::{
            accept,
            body::{Absent, JsonBody},
            cursor, idempotency_key,
            list_query::{ListQuery, PageParameters},
            path::{JsonParam, Param},
            query::{self, NoQuery, Query},
        },
        middleware::{
            auth::{Authorized, Delete, Read, Write, actor},
            rate_limit,
        },
        openapi::{CreateSimulation, DeleteStored, GetById},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
        },
    },
    service::{Created, Position, Service, audit, records::SimulationId, to_the_end},
};

/// The list to which cursors are bound.
const LIST: &str = "simulations";

/// Plays many games among bots and counts them
///
/// Only `ruleset` and `games` are required. The games are played in the background, by every service on the same
/// database, as fast as requests leave room for it; none of them is stored, and each can be had by `POST /v1/games`
/// with its seed. A caller may have four simulations that are not finished. Many games count as many requests.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["write"])),
    request_body(content = SimulationBody),
    responses(
        (status = 202, description = "The simulation, which has not begun.", body = SimulationResponse,
            headers(("Location" = String))),
        CreateSimulation
    )
)]
#[post("/simulations")]
pub async fn make_simulation(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let requested = request::simulation(body.value(Absent::IsWrong)?)?;
    rate_limit::charge(&request, rate_limit::units_of(requested.thinking()))?;
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let tokens = service.delete_tokens(&auth.caller).await?;
    let Created { value, is_replay } = service.create_simulation(auth.caller.owner, requested, key).await?;
    let id = value.record.id;
    let mut simulation = SimulationResponse::from(value);
    if idempotency_key::may_show_tokens(&request, &auth.caller, is_replay) {
        simulation.delete_token = tokens.of(id);
    }
    Ok(idempotency_key::replayed(response::accepted(&address(id), &simulation), is_replay))
}

/// Lists the caller's own simulations, newest first
///
/// Items have no result. Callers without a key have no list: they get 401.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(PageParameters),
    responses(
        (status = 200, description = "A page of simulations.", body = SimulationList, headers(("Link" = String)))
    )
)]
#[get("/simulations")]
pub async fn list_simulations(
    request: HttpRequest,
    auth: Authorized<Read>,
    list: ListQuery<()>,
    service: web::Data<Service>,
) -> ApiResult {
    let size = list.page_size();
    let before = list.id(LIST)?.map(SimulationId);
    let page = service.simulations(auth.list_owner()?, before, size).await?;
    let next_cursor = page.next.map(|id| cursor::write(Position::of_id(id.0), LIST));
    let list = SimulationList { items: page.items.into_iter().map(SimulationResponse::from).collect(), next_cursor };
    Ok(response::page(&request, Caching::Private, &list, list.next_cursor.as_deref()))
}

/// Returns a simulation with its statistics so far
///
/// Anyone who knows its id can read it.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "Id of the simulation.")),
    responses((status = 200, description = "The simulation.", body = SimulationResponse), GetById)
)]
#[get("/simulations/{id}")]
pub async fn get_simulation(
    _: Authorized<Read>,
    _: NoQuery,
    JsonParam(id): JsonParam<SimulationId>,
    service: web::Data<Service>,
) -> ApiResult {
    let simulation = service.simulation(id).await?;
    Ok(response::json(StatusCode::OK, Caching::Listed, &SimulationResponse::from(simulation)))
}

/// Streams the progress of a simulation
///
/// Server-sent events, or the same as NDJSON. Each event contains the current simulation. The stream begins with its
/// current state, unless `Last-Event-ID` or `last_event_id` names that event, and ends after `done` or `cancelled`, or
/// when the simulation is deleted. The status is 204 if no more events can follow. After every 15 seconds without an event, a comment or an empty line shows that
/// the stream is still alive.
#[utoipa::path(
    tag = "statistics",
    operation_id = "stream_simulation_events",
    security(("key" = ["read"])),
    params(
        ("id" = Uuid, Path, description = "Id of the simulation."),
        ("last_event_id" = Option<u32>, Query, description = "Id of the event after which the stream begins."),
        ("Last-Event-ID" = Option<u32>, Header, description = "The same; it takes precedence."),
    ),
    responses(
        (status = 200, description = "The events, as they happen.",
            content((String = "text/event-stream"), (EventLine = "application/x-ndjson"))),
        (status = 204, description = "The simulation has ended, and the caller has received its last event."),
        GetById
    )
)]
#[get("/simulations/{id}/events")]
pub async fn simulation_events(
    request: HttpRequest,
    _: Authorized<Read>,
    Param(id): Param<SimulationId>,
    service: web::Data<Service>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let after = query.between("last_event_id", 0, crate::http::extract::query::INTEGER_LIMIT);
    query.finish()?;
    events::answer(&request, &service, id, after).await
}

/// Cancels a simulation
///
/// It keeps the games counted until then. One that has ended stays as it is. Allowed for the owner and for the scope
/// `admin`; a simulation requested without a key is cancelled with the `delete_token` from the 202 response, sent as
/// `Authorization: Bearer delete_…`.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["write"]), ("delete" = [])),
    params(("id" = Uuid, Path, description = "Id of the simulation.")),
    responses((status = 200, description = "The simulation, which has ended.", body = SimulationResponse), DeleteStored)
)]
#[post("/simulations/{id}/cancel")]
pub async fn cancel_simulation(
    request: HttpRequest,
    auth: Authorized<Delete>,
    _: NoQuery,
    JsonParam(id): JsonParam<SimulationId>,
    service: web::Data<Service>,
) -> ApiResult {
    let (actor, authority) = (actor(&request, &auth.caller), auth.caller.authority());
    let ended = to_the_end(async move {
        if service.cancel_simulation(id, authority).await? {
            audit::simulation_cancelled(actor, id);
        }
        service.simulation(id).await
    })
    .await?;
    Ok(response::json(StatusCode::OK, Caching::Never, &SimulationResponse::from(ended)))
}

/// Deletes a simulation, whether it has ended or not
///
/// Allowed for the owner and for the scope `admin`. A simulation requested without a key is deleted with the
/// `delete_token` from the 202 response, sent as `Authorization: Bearer delete_…`.
#[utoipa::path(
    tag = "statistics",
    operation_id = "delete_simulation",
    security(("key" = ["write"]), ("delete" = [])),
    params(("id" = Uuid, Path, description = "Id of the simulation.")),
    responses((status = 204, description = "Deleted."), DeleteStored)
)]
#[delete("/simulations/{id}")]
pub async fn delete_simulation(
    request: HttpRequest,
    auth: Authorized<Delete>,
    _: NoQuery,
    Param(id): Param<SimulationId>,
    service: web::Data<Service>,
) -> ApiResult {
    let (actor, authority) = (actor(&request, &auth.caller), auth.caller.authority());
    to_the_end(async move {
        service.delete_simulation(id, authority).await?;
        audit::deleted(actor, "simulation", id.0);
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
