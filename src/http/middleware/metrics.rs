//! Counts requests, responses and connections.

use std::time::Duration;

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{Method, StatusCode},
    middleware::Next,
    web,
};
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use tokio::time::Instant;

use super::framing;
use crate::http::route_table::RouteTable;

/// The methods that are counted separately; all others are `other`, so that callers cannot create counters.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// The upper bounds of the histogram classes, in seconds.
const BOUNDS: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Metrics of all requests since the start, and of the connections of callers.
#[derive(Debug)]
pub struct RequestMetrics {
    answered: Family<AnsweredLabels, Counter>,
    durations: Family<RouteLabel, Histogram>,
    in_flight: Gauge,
    /// The open connections of callers.
    pub connections: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnsweredLabels {
    method: &'static str,
    route: &'static str,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: &'static str,
}

impl Default for RequestMetrics {
    fn default() -> RequestMetrics {
        RequestMetrics {
            answered: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BOUNDS)),
            in_flight: Gauge::default(),
            connections: Gauge::default(),
        }
    }
}

impl RequestMetrics {
    /// Registers those of requests.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Requests answered, by route and status";
        registry.register("arcana_http_requests", help, self.answered.clone());
        let help = "Time until the head of the response, in seconds";
        registry.register("arcana_http_request_duration_seconds", help, self.durations.clone());
        registry.register("arcana_http_requests_in_flight", "Requests in progress", self.in_flight.clone());
    }

    /// Counts the response of the route with this pattern.
    fn record(&self, method: &Method, route: Option<&'static str>, status: StatusCode, took: Duration) {
        let method = METHODS.into_iter().find(|known| *known == method.as_str()).unwrap_or("other");
        let route = route.unwrap_or("unmatched");
        self.answered.get_or_create(&AnsweredLabels { method, route, status: status.as_u16() }).inc();
        self.durations.get_or_create(&RouteLabel { route }).observe(took.as_secs_f64());
    }
}

/// Counts in a gauge as long as it lives.
pub struct Counted(Gauge);

impl Counted {
    /// Counts one more.
    pub fn begin(gauge: &Gauge) -> Counted {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Counts a request while it is in progress, and its response by route and status, with its duration.
pub async fn count<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let metrics = request.app_data::<web::Data<RequestMetrics>>().expect("the app counts its requests").clone();
    // A request also ends when its caller disconnects.
    let _in_flight = Counted::begin(&metrics.in_flight);
    let method = framing::method(&request);
    let answered = next.call(request).await;
    let (route, status) = match &answered {
        Ok(response) => (RouteTable::pattern(response.request()), response.status()),
        Err(error) => (None, error.as_response_error().status_code()),
    };
    metrics.record(&method, route, status, started.elapsed());
    answered
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text;

    use super::*;

    fn written(metrics: &RequestMetrics) -> String {
        let (mut registry, mut written) = (Registry::default(), String::new());
        metrics.register(&mut registry);
        text::encode(&mut written, &registry).expect("text");
        written
    }

    #[test]
    fn unknown_methods_and_routes_are_counted_together() {
        let metrics = RequestMetrics::default();
        for method in [b"BREW", b"WHEN"] {
            let method = Method::from_bytes(method).expect("a method");
            metrics.record(&method, None, StatusCode::IM_A_TEAPOT, Duration::ZERO);
        }
        let sample = "arcana_http_requests_total{method=\"other\",route=\"unmatched\",status=\"418\"} 2\n";
        assert!(written(&metrics).contains(sample), "{}", written(&metrics));
    }

    #[test]
    fn what_is_counted_lasts_until_it_is_dropped() {
        let gauge = Gauge::default();
        let both = (Counted::begin(&gauge), Counted::begin(&gauge));
        assert_eq!(gauge.get(), 2);
        drop(both);
        assert_eq!(gauge.get(), 0);
    }

    #[test]
    fn a_duration_falls_into_the_class_that_it_does_not_exceed() {
        let metrics = RequestMetrics::default();
        for micros in [0, 500, 501, 10_000_000, 10_000_001] {
            metrics.record(&Method::GET, Some("/"), StatusCode::OK, Duration::from_micros(micros));
        }
        let written = written(&metrics);
        for (bound, count) in [("0.0005", 2), ("0.001", 3), ("10.0", 4), ("+Inf", 5)] {
            let class = "arcana_http_request_duration_seconds_bucket";
            assert!(
                written.contains(&format!("{class}{{le=\"{bound}\",route=\"/\"}} {count}\n")),
                "{bound}: {written}"
            );
        }
    }
}
