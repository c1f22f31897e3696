//! The memory of large bodies: one semaphore with a permit a byte. Who finds it empty may come again.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use actix_web::{HttpMessage, HttpRequest, web::Data};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The bytes of each body that are not counted: ordinary requests go on while large bodies take all memory.
const UNCOUNTED: usize = 16 << 10;

/// The memory for large bodies.
#[derive(Clone, Debug)]
pub struct BodyMemory(Arc<Semaphore>);

impl BodyMemory {
    /// This number of bytes for all bodies together.
    pub fn new(bytes: usize) -> BodyMemory {
        BodyMemory(Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))))
    }

    /// The lease of a request's body, which takes no memory yet. What is answered may share the body's memory, so the
    /// lease lasts at least as long as the request.
    pub fn lease(request: &HttpRequest) -> MemoryLease {
        let memory = request.app_data::<Data<BodyMemory>>().expect("the app bounds its bodies");
        let lease = memory.begin();
        request.extensions_mut().insert(lease.clone());
        lease
    }

    fn begin(&self) -> MemoryLease {
        MemoryLease(Rc::new(RefCell::new(Lease { memory: self.clone(), bytes: 0, permit: None })))
    }
}

/// The memory of a body, returned when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct MemoryLease(Rc<RefCell<Lease>>);

#[derive(Debug)]
struct Lease {
    memory: BodyMemory,
    bytes: usize,
    /// Those of them that are counted.
    permit: Option<OwnedSemaphorePermit>,
}

impl MemoryLease {
    /// Takes memory for this number of bytes; false if too little is left.
    pub fn take(&self, bytes: usize) -> bool {
        self.0.borrow_mut().take(bytes)
    }

    /// Returns the memory of this number of bytes.
    pub fn give_back(&self, bytes: usize) {
        self.0.borrow_mut().give_back(bytes);
    }
}

impl Lease {
    fn counted(&self) -> usize {
        self.permit.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }

    fn take(&mut self, bytes: usize) -> bool {
        let due = (self.bytes + bytes).saturating_sub(UNCOUNTED).saturating_sub(self.counted());
        if due > 0 {
            let permits = u32::try_from(due).unwrap_or(u32::MAX);
            let Ok(permit) = Arc::clone(&self.memory.0).try_acquire_many_owned(permits) else { return false };
            match &mut self.permit {
                Some(all) => all.merge(permit),
                None => self.permit = Some(permit),
            }
        }
        self.bytes += bytes;
        true
    }

    fn give_back(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
        let surplus = self.counted().saturating_sub(self.bytes.saturating_sub(UNCOUNTED));
        drop(self.permit.as_mut().and_then(|permit| permit.split(surplus)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_returned_with_the_last_lease() {
        let memory = BodyMemory::new(4000);
        let first = memory.begin();
        let held = first.clone();
        assert!(first.take(UNCOUNTED + 3000));
        drop(first);
        assert!(!memory.begin().take(UNCOUNTED + 1001));
        assert!(memory.begin().take(UNCOUNTED + 1000));
        drop(held);
        assert!(memory.begin().take(UNCOUNTED + 4000));
    }

    #[test]
    fn memory_of_what_is_done_is_returned_at_once() {
        let (memory, size) = (BodyMemory::new(4000), UNCOUNTED + 4000);
        let first = memory.begin();
        assert!(first.take(size));
        assert!(!first.take(1));
        first.give_back(1000);
        assert_eq!(memory.0.available_permits(), 1000);
        assert!(first.take(1000));
        first.give_back(size);
        assert_eq!(memory.0.available_permits(), 4000);
    }

    #[test]
    fn small_bodies_are_not_counted() {
        let memory = BodyMemory::new(4000);
        let large = memory.begin();
        assert!(large.take(UNCOUNTED + 4000));
        let small: Vec<_> = (0..10).map(|_| memory.begin()).collect();
        assert!(small.iter().all(|small| small.take(UNCOUNTED)));
        assert!(!small.iter().any(|small| small.take(1)));
    }
}
