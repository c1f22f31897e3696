//! Why a use case cannot be done now.

use std::time::Duration;

/// Why a use case cannot be done now. Trying again later may help.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unavailable {
    /// The database does not respond, or does not accept writes now.
    #[error("{0}")]
    Database(String),
    /// The service is not ready, for this reason.
    #[error("{0}")]
    NotReady(String),
    /// The service is shutting down.
    #[error("the service is shutting down")]
    ShuttingDown,
    /// The response takes longer than it may.
    #[error("no response within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The service streams as many of these responses as it can.
    #[error("too many {0}")]
    TooManyStreams(&'static str),
    /// Request bodies use the memory that they may use.
    #[error("request bodies use too much memory")]
    BodyMemory,
    /// As much work waits as may wait.
    #[error("too much work is waiting")]
    QueueFull,
    /// As much work of the caller waits as may wait.
    #[error("too much work of one caller is waiting")]
    CallerQueueFull,
    /// The work was cancelled before it was done.
    #[error("the work was cancelled")]
    Cancelled,
    /// Others changed the table in between, each time that it was tried.
    #[error("other writers keep changing the table")]
    TableContended,
    /// A later reindexing replaces this one.
    #[error("another reindexing has begun since")]
    ReindexingSuperseded,
}
