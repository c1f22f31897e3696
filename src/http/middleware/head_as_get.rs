//! HEAD: the response of GET without the body (RFC 9110, 9.3.2).

use actix_web::{HttpMessage, HttpRequest, dev::ServiceRequest, http::Method};

/// Marks a request that was a HEAD.
#[derive(Clone, Copy, Debug)]
struct Head;

/// Whether a request handled as GET is a HEAD. Its body is produced, but not sent: an endless one should not be begun.
pub fn is_head(request: &HttpRequest) -> bool {
    request.extensions().get::<Head>().is_some()
}

/// Routes a HEAD as GET; the connection knows the original method and omits the body.
pub fn rewrite(request: &mut ServiceRequest) {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(Head);
    }
}
