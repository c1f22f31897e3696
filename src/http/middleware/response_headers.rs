//! Headers of responses: what browsers may do with them, and which come from a replica of unknown lag. `DefaultHeaders` of
//! actix reaches no response of middleware that fails, such as one that takes too long, and knows nothing of its content.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web,
};

use super::cors::Sharing;
use crate::{
    http::{base_url, names::STALE},
    service::Service,
};

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Content security policy of pages that set none: styles, scripts and pictures come from this service only, and none
/// are inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Adds headers for browsers to every response, together with the CORS headers.
pub async fn secure<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let sharing = Sharing::of(&request);
    let answered = next.call(request).await;
    let add = move |headers: &mut HeaderMap, status: StatusCode| {
        set(headers, status == StatusCode::NOT_MODIFIED);
        sharing.iter().for_each(|sharing| sharing.add_to(headers));
    };
    match answered {
        Ok(mut answered) => {
            let status = answered.status();
            if answered.headers().contains_key(header::SET_COOKIE) && base_url::is_secure(answered.request()) {
                secure_cookies(answered.headers_mut());
            }
            add(answered.headers_mut(), status);
            Ok(answered)
        }
        Err(mut error) => {
            error.add_response_mapper(move |mut response| {
                let status = response.status();
                add(response.headers_mut(), status);
                response
            });
            Err(error)
        }
    }
}

/// Restricts cookies to TLS, over which a proxy received the request.
fn secure_cookies(headers: &mut HeaderMap) {
    for cookie in headers.remove(header::SET_COOKIE) {
        let secured = HeaderValue::try_from([cookie.as_bytes(), b"; Secure"].concat());
        headers.append(header::SET_COOKIE, secured.expect("a header with letters appended is one"));
    }
}

/// Adds those for browsers; a 304 omits those that depend on the content, which the caller already has.
fn set(headers: &mut HeaderMap, not_modified: bool) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if not_modified {
        return;
    }
    let page = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    // Other sites may embed pictures and texts, but not pages.
    let policy = if page { "same-origin" } else { "cross-origin" };
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static(policy));
    if page {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        }
    }
}

/// Marks the response to a request that reads something under `/v1` from such a replica.
pub async fn mark_stale<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let reads = request.method().is_safe() && request.path().starts_with("/v1/");
    let is_stale = reads && request.app_data::<web::Data<Service>>().is_some_and(|service| service.is_stale());
    let mut answered = next.call(request).await?;
    if is_stale {
        answered.headers_mut().insert(STALE, HeaderValue::from_static("true"));
    }
    Ok(answered)
}
