//! Word from whoever waits for work to whoever does it: nobody waits any more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use crate::service::ServiceError;

/// Whether anybody still waits for a piece of work.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Option<Arc<AtomicBool>>);

impl Cancel {
    /// Work that can be given up.
    pub(super) fn new() -> Cancel {
        Cancel(Some(Arc::default()))
    }

    /// Work that somebody waits for until it is done.
    pub const fn never() -> Cancel {
        Cancel(None)
    }

    /// Gives the work up.
    pub(super) fn cancel(&self) {
        if let Some(cancelled) = &self.0 {
            cancelled.store(true, Relaxed);
        }
    }

    /// Was it given up?
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|cancelled| cancelled.load(Relaxed))
    }

    /// Asks whether to go on: cheap enough to be asked after each step of a game.
    ///
    /// # Errors
    /// `Unavailable` if nobody waits any more, so that nobody gets it.
    pub fn check(&self) -> Result<(), ServiceError> {
        match self.is_cancelled() {
            true => Err(ServiceError::Unavailable("the work was cancelled".to_owned())),
            false => Ok(()),
        }
    }
}
