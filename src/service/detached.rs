//! Work that goes on although its caller gives up.

use tracing::Instrument;

use super::ServiceError;

/// Carries something out to its end although the caller may hang up: what is stored by then is announced, and what is
/// deleted is in the audit log.
///
/// # Errors
/// `Internal` when it panics.
pub async fn to_the_end<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Result<T, ServiceError> {
    tokio::spawn(work.in_current_span()).await.map_err(|panic| ServiceError::Internal(panic.to_string()))
}
