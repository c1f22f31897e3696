//! Bodies as they come in: how long they may take, and how much memory all of them may take together.

use std::{
    cell::{Cell, RefCell},
    io::{self, ErrorKind},
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use actix_web::{dev::Payload, error::PayloadError, web::Bytes};
use futures::{FutureExt, Stream, StreamExt};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, sleep},
};

/// Memory is counted in pieces of so many bytes.
const PIECE: usize = 1024;

/// The memory that bodies may take together.
#[derive(Clone, Debug)]
pub struct Memory(Arc<Semaphore>);

impl Memory {
    /// So many bytes.
    pub fn of(bytes: usize) -> Memory {
        Memory(Arc::new(Semaphore::new((bytes / PIECE).min(Semaphore::MAX_PERMITS))))
    }
}

/// The memory that a body takes, given back when the last who holds it goes.
#[derive(Clone, Debug, Default)]
pub struct Held(Rc<Taken>);

#[derive(Debug, Default)]
struct Taken {
    /// Where it is taken from; `None` where nobody counts.
    memory: Option<Memory>,
    permit: RefCell<Option<OwnedSemaphorePermit>>,
    bytes: Cell<usize>,
    /// Since when the rest of the body may come, where some of it was worked off.
    since: Cell<Option<Instant>>,
}

impl Held {
    fn of(memory: Memory) -> Held {
        Held(Rc::new(Taken { memory: Some(memory), ..Taken::default() }))
    }

    /// Takes the memory for so many further bytes; false when there is none left.
    pub fn take(&self, bytes: usize) -> bool {
        let Some(memory) = &self.0.memory else { return true };
        self.0.bytes.set(self.0.bytes.get() + bytes);
        let mut held = self.0.permit.borrow_mut();
        let pieces = self.0.bytes.get().div_ceil(PIECE);
        let wanted = pieces.saturating_sub(held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits));
        let Ok(wanted) = u32::try_from(wanted) else { return false };
        let Ok(permit) = Arc::clone(&memory.0).try_acquire_many_owned(wanted) else { return false };
        match held.as_mut() {
            Some(held) => held.merge(permit),
            None => *held = Some(permit),
        }
        true
    }

    /// Gives back the memory of so many bytes that were worked off; the time for the rest begins anew.
    pub fn give_back(&self, bytes: usize) {
        self.0.bytes.set(self.0.bytes.get().saturating_sub(bytes));
        self.0.since.set(Some(Instant::now()));
        if let Some(permit) = self.0.permit.borrow_mut().as_mut() {
            let over = permit.num_permits().saturating_sub(self.0.bytes.get().div_ceil(PIECE));
            drop(permit.split(over));
        }
    }
}

/// How far a body has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// There is more to come.
    UnderWay,
    /// It was all there at this time.
    Whole(Instant),
}

/// A body as it comes in.
pub struct Arriving {
    payload: Payload,
    arrival: Rc<Cell<Arrival>>,
    patience: Duration,
    deadline: Pin<Box<Sleep>>,
    held: Held,
}

impl Arriving {
    /// Watches a body come in, for so long.
    pub fn new(payload: Payload, patience: Duration, memory: Memory) -> Arriving {
        let arrival = Rc::new(Cell::new(Arrival::UnderWay));
        Arriving { payload, arrival, patience, deadline: Box::pin(sleep(patience)), held: Held::of(memory) }
    }

    /// How far it has come, whenever that is asked.
    pub fn arrival(&self) -> Rc<Cell<Arrival>> {
        Rc::clone(&self.arrival)
    }

    /// The memory that it takes.
    pub fn held(&self) -> Held {
        self.held.clone()
    }
}

impl Stream for Arriving {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let arriving = &mut *self;
        match arriving.payload.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(part))) if arriving.held.take(part.len()) => Poll::Ready(Some(Ok(part))),
            Poll::Ready(Some(Ok(_))) => Poll::Ready(Some(Err(PayloadError::Io(ErrorKind::ResourceBusy.into())))),
            Poll::Ready(ended) => {
                arriving.arrival.set(Arrival::Whole(Instant::now()));
                Poll::Ready(ended)
            }
            Poll::Pending => {
                if let Some(since) = arriving.held.0.since.take() {
                    arriving.deadline.as_mut().reset(since + arriving.patience);
                }
                arriving.deadline.poll_unpin(context).map(|()| Some(Err(too_slow())))
            }
        }
    }
}

fn too_slow() -> PayloadError {
    PayloadError::Io(io::Error::from(ErrorKind::TimedOut))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime")
    }

    /// A body of so many bytes, all there.
    fn body(bytes: usize, memory: &Memory) -> Arriving {
        let payload = Payload::from(Bytes::from(vec![b' '; bytes]));
        Arriving::new(payload, Duration::from_secs(60), memory.clone())
    }

    fn kind(item: Option<Result<Bytes, PayloadError>>) -> Option<ErrorKind> {
        match item {
            Some(Err(PayloadError::Io(error))) => Some(error.kind()),
            _ => None,
        }
    }

    #[test]
    fn memory_is_given_back_when_nobody_holds_the_body() {
        runtime().block_on(async {
            let memory = Memory::of(4 * PIECE);
            let mut first = body(3 * PIECE, &memory);
            let held = first.held();
            assert!(first.next().await.is_some_and(|part| part.is_ok()));
            drop(first);
            assert_eq!(kind(body(PIECE + 1, &memory).next().await), Some(ErrorKind::ResourceBusy));
            assert_eq!(kind(body(PIECE, &memory).next().await), None);
            drop(held);
            assert_eq!(kind(body(4 * PIECE, &memory).next().await), None);
        });
    }

    #[test]
    fn memory_of_what_was_worked_off_is_given_back_at_once() {
        runtime().block_on(async {
            let memory = Memory::of(4 * PIECE);
            let mut first = body(4 * PIECE, &memory);
            let held = first.held();
            assert!(first.next().await.is_some_and(|part| part.is_ok()));
            held.give_back(3 * PIECE);
            assert_eq!(kind(body(3 * PIECE + 1, &memory).next().await), Some(ErrorKind::ResourceBusy));
            assert_eq!(kind(body(3 * PIECE, &memory).next().await), None);
            assert!(held.take(3 * PIECE));
            assert!(!held.take(1));
        });
    }

    #[test]
    fn a_body_that_does_not_come_is_given_up_in_time() {
        runtime().block_on(async {
            let silent: Payload = Payload::Stream { payload: Box::pin(futures::stream::pending()) };
            let mut arriving = Arriving::new(silent, Duration::from_millis(1), Memory::of(PIECE));
            let arrival = arriving.arrival();
            assert_eq!(kind(arriving.next().await), Some(ErrorKind::TimedOut));
            assert_eq!(arrival.get(), Arrival::UnderWay);
        });
    }
}
