//! How much a thread lets others go before.

/// How much a thread lets others go before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// A tenth of the time is left where all want it.
    Background,
    /// A seventieth of the time is left where all want it.
    Lowest,
}

impl Priority {
    /// By how much the scheduler is told to be nice to others.
    #[cfg(target_os = "linux")]
    const fn niceness(self) -> i32 {
        match self {
            Priority::Background => 10,
            Priority::Lowest => 19,
        }
    }

    /// Lets other threads go before this one. A thread that may not be slower is one that is as fast as others.
    pub(super) fn assume(self) {
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::nice(self.niceness()) {
            tracing::debug!(%error, "cannot lower the priority of a thread");
        }
    }
}
