//! The places of one class: a few threads, which come when there is work and go when there is none for a while.

use std::{
    collections::HashMap,
    io,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use super::{
    CallerId,
    class::{Class, Load},
    queue::FairQueue,
};
use crate::service::priority::Priority;

/// After so long without work a thread ends, and gives its stack and its memory back.
const IDLE: Duration = Duration::from_secs(5);

/// What a thread does: the work, and, between that and telling whoever waits, what it is given.
pub(super) type Job = Box<dyn FnOnce(&dyn Fn()) + Send>;

/// The places of a class.
pub(super) struct Pool {
    class: Class,
    /// How many pieces of work are done at a time.
    places: usize,
    /// How many of these for one caller.
    share: usize,
    /// How many pieces may wait.
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
    /// How many of the threads have nothing to do and were not woken.
    idle: usize,
    /// How many were woken and are not up yet.
    woken: usize,
    next_number: u64,
}

/// A place in the queue of a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    caller: CallerId,
    number: u64,
}

/// Why a pool does not take work.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Too much is in hand.
    Full,
    /// Too much of this caller's is in hand.
    ShareFull,
    /// The system gives no thread.
    NoThread(io::Error),
}

impl Pool {
    pub fn new(class: Class, threads: usize, waiting: usize) -> Pool {
        let (places, share) = (class.places(threads), class.share(threads));
        let (state, wake) = (Mutex::default(), Condvar::new());
        let (refused, cancelled) = (AtomicU64::new(0), AtomicU64::new(0));
        Pool { class, places, share, waiting, state, wake, refused, cancelled }
    }

    /// Takes work in; `bounded` refuses it when too much is in hand.
    ///
    /// # Errors
    /// When it is refused, or the system has no thread for it.
    pub fn enter(self: &Arc<Pool>, caller: CallerId, job: Job, bounded: bool) -> Result<Ticket, Refusal> {
        let mut state = self.lock();
        if bounded {
            self.admit(&state, caller)?;
        }
        let number = state.next_number;
        state.next_number += 1;
        state.queue.push(caller, number, job);
        if state.running_of(caller) < self.share
            && let Err(error) = self.call_thread(&mut state)
        {
            state.queue.remove(caller, number);
            return Err(Refusal::NoThread(error));
        }
        Ok(Ticket { caller, number })
    }

    fn admit(&self, state: &State, caller: CallerId) -> Result<(), Refusal> {
        let full = match () {
            () if state.queue.len() + state.running_all() >= self.places + self.waiting => Refusal::Full,
            () if state.queue.len_of(caller) + state.running_of(caller) >= self.share + self.waiting.div_ceil(2) => {
                Refusal::ShareFull
            }
            () => return Ok(()),
        };
        self.refused.fetch_add(1, Relaxed);
        Err(full)
    }

    /// Wakes a thread, or starts one where there may be one more.
    fn call_thread(self: &Arc<Pool>, state: &mut State) -> io::Result<()> {
        if state.idle > 0 {
            state.idle -= 1;
            state.woken += 1;
            self.wake.notify_one();
        } else if state.threads < self.places {
            let pool = Arc::clone(self);
            let started = thread::Builder::new().name(format!("work-{}", self.class.id())).spawn(move || pool.work());
            match started {
                Ok(_detached) => state.threads += 1,
                // Another thread will get to it.
                Err(error) if state.threads > 0 => tracing::warn!(%error, "cannot start a thread"),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Takes work out of the queue that nobody waits for any more; what has begun learns of it otherwise.
    pub fn leave(&self, ticket: Ticket) {
        self.cancelled.fetch_add(1, Relaxed);
        let job = self.lock().queue.remove(ticket.caller, ticket.number);
        drop(job);
    }

    /// What a thread does while it lives.
    fn work(&self) {
        if self.class.gives_way() {
            Priority::Background.assume();
        }
        let mut state = self.lock();
        loop {
            if let Some((caller, job)) = state.begin(self.share) {
                drop(state);
                job(&|| self.lock().end(caller));
                state = self.lock();
                continue;
            }
            state.idle += 1;
            let waited = self.wake.wait_timeout_while(state, IDLE, |state| state.woken == 0);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if state.woken > 0 {
                state.woken -= 1;
            } else {
                state.idle -= 1;
                state.threads -= 1;
                return;
            }
        }
    }

    /// How much is in hand.
    pub fn load(&self) -> Load {
        let state = self.lock();
        let (refused, cancelled) = (self.refused.load(Relaxed), self.cancelled.load(Relaxed));
        Load { class: self.class, running: state.running_all(), waiting: state.queue.len(), refused, cancelled }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn running_of(&self, caller: CallerId) -> usize {
        self.running.get(&caller).copied().unwrap_or(0)
    }

    fn running_all(&self) -> usize {
        self.running.values().sum()
    }

    /// Takes the next work out of the queue, of somebody who has places left.
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
