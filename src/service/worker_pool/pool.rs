//! The pool of one class: a few threads, started on demand and ended when idle.

use std::{
    collections::HashMap,
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use parking_lot::{Condvar, Mutex};

use super::{
    CallerId,
    class::{Class, Load},
    queue::FairQueue,
};
use crate::service::priority::Priority;

/// A thread that has been idle for this long ends, which frees its stack.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);

/// What a thread runs. The job calls its argument after the work and before it delivers the result, to free its place.
pub(super) type Job = Box<dyn FnOnce(&dyn Fn()) + Send>;

/// The pool of one class.
pub(super) struct Pool {
    class: Class,
    /// Number of places: pieces of work that run at a time.
    places: usize,
    /// Number of places that one caller may take.
    share: usize,
    /// Maximum length of the queue.
    waiting: usize,
    state: Mutex<State>,
    wake: Condvar,
    refused: AtomicU64,
    cancelled: AtomicU64,
}

#[derive(Default)]
struct State {
    queue: FairQueue<Job>,
    running: HashMap<CallerId, usize>,
    threads: usize,
    /// Threads that are idle and were not woken.
    idle: usize,
    /// Threads that were woken and do not run yet.
    woken: usize,
    next_number: u64,
}

/// Identifies a piece of work in a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    caller: CallerId,
    number: u64,
}

/// Which work a pool admits to its queue.
#[derive(Clone, Copy, Debug)]
pub(super) enum Admission {
    /// Work for which the limits on the queue leave room.
    IfRoom,
    /// All work.
    Always,
}

/// Why a pool refuses work.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The queue is full.
    Full,
    /// The caller's share of the queue is full.
    ShareFull,
    /// The system cannot start a thread.
    NoThread(io::Error),
}

impl Pool {
    pub fn new(class: Class, threads: usize, waiting: usize) -> Pool {
        let (places, share) = (class.places(threads), class.share(threads));
        let (state, wake) = (Mutex::default(), Condvar::new());
        let (refused, cancelled) = (AtomicU64::new(0), AtomicU64::new(0));
        Pool { class, places, share, waiting, state, wake, refused, cancelled }
    }

    /// Queues work.
    ///
    /// # Errors
    /// The queue is full, or there is no thread for the work.
    pub fn enter(self: &Arc<Pool>, caller: CallerId, job: Job, admission: Admission) -> Result<Ticket, Refusal> {
        let mut state = self.state.lock();
        match admission {
            Admission::IfRoom => self.admit(&state, caller)?,
            Admission::Always => {}
        }
        let number = state.next_number;
        state.next_number += 1;
        state.queue.push(caller, number, job);
        if state.running_of(caller) < self.share
            && let Err(error) = self.wake_thread(&mut state)
        {
            state.queue.remove(caller, number);
            return Err(Refusal::NoThread(error));
        }
        Ok(Ticket { caller, number })
    }

    fn admit(&self, state: &State, caller: CallerId) -> Result<(), Refusal> {
        let (all, own) =
            (state.running_all() + state.queue.len(), state.running_of(caller) + state.queue.len_of(caller));
        let full = if all >= self.places + self.waiting {
            Refusal::Full
        } else if own >= self.share + self.waiting.div_ceil(2) {
            Refusal::ShareFull
        } else {
            return Ok(());
        };
        self.refused.fetch_add(1, Relaxed);
        Err(full)
    }

    /// Wakes an idle thread, or starts one if the pool has a place left.
    fn wake_thread(self: &Arc<Pool>, state: &mut State) -> io::Result<()> {
        if state.idle > 0 {
            state.idle -= 1;
            state.woken += 1;
            self.wake.notify_one();
        } else if state.threads < self.places {
            let pool = Arc::clone(self);
            let started = thread::Builder::new().name(format!("work-{}", self.class.id())).spawn(move || pool.work());
            match started {
                Ok(_detached) => state.threads += 1,
                // A running thread will take the work.
                Err(error) if state.threads > 0 => tracing::warn!(%error, "cannot start a thread"),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Cancels work: removes it from the queue. Work that is running is cancelled by its [`Cancel`](super::Cancel).
    pub fn leave(&self, ticket: Ticket) {
        self.cancelled.fetch_add(1, Relaxed);
        let job = self.state.lock().queue.remove(ticket.caller, ticket.number);
        drop(job);
    }

    /// The main loop of a thread.
    fn work(&self) {
        if self.class.is_background() {
            Priority::Background.assume();
        }
        let mut state = self.state.lock();
        loop {
            if let Some((caller, job)) = state.begin(self.share) {
                drop(state);
                job(&|| self.state.lock().end(caller));
                state = self.state.lock();
                continue;
            }
            state.idle += 1;
            self.wake.wait_while_for(&mut state, |state| state.woken == 0, IDLE_TIMEOUT);
            if state.woken > 0 {
                state.woken -= 1;
            } else {
                state.idle -= 1;
                state.threads -= 1;
                return;
            }
        }
    }

    /// The current load.
    pub fn load(&self) -> Load {
        let state = self.state.lock();
        let (refused, cancelled) = (self.refused.load(Relaxed), self.cancelled.load(Relaxed));
        Load { class: self.class, running: state.running_all(), waiting: state.queue.len(), refused, cancelled }
    }
}

impl State {
    fn running_of(&self, caller: CallerId) -> usize {
        self.running.get(&caller).copied().unwrap_or(0)
    }

    fn running_all(&self) -> usize {
        self.running.values().sum()
    }

    /// Takes the next work from the queue whose caller has places left.
    fn begin(&mut self, share: usize) -> Option<(CallerId, Job)> {
        let State { queue, running, .. } = self;
        let (caller, job) = queue.next(|caller| running.get(&caller).is_none_or(|count| *count < share))?;
        *running.entry(caller).or_default() += 1;
        Some((caller, job))
    }

    fn end(&mut self, caller: CallerId) {
        if let Some(count) = self.running.get_mut(&caller) {
            *count -= 1;
            if *count == 0 {
                self.running.remove(&caller);
            }
        }
    }
}
