//! Says of answers that they come from a copy while there is no primary to hold it against.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::HeaderValue,
    middleware::Next,
    web,
};

use crate::{http::names::STALE, service::Service};

/// Marks answers to reads under `/v1`.
pub async fn mark<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let reads = request.method().is_safe() && request.path().starts_with("/v1/");
    let stale = reads && request.app_data::<web::Data<Service>>().is_some_and(|service| service.is_stale());
    let mut response = next.call(request).await?;
    if stale {
        response.headers_mut().insert(STALE, HeaderValue::from_static("true"));
    }
    Ok(response)
}
