//! Lists and events that are streamed: how many at once, and for whom.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use actix_web::{HttpMessage, HttpRequest, http::header::RETRY_AFTER, web};

use super::rate_limit::Subject;
use crate::{
    http::{
        connection::{self, ConnectionLimits, Exhausted, Quota, Share},
        reply::problem::Problem,
    },
    service::ProblemCode,
};

/// How many KiB of long lines are in memory at once, of all streams together.
const ROOM: u32 = 32 << 10;

/// Lines that take fewer KiB need no room.
const SHORT: u32 = 512;

/// What is streamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streamed {
    /// A list, which comes to its end.
    List,
    /// Events, as they happen.
    Events,
}

impl Streamed {
    /// What callers read of it.
    const fn name(self) -> &'static str {
        match self {
            Streamed::List => "lists",
            Streamed::Events => "event streams",
        }
    }
}

/// How many streams of one kind there are and may be.
#[derive(Debug)]
struct Bounded {
    running: Arc<Quota<Subject>>,
    per_caller: usize,
}

impl Bounded {
    fn new(per_caller: usize, all: usize) -> Bounded {
        Bounded { running: Quota::new(per_caller, all), per_caller }
    }
}

/// What is streamed at this moment.
#[derive(Debug)]
pub struct Streams {
    lists: Bounded,
    events: Bounded,
    room: Arc<Semaphore>,
}

/// A stream's place among those whose long lines are in memory.
#[derive(Debug)]
pub struct BufferPermit {
    all: Arc<Semaphore>,
    held: Option<OwnedSemaphorePermit>,
}

impl BufferPermit {
    /// The part in memory is gone.
    pub fn leave(&mut self) {
        self.held = None;
    }

    /// Waits until there is room for a part of this size; short parts need none.
    pub async fn enter(&mut self, bytes: usize) {
        let wanted = u32::try_from(bytes >> 10).unwrap_or(u32::MAX).min(ROOM / 2);
        if wanted >= SHORT {
            self.held = Arc::clone(&self.all).acquire_many_owned(wanted).await.ok();
        }
    }
}

impl Streams {
    /// There are none yet.
    pub fn new(limits: &ConnectionLimits) -> Streams {
        Streams {
            lists: Bounded::new(limits.streams_per_caller, limits.streams),
            events: Bounded::new(limits.event_streams_per_caller, limits.event_streams),
            room: Arc::new(Semaphore::new(ROOM as usize)),
        }
    }

    /// How many of a kind are running.
    pub fn running(&self, what: Streamed) -> usize {
        self.of(what).running.taken()
    }

    const fn of(&self, what: Streamed) -> &Bounded {
        match what {
            Streamed::List => &self.lists,
            Streamed::Events => &self.events,
        }
    }
}

/// Where a stream enters whose lines may be long.
pub fn buffer_permit(request: &HttpRequest) -> BufferPermit {
    let streams = request.app_data::<web::Data<Streams>>().expect("the app bounds its streams");
    BufferPermit { all: Arc::clone(&streams.room), held: None }
}

/// A stream's place among those of its kind, given up when it is dropped; nothing for a request that nobody counts.
pub type Running = Option<Share<Subject>>;

/// Begins to stream the answer of a request; it runs until what is given is dropped.
///
/// # Errors
/// `too_many_streams` when this caller has enough of them, `unavailable` when all callers together have.
pub fn begin(request: &HttpRequest, what: Streamed) -> Result<Running, Problem> {
    let streams = request.app_data::<web::Data<Streams>>().expect("the app bounds its streams");
    let (bounded, subject) = (streams.of(what), request.extensions().get::<Subject>().copied());
    let share = subject.map(|subject| bounded.running.take(subject)).transpose();
    let share = share.map_err(|why| refused(why, what, bounded.per_caller))?;
    match what {
        Streamed::List => connection::streams(request),
        // They end by themselves when the service stops.
        Streamed::Events => {}
    }
    Ok(share)
}

fn refused(why: Exhausted, what: Streamed, per_caller: usize) -> Problem {
    let name = what.name();
    match why {
        Exhausted::Own => {
            let detail = format!(
                "At most {per_caller} {name} are sent to one caller at once. Finish or close the current ones first."
            );
            Problem::new(ProblemCode::TooManyStreams, detail).with_header(RETRY_AFTER, 1.into())
        }
        Exhausted::All => crate::service::ServiceError::Unavailable(format!("too many {name}")).into(),
    }
}
