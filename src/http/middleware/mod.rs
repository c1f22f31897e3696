//! Middleware common to all routes; it runs before and after the handlers.

pub mod accept_encoding;
pub mod auth;
pub mod cors;
pub mod etag;
pub mod fair_share;
pub mod framing;
pub mod front;
pub mod hosts;
pub mod ingress;
pub mod metrics;
pub mod normal_path;
pub mod rate_limit;
pub mod ready_answers;
pub mod request_id;
pub mod same_origin;
pub mod security_headers;
pub mod stale;
pub mod streams;
pub mod timeout;

use actix_web::{Error, body::BoxBody, dev::ServiceResponse};

/// The outcome of a request.
pub type Answered = Result<ServiceResponse<BoxBody>, Error>;
