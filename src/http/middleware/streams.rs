//! Streamed lists and events, limited in total and per caller.

use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest, http::header::RETRY_AFTER, web};

use super::rate_limit::Subject;
use crate::{
    fair_semaphore::{Exhausted, FairPermit, FairSemaphore},
    http::{reply::problem::Problem, settings::ConnectionLimits},
    service::{ProblemCode, ServiceError, Unavailable},
};

/// Total memory for long lines of all streams, in KiB.
const ROOM: usize = 32 << 10;

/// Memory for long lines of one caller's streams, in KiB: others go on while a few slow readers take their time.
const ROOM_PER_CALLER: usize = ROOM / 4;

/// Lines below this many KiB need no permit.
const SHORT: usize = 512;

/// The kind of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streamed {
    /// A list, which is finite.
    List,
    /// Events, as they happen.
    Events,
}

impl Streamed {
    /// The name in messages to callers.
    const fn name(self) -> &'static str {
        match self {
            Streamed::List => "lists",
            Streamed::Events => "event streams",
        }
    }
}

/// All running streams.
#[derive(Debug)]
pub struct Streams {
    lists: FairSemaphore<Holder>,
    events: FairSemaphore<Holder>,
    /// Memory for long lines, in KiB.
    room: Arc<FairSemaphore<Holder>>,
}

/// Whose stream it is; `None`: of a request that is not counted.
type Holder = Option<Subject>;

/// A stream's permit to hold long lines in memory.
#[derive(Debug)]
pub struct BufferPermit {
    room: Arc<FairSemaphore<Holder>>,
    holder: Holder,
    held: Option<FairPermit>,
}

impl BufferPermit {
    /// Releases the memory.
    pub fn leave(&mut self) {
        self.held = None;
    }

    /// Waits until there is room for a part of this size; short parts need none.
    pub async fn enter(&mut self, bytes: usize) {
        let size = bytes >> 10;
        if size >= SHORT {
            self.held = Some(self.room.acquire_many(self.holder, size).await);
        }
    }
}

impl Streams {
    /// No streams yet.
    pub fn new(limits: &ConnectionLimits) -> Streams {
        Streams {
            lists: FairSemaphore::new(limits.streams, limits.streams_per_caller),
            events: FairSemaphore::new(limits.event_streams, limits.event_streams_per_caller),
            room: Arc::new(FairSemaphore::new(ROOM, ROOM_PER_CALLER)),
        }
    }

    /// Number of running streams of a kind.
    pub fn running(&self, what: Streamed) -> usize {
        self.of(what).taken()
    }

    const fn of(&self, what: Streamed) -> &FairSemaphore<Holder> {
        match what {
            Streamed::List => &self.lists,
            Streamed::Events => &self.events,
        }
    }
}

fn holder(request: &HttpRequest) -> (&Streams, Holder) {
    let streams = request.app_data::<web::Data<Streams>>().expect("the app bounds its streams");
    (streams, request.extensions().get().copied())
}

/// The permit of a stream whose lines may be long; it holds no memory yet.
pub fn buffer_permit(request: &HttpRequest) -> BufferPermit {
    let (streams, holder) = holder(request);
    BufferPermit { room: Arc::clone(&streams.room), holder, held: None }
}

/// Begins a streamed response; the stream is running until the returned permit is dropped.
///
/// # Errors
/// `too_many_streams` at the limit of this caller, `unavailable` at the limit of all callers.
pub fn begin(request: &HttpRequest, what: Streamed) -> Result<FairPermit, Problem> {
    let (streams, holder) = holder(request);
    let (running, name) = (streams.of(what), what.name());
    running.try_acquire(holder).map_err(|why| match why {
        Exhausted::Own => {
            let per_caller = running.share();
            let detail = format!(
                "At most {per_caller} {name} are sent to one caller at once. Finish or close the current ones first."
            );
            Problem::new(ProblemCode::TooManyStreams, detail).with_header(RETRY_AFTER, 1.into())
        }
        Exhausted::All => ServiceError::Unavailable(Unavailable::TooManyStreams(name)).into(),
    })
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn one_caller_leaves_room_for_the_others() {
        let room = Arc::new(FairSemaphore::new(ROOM, ROOM_PER_CALLER));
        let permit = |last: u8| {
            let holder = Some(Subject::Address([203, 0, 113, last].into()));
            BufferPermit { room: Arc::clone(&room), holder, held: None }
        };
        let (mut first, mut second, mut other) = (permit(1), permit(1), permit(2));
        let long = ROOM_PER_CALLER << 10;
        assert!(first.enter(long).now_or_never().is_some());
        assert!(second.enter(long).now_or_never().is_none(), "it waits until the first has been read");
        assert!(other.enter(long).now_or_never().is_some());
        assert!(permit(1).enter((SHORT << 10) - 1).now_or_never().is_some(), "short lines need no permit");
        first.leave();
        assert!(second.enter(long).now_or_never().is_some());
    }
}
