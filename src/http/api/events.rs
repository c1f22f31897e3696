//! Everything that happens to what a key has, as one stream.

use actix_web::{HttpRequest, get, web};
use chrono::{Datelike, NaiveDate};
use futures::{Stream, stream};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{games::GameResponse, readings::dto::AnyResponse, simulations, tables};
use crate::{
    http::{
        extract::{
            list_query::{read_cursor_of_bytes, write_cursor_of_bytes},
            query::Query,
        },
        middleware::auth::{Authorized, Read},
        reply::{
            events::{self, Event, Framing},
            problem::{ApiResult, Problem},
        },
    },
    service::{
        FeedPosition, NewsFeed, NewsItem, Position, Service,
        records::{OwnerEvent, OwnerId, SimulationPhase, TableNews},
        store::NewsPosition,
    },
};

/// Streams everything that happens to what the caller's key has
///
/// Server-sent events, or the same as NDJSON: changes of tables that the key has set up or at which it sits, games and
/// readings that were stored, simulations that have ended, and of the deals of the day those that the key has finished and
/// those of them that are over, half a minute after their end. Owners have all their keys' events. The stream begins after the `id` in `Last-Event-ID` or
/// `last_event_id`, or else now, with `begin`; it goes on at any service, however long the client was away, and what was
/// deleted meanwhile is left out. Events of one kind come in the order of their commits. After every 15 seconds without an
/// event, a comment or an empty line shows that the stream is still alive. It has no end.
#[utoipa::path(
    tag = "service",
    operation_id = "stream_events",
    security(("key" = ["read"])),
    params(
        ("last_event_id" = Option<String>, Query, description = "Id of the event after which the stream begins.",
            pattern = "^[0-9a-f]{168}$"),
        ("Last-Event-ID" = Option<String>, Header, description = "The same; it takes precedence.",
            pattern = "^[0-9a-f]{168}$"),
    ),
    responses(
        (status = 200, description = "The events, as they happen.",
            content((String = "text/event-stream"), (EventLine = "application/x-ndjson"))),
    )
)]
#[get("/events")]
pub async fn stream_events(request: HttpRequest, auth: Authorized<Read>, service: web::Data<Service>) -> ApiResult {
    let mut query = Query::of(&request);
    let after = query.one::<String>("last_event_id");
    query.finish()?;
    let (framing, owner) = (Framing::of(&request)?, auth.list_owner()?);
    let after = events::resumed_after_cursor(&request, after, |id| read_id(id, owner))?;
    let feed = service.news(owner, after).await?;
    events::answer(&request, framing, batches(feed, owner))
}

/// An event, as a line.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[schema(as = OwnEvent)]
#[expect(dead_code, reason = "it describes the events, which are written one by one")]
enum EventLine {
    /// The stream begins now: the first event, unless the stream resumes.
    #[schema(title = "OwnEventBegin")]
    Begin {
        /// Id of the event after which a stream resumes.
        id: String,
        /// Nothing.
        data: BeginEvent,
    },
    /// A table changed.
    #[schema(title = "OwnEventTable")]
    Table {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The table.
        data: TableEvent,
    },
    /// The game of a table is over and stored.
    #[schema(title = "OwnEventTableOver")]
    TableOver {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The table.
        data: TableEvent,
    },
    /// A table was closed.
    #[schema(title = "OwnEventTableClosed")]
    TableClosed {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The table.
        data: TableEvent,
    },
    /// A game was stored.
    #[schema(title = "OwnEventGame")]
    Game {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The game, without `result.detail`.
        data: Box<GameResponse>,
    },
    /// A reading was stored.
    #[schema(title = "OwnEventReading")]
    Reading {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The reading, as in lists.
        data: AnyResponse,
    },
    /// A simulation is done, or was cancelled.
    #[schema(title = "OwnEventSimulation")]
    Simulation {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The simulation.
        data: SimulationEvent,
    },
    /// The key's try at the deal of a day is finished.
    #[schema(title = "OwnEventDayFinished")]
    DayFinished {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The day.
        data: DayEvent,
    },
    /// A day that the key has tried is over: its seed and all that was played are public.
    #[schema(title = "OwnEventDayOver")]
    DayOver {
        /// Id of the event after which a stream resumes.
        id: String,
        /// The day.
        data: DayEvent,
    },
}

/// The begin of a stream.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnBegin)]
struct BeginEvent {}

/// A change of a table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnTable)]
struct TableEvent {
    /// Id of the table.
    id: Uuid,
    /// Version of the table.
    version: u32,
    /// The stored game; null before it is over.
    #[schema(required)]
    game: Option<Uuid>,
    /// Links to related resources.
    links: EventLinks,
}

/// The end of a simulation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnSimulation)]
struct SimulationEvent {
    /// Id of the simulation.
    id: Uuid,
    /// Phase of the simulation.
    phase: SimulationPhase,
    /// Links to related resources.
    links: EventLinks,
}

/// A deal of the day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnDay)]
struct DayEvent {
    /// The day, in UTC.
    date: NaiveDate,
    /// Links to related resources.
    links: EventLinks,
}

/// Links of an event.
#[derive(Debug, Serialize, ToSchema)]
struct EventLinks {
    /// What it tells of.
    #[serde(rename = "self")]
    #[schema(format = "uri-reference")]
    self_: String,
}

/// The events of a feed, in batches.
fn batches(feed: NewsFeed, owner: OwnerId) -> impl Stream<Item = Result<Vec<Event>, Problem>> {
    stream::try_unfold((feed, owner), async |(mut feed, owner)| {
        let news = feed.next().await?;
        let batch: Vec<_> = news.into_iter().map(|news| event(news, owner)).collect::<Result<_, _>>()?;
        Ok(Some((batch, (feed, owner))))
    })
}

fn event((item, after): (NewsItem, FeedPosition), owner: OwnerId) -> Result<Event, Problem> {
    let id = write_id(after, owner);
    match item {
        NewsItem::Begin => Event::new(id, "begin", &BeginEvent {}),
        NewsItem::Game(game) => Event::new(id, "game", &GameResponse::from(*game)),
        NewsItem::Reading(reading) => Event::new(id, "reading", &AnyResponse::in_list(*reading)),
        NewsItem::DayOver(date) => Event::new(id, "day_over", &DayEvent::of(date)),
        NewsItem::Event(OwnerEvent::DayFinished { date }) => Event::new(id, "day_finished", &DayEvent::of(date)),
        NewsItem::Event(OwnerEvent::Simulation { id: simulation, phase }) => {
            let links = EventLinks { self_: simulations::address(simulation) };
            Event::new(id, "simulation", &SimulationEvent { id: simulation.0, phase, links })
        }
        NewsItem::Event(OwnerEvent::Table { id: table, version, change }) => {
            let (name, game) = match change {
                TableNews::Changed => ("table", None),
                TableNews::Over(game) => ("table_over", game.map(|id| id.0)),
                TableNews::Closed => ("table_closed", None),
            };
            let links = EventLinks { self_: tables::address(table) };
            Event::new(id, name, &TableEvent { id: table.0, version, game, links })
        }
    }
}

impl DayEvent {
    fn of(date: NaiveDate) -> DayEvent {
        DayEvent { date, links: EventLinks { self_: format!("/v1/days/{date}") } }
    }
}

/// Number of bytes of a position.
const POSITION: usize = 24;

/// The id of an event, after which a stream of this owner resumes.
fn write_id(FeedPosition { news, over }: FeedPosition, owner: OwnerId) -> String {
    let mut bytes = Vec::with_capacity(3 * POSITION + 4);
    for position in [news.events, news.games, news.readings] {
        bytes.extend(position.rank.unwrap_or_default().to_be_bytes());
        bytes.extend(position.id.as_bytes());
    }
    bytes.extend(over.num_days_from_ce().to_be_bytes());
    write_cursor_of_bytes(&bytes, &bound_to(owner))
}

/// What the ids of an owner's events are bound to.
fn bound_to(owner: OwnerId) -> String {
    format!("events of {}", owner.0)
}

/// The position after the event with this id.
fn read_id(id: &str, owner: OwnerId) -> Option<FeedPosition> {
    let bytes = read_cursor_of_bytes(id, &bound_to(owner)).ok()?;
    let (positions, day) = bytes.split_at_checked(3 * POSITION)?;
    let mut positions = positions.chunks(POSITION).map(|bytes| {
        let (rank, id) = bytes.split_at(8);
        Some(Position { rank: Some(i64::from_be_bytes(rank.try_into().ok()?)), id: Uuid::from_slice(id).ok()? })
    });
    let [events, games, readings] = [positions.next()??, positions.next()??, positions.next()??];
    let over = NaiveDate::from_num_days_from_ce_opt(i32::from_be_bytes(day.try_into().ok()?))?;
    Some(FeedPosition { news: NewsPosition { events, games, readings }, over })
}
