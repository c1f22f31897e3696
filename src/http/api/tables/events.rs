//! The events of a table.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use futures::{Stream, stream};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use super::dto::{SeatResponse, TableResponse, own_reading};
use crate::{
    games::{NamedDue, Player, ShownHand},
    hex::hex,
    http::{
        api::games::GameResult,
        reply::{
            events::{self, Event, Framing},
            problem::{ApiResult, Problem},
        },
    },
    service::{
        Service, ServiceError,
        records::TableId,
        tables::{CloseReason, SeatChange, SeatToken, TableEvent, TableEventKind, TableFeed, TableView},
    },
};

/// An event of a table, as a line.
#[derive(ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[schema(as = TableEvent)]
pub enum EventLine {
    /// The whole table: the first event, unless the stream resumes.
    #[schema(title = "TableEventTable")]
    Table {
        /// Version of the table.
        id: u32,
        /// The table.
        data: Box<TableResponse>,
    },
    /// A step was made.
    #[schema(title = "TableEventStep")]
    Step {
        /// Version of the table.
        id: u32,
        /// The step.
        data: StepEvent,
    },
    /// A person came, left, did not act in time, or is back.
    #[schema(title = "TableEventSeat")]
    Seat {
        /// Version of the table.
        id: u32,
        /// What happened at the seat.
        data: SeatEvent,
    },
    /// The game is over and stored: the last event.
    #[schema(title = "TableEventOver")]
    Over {
        /// Version of the table.
        id: u32,
        /// How the game ended.
        data: OverEvent,
    },
    /// The table was closed: the last event.
    #[schema(title = "TableEventClosed")]
    Closed {
        /// Version of the table.
        id: u32,
        /// Why it was closed.
        data: ClosedEvent,
    },
}

/// A step at a table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableStep)]
pub struct StepEvent {
    /// Number of steps played with this one.
    n: usize,
    /// The step; what the caller may not see is left out of it and counted. Null if all of it is hidden.
    #[schema(value_type = serde_json::Value)]
    step: Box<RawValue>,
    /// What the game waits for now.
    due: NamedDue,
    /// The hand of another player that the step shows to the caller, as The Sun does in Fortuno.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shown_hand: Option<ShownHand>,
    /// Time at which somebody else acts for those who are due; null for never, and if more has happened since.
    deadline: Option<DateTime<Utc>>,
    /// Version of the table.
    version: u32,
}

/// A change of a seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableSeatChange)]
pub struct SeatEvent {
    /// Index of the seat.
    index: Player,
    /// What happened.
    change: SeatChange,
    /// The seat as it is now.
    seat: SeatResponse,
    /// Version of the table.
    version: u32,
}

/// The end of the game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableOver)]
pub struct OverEvent {
    /// The stored game.
    game: Option<Uuid>,
    /// Its result.
    result: Option<GameResult>,
    /// The seed; null at a table of a day that is not over.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    seed: Option<String>,
    /// Links to the readings that are for the caller's seat.
    #[schema(max_items = 1)]
    readings: Vec<String>,
    /// Version of the table.
    version: u32,
}

/// The end of a table without a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TableClosing)]
pub struct ClosedEvent {
    /// Why it was closed.
    why: CloseReason,
    /// Version of the table.
    version: u32,
}

/// Responds with the events of a table for the holder of this token, or for the public, after the version that the
/// caller has.
///
/// # Errors
/// `not_acceptable`, `not_found`, `bad_seat_token`, `too_many_streams`, `unavailable`.
pub async fn answer(
    request: &HttpRequest,
    service: &Service,
    id: TableId,
    seat: impl Future<Output = Result<Option<SeatToken>, ServiceError>>,
    after: Option<u32>,
) -> ApiResult {
    let framing = Framing::of(request)?;
    let after = events::resumed_after(request, after)?;
    match service.table_feed(id, seat.await?, after).await? {
        Some(feed) => events::answer(request, framing, batches(feed)),
        // Tells browsers not to reconnect.
        None => Ok(HttpResponse::NoContent().finish()),
    }
}

/// The events of a feed, in batches.
fn batches(feed: TableFeed) -> impl Stream<Item = Result<Vec<Event>, Problem>> {
    stream::try_unfold(feed, async |mut feed| {
        let Some(batch) = feed.next().await? else { return Ok(None) };
        let batch: Vec<_> = batch.into_iter().map(event).collect::<Result<_, _>>()?;
        Ok(Some((batch, feed)))
    })
}

fn event(TableEvent { version, kind }: TableEvent) -> Result<Event, Problem> {
    match kind {
        TableEventKind::Table(view) => Event::new(version, "table", &TableResponse::from(*view)),
        TableEventKind::Step { n, step, due, shown_hand, deadline } => {
            Event::new(version, "step", &StepEvent { n, step, due, shown_hand, deadline, version })
        }
        TableEventKind::Seat { seat, change, now, begun } => {
            let now = SeatResponse::of((seat.index(), &now), begun);
            let event = SeatEvent { index: seat, change, seat: now, version };
            Event::new(version, "seat", &event)
        }
        TableEventKind::Over(view) => Event::new(version, "over", &OverEvent::of(*view, version)),
        TableEventKind::Closed(why) => Event::new(version, "closed", &ClosedEvent { why, version }),
    }
}

impl OverEvent {
    fn of(view: TableView, version: u32) -> OverEvent {
        let (readings, record) = (own_reading(&view).into_iter().collect(), Arc::clone(&view.record));
        let result = view.result.map(GameResult::from);
        let seed = (!record.awaits_storing()).then(|| hex(&record.seed));
        OverEvent { game: record.game.map(|id| id.0), result, seed, readings, version }
    }
}
