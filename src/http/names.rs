//! Names that several rooms share: header fields, media types, routes that are treated apart.

use actix_web::http::header::HeaderName;

/// The id of a request, of the caller's choice or ours.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The caller's key of a request that is carried out once.
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Marks a response that was given before.
pub const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// The rate that a caller is held to.
pub const RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// What is left of it.
pub const RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The last event that a caller has of a stream that it resumes.
pub const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Asks a proxy not to hold back what comes in parts (nginx).
pub const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
/// Marks a response that may lack what was stored last.
pub const STALE: HeaderName = HeaderName::from_static("arcana-stale");

/// The media type of JSON.
pub const JSON: &str = "application/json";
/// The media type of lines with a JSON value each.
pub const NDJSON: &str = "application/x-ndjson";
/// The media type of events as browsers read them (WHATWG HTML, 9.2).
pub const EVENT_STREAM: &str = "text/event-stream";
/// The media type of every problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Routes that monitoring asks for: no rate limit holds for them.
pub const EXEMPT: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
