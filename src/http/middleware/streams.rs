//! Streamed lists and events, limited in total and per caller.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Weak},
};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use actix_web::{HttpMessage, HttpRequest, http::header::RETRY_AFTER, web};

use super::rate_limit::Subject;
use crate::{
    http::{reply::problem::Problem, settings::ConnectionLimits},
    service::{ProblemCode, ServiceError, Unavailable},
};

/// Total memory for long lines of all streams, in KiB.
const ROOM: u32 = 32 << 10;

/// Memory for long lines of one caller's streams, in KiB: others go on while a few slow readers take their time.
const ROOM_PER_CALLER: u32 = ROOM / 4;

/// Lines below this many KiB need no permit.
const SHORT: u32 = 512;

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

/// A limit on a resource, per holder and in total.
#[derive(Debug)]
struct Quota<K> {
    taken: Mutex<(HashMap<K, usize>, usize)>,
    each: usize,
    all: usize,
}

/// One unit of a quota, returned when it is dropped.
#[derive(Debug)]
pub struct Share<K: Eq + Hash> {
    quota: Arc<Quota<K>>,
    holder: K,
}

/// Why a quota is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exhausted {
    /// The holder is at its limit.
    Own,
    /// The total is at its limit.
    All,
}

impl<K: Copy + Eq + Hash> Quota<K> {
    /// A limit per holder and one in total; each is at least one.
    fn new(each: usize, all: usize) -> Arc<Quota<K>> {
        Arc::new(Quota { taken: Mutex::default(), each: each.max(1), all: all.max(1) })
    }

    /// Takes one unit, unless the holder or the total is at its limit.
    fn take(self: &Arc<Quota<K>>, holder: K) -> Result<Share<K>, Exhausted> {
        let mut taken = self.taken.lock();
        let (by_holder, all) = &mut *taken;
        if *all >= self.all {
            return Err(Exhausted::All);
        }
        let own = by_holder.entry(holder).or_default();
        if *own >= self.each {
            return Err(Exhausted::Own);
        }
        (*own, *all) = (*own + 1, *all + 1);
        Ok(Share { quota: Arc::clone(self), holder })
    }

    /// Number of units taken.
    fn taken(&self) -> usize {
        self.taken.lock().1
    }
}

impl<K: Eq + Hash> Drop for Share<K> {
    fn drop(&mut self) {
        let mut taken = self.quota.taken.lock();
        let (by_holder, all) = &mut *taken;
        *all -= 1;
        if let Some(own) = by_holder.get_mut(&self.holder) {
            *own -= 1;
            if *own == 0 {
                by_holder.remove(&self.holder);
            }
        }
    }
}

/// The running streams of one kind, and their limits.
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

/// All running streams.
#[derive(Debug)]
pub struct Streams {
    lists: Bounded,
    events: Bounded,
    room: Room,
}

/// Memory for long lines.
#[derive(Debug)]
struct Room {
    all: Arc<Semaphore>,
    /// Those of callers with streams.
    by_caller: Mutex<HashMap<Subject, Weak<Semaphore>>>,
}

impl Room {
    fn new() -> Room {
        Room { all: Arc::new(Semaphore::new(ROOM as usize)), by_caller: Mutex::default() }
    }

    /// A permit of a caller; `None`: a request that is not counted.
    fn permit(&self, caller: Option<Subject>) -> BufferPermit {
        let own = caller.map(|caller| (self.of(caller), ROOM_PER_CALLER));
        BufferPermit { rooms: own.into_iter().chain([(Arc::clone(&self.all), ROOM / 2)]).collect(), held: Vec::new() }
    }

    fn of(&self, caller: Subject) -> Arc<Semaphore> {
        let mut by_caller = self.by_caller.lock();
        if let Some(own) = by_caller.get(&caller).and_then(Weak::upgrade) {
            return own;
        }
        by_caller.retain(|_, own| own.strong_count() > 0);
        let own = Arc::new(Semaphore::new(ROOM_PER_CALLER as usize));
        by_caller.insert(caller, Arc::downgrade(&own));
        own
    }
}

/// A stream's permit to hold long lines in memory.
#[derive(Debug)]
pub struct BufferPermit {
    /// That of the caller, and that of all, each with the most that a line takes of it.
    rooms: Vec<(Arc<Semaphore>, u32)>,
    held: Vec<OwnedSemaphorePermit>,
}

impl BufferPermit {
    /// Releases the memory.
    pub fn leave(&mut self) {
        self.held.clear();
    }

    /// Waits until there is room for a part of this size; short parts need none.
    pub async fn enter(&mut self, bytes: usize) {
        let permits = u32::try_from(bytes >> 10).unwrap_or(u32::MAX);
        if permits < SHORT {
            return;
        }
        for (room, most) in &self.rooms {
            self.held.extend(Arc::clone(room).acquire_many_owned(permits.min(*most)).await);
        }
    }
}

impl Streams {
    /// No streams yet.
    pub fn new(limits: &ConnectionLimits) -> Streams {
        Streams {
            lists: Bounded::new(limits.streams_per_caller, limits.streams),
            events: Bounded::new(limits.event_streams_per_caller, limits.event_streams),
            room: Room::new(),
        }
    }

    /// Number of running streams of a kind.
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

/// The permit of a stream whose lines may be long; it holds no memory yet.
pub fn buffer_permit(request: &HttpRequest) -> BufferPermit {
    let streams = request.app_data::<web::Data<Streams>>().expect("the app bounds its streams");
    streams.room.permit(request.extensions().get::<Subject>().copied())
}

/// A stream's share of its limit, returned when it is dropped; `None` for a request that is not counted.
pub type Running = Option<Share<Subject>>;

/// Begins a streamed response; the stream is running until the returned value is dropped.
///
/// # Errors
/// `too_many_streams` at the limit of this caller, `unavailable` at the limit of all callers.
pub fn begin(request: &HttpRequest, what: Streamed) -> Result<Running, Problem> {
    let streams = request.app_data::<web::Data<Streams>>().expect("the app bounds its streams");
    let (bounded, subject) = (streams.of(what), request.extensions().get::<Subject>().copied());
    let share = subject.map(|subject| bounded.running.take(subject)).transpose();
    share.map_err(|why| refused(why, what, bounded.per_caller))
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
        Exhausted::All => ServiceError::Unavailable(Unavailable::TooManyStreams(name)).into(),
    }
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, time::Duration};

    use tokio::time::timeout;

    use super::*;

    #[test]
    fn one_holder_cannot_take_everything() {
        let quota = Quota::new(2, 3);
        let (_one, two) = (quota.take("a").expect("the first"), quota.take("a").expect("the second"));
        assert_eq!(quota.take("a").err(), Some(Exhausted::Own));
        let _three = quota.take("b").expect("another's");
        assert_eq!(quota.take("c").err(), Some(Exhausted::All));
        drop(two);
        assert_eq!(quota.taken(), 2);
        assert!(quota.take("c").is_ok());
        assert_eq!(quota.taken.lock().0.len(), 2, "who has none is forgotten");
    }

    #[actix_web::test]
    async fn one_caller_leaves_room_for_the_others() {
        let room = Room::new();
        let caller = |last: u8| Some(Subject::Address(IpAddr::from([203, 0, 113, last])));
        let long = (ROOM_PER_CALLER as usize) << 10;
        let mut first = room.permit(caller(1));
        first.enter(long).await;
        // Another stream of the same caller waits, until the first has been read.
        let mut second = room.permit(caller(1));
        assert!(timeout(Duration::from_millis(20), second.enter(long)).await.is_err());
        let mut other = room.permit(caller(2));
        other.enter(long).await;
        first.leave();
        second.enter(long).await;
        // Short lines need no permit.
        room.permit(caller(1)).enter((SHORT as usize) << 9).await;
        drop((first, second, other));
        room.permit(caller(3)).enter(long).await;
        assert_eq!(room.by_caller.lock().len(), 1, "callers without streams are forgotten");
    }
}
