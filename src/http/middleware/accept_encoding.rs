//! Content codings: a client that accepts none of ours receives the body uncompressed (RFC 9110, 12.5.3 and 15.5.7
//! leave that to the server).

use actix_web::{
    HttpMessage,
    dev::ServiceRequest,
    http::header::{ACCEPT_ENCODING, AcceptEncoding, ContentEncoding, Encoding, Header, HeaderMap, HeaderValue, VARY},
};

/// The available codings. The compression middleware has `deflate` too, of which there are two kinds in use.
const OFFERS: [Encoding; 4] = [Encoding::identity(), Encoding::brotli(), Encoding::gzip(), Encoding::zstd()];

/// The coding of the response; `None` if none is acceptable.
pub fn negotiated(request: &impl HttpMessage) -> Option<ContentEncoding> {
    match AcceptEncoding::parse(request).ok()?.negotiate(OFFERS.iter())? {
        Encoding::Known(coding) => Some(coding),
        Encoding::Unknown(_) => None,
    }
}

/// Removes the `Vary: Accept-Encoding` that compression adds to a response which names that header already.
pub fn vary_once(headers: &mut HeaderMap) {
    if headers.get_all(VARY).nth(1).is_none() {
        return;
    }
    const NAME: &str = "accept-encoding";
    let names = |value: &HeaderValue| {
        value.to_str().is_ok_and(|names| names.split(',').any(|name| name.trim().eq_ignore_ascii_case(NAME)))
    };
    let values: Vec<HeaderValue> = headers.remove(VARY).collect();
    let first = values.iter().position(names);
    for (index, value) in values.into_iter().enumerate() {
        let again = first.is_some_and(|first| index > first);
        if !(again && value.as_bytes().eq_ignore_ascii_case(NAME.as_bytes())) {
            headers.append(VARY, value);
        }
    }
}

/// Removes an `Accept-Encoding` that refuses all available codings; of one with `deflate`, only the coding of the response
/// remains.
pub fn normalize(request: &mut ServiceRequest) {
    let has = |text: &[u8]| {
        let mut accepted = request.headers().get_all(ACCEPT_ENCODING);
        accepted.any(|accepted| accepted.as_bytes().windows(text.len()).any(|part| part.eq_ignore_ascii_case(text)))
    };
    // Only a quality of 0 refuses a coding; hardly any client sends one.
    let (refuses, deflates) = (has(b"0"), has(b"deflate"));
    if !refuses && !deflates {
        return;
    }
    match negotiated(request) {
        None => {
            request.headers_mut().remove(ACCEPT_ENCODING);
        }
        Some(coding) if deflates => {
            request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static(coding.as_str()));
        }
        Some(_) => (),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_encoding_is_named_once() {
        for (before, after) in [
            (&["Accept, Accept-Encoding", "accept-encoding"][..], &["Accept, Accept-Encoding"][..]),
            (&["Accept-Encoding", "origin", "accept-encoding"], &["Accept-Encoding", "origin"]),
            (&["origin", "accept-encoding"], &["origin", "accept-encoding"]),
            (&["origin", "accept"], &["origin", "accept"]),
            (&["accept-encoding"], &["accept-encoding"]),
            (&[], &[]),
        ] {
            let mut headers = HeaderMap::new();
            before.iter().for_each(|value| headers.append(VARY, HeaderValue::from_static(value)));
            vary_once(&mut headers);
            assert_eq!(headers.get_all(VARY).collect::<Vec<_>>(), after);
        }
    }
}
