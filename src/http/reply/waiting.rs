//! Responses that wait until there is something to tell.

use std::time::Duration;

use actix_web::HttpRequest;

use super::{events::stopped, problem::Problem};
use crate::{
    http::{
        extract::query::{Parameter, Query},
        middleware::{
            auth::{SentKey, void_key},
            timeout,
        },
        settings::Settings,
    },
    service::ServiceError,
};

/// Maximum time that a request waits, in seconds.
const LIMIT: u32 = 30;

/// How long a request waits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wait(pub Duration);

impl Parameter for Option<Wait> {
    fn take(query: &mut Query, name: &'static str) -> Option<Wait> {
        query.between(name, 0, LIMIT).map(|seconds| Wait(Duration::from_secs(seconds.into())))
    }
}

/// What is found within this time. When the service stops, it is what is found at once: otherwise the client would wait
/// for a service that stops, and delay it.
///
/// # Errors
/// Those of finding it; `unauthorized` if the key expires or is revoked meanwhile.
pub async fn found<T>(
    request: &HttpRequest,
    wait: Duration,
    find: impl AsyncFn(Duration) -> Result<T, ServiceError>,
) -> Result<T, Problem> {
    let key = SentKey::of(request).filter(|_| !wait.is_zero());
    timeout::postpone(request, wait);
    let found = tokio::select! {
        found = find(wait) => found?,
        () = stopped(request), if !wait.is_zero() => find(Duration::ZERO).await?,
        () = SentKey::becomes_void(key.as_ref(), Settings::of(request).heartbeat) => return Err(void_key()),
    };
    // The key may have become void since it was last looked at.
    if SentKey::is_void(key.as_ref()).await { Err(void_key()) } else { Ok(found) }
}
