//! Content codings: a client that accepts none of ours receives the body uncompressed (RFC 9110, 12.5.3 and 15.5.7
//! leave that to the server).

use actix_web::{
    HttpMessage,
    dev::ServiceRequest,
    http::header::{ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header},
};

/// The available codings, as in the compression middleware.
const OFFERS: [Encoding; 5] =
    [Encoding::identity(), Encoding::brotli(), Encoding::gzip(), Encoding::deflate(), Encoding::zstd()];

/// The coding of the response; `None` if none is acceptable.
pub fn negotiated(request: &impl HttpMessage) -> Option<ContentEncoding> {
    match AcceptEncoding::parse(request).ok()?.negotiate(OFFERS.iter())? {
        Encoding::Known(coding) => Some(coding),
        Encoding::Unknown(_) => None,
    }
}

/// Removes an `Accept-Encoding` that refuses all available codings.
pub fn normalize(request: &mut ServiceRequest) {
    // Only a quality of 0 refuses a coding; hardly any client sends one.
    let mut accepted = request.headers().get_all(ACCEPT_ENCODING);
    if accepted.any(|accepted| accepted.as_bytes().contains(&b'0')) && negotiated(request).is_none() {
        request.headers_mut().remove(ACCEPT_ENCODING);
    }
}
