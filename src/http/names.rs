//! Names that several modules share: header fields, media types, exempt routes.

use actix_web::http::header::HeaderName;

/// The id of a request, chosen by the caller or generated.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The caller's key for a request that is carried out once.
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Marks a replayed response.
pub const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// The rate limit of a caller.
pub const RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The quota that remains.
pub const RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// The last event that a caller has received of a stream that it resumes.
pub const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Asks a proxy not to buffer a streamed response (nginx).
pub const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
/// Marks a response that may lack the latest writes.
pub const STALE: HeaderName = HeaderName::from_static("arcana-stale");

/// The media type of JSON.
pub const JSON: &str = "application/json";
/// The media type of lines with a JSON value each.
pub const NDJSON: &str = "application/x-ndjson";
/// The media type of server-sent events (WHATWG HTML, 9.2).
pub const EVENT_STREAM: &str = "text/event-stream";
/// The media type of every problem.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Beginning of the paths of style sheets, scripts and fonts, which are exempt from rate limits.
pub const ASSETS: &str = "/assets/";

/// Routes for monitoring, exempt from rate limits.
pub const EXEMPT: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
