//! The worker pool: CPU-bound work such as playing games and checking logs runs on threads of its own, in bounded numbers.
//!
//! Each class of work has its own places, so no class blocks another, and expensive classes run on threads of a lower
//! priority. Within a class callers take turns, and there is a limit per caller: half of the places, two thirds of those
//! for long games, and all of those for long logs and pictures, which are few. Work whose caller has gone is cancelled.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

use strum::IntoStaticStr;
use tokio::{
    runtime::{self, Runtime},
    task::spawn_blocking,
};

use arcana_engine::enum_index::enum_index;

use super::{ServiceError, Unavailable, priority::Priority};
use crate::fair_semaphore::{Exhausted, FairPermit, FairSemaphore};

/// Default number of pieces of work of a class that wait, per thread.
const WAITING_PER_THREAD: usize = 256;

/// Threads of a lower priority, for all pools; they are started on demand and end when they are idle. The other work
/// runs on those of the caller's runtime, since a thread cannot raise its priority again.
static BACKGROUND: LazyLock<Runtime> = LazyLock::new(|| {
    let mut threads = runtime::Builder::new_current_thread();
    threads.thread_name("work-background").on_thread_start(|| Priority::Background.assume());
    threads.build().expect("a runtime without timers and sockets needs nothing of the system")
});

/// Kind of a piece of work. Each class has its own places, so that no class waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Class {
    /// Replaying stored games and making readings.
    Read,
    /// Games and logs that take milliseconds.
    Quick,
    /// Games that may take seconds.
    Long,
    /// Games of bots that search: they do not wait for a place.
    Search,
    /// Checking, decompressing or replaying long logs, each of which takes tens of megabytes.
    LongLog,
    /// Exports, and imports of many logs.
    Bulk,
    /// Rendering readings as PNG.
    Picture,
}

enum_index!(pub(super) Class);

impl Class {
    /// All classes.
    pub const ALL: [Class; 7] =
        [Class::Read, Class::Quick, Class::Long, Class::Search, Class::LongLog, Class::Bulk, Class::Picture];

    /// Label of the class in metrics.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Do its threads run at background priority?
    pub(super) const fn is_background(self) -> bool {
        match self {
            Class::Read | Class::Quick => false,
            Class::Long | Class::Search | Class::LongLog | Class::Bulk | Class::Picture => true,
        }
    }

    /// May its work wait for a place? Work that would wait for minutes is refused instead.
    const fn waits(self) -> bool {
        match self {
            Class::Search => false,
            Class::Read | Class::Quick | Class::Long | Class::LongLog | Class::Bulk | Class::Picture => true,
        }
    }

    /// Number of places, given the number of threads. Classes that take tens of megabytes per piece of work have few.
    pub(super) fn places(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Bulk => 2 * threads,
            Class::Long => threads + self.share(threads).div_ceil(2),
            Class::Search => threads,
            Class::LongLog | Class::Picture => self.share(threads),
        }
    }

    /// Number of places that one caller may take, given the number of threads.
    pub(super) fn share(self, threads: usize) -> usize {
        match self {
            Class::Read | Class::Quick | Class::Long | Class::Bulk => threads,
            Class::Search | Class::LongLog | Class::Picture => (threads / 2).max(1),
        }
    }
}

/// Current load of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The class.
    pub class: Class,
    /// Pieces of work that are running.
    pub running: usize,
    /// Pieces of work in the queue.
    pub waiting: usize,
    /// Pieces of work refused since the start because the queue was full.
    pub refused: u64,
    /// Pieces of work cancelled since the start because the caller went away.
    pub cancelled: u64,
}

/// Identifies a caller for scheduling, by a hash that reveals nothing else. The default is the service itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallerId(u64);

impl CallerId {
    /// The id of a caller, made from what identifies it.
    pub fn of(who: &impl Hash) -> CallerId {
        let mut hasher = DefaultHasher::new();
        who.hash(&mut hasher);
        CallerId(hasher.finish())
    }

    /// The id as bytes.
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

/// Tells running work that its caller no longer waits for it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Option<Arc<AtomicBool>>);

impl Cancel {
    /// For work that can be cancelled.
    pub fn new() -> Cancel {
        Cancel(Some(Arc::default()))
    }

    /// For work that is never cancelled.
    pub const fn never() -> Cancel {
        Cancel(None)
    }

    /// Cancels the work.
    pub fn cancel(&self) {
        if let Some(cancelled) = &self.0 {
            cancelled.store(true, Relaxed);
        }
    }

    /// Was the work cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|cancelled| cancelled.load(Relaxed))
    }

    /// Fails if the work was cancelled. Cheap enough to call after each step of a game.
    ///
    /// # Errors
    /// `Unavailable` if the work was cancelled; nobody receives this error.
    pub fn check(&self) -> Result<(), ServiceError> {
        match self.is_cancelled() {
            true => Err(ServiceError::Unavailable(Unavailable::Cancelled)),
            false => Ok(()),
        }
    }
}

/// The pools of all classes, as used on behalf of one caller.
#[derive(Clone)]
pub struct WorkerPool {
    pools: Arc<[Pool; Class::ALL.len()]>,
    caller: CallerId,
}

/// The limits of one class, and what became of its work.
struct Pool {
    /// Permits for work that runs or waits.
    admitted: FairSemaphore<CallerId>,
    /// Permits for work that runs.
    running: FairSemaphore<CallerId>,
    refused: AtomicU64,
    cancelled: AtomicU64,
}

/// A caller that waits for its work. If it is dropped before the work is done, the work is cancelled.
struct WaitingCaller<'a> {
    pool: &'a Pool,
    cancel: Cancel,
    done: bool,
}

impl Drop for WaitingCaller<'_> {
    fn drop(&mut self) {
        if !self.done {
            self.cancel.cancel();
            self.pool.cancelled.fetch_add(1, Relaxed);
        }
    }
}

impl Pool {
    fn new(class: Class, threads: usize, waiting: usize) -> Pool {
        let (places, share) = (class.places(threads), class.share(threads));
        let waiting = if class.waits() { waiting } else { 0 };
        Pool {
            admitted: FairSemaphore::new(places + waiting, share + waiting.div_ceil(2)),
            running: FairSemaphore::new(places, share),
            refused: AtomicU64::new(0),
            cancelled: AtomicU64::new(0),
        }
    }

    fn admit(&self, caller: CallerId) -> Result<FairPermit, ServiceError> {
        self.admitted.try_acquire(caller).map_err(|why| {
            self.refused.fetch_add(1, Relaxed);
            ServiceError::Unavailable(match why {
                Exhausted::All => Unavailable::QueueFull,
                Exhausted::Own => Unavailable::CallerQueueFull,
            })
        })
    }

    fn load(&self, class: Class) -> Load {
        let running = self.running.taken();
        Load {
            class,
            running,
            waiting: self.admitted.taken().saturating_sub(running),
            refused: self.refused.load(Relaxed),
            cancelled: self.cancelled.load(Relaxed),
        }
    }
}

impl WorkerPool {
    /// Pools that run up to `threads` pieces of work at a time for one caller.
    pub fn new(threads: usize) -> WorkerPool {
        WorkerPool::bounded(threads, threads * WAITING_PER_THREAD)
    }

    /// As [`new`](WorkerPool::new), with at most `waiting` pieces of work per class that wait.
    pub fn bounded(threads: usize, waiting: usize) -> WorkerPool {
        let pools = Class::ALL.map(|class| Pool::new(class, threads, waiting));
        WorkerPool { pools: Arc::new(pools), caller: CallerId::default() }
    }

    /// The same pools, used on behalf of another caller.
    pub fn on_behalf_of(&self, caller: CallerId) -> WorkerPool {
        WorkerPool { pools: Arc::clone(&self.pools), caller }
    }

    /// The caller on whose behalf these pools are used.
    pub fn caller(&self) -> CallerId {
        self.caller
    }

    /// Runs work when its turn comes. If the caller goes away, waiting work is dropped; running work stops at its next
    /// [`Cancel::check`].
    ///
    /// # Errors
    /// `Unavailable` when too much work is waiting; `Internal` when the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let admitted = self.pools[class.index()].admit(self.caller)?;
        self.run_admitted(class, admitted, work).await
    }

    /// Runs small work on the current thread, since waking another thread takes about as long. Such work takes no place
    /// in the pool, and a panic in it propagates to the caller.
    ///
    /// # Errors
    /// As [`run`](WorkerPool::run), if the work is not small.
    pub async fn run_inline_if<T: Send + 'static>(
        &self,
        is_small: bool,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        if is_small { Ok(work(&Cancel::never())) } else { self.run(class, work).await }
    }

    /// Runs the next part of something long that has begun. It is never refused: it waits until it may wait.
    ///
    /// # Errors
    /// `Internal` when the work panics.
    pub async fn run_next<T: Send + 'static>(
        &self,
        class: Class,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let admitted = self.pools[class.index()].admitted.acquire(self.caller).await;
        self.run_admitted(class, admitted, work).await
    }

    async fn run_admitted<T: Send + 'static>(
        &self,
        class: Class,
        admitted: FairPermit,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let (pool, cancel, span) = (&self.pools[class.index()], Cancel::new(), tracing::Span::current());
        let mut waiting = WaitingCaller { pool, cancel: cancel.clone(), done: false };
        let running = pool.running.acquire(self.caller).await;
        let job = move || {
            // The place is free before the caller learns that the work is done.
            let _permits = (running, admitted);
            span.in_scope(|| work(&cancel))
        };
        let result = if class.is_background() { BACKGROUND.spawn_blocking(job) } else { spawn_blocking(job) }.await;
        waiting.done = true;
        result.map_err(|error| ServiceError::Internal(format!("work failed: {error}")))
    }

    /// The current load of each class.
    pub fn load(&self) -> [Load; Class::ALL.len()] {
        Class::ALL.map(|class| self.pools[class.index()].load(class))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            atomic::AtomicUsize,
            mpsc::{Receiver, Sender, channel, sync_channel},
        },
        time::Duration,
    };

    use super::*;

    const ADA: u8 = 1;
    const BOB: u8 = 2;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(work)
    }

    fn load(work: &WorkerPool, class: Class) -> (usize, usize) {
        let load = work.load()[class as usize];
        (load.running, load.waiting)
    }

    /// Polls a future that cannot be ready yet.
    async fn start<T>(work: &mut (impl Future<Output = T> + Unpin)) {
        std::future::poll_fn(|context| {
            assert!(std::pin::Pin::new(&mut *work).poll(context).is_pending(), "it waits");
            std::task::Poll::Ready(())
        })
        .await;
    }

    /// Work that reports when it begins and runs until it is released or cancelled.
    fn busy(
        work: &WorkerPool,
        class: Class,
        caller: u8,
    ) -> (impl Future<Output = Result<bool, ServiceError>>, Receiver<()>, Sender<()>) {
        let ((started, has_started), (release, released)) = (channel(), channel::<()>());
        let work = work.on_behalf_of(CallerId::of(&caller));
        let doing = async move {
            work.run(class, move |cancel| {
                started.send(()).expect("the test listens");
                while !cancel.is_cancelled() {
                    if released.recv_timeout(Duration::from_millis(1)).is_ok() {
                        return true;
                    }
                }
                false
            })
            .await
        };
        (Box::pin(doing), has_started, release)
    }

    #[test]
    fn a_panic_in_the_work_is_an_internal_error() {
        let work = WorkerPool::new(1);
        let result = block_on(work.run(Class::Quick, |_| -> u8 { panic!("on purpose") }));
        assert!(matches!(result, Err(ServiceError::Internal(_))));
        assert_eq!(block_on(work.run(Class::Quick, |_| 7)).ok(), Some(7));
        assert_eq!(load(&work, Class::Quick), (0, 0));
    }

    #[test]
    fn the_next_part_of_long_work_always_gets_a_place() {
        let work = WorkerPool::bounded(1, 0);
        let all = async {
            tokio::join!(
                work.run_next(Class::Bulk, |_| 7),
                work.run_next(Class::Bulk, |_| 8),
                work.run_next(Class::Bulk, |_| 9)
            )
        };
        let (one, other, third) = block_on(all);
        assert_eq!((one.ok(), other.ok(), third.ok()), (Some(7), Some(8), Some(9)));
        assert_eq!(work.load()[Class::Bulk as usize].refused, 0);
    }

    #[test]
    fn work_beyond_the_limit_is_refused_and_counted() {
        let work = WorkerPool::bounded(1, 0);
        block_on(async {
            let (mut first, started, release) = busy(&work, Class::Quick, ADA);
            start(&mut first).await;
            started.recv().expect("it begins");
            assert!(matches!(
                work.on_behalf_of(CallerId::of(&ADA)).run(Class::Quick, |_| 7).await,
                Err(ServiceError::Unavailable(_))
            ));
            release.send(()).expect("it waits");
            assert_eq!(first.await.ok(), Some(true));
            assert_eq!(work.on_behalf_of(CallerId::of(&ADA)).run(Class::Quick, |_| 7).await.ok(), Some(7));
        });
        assert_eq!(work.load()[Class::Quick as usize].refused, 1);
    }

    #[test]
    fn one_caller_gets_half_of_the_places_and_the_next_starts_at_once() {
        let work = WorkerPool::new(1);
        block_on(async {
            let (mut first, started, release) = busy(&work, Class::Long, ADA);
            start(&mut first).await;
            started.recv().expect("it begins");
            let (mut second, second_started, _release) = busy(&work, Class::Long, ADA);
            start(&mut second).await;
            assert_eq!(load(&work, Class::Long), (1, 1));
            // Other callers start before it, and other classes are not affected.
            assert_eq!(work.on_behalf_of(CallerId::of(&BOB)).run(Class::Long, |_| 7).await.ok(), Some(7));
            assert_eq!(work.on_behalf_of(CallerId::of(&ADA)).run(Class::Read, |_| 8).await.ok(), Some(8));
            assert!(second_started.try_recv().is_err());
            release.send(()).expect("it waits");
            assert_eq!(first.await.ok(), Some(true));
            start(&mut second).await;
            second_started.recv().expect("its turn comes");
        });
    }

    #[test]
    fn one_caller_cannot_fill_the_queue() {
        let work = WorkerPool::bounded(1, 4);
        block_on(async {
            let mut all: Vec<_> = (0..3).map(|_| busy(&work, Class::Quick, ADA)).collect();
            for (one, ..) in &mut all {
                start(one).await;
            }
            let (fourth, ..) = busy(&work, Class::Quick, ADA);
            assert!(matches!(fourth.await, Err(ServiceError::Unavailable(_))));
            assert_eq!(work.on_behalf_of(CallerId::of(&BOB)).run(Class::Quick, |_| 7).await.ok(), Some(7));
        });
    }

    #[test]
    fn work_whose_caller_has_gone_is_cancelled() {
        let work = WorkerPool::new(1);
        block_on(async {
            let (mut first, started, _release) = busy(&work, Class::Long, ADA);
            start(&mut first).await;
            started.recv().expect("it begins");
            let (mut second, second_started, _second_release) = busy(&work, Class::Long, ADA);
            start(&mut second).await;
            drop(second);
            assert_eq!(load(&work, Class::Long), (1, 0));
            drop(first);
            // Its place is free as soon as it notices.
            assert_eq!(work.on_behalf_of(CallerId::of(&ADA)).run(Class::Long, |_| 7).await.ok(), Some(7));
            assert!(second_started.recv().is_err(), "it never began");
        });
        assert_eq!(work.load()[Class::Long as usize].cancelled, 2);
    }

    #[test]
    fn games_whose_callers_have_gone_take_at_most_one_more_step() {
        let (work, done) = (WorkerPool::new(2), Arc::new(AtomicUsize::new(0)));
        block_on(async {
            // A step is taken when the test asks for it, however fast the machine is.
            let (step, steps) = sync_channel::<()>(0);
            let mut games = Vec::new();
            for caller in 0..12 {
                let (work, step, done) =
                    (work.on_behalf_of(CallerId::of(&(caller % 3))), step.clone(), Arc::clone(&done));
                let game = async move {
                    work.run(Class::Long, move |cancel| {
                        while cancel.check().is_ok() {
                            done.fetch_add(1, Relaxed);
                            if step.send(()).is_err() {
                                break;
                            }
                        }
                    })
                    .await
                };
                let mut game = Box::pin(game);
                start(&mut game).await;
                games.push(game);
            }
            drop(step);
            assert_eq!(load(&work, Class::Long), (3, 9));
            (0..30).for_each(|_| steps.recv().expect("games go on"));
            drop(games);
            let before = done.load(Relaxed);
            // Those that wait are gone at once, and the channel ends when those that run have.
            assert!(steps.iter().count() <= 3);
            assert!(done.load(Relaxed) <= before + 3, "{before} steps, and then {}", done.load(Relaxed));
        });
        assert_eq!(work.load()[Class::Long as usize].cancelled, 12);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn expensive_work_has_a_lower_priority() {
        let work = WorkerPool::new(1);
        let now = || rustix::process::nice(0).expect("it is known");
        let nice = |class| block_on(work.run(class, move |_| now())).expect("it runs");
        // 19 is the lowest that there is: that of this process may already be low.
        assert_eq!(nice(Class::Quick), now());
        assert_eq!(nice(Class::Long), 19.min(now() + 10));
    }

    #[test]
    fn classes_that_take_much_memory_have_few_places_and_others_a_spare_one() {
        for threads in 1..=16 {
            for class in Class::ALL {
                let (places, share) = (class.places(threads), class.share(threads));
                match class {
                    Class::LongLog | Class::Picture => assert_eq!((places, share), (1.max(threads / 2), places)),
                    Class::Search => assert_eq!((places, share), (threads, 1.max(threads / 2))),
                    Class::Long => assert!(places > share && places <= 2 * threads, "{places} for {threads}"),
                    Class::Read | Class::Quick | Class::Bulk => assert_eq!((places, share), (2 * threads, threads)),
                }
            }
        }
    }
}
