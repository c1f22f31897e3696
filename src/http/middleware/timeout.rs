//! Timeouts: how long a body may take to come, and then an answer to be made.

use std::{cell::Cell, pin::pin, rc::Rc, time::Duration};

use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{Payload, ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};
use tokio::time::{Instant, timeout_at};

use super::{
    body_budget::{Arrival, BodyMemory, BodyTimeout, MeteredPayload},
    rate_limit::Subject,
};
use crate::{
    http::{reply::problem::Problem, settings::Settings},
    service::ServiceError,
};

/// Waits for the answer's head, but not for ever; while a body comes in, only the body's own time runs.
pub async fn limit(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let limit = Settings::of(request.request()).request_timeout;
    let arrival = watched(&mut request);
    let mut answering = pin!(next.call(request));
    let mut deadline = Instant::now() + limit;
    loop {
        if let Ok(answered) = timeout_at(deadline, &mut answering).await {
            return answered;
        }
        deadline = match arrival.get() {
            Arrival::UnderWay => Instant::now() + limit,
            Arrival::Whole(since) if since + limit > Instant::now() => since + limit,
            Arrival::Whole(_) => return Err(too_slow(limit).into()),
        };
    }
}

/// Has the time for the answer begin later by this: it waits for something to happen.
pub fn postpone(request: &HttpRequest, by: Duration) {
    if let Some(arrival) = request.extensions().get::<Rc<Cell<Arrival>>>() {
        arrival.set(Arrival::Whole(Instant::now() + by));
    }
}

/// How far the request's body has come, noted with the request.
fn watched(request: &mut ServiceRequest) -> Rc<Cell<Arrival>> {
    let payload = request.take_payload();
    let arrival = match payload {
        Payload::None => Arrival::Whole(Instant::now()),
        Payload::H1 { .. } | Payload::H2 { .. } | Payload::Stream { .. } => Arrival::UnderWay,
    };
    request.set_payload(payload);
    let arrival = Rc::new(Cell::new(arrival));
    request.extensions_mut().insert(Rc::clone(&arrival));
    arrival
}

/// Watches the request's body come in, if it has one, once it is known who sends it.
pub async fn meter_body<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let arrival = request.extensions().get::<Rc<Cell<Arrival>>>().cloned();
    let payload = request.take_payload();
    let (Some(arrival), false) = (arrival, matches!(payload, Payload::None)) else { return next.call(request).await };
    let memory = request.app_data::<web::Data<BodyMemory>>().expect("the app bounds its bodies").clone();
    let settings = Settings::of(request.request());
    let limit = BodyTimeout { whole: settings.body_timeout, rate: settings.connections.rate() };
    let caller = request.extensions().get::<Subject>().copied();
    let arriving = MeteredPayload::new(payload, arrival, limit, &memory, caller);
    // What is made of a body may be as long as it lives: its memory is given back with the answer.
    request.extensions_mut().insert(arriving.held());
    request.set_payload(Payload::Stream { payload: Box::pin(arriving) });
    next.call(request).await
}

fn too_slow(limit: Duration) -> Problem {
    ServiceError::Unavailable(format!("no response within {} ms", limit.as_millis())).into()
}
