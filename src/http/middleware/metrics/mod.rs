//! Counts requests as they are answered.

mod request_metrics;

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};

pub use self::request_metrics::RequestMetrics;
use crate::http::route_table::RouteTable;

/// Counts the request when it is answered, by its route and status, and how long that took.
pub async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let requests =
        request.app_data::<web::Data<RequestMetrics>>().expect("the app counts its requests").clone().into_inner();
    let flight = requests.start(request.method());
    let answered = next.call(request).await;
    match &answered {
        Ok(response) => flight.finish(RouteTable::pattern(response.request()), response.status()),
        Err(error) => flight.finish(None, error.as_response_error().status_code()),
    }
    answered
}
