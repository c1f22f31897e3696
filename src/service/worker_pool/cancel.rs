//! Cancellation: tells running work that its caller no longer waits for it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use crate::service::{ServiceError, Unavailable};

/// Whether a piece of work was cancelled.
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
