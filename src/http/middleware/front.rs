//! Everything before the handler of a request and after its response, as one middleware.
//!
//! Each of these parts used to be a middleware with its own boxed future and response, and took a tenth to a twentieth
//! of the time of a cached response. Now one future is boxed as a whole, and one more where the response has to be
//! computed.

use std::panic::AssertUnwindSafe;

use actix_web::{
    Error, HttpMessage,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
};
use futures::{FutureExt, future::LocalBoxFuture};
use tokio::time::Instant;
use tracing::Instrument;

use super::{
    Answered, accept_encoding, auth,
    cors::Sharing,
    fair_share, framing, ingress, metrics, normal_path,
    rate_limit::{self, Subject},
    request_id::Identity,
    same_origin, security_headers, stale,
    timeout::{self, BodyArrival},
};
use crate::{http::settings::Settings, service::Caller};

/// Handles a request. The future is boxed as a whole: the server moves it several times before it is polled.
pub fn answer(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> LocalBoxFuture<'static, Result<ServiceResponse<BoxBody>, Error>> {
    Box::pin(answered(request, next))
}

async fn answered(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    normal_path::normalize(&mut request);
    let flight = metrics::start(&request);
    let sharing = Sharing::of(&request);
    let identity = Identity::of(&request);
    let arrival = BodyArrival::of(&mut request, started);
    let limit = Settings::of(request.request()).request_timeout;
    let answering = timeout::limit(&arrival, limit, checked(request, next, &identity, &arrival));
    let answered = AssertUnwindSafe(answering).catch_unwind().await;
    let took = started.elapsed();
    let answered = identity.finish(answered, took);
    let answered = security_headers::add(answered, sharing);
    metrics::count(&flight, &answered, took);
    answered.map(framing::end)
}

/// Handles a request unless it is refused.
async fn checked(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    identity: &Identity,
    arrival: &BodyArrival,
) -> Answered {
    framing::head_as_get(&mut request);
    if let Some(problem) = ingress::refusal(&request).or_else(|| same_origin::refusal(&request)) {
        return Ok(request.error_response(problem));
    }
    let caller = auth::authenticate(&request, || identity.span()).await;
    identity.note_key(caller.as_ref().ok().and_then(|caller| caller.key));
    let subject = Subject::of(caller.as_ref().ok(), identity.address);
    let counted = rate_limit::count(&request, subject);
    let refusal = counted.as_ref().and_then(|counted| counted.refusal());
    // An invalid key is refused on every route, even where none is required.
    let admitted = refusal.map_or(caller, Err);
    let mut answered = match admitted {
        Ok(caller) => handled(request, next, Asking { caller, subject, identity, arrival }).await?,
        Err(problem) => request.error_response(problem),
    };
    if let Some(counted) = counted {
        counted.write_headers(&mut answered);
    }
    auth::mark_private(&mut answered);
    Ok(answered)
}

/// What is known of an admitted request.
struct Asking<'a> {
    caller: Caller,
    subject: Subject,
    identity: &'a Identity,
    arrival: &'a BodyArrival,
}

/// Passes an admitted request to compression and its handler.
async fn handled(mut request: ServiceRequest, next: Next<impl MessageBody + 'static>, asking: Asking<'_>) -> Answered {
    let is_stale = stale::concerns(&request);
    asking.show(&mut request);
    fair_share::assign(&mut request);
    accept_encoding::normalize(&mut request);
    let answered = Box::pin(next.call(request).instrument(asking.identity.span())).await?;
    Ok(stale::marked(is_stale, answered.map_into_boxed_body()))
}

impl Asking<'_> {
    /// Makes it available to handlers.
    fn show(&self, request: &mut ServiceRequest) {
        self.identity.show(request);
        let mut extensions = request.extensions_mut();
        extensions.insert(self.caller);
        extensions.insert(self.subject);
        extensions.insert(self.arrival.clone());
    }
}
