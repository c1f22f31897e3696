//! Patience: how long a body may take to come, and then an answer to be made.

use std::{cell::Cell, pin::pin, rc::Rc, time::Duration};

use actix_web::{
    Error, HttpMessage,
    body::MessageBody,
    dev::{Payload, ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};
use tokio::time::{Instant, timeout_at};

use super::{
    Settings,
    arrival::{Arrival, Arriving, Memory},
    problem::Problem,
};
use crate::service::ServiceError;

/// Waits for the answer's head, but not for ever; while a body comes in, only the body's own time runs.
pub async fn wait(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let patience = Settings::of(request.request()).request_timeout;
    let arrival = watched(&mut request);
    let mut answering = pin!(next.call(request));
    let mut deadline = Instant::now() + patience;
    loop {
        if let Ok(answered) = timeout_at(deadline, &mut answering).await {
            return answered;
        }
        deadline = match arrival.get() {
            Arrival::UnderWay => Instant::now() + patience,
            Arrival::Whole(since) if since + patience > Instant::now() => since + patience,
            Arrival::Whole(_) => return Err(too_slow(patience).into()),
        };
    }
}

/// Watches the request's body come in, if it has one.
fn watched(request: &mut ServiceRequest) -> Rc<Cell<Arrival>> {
    let payload = match request.take_payload() {
        Payload::None => return Rc::new(Cell::new(Arrival::Whole(Instant::now()))),
        payload => payload,
    };
    let memory = request.app_data::<web::Data<Memory>>().expect("the app bounds its bodies").get_ref().clone();
    let arriving = Arriving::new(payload, Settings::of(request.request()).body_timeout, memory);
    // What is made of a body may be as long as it lives: its memory is given back with the request.
    request.extensions_mut().insert(arriving.held());
    let arrival = arriving.arrival();
    request.set_payload(Payload::Stream { payload: Box::pin(arriving) });
    arrival
}

fn too_slow(patience: Duration) -> Problem {
    ServiceError::Unavailable(format!("no answer was made within {} ms", patience.as_millis())).into()
}
