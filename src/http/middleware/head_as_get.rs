//! HEAD: what GET answers, without the body (RFC 9110, 9.3.2).

use actix_web::{HttpMessage, HttpRequest, dev::ServiceRequest, http::Method};

/// Noted with a request that was a HEAD.
#[derive(Clone, Copy, Debug)]
struct Head;

/// Is a request that is answered as GET a HEAD? Its body is left out, which is made all the same: one without an end is
/// better not begun.
pub fn is_head(request: &HttpRequest) -> bool {
    request.extensions().get::<Head>().is_some()
}

/// Has a HEAD answered by the routes of GET; the connection knows what was asked and leaves the body out.
pub fn rewrite(request: &mut ServiceRequest) {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(Head);
    }
}
