//! Timeouts of the body, and then of the response.

use std::{cell::Cell, future::poll_fn, pin::pin, rc::Rc, task::Poll, time::Duration};

use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{Payload, ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
};
use tokio::time::{Instant, timeout_at};

use crate::{
    http::{reply::problem::Problem, settings::Settings},
    service::{ServiceError, Unavailable},
};

/// How much of a body has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// More is to come.
    UnderWay,
    /// It was complete at this time.
    Whole(Instant),
}

/// How much of the request's body has arrived; stored with the request for handlers.
#[derive(Clone, Debug)]
pub struct BodyArrival(Rc<Cell<Arrival>>);

impl BodyArrival {
    /// The arrival of a request's body, for a request that arrived at this time. No route reads the body of a `GET`,
    /// `HEAD` or `DELETE`, however long it is in coming.
    fn of(request: &mut ServiceRequest, started: Instant) -> BodyArrival {
        let payload = request.take_payload();
        let has_body = [Method::POST, Method::PATCH].contains(request.method());
        let is_read = has_body && !matches!(payload, Payload::None);
        let arrival = if is_read { Arrival::UnderWay } else { Arrival::Whole(started) };
        request.set_payload(payload);
        BodyArrival(Rc::new(Cell::new(arrival)))
    }

    /// Records that the body is complete.
    pub fn complete(&self) {
        self.0.set(Arrival::Whole(Instant::now()));
    }
}

/// Waits for the head of the response up to a limit; while a body arrives, only the body's own timeout runs.
pub async fn limit<B: MessageBody>(mut request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let limit = Settings::of(request.request()).request_timeout;
    let arrival = BodyArrival::of(&mut request, Instant::now());
    request.extensions_mut().insert(arrival.clone());
    let mut answering = pin!(next.call(request));
    // A response that is ready needs no timer.
    if let Poll::Ready(answered) = poll_fn(|context| Poll::Ready(answering.as_mut().poll(context))).await {
        return answered;
    }
    let mut deadline = Instant::now() + limit;
    loop {
        if let Ok(answered) = timeout_at(deadline, &mut answering).await {
            return answered;
        }
        deadline = match arrival.0.get() {
            Arrival::UnderWay => Instant::now() + limit,
            Arrival::Whole(since) if since + limit > Instant::now() => since + limit,
            Arrival::Whole(_) => return Err(too_slow(limit).into()),
        };
    }
}

/// Postpones the response timeout by this: the handler waits for an event.
pub fn postpone(request: &HttpRequest, by: Duration) {
    if let Some(BodyArrival(arrival)) = request.extensions().get() {
        arrival.set(Arrival::Whole(Instant::now() + by));
    }
}

fn too_slow(limit: Duration) -> Problem {
    ServiceError::Unavailable(Unavailable::Timeout(limit)).into()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn only_a_body_that_is_read_postpones_the_timeout_of_the_response() {
        let started = Instant::now();
        let arrival = |method: Method| {
            let mut request = TestRequest::default().method(method).set_payload("x").to_srv_request();
            BodyArrival::of(&mut request, started).0.get()
        };
        for method in [Method::POST, Method::PATCH] {
            assert!(matches!(arrival(method), Arrival::UnderWay));
        }
        for method in [Method::GET, Method::HEAD, Method::DELETE] {
            assert!(matches!(arrival(method.clone()), Arrival::Whole(at) if at == started), "{method}");
        }
    }
}
