//! Headers that keep browsers from doing with an answer what it is not meant for.

use actix_web::{
    Error,
    dev::ServiceResponse,
    http::{
        StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
};

use super::cors::Sharing;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What a page may do that says nothing of its own: show its styles and pictures, and run scripts that are files here.
/// The description of the interface needs all of that.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// Adds them to every answer, and those that say whose pages may read it.
pub fn add<B>(
    answered: Result<ServiceResponse<B>, Error>,
    sharing: Option<Sharing>,
) -> Result<ServiceResponse<B>, Error> {
    let tell = move |headers: &mut HeaderMap, status: StatusCode| {
        set(headers, status == StatusCode::NOT_MODIFIED);
        sharing.iter().for_each(|sharing| sharing.tell(headers));
    };
    match answered {
        Ok(mut answered) => {
            let status = answered.status();
            tell(answered.headers_mut(), status);
            Ok(answered)
        }
        Err(mut error) => {
            error.add_response_mapper(move |mut response| {
                let status = response.status();
                tell(response.headers_mut(), status);
                response
            });
            Err(error)
        }
    }
}

/// Adds them; an answer that the caller has kept has those that depend on what it is already.
fn set(headers: &mut HeaderMap, kept: bool) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if kept {
        return;
    }
    let page = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    // Pictures and texts may be shown elsewhere, pages may not.
    let policy = if page { "same-origin" } else { "cross-origin" };
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static(policy));
    if page {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        }
    }
}
