//! Says of answers that they come from a copy while there is no primary to hold it against.

use actix_web::{
    body::BoxBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::HeaderValue,
    web,
};

use crate::{http::names::STALE, service::Service};

/// Is a request one to read under `/v1`, and what it reads a copy?
pub fn concerns(request: &ServiceRequest) -> bool {
    let reads = request.method().is_safe() && request.path().starts_with("/v1/");
    reads && request.app_data::<web::Data<Service>>().is_some_and(|service| service.is_stale())
}

/// Marks the answer if it is to such a request.
pub fn marked(is_stale: bool, mut answered: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    if is_stale {
        answered.headers_mut().insert(STALE, HeaderValue::from_static("true"));
    }
    answered
}
