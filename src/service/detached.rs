//! Work that goes on although its caller gives up.

use tracing::Instrument;

use super::{ServiceError, Unavailable};

/// Carries something out to its end although the caller may hang up: what is stored by then is announced, and what is
/// deleted is in the audit log.
///
/// # Errors
/// Those of `work`; `Unavailable` when the process ends first, `Internal` when it panics.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, ServiceError>> + Send + 'static,
) -> Result<T, ServiceError> {
    detached(work).await.flatten()
}

/// As [`to_the_end`], whatever the work gives; the error is why it did not come to its end.
pub(super) async fn detached<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, ServiceError> {
    tokio::spawn(work.in_current_span()).await.map_err(|error| match error.is_cancelled() {
        true => ServiceError::Unavailable(Unavailable::ShuttingDown),
        false => ServiceError::Internal(error.to_string()),
    })
}
