//! Counts requests and responses.

mod request_metrics;

use std::time::Duration;

use actix_web::{
    Error,
    dev::{ServiceRequest, ServiceResponse},
    web,
};

use self::request_metrics::InFlight;
pub use self::request_metrics::RequestMetrics;
use crate::http::route_table::RouteTable;

/// Counts a request that begins.
pub fn start(request: &ServiceRequest) -> InFlight {
    let requests = request.app_data::<web::Data<RequestMetrics>>().expect("the app counts its requests");
    requests.start(request.method())
}

/// Counts a response by route and status, with its duration.
pub fn count<B>(flight: &InFlight, answered: &Result<ServiceResponse<B>, Error>, took: Duration) {
    match answered {
        Ok(response) => flight.finish(RouteTable::pattern(response.request()), response.status(), took),
        Err(error) => flight.finish(None, error.as_response_error().status_code(), took),
    }
}
