//! Counts requests, responses and connections.

mod request_metrics;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

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

/// The open connections of callers.
#[derive(Debug, Default)]
pub struct OpenConnections(AtomicUsize);

impl OpenConnections {
    /// Their number.
    pub fn count(&self) -> usize {
        self.0.load(Relaxed)
    }
}

/// An open connection; it counts until it is dropped.
pub struct OpenConnection(Arc<OpenConnections>);

impl OpenConnection {
    /// Counts a connection that begins.
    pub fn begin(open: &Arc<OpenConnections>) -> OpenConnection {
        open.0.fetch_add(1, Relaxed);
        OpenConnection(Arc::clone(open))
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Relaxed);
    }
}
