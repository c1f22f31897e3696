//! Marks responses that come from a replica of unknown lag because no primary responds.

use actix_web::{
    body::BoxBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::HeaderValue,
    web,
};

use crate::{http::names::STALE, service::Service};

/// Whether a request reads something under `/v1` from such a replica.
pub fn concerns(request: &ServiceRequest) -> bool {
    let reads = request.method().is_safe() && request.path().starts_with("/v1/");
    reads && request.app_data::<web::Data<Service>>().is_some_and(|service| service.is_stale())
}

/// Marks the response to such a request.
pub fn marked(is_stale: bool, mut answered: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    if is_stale {
        answered.headers_mut().insert(STALE, HeaderValue::from_static("true"));
    }
    answered
}
