//! Counts requests and responses.

mod request_metrics;

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};
use tokio::time::Instant;

pub use self::request_metrics::RequestMetrics;
use super::framing;
use crate::http::route_table::RouteTable;

/// Counts a request while it is in progress, and its response by route and status, with its duration.
pub async fn count<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let requests = request.app_data::<web::Data<RequestMetrics>>().expect("the app counts its requests");
    let flight = requests.start(&framing::method(&request));
    let answered = next.call(request).await;
    let took = started.elapsed();
    match &answered {
        Ok(response) => flight.finish(RouteTable::pattern(response.request()), response.status(), took),
        Err(error) => flight.finish(None, error.as_response_error().status_code(), took),
    }
    answered
}
