//! Headers that restrict what browsers do with responses.

use actix_web::{
    Error,
    dev::ServiceResponse,
    http::{
        StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
};

use super::cors::Sharing;
use crate::http::base_url;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Content security policy of pages that set none: styles, scripts and pictures come from this service only, and none
/// are inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Adds them to every response, together with the CORS headers.
pub fn add<B>(
    answered: Result<ServiceResponse<B>, Error>,
    sharing: Option<Sharing>,
) -> Result<ServiceResponse<B>, Error> {
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

/// Adds them; a 304 omits those that depend on the content, which the caller already has.
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
