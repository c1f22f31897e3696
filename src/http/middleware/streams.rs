//! Lists that are streamed: how many at once, and for whom.

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

/// The lists that are streamed.
#[derive(Debug)]
pub struct Streams {
    running: Arc<Quota<Subject>>,
    per_caller: usize,
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
        let per_caller = limits.streams_per_caller;
        let room = Arc::new(Semaphore::new(ROOM as usize));
        Streams { running: Quota::new(per_caller, limits.streams), per_caller, room }
    }

    /// How many are running.
    pub fn running(&self) -> usize {
        self.running.taken()
    }
}

/// Where a stream enters whose lines may be long.
pub fn buffer_permit(request: &HttpRequest) -> BufferPermit {
    let streams = request.app_data::<web::Data<Streams>>().expect("the app bounds its streams");
    BufferPermit { all: Arc::clone(&streams.room), held: None }
}

/// Begins to stream the answer of a request; it runs until what is given is dropped.
///
/// # Errors
/// `too_many_streams` when this caller has enough of them, `unavailable` when all callers together have.
pub fn begin(request: &HttpRequest) -> Result<Option<Share<Subject>>, Problem> {
    let streams = request.app_data::<web::Data<Streams>>().expect("the app bounds its streams");
    let subject = request.extensions().get::<Subject>().copied();
    let share = subject.map(|subject| streams.running.take(subject)).transpose();
    let share = share.map_err(|why| refused(why, streams.per_caller))?;
    connection::streams(request);
    Ok(share)
}

fn refused(why: Exhausted, per_caller: usize) -> Problem {
    match why {
        Exhausted::Own => {
            let detail = format!(
                "At most {per_caller} lists are streamed to one caller at once. Finish the current streams first."
            );
            Problem::new(ProblemCode::TooManyStreams, detail).with_header(RETRY_AFTER, 1.into())
        }
        Exhausted::All => {
            crate::service::ServiceError::Unavailable("too many lists are being streamed".to_owned()).into()
        }
    }
}
