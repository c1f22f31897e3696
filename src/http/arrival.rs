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
pub type Held = Rc<RefCell<Option<OwnedSemaphorePermit>>>;

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
    deadline: Pin<Box<Sleep>>,
    memory: Memory,
    held: Held,
    bytes: usize,
}

impl Arriving {
    /// Watches a body come in, for so long.
    pub fn new(payload: Payload, patience: Duration, memory: Memory) -> Arriving {
        let arrival = Rc::new(Cell::new(Arrival::UnderWay));
        Arriving { payload, arrival, deadline: Box::pin(sleep(patience)), memory, held: Held::default(), bytes: 0 }
    }

    /// How far it has come, whenever that is asked.
    pub fn arrival(&self) -> Rc<Cell<Arrival>> {
        Rc::clone(&self.arrival)
    }

    /// The memory that it takes.
    pub fn held(&self) -> Held {
        Rc::clone(&self.held)
    }

    /// Takes the memory for a further part; false when there is none left.
    fn take(&mut self, part: usize) -> bool {
        self.bytes += part;
        let mut held = self.held.borrow_mut();
        let wanted = self.bytes.div_ceil(PIECE) - held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let Ok(wanted) = u32::try_from(wanted) else { return false };
        let Ok(permit) = Arc::clone(&self.memory.0).try_acquire_many_owned(wanted) else { return false };
        match held.as_mut() {
            Some(held) => held.merge(permit),
            None => *held = Some(permit),
        }
        true
    }
}

impl Stream for Arriving {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let arriving = &mut *self;
        match arriving.payload.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(part))) if arriving.take(part.len()) => Poll::Ready(Some(Ok(part))),
            Poll::Ready(Some(Ok(_))) => Poll::Ready(Some(Err(PayloadError::Io(ErrorKind::ResourceBusy.into())))),
            Poll::Ready(ended) => {
                arriving.arrival.set(Arrival::Whole(Instant::now()));
                Poll::Ready(ended)
            }
            Poll::Pending => arriving.deadline.poll_unpin(context).map(|()| Some(Err(too_slow()))),
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
