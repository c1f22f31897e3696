//! Middleware common to all routes; it runs before and after the handlers.

pub mod admission;
pub mod auth;
pub mod cors;
pub mod etag;
pub mod framing;
pub mod hosts;
pub mod ingress;
pub mod metrics;
pub mod normal_path;
pub mod rate_limit;
pub mod ready_answers;
pub mod request_id;
pub mod response_headers;
pub mod same_origin;
pub mod streams;
pub mod timeout;
