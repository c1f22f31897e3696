//! Limits on the time and the memory of bodies that arrive.
//!
//! Memory is counted as bytes arrive, per caller. A caller may use what others do not need, up to a share. When the
//! memory is exhausted, a body of the caller that holds most is evicted in favour of one that holds less.

mod memory;

use std::{
    cell::Cell,
    io::{self, ErrorKind},
    pin::Pin,
    rc::Rc,
    sync::{Arc, atomic::Ordering::Relaxed},
    task::{Context, Poll},
    time::Duration,
};

use actix_web::{dev::Payload, error::PayloadError, web::Bytes};
use futures::{FutureExt, Stream, StreamExt};
use tokio::time::{Instant, Sleep, sleep_until};

use self::memory::{Eviction, Lease};
use super::rate_limit::Subject;
use crate::http::connection::pace::{LeastRate, Pace};

pub use memory::{BodyMemory, MemoryLease};

/// How much of a body has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// More is to come.
    UnderWay,
    /// It was complete at this time.
    Whole(Instant),
}

/// Timeouts of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyTimeout {
    /// In total.
    pub whole: Duration,
    /// While nothing arrives.
    pub rate: LeastRate,
}

/// A body that is metered as it arrives.
pub struct MeteredPayload {
    payload: Payload,
    arrival: Rc<Cell<Arrival>>,
    timeout: BodyTimeout,
    pace: Pace,
    timer: Option<Pin<Box<Sleep>>>,
    /// Total waiting time when the timeout was last renewed.
    renewed_at: Duration,
    eviction: Arc<Eviction>,
    holding: Rc<Lease>,
}

impl MeteredPayload {
    /// Meters a body of this caller.
    pub fn new(
        payload: Payload,
        arrival: Rc<Cell<Arrival>>,
        timeout: BodyTimeout,
        memory: &BodyMemory,
        caller: Option<Subject>,
    ) -> MeteredPayload {
        let eviction = Arc::<Eviction>::default();
        let holding = Rc::new(memory.open(caller, Arc::clone(&eviction)));
        let pace = Pace::new(timeout.rate);
        MeteredPayload { payload, arrival, timeout, pace, timer: None, renewed_at: Duration::ZERO, eviction, holding }
    }

    /// The memory lease of the body.
    pub fn held(&self) -> MemoryLease {
        MemoryLease(Some(Rc::clone(&self.holding)))
    }

    /// Waits for more until the timeout: only time in which nothing arrives counts.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let now = Instant::now();
        let stalled = self.pace.wait(now);
        let waited = self.pace.waited(now);
        if self.holding.renewed.take() {
            self.renewed_at = waited;
        }
        let left = self.timeout.whole.saturating_sub(waited.saturating_sub(self.renewed_at));
        let deadline = stalled.min(now + left);
        if deadline <= now {
            return Poll::Ready(());
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if timer.deadline() != deadline {
            timer.as_mut().reset(deadline);
        }
        timer.poll_unpin(context)
    }
}

impl Stream for MeteredPayload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let arriving = &mut *self;
        arriving.eviction.waker.register(context.waker());
        if arriving.eviction.requested.load(Relaxed) {
            return Poll::Ready(Some(Err(of_kind(ErrorKind::ResourceBusy))));
        }
        match arriving.payload.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(part))) => {
                arriving.pace.moved(part.len(), Instant::now);
                let taken = arriving.holding.take(part.len());
                Poll::Ready(Some(if taken { Ok(part) } else { Err(of_kind(ErrorKind::ResourceBusy)) }))
            }
            Poll::Ready(ended) => {
                arriving.arrival.set(Arrival::Whole(Instant::now()));
                arriving.holding.complete();
                Poll::Ready(ended)
            }
            Poll::Pending => arriving.wait(context).map(|()| Some(Err(of_kind(ErrorKind::TimedOut)))),
        }
    }
}

fn of_kind(kind: ErrorKind) -> PayloadError {
    PayloadError::Io(io::Error::from(kind))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    const TIMEOUT: BodyTimeout =
        BodyTimeout { whole: Duration::from_secs(60), rate: LeastRate { bytes: 1024, grace: Duration::from_secs(30) } };

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime")
    }

    fn caller(number: u32) -> Option<Subject> {
        Some(Subject::Address(IpAddr::V4(Ipv4Addr::from(number))))
    }

    fn arriving(payload: Payload, timeout: BodyTimeout, memory: &BodyMemory, number: u32) -> MeteredPayload {
        MeteredPayload::new(payload, Rc::new(Cell::new(Arrival::UnderWay)), timeout, memory, caller(number))
    }

    /// A body of this number of bytes, complete.
    fn body(bytes: usize, memory: &BodyMemory, number: u32) -> MeteredPayload {
        arriving(Payload::from(Bytes::from(vec![b' '; bytes])), TIMEOUT, memory, number)
    }

    /// A body of which this number of bytes has arrived, with more to come.
    fn slow(bytes: usize, memory: &BodyMemory, number: u32) -> MeteredPayload {
        let first = futures::stream::iter([Ok(Bytes::from(vec![b' '; bytes]))]);
        let payload: Payload = Payload::Stream { payload: Box::pin(first.chain(futures::stream::pending())) };
        arriving(payload, TIMEOUT, memory, number)
    }

    fn kind(item: Option<Result<Bytes, PayloadError>>) -> Option<ErrorKind> {
        match item {
            Some(Err(PayloadError::Io(error))) => Some(error.kind()),
            _ => None,
        }
    }

    #[test]
    fn memory_is_returned_with_the_last_lease() {
        runtime().block_on(async {
            let memory = BodyMemory::of(4000, 4000);
            let mut first = body(3000, &memory, 1);
            let held = first.held();
            assert!(first.next().await.is_some_and(|part| part.is_ok()));
            assert!(first.next().await.is_none());
            drop(first);
            assert_eq!(kind(body(1001, &memory, 1).next().await), Some(ErrorKind::ResourceBusy));
            assert_eq!(kind(body(1000, &memory, 1).next().await), None);
            drop(held);
            assert_eq!(kind(body(4000, &memory, 1).next().await), None);
            let ledger = memory.ledger();
            assert_eq!((ledger.free, ledger.accounts.len()), (4000, 0));
        });
    }

    #[test]
    fn memory_of_processed_bytes_is_returned_immediately() {
        runtime().block_on(async {
            let memory = BodyMemory::of(4000, 4000);
            let mut first = body(4000, &memory, 1);
            let held = first.held();
            assert!(first.next().await.is_some_and(|part| part.is_ok()));
            held.give_back(3000);
            assert_eq!(kind(body(3001, &memory, 1).next().await), Some(ErrorKind::ResourceBusy));
            assert_eq!(kind(body(3000, &memory, 1).next().await), None);
            assert!(held.take(3000));
            assert!(!held.take(1));
            assert!(MemoryLease::default().take(1 << 40), "nobody counts it");
        });
    }

    #[test]
    fn a_body_of_the_largest_holder_is_evicted_for_a_smaller_one() {
        runtime().block_on(async {
            let memory = BodyMemory::of(4000, 4000);
            let mut greedy: Vec<_> = (0..4).map(|_| slow(1000, &memory, 1)).collect();
            for one in &mut greedy {
                assert_eq!(kind(one.next().await), None);
            }
            assert_eq!(kind(slow(1, &memory, 1).next().await), Some(ErrorKind::ResourceBusy), "its own go on");
            let mut other = body(500, &memory, 2);
            assert_eq!(kind(other.next().await), None);
            let broken_off = futures::future::join_all(greedy.iter_mut().map(|one| {
                let next = one.next().map(kind);
                tokio::time::timeout(Duration::from_millis(10), next)
            }));
            let broken_off = broken_off.await.into_iter().filter(|next| *next == Ok(Some(ErrorKind::ResourceBusy)));
            assert_eq!(broken_off.count(), 1);
            assert_eq!(memory.ledger().free, 500);
        });
    }

    #[test]
    fn a_complete_body_is_not_evicted_but_limited_by_the_share() {
        runtime().block_on(async {
            let memory = BodyMemory::of(4000, 3000);
            let mut whole = body(3000, &memory, 1);
            while whole.next().await.is_some() {}
            assert_eq!(kind(body(1, &memory, 1).next().await), Some(ErrorKind::ResourceBusy));
            assert_eq!(kind(body(1000, &memory, 2).next().await), None);
            assert_eq!(kind(body(1001, &memory, 2).next().await), Some(ErrorKind::ResourceBusy));
        });
    }

    #[test]
    fn a_body_that_does_not_arrive_times_out() {
        runtime().block_on(async {
            let short = Duration::from_millis(1);
            let rate = LeastRate { grace: short, ..TIMEOUT.rate };
            for timeout in [BodyTimeout { whole: short, ..TIMEOUT }, BodyTimeout { rate, ..TIMEOUT }] {
                let silent: Payload = Payload::Stream { payload: Box::pin(futures::stream::pending()) };
                let mut arriving = arriving(silent, timeout, &BodyMemory::of(1024, 1024), 1);
                assert_eq!(kind(arriving.next().await), Some(ErrorKind::TimedOut));
                assert_eq!(arriving.arrival.get(), Arrival::UnderWay);
            }
        });
    }
}
