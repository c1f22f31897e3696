//! Request counters without a lock: all counters are created before the first request.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use actix_web::http::{Method, StatusCode};

/// The methods that are counted separately; all others are `other`, so that callers cannot create counters.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// The statuses that are counted separately, in order; all others are `other`.
const STATUSES: [u16; 25] = [
    200, 201, 202, 204, 302, 303, 304, 307, 400, 401, 403, 404, 405, 406, 408, 409, 412, 413, 415, 421, 422, 429, 500,
    503, 504,
];

/// The label of what is not counted separately.
const OTHER: &str = "other";

/// The upper bounds of the histogram classes, in microseconds.
const BOUNDS: [u64; 14] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
];

/// Counters of all requests since the start.
#[derive(Debug)]
pub struct RequestMetrics {
    routes: HashMap<&'static str, Route>,
    unmatched: Route,
    in_flight: AtomicU64,
}

/// Counters of one route.
#[derive(Debug, Default)]
struct Route {
    answers: [[AtomicU64; STATUSES.len() + 1]; METHODS.len() + 1],
    classes: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

/// A request without a response yet.
#[derive(Debug)]
pub struct InFlight {
    requests: Arc<RequestMetrics>,
    method: usize,
}

/// Number of responses of a route by method and status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers<'a> {
    /// The method.
    pub method: &'static str,
    /// The pattern of the route.
    pub route: &'a str,
    /// The status; `None` for one that is not counted separately.
    pub status: Option<u16>,
    /// The number.
    pub count: u64,
}

/// Durations of the requests of a route.
#[derive(Clone, Debug, PartialEq)]
pub struct Durations<'a> {
    /// The pattern of the route.
    pub route: &'a str,
    /// Their sum, in seconds.
    pub sum: f64,
    /// Number of occurrences.
    pub count: u64,
    /// The upper bound of each class in seconds, and the number of durations in it.
    pub classes: Vec<(f64, u64)>,
}

impl RequestMetrics {
    /// Counters for these routes, all zero.
    pub fn of(routes: impl IntoIterator<Item = &'static str>) -> RequestMetrics {
        let routes = routes.into_iter().map(|pattern| (pattern, Route::default())).collect();
        RequestMetrics { routes, unmatched: Route::default(), in_flight: AtomicU64::new(0) }
    }

    /// Counts a request that begins.
    pub fn start(self: &Arc<RequestMetrics>, method: &Method) -> InFlight {
        self.in_flight.fetch_add(1, Relaxed);
        let method = METHODS.iter().position(|known| *known == method.as_str()).unwrap_or(METHODS.len());
        InFlight { requests: Arc::clone(self), method }
    }

    /// Number of requests without a response yet.
    pub fn in_flight(&self) -> u64 {
        self.in_flight.load(Relaxed)
    }

    /// All routes with their patterns, sorted; requests that match none are `unmatched`.
    fn sorted(&self) -> Vec<(&str, &Route)> {
        let mut routes: Vec<_> = self.routes.iter().map(|(pattern, route)| (*pattern, route)).collect();
        routes.sort_unstable_by_key(|(pattern, _)| *pattern);
        routes.push(("unmatched", &self.unmatched));
        routes
    }

    /// All counters that are not 0.
    pub fn answers(&self) -> Vec<Answers<'_>> {
        self.sorted().into_iter().flat_map(|(route, counts)| counts.answers(route)).collect()
    }

    /// The durations of all routes that had requests.
    pub fn durations(&self) -> Vec<Durations<'_>> {
        let durations = self.sorted().into_iter().map(|(route, counts)| counts.durations(route));
        durations.filter(|durations| durations.count > 0).collect()
    }
}

impl InFlight {
    /// Counts the response of the route with this pattern, with its duration.
    pub fn finish(&self, pattern: Option<&str>, status: StatusCode, took: Duration) {
        let route = pattern.and_then(|pattern| self.requests.routes.get(pattern)).unwrap_or(&self.requests.unmatched);
        route.count(self.method, status.as_u16(), took);
    }
}

/// A request also ends when its caller disconnects.
impl Drop for InFlight {
    fn drop(&mut self) {
        self.requests.in_flight.fetch_sub(1, Relaxed);
    }
}

impl Route {
    fn count(&self, method: usize, status: u16, took: Duration) {
        let status = STATUSES.binary_search(&status).unwrap_or(STATUSES.len());
        self.answers[method][status].fetch_add(1, Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.classes[BOUNDS.partition_point(|bound| *bound < micros)].fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    fn answers<'a>(&self, route: &'a str) -> Vec<Answers<'a>> {
        let mut all = Vec::new();
        for (method, counts) in METHODS.into_iter().chain([OTHER]).zip(&self.answers) {
            for (status, count) in STATUSES.into_iter().map(Some).chain([None]).zip(counts) {
                all.push(Answers { method, route, status, count: count.load(Relaxed) });
            }
        }
        all.retain(|answers| answers.count > 0);
        all
    }

    fn durations<'a>(&self, route: &'a str) -> Durations<'a> {
        let seconds = |micros: u64| micros as f64 / 1e6;
        // The last class has no upper bound, which the encoder expects as `f64::MAX`.
        let bounds = BOUNDS.into_iter().map(seconds).chain([f64::MAX]);
        let classes: Vec<_> = bounds.zip(&self.classes).map(|(bound, count)| (bound, count.load(Relaxed))).collect();
        let count = classes.iter().map(|(_, count)| count).sum();
        Durations { route, sum: seconds(self.micros.load(Relaxed)), count, classes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requests() -> Arc<RequestMetrics> {
        Arc::new(RequestMetrics::of(["/v1/games/{id}"]))
    }

    #[test]
    fn unknown_methods_routes_and_statuses_are_counted_together() {
        let requests = requests();
        let brew = Method::from_bytes(b"BREW").expect("a method");
        requests.start(&brew).finish(Some("/made/up"), StatusCode::IM_A_TEAPOT, Duration::ZERO);
        requests.start(&brew).finish(None, StatusCode::IM_A_TEAPOT, Duration::ZERO);
        let together = Answers { method: "other", route: "unmatched", status: None, count: 2 };
        assert_eq!(requests.answers(), [together]);
    }

    #[test]
    fn a_request_is_in_flight_until_it_is_answered_or_its_caller_disconnects() {
        let requests = requests();
        let (first, second) = (requests.start(&Method::GET), requests.start(&Method::GET));
        assert_eq!(requests.in_flight(), 2);
        first.finish(Some("/v1/games/{id}"), StatusCode::OK, Duration::ZERO);
        drop((first, second));
        assert_eq!(requests.in_flight(), 0);
        let answered = Answers { method: "GET", route: "/v1/games/{id}", status: Some(200), count: 1 };
        assert_eq!(requests.answers(), [answered]);
    }

    #[test]
    fn a_duration_falls_into_the_class_that_it_does_not_exceed() {
        let route = Route::default();
        for micros in [0, 500, 501, 10_000_000, 10_000_001] {
            route.count(0, 200, Duration::from_micros(micros));
        }
        let durations = route.durations("/");
        assert_eq!(durations.classes[..2], [(0.0005, 2), (0.001, 1)]);
        assert_eq!(durations.classes[13..], [(10.0, 1), (f64::MAX, 1)]);
        assert_eq!((durations.count, durations.sum), (5, 20.001_002));
    }
}
