//! The events of a simulation: its progress and its end.

use actix_web::{HttpRequest, HttpResponse};
use futures::{Stream, stream};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::SimulationResponse;
use crate::{
    http::reply::{
        events::{self, Event, Framing},
        problem::{ApiResult, Problem},
    },
    service::{
        Service,
        records::SimulationId,
        simulations::{SimulationFeed, SimulationPhase, SimulationView},
    },
};

/// An event of a simulation, as a line.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[schema(as = SimulationEvent)]
pub enum EventLine {
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

/// Responds with the events of a simulation, after the one that the caller has received.
///
/// # Errors
/// `not_acceptable`, `not_found`, `too_many_streams`, `unavailable`.
pub async fn answer(request: &HttpRequest, service: &Service, id: SimulationId, after: Option<u32>) -> ApiResult {
    let framing = Framing::of(request)?;
    let after = events::resumed_after(request, after)?;
    match service.simulation_feed(id, after).await? {
        Some(feed) => events::answer(request, framing, batches(feed)),
        // Tells browsers not to reconnect.
        None => Ok(HttpResponse::NoContent().finish()),
    }
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
