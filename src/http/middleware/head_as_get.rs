//! HEAD: what GET answers, without the body (RFC 9110, 9.3.2).

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
};

/// Has a HEAD answered by the routes of GET; the connection knows what was asked and leaves the body out.
pub async fn rewrite<B: MessageBody>(mut request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    next.call(request).await
}
