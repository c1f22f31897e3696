//! Content codings: gzip, or none. A client that accepts neither receives the body as it is (RFC 9110, 12.5.3 and 15.5.7
//! leave that to the server).

use actix_web::{
    HttpMessage,
    dev::ServiceRequest,
    http::header::{ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header, HeaderValue},
};

const OFFERS: [Encoding; 2] = [Encoding::identity(), Encoding::gzip()];

/// Leaves of `Accept-Encoding` only whether the response is to be compressed: the compression of actix would refuse
/// clients that accept nothing, and has `deflate` too, of which there are two kinds in use.
pub fn normalize(request: &mut ServiceRequest) {
    if !request.headers().contains_key(ACCEPT_ENCODING) {
        return;
    }
    let zips = accepts_gzip(request);
    request.headers_mut().remove(ACCEPT_ENCODING);
    if zips {
        request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static(ContentEncoding::Gzip.as_str()));
    }
}

fn accepts_gzip(request: &impl HttpMessage) -> bool {
    let accepted = AcceptEncoding::parse(request).ok();
    let best = accepted.and_then(|accepted| accepted.negotiate(OFFERS.iter()));
    best.is_some_and(|best| best == Encoding::gzip())
}
