//! The body of a form, which only pages of this service may send.

use actix_web::{
    FromRequest, HttpRequest, ResponseError,
    dev::Payload,
    http::{StatusCode, header},
    web::BytesMut,
};
use futures::future::LocalBoxFuture;

use crate::http::{
    extract::body,
    middleware::{rate_limit, same_origin},
    reply::problem::Problem,
    site::error::PageError,
};

/// Maximum size of a form, in bytes.
const FORM_LIMIT: usize = 16 << 10;

/// The body of a form that a page of this service sent. Its limit counts decompressed bytes, as for every body.
#[derive(Debug)]
pub struct Body(pub(super) BytesMut);

impl FromRequest for Body {
    type Error = PageError;
    type Future = LocalBoxFuture<'static, Result<Body, PageError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            from_here(&request)?;
            let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let essence = media_type.and_then(|value| value.split(';').next()).map(str::trim);
            if !essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/x-www-form-urlencoded")) {
                return Err(no_form());
            }
            let bytes = body::whole(&request, payload, FORM_LIMIT).await.map_err(unread)?;
            // The fields of some pages are in their query.
            let stored = bytes.len() + request.query_string().len();
            rate_limit::charge(&request, rate_limit::units_of_stored(stored))?;
            Ok(Body(bytes))
        })
    }
}

/// Rejects a form whose browser does not say that a page of this service sent it.
pub(super) fn from_here(request: &HttpRequest) -> Result<(), PageError> {
    match same_origin::is_same_origin(request) {
        true => Ok(()),
        false => Err(PageError::new(
            StatusCode::FORBIDDEN,
            "This form was not sent from a page of this service, or the browser does not say from where.",
        )),
    }
}

pub(super) fn no_form() -> PageError {
    PageError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Expected a form.")
}

/// The page for a form that was not read.
fn unread(problem: Problem) -> PageError {
    match problem.status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => PageError::new(StatusCode::PAYLOAD_TOO_LARGE, "The form is too large."),
        _ => problem.into(),
    }
}
