//! Simulations: created, followed, cancelled and deleted.

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, post, web};
use chrono::{DateTime, Utc};
use deserr::Deserr;
use futures::{Stream, stream};
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    games::{bot, ruleset, with_setup},
    statistics::report_form,
};
use crate::{
    games::Ruleset,
    http::{
        extract::{
            accept::{self, Representation},
            body::{self, Absent, JsonBody},
            idempotency_key,
            list_query::{ListQuery, PageParameters, write_cursor},
            path::{FromPath, JsonParam, Param},
            query::{self, NoQuery, Query},
        },
        middleware::{
            auth::{Authorized, Delete, Read, Write, actor},
            rate_limit,
        },
        openapi::{self, CreateSimulation, DeleteStored, GetById},
        reply::{
            events::{self, Event, Framing},
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    players::Skill,
    service::{
        Created, DeleteToken, FieldError, FieldErrors, GameSetup, Position, Service, SimulationSeed, audit,
        records::{BotRecord, SimulationId},
        simulations::{SimulationFeed, SimulationPhase, SimulationRequest, SimulationView},
        to_the_end,
    },
    statistics::{MAX_GAMES, Report},
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
    let read = |body: SimulationBody, setup, errors: &mut _| body.request(setup, errors);
    let requested = with_setup(body.value(Absent::IsWrong)?, "players", FieldErrors::default(), read)?;
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
    let next_cursor = page.next.map(|id| write_cursor(Position::of_id(id.0), LIST));
    let list = SimulationList { items: page.items.into_iter().map(SimulationResponse::from).collect(), next_cursor };
    Ok(response::page(&request, Caching::Private, &list, list.next_cursor.as_deref()))
}

/// Returns a simulation with its statistics so far
///
/// Anyone who knows its id can read it. The statistics are there as plain text and as CSV too, with `Accept` or the
/// suffixes `.txt` and `.csv`; before the first game is counted, these are empty.
#[utoipa::path(
    tag = "statistics",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "Id of the simulation.")),
    responses((status = 200, description = "The simulation.", content((SimulationResponse = "application/json"),
        (String = "text/plain; charset=utf-8"), (String = "text/csv; charset=utf-8"))), GetById)
)]
#[get("/simulations/{id}")]
pub async fn get_simulation(
    request: HttpRequest,
    _: Authorized<Read>,
    _: NoQuery,
    path: web::Path<String>,
    service: web::Data<Service>,
) -> ApiResult {
    let offers = [Representation::Json, Representation::Text, Representation::Csv];
    let (id, form) = accept::of_part(&request, &path, &offers)?;
    let simulation = service.simulation(SimulationId::from_path(id)?).await?;
    if form != Representation::Json {
        let record = &simulation.record;
        let heading = format!(
            "{}, {} of {} games from the seed {}",
            record.ruleset.info().name,
            record.done,
            record.games,
            record.seed
        );
        let text = match &simulation.report {
            Some(report) => report_form(form, report, &heading)?,
            None => None,
        };
        return Ok(response::written(StatusCode::OK, Caching::Listed, form, text.unwrap_or_default()));
    }
    Ok(response::ok(Caching::Listed, &SimulationResponse::from(simulation)))
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
    let after = query.between("last_event_id", 0, query::INTEGER_LIMIT);
    query.finish()?;
    let framing = Framing::of(&request)?;
    let after = events::resumed_after(&request, after)?;
    match service.simulation_feed(id, after).await? {
        Some(feed) => events::answer(&request, framing, batches(feed)),
        // Tells browsers not to reconnect.
        None => Ok(HttpResponse::NoContent().finish()),
    }
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
    Ok(response::ok(Caching::Never, &SimulationResponse::from(ended)))
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

/// A simulation: games played by bots to gather statistics.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Simulation)]
struct SimulationResponse {
    /// Id, a version 7 UUID.
    pub id: Uuid,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Version of the rules.
    pub rules_version: u32,
    /// All options, including defaults.
    #[schema(value_type = openapi::AnyOptions)]
    pub options: Box<RawValue>,
    /// The players, by seat.
    #[schema(min_items = 2, max_items = 20)]
    pub players: Vec<SimulationPlayer>,
    /// Seed. Game `i`, from 0, is played with the seed `{seed}/{i}`; with `rotate`, `i` is the number of its deal.
    #[schema(value_type = SimulationSeed)]
    pub seed: String,
    /// Whether each deal is played once for each rotation of the bots over the seats.
    pub rotate: bool,
    /// Phase of the simulation.
    pub phase: SimulationPhase,
    /// Number of games played and counted.
    pub done: u32,
    /// Number of games to play.
    #[schema(minimum = 1, maximum = 10_000_000)]
    pub games: u32,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time at which the first game began.
    pub started_at: Option<DateTime<Utc>>,
    /// Estimated time at which all games will be done; null before the first games are counted and once it has
    /// finished.
    pub eta: Option<DateTime<Utc>>,
    /// Time at which it was done or cancelled.
    pub finished_at: Option<DateTime<Utc>>,
    /// Time at which it is deleted: 30 days after it was done or cancelled.
    pub expires_at: Option<DateTime<Utc>>,
    /// Statistics of the games counted so far; null before the first, and in lists. Once all games are done, it is the
    /// same byte for byte regardless of how the work was distributed.
    #[schema(value_type = Option<Report>)]
    pub result: Option<Box<Report>>,
    /// Links to related resources.
    pub links: SimulationLinks,
    /// Token that cancels and deletes the simulation, sent as `Authorization: Bearer delete_…`. Only in the 202
    /// response to a caller without a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, nullable = false, pattern = "^delete_[0-9a-f]{64}$")]
    pub delete_token: Option<DeleteToken>,
}

/// A player of a simulation.
#[derive(Debug, Serialize, ToSchema)]
struct SimulationPlayer {
    /// The bot.
    pub bot: String,
    /// Version of the bot.
    pub bot_version: u32,
    /// Effort of a bot that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1, maximum = 10)]
    pub effort: Option<u8>,
}

/// Links of a simulation.
#[derive(Debug, Serialize, ToSchema)]
struct SimulationLinks {
    /// The simulation itself.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    pub self_: String,
    /// Events of the simulation.
    #[schema(format = "uri-reference")]
    pub events: String,
}

/// A page of simulations, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct SimulationList {
    /// The simulations, without their results.
    #[schema(max_items = 100)]
    pub items: Vec<SimulationResponse>,
    /// Requests the next page; null on the last.
    #[schema(pattern = "^[0-9a-f]{48}$")]
    pub next_cursor: Option<String>,
}

/// The path of a simulation.
pub fn address(id: SimulationId) -> String {
    format!("/v1/simulations/{id}")
}

impl From<SimulationView> for SimulationResponse {
    fn from(view: SimulationView) -> SimulationResponse {
        let record = view.record;
        let own = address(record.id);
        let player =
            |bot: BotRecord| SimulationPlayer { effort: bot.effort_number(), bot: bot.id, bot_version: bot.version };
        SimulationResponse {
            id: record.id.0,
            ruleset: record.ruleset,
            rules_version: record.rules_version,
            options: view.options,
            expires_at: record.expires_at(),
            players: record.bots.into_iter().map(player).collect(),
            seed: record.seed,
            rotate: record.rotate,
            phase: record.phase,
            done: record.done,
            games: record.games,
            created_at: record.created_at,
            started_at: record.started_at,
            eta: view.eta,
            finished_at: record.finished_at,
            result: view.report,
            links: SimulationLinks { events: format!("{own}/events"), self_: own },
            delete_token: None,
        }
    }
}

/// Games to simulate. Only `ruleset` and `games` are required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = SimulationRequest)]
struct SimulationBody {
    /// What to play.
    #[schema(value_type = Ruleset)]
    ruleset: String,
    /// Options that differ from the defaults.
    #[deserr(default)]
    #[schema(value_type = Option<openapi::AnyOptions>, required = false)]
    options: Option<Value>,
    /// The players; by default as many as the ruleset's default.
    #[deserr(default)]
    #[schema(required = false)]
    players: Option<Vec<PlayerBody>>,
    /// Number of games.
    #[schema(minimum = 1, maximum = 10_000_000)]
    games: u64,
    /// Game `i`, from 0, is played with the seed `{seed}/{i}`; random by default.
    #[deserr(default)]
    #[schema(required = false)]
    seed: Option<SimulationSeed>,
    /// Whether each deal is played once for each rotation of the bots over the seats, so that they are compared on the
    /// same cards. Game `i` then has the seed of deal `i / players`.
    #[deserr(default)]
    #[schema(required = false)]
    rotate: bool,
}

/// A player of the games to simulate.
#[derive(Debug, Default, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = SimulationRequestPlayer)]
struct PlayerBody {
    /// Bot; the default bot if omitted.
    #[deserr(default)]
    #[schema(required = false, example = "adept")]
    bot: Option<String>,
    /// How long `sage` thinks (4).
    #[deserr(default)]
    #[schema(required = false, minimum = 1, maximum = 10)]
    effort: Option<u64>,
}

impl SimulationBody {
    /// The options were already taken out: any that are left have the wrong type.
    fn request(self, setup: Option<GameSetup>, errors: &mut FieldErrors) -> Option<SimulationRequest> {
        if self.options.is_some_and(|options| !options.is_object()) {
            errors.push(body::no_object("/options"));
        }
        let games = u32::try_from(self.games).ok().filter(|games| (1..=MAX_GAMES).contains(&u64::from(*games)));
        if games.is_none() {
            errors.push(FieldError::bad_value("/games", format!("Expected an integer from 1 to {MAX_GAMES}.")));
        }
        let requested: Vec<_> = self
            .players
            .unwrap_or_default()
            .into_iter()
            .enumerate()
            .map(|(index, player)| {
                bot(player.bot.as_deref(), player.effort, &format!("/players/{index}"), errors).unwrap_or(Skill::ALL[0])
            })
            .collect();
        ruleset(&self.ruleset, errors)?;
        let setup = setup?;
        let bots = if requested.is_empty() { vec![Skill::ALL[0]; setup.players()] } else { requested };
        Some(SimulationRequest { setup, bots, seed: self.seed, games: games?, rotate: self.rotate })
    }
}

/// An event of a simulation, as a line.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[schema(as = SimulationEvent)]
#[expect(dead_code, reason = "it describes the events, which are written one by one")]
enum EventLine {
    /// Games were counted: at most twice a second.
    #[schema(title = "SimulationEventProgress")]
    Progress {
        /// Id of the event after which a stream resumes.
        id: u32,
        /// The simulation.
        data: Box<SimulationResponse>,
    },
    /// All games are done: the last event.
    #[schema(title = "SimulationEventDone")]
    Done {
        /// Id of the event after which a stream resumes.
        id: u32,
        /// The simulation.
        data: Box<SimulationResponse>,
    },
    /// The simulation was cancelled: the last event.
    #[schema(title = "SimulationEventCancelled")]
    Cancelled {
        /// Id of the event after which a stream resumes.
        id: u32,
        /// The simulation.
        data: Box<SimulationResponse>,
    },
}

/// The events of a feed.
fn batches(feed: SimulationFeed) -> impl Stream<Item = Result<Vec<Event>, Problem>> {
    stream::try_unfold(feed, async |mut feed| {
        let Some(view) = feed.next().await? else { return Ok(None) };
        Ok(Some((vec![event(view)?], feed)))
    })
}

fn event(view: SimulationView) -> Result<Event, Problem> {
    let name = match view.record.phase {
        SimulationPhase::Waiting | SimulationPhase::Running => "progress",
        SimulationPhase::Done => "done",
        SimulationPhase::Cancelled => "cancelled",
    };
    Event::new(view.record.version, name, &SimulationResponse::from(view))
}
