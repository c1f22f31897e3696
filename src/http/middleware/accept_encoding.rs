//! Content codings: whom none suits gets the body as it is (RFC 9110, 12.5.3 and 15.5.7 leave that to the server).

use actix_web::{
    HttpMessage,
    dev::ServiceRequest,
    http::header::{ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header},
};

/// What there is, as the middleware that compresses has it.
const OFFERS: [Encoding; 5] =
    [Encoding::identity(), Encoding::brotli(), Encoding::gzip(), Encoding::deflate(), Encoding::zstd()];

/// The coding that an answer will be sent in; `None` when there is nothing acceptable.
pub fn negotiated(request: &impl HttpMessage) -> Option<ContentEncoding> {
    match AcceptEncoding::parse(request).ok()?.negotiate(OFFERS.iter())? {
        Encoding::Known(coding) => Some(coding),
        Encoding::Unknown(_) => None,
    }
}

/// Takes away an `Accept-Encoding` that refuses everything that there is.
pub fn normalize(request: &mut ServiceRequest) {
    // Only a quality of 0 refuses anything; nearly nobody writes one.
    let mut asked = request.headers().get_all(ACCEPT_ENCODING);
    if asked.any(|asked| asked.as_bytes().contains(&b'0')) && negotiated(request).is_none() {
        request.headers_mut().remove(ACCEPT_ENCODING);
    }
}
