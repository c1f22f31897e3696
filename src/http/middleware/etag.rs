//! Entity tags: a client that already has a response receives 304 without its body (RFC 9110, 8.8.3 and 13.1.2).

use actix_web::{
    Error,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, ContentEncoding, HeaderMap, HeaderValue},
    },
    middleware::Next,
};
use xxhash_rust::xxh3::xxh3_128;

use super::accept_encoding;
use crate::hex::hex;

/// The encodings of compressed bodies.
const ENCODINGS: [&str; 3] = ["gzip", "br", "zstd"];
/// The encoding that does not change a body.
pub const IDENTITY: &str = "identity";

/// Gives each complete cacheable body a strong tag, and responds with 304 if the caller has it.
pub async fn tag(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<EitherBody<BoxBody>>, Error> {
    if request.method() != Method::GET {
        return Ok(next.call(request).await?.map_into_boxed_body().map_into_right_body());
    }
    let (any, known) = listed(request.headers());
    // Parsing takes a while, and most requests name no tag.
    let coding = if known.is_empty() { None } else { accept_encoding::negotiated(&request) };
    let answered = next.call(request).await?.map_into_boxed_body();
    if answered.status() != StatusCode::OK || !may_be_kept(answered.headers()) {
        return Ok(answered.map_into_right_body());
    }
    let (request, response) = answered.into_parts();
    let (mut response, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(body) => body,
        // A stream has no tag: its body is not known yet.
        Err(body) => {
            return Ok(ServiceResponse::new(request, response.set_body(body)).map_into_right_body());
        }
    };
    let opaque = opaque(&body);
    let same = known.iter().find(|tag| is_of(tag, &opaque, coding));
    let tag = same.unwrap_or(&opaque);
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{tag}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    if same.is_none() && !any {
        return Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))).map_into_right_body());
    }
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response.headers_mut().remove(header::CONTENT_TYPE);
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(()))).map_into_right_body())
}

/// Distinguishes the tags of different encodings of a body: a strong tag identifies the exact bytes that are sent.
pub fn name_encoding(headers: &mut HeaderMap) {
    let encoding = headers.get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok());
    if encoding == Some(IDENTITY) {
        // It only kept a stream from being compressed; `identity` itself is not sent (RFC 9110, 8.4.1).
        headers.remove(header::CONTENT_ENCODING);
        return;
    }
    let encoding = encoding.and_then(|encoding| ENCODINGS.into_iter().find(|known| *known == encoding));
    let tag = headers.get(header::ETAG).and_then(|value| value.to_str().ok());
    if let (Some(encoding), Some(tag)) = (encoding, tag) {
        let tag = format!("\"{}-{encoding}\"", tag.trim_matches('"'));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
    }
}

/// Whether caches may store the response, if only to revalidate it.
fn may_be_kept(headers: &HeaderMap) -> bool {
    headers.get(header::CACHE_CONTROL).is_some_and(|caching| caching != "no-store")
}

/// Whether `If-None-Match` is `*`, and its tags, without quotes; weak ones match as well.
fn listed(headers: &HeaderMap) -> (bool, Vec<String>) {
    let values = || headers.get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    let tags = values().flat_map(|value| value.split(',')).map(|tag| tag.trim().trim_start_matches("W/"));
    let quoted = tags.filter_map(|tag| tag.strip_prefix('"')?.strip_suffix('"'));
    (values().any(|value| value.trim() == "*"), quoted.map(str::to_owned).collect())
}

/// Whether a tag names this body, as it is or in the coding of this response: a cache may have it in another one, which
/// this caller cannot read.
fn is_of(tag: &str, opaque: &str, coding: Option<ContentEncoding>) -> bool {
    match tag.strip_prefix(opaque).map(|rest| rest.strip_prefix('-')) {
        Some(Some(encoding)) => coding.is_some_and(|coding| coding.as_str() == encoding),
        Some(None) => tag == opaque,
        None => false,
    }
}

/// XXH3 with 128 bits in hex: no two bodies share a tag by chance. A deliberate collision gains nothing: a tag is
/// compared only with that of the same URL.
fn opaque(body: &[u8]) -> String {
    hex(&xxh3_128(body).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_identifies_its_body_in_the_encoding_of_the_response() {
        // echo -n abc | xxh128sum
        assert_eq!(opaque(b"abc"), "06b05ab6733a618578af5f94892f3950");
        for coding in [ContentEncoding::Gzip, ContentEncoding::Brotli, ContentEncoding::Zstd] {
            assert!(is_of("ba78", "ba78", Some(coding)));
            assert!(is_of(&format!("ba78-{}", coding.as_str()), "ba78", Some(coding)));
        }
        assert!(!is_of("ba78-br", "ba78", Some(ContentEncoding::Gzip)));
        assert!(!is_of("ba78-gzip", "ba78", Some(ContentEncoding::Identity)));
        assert!(!is_of("ba78-gzip", "ba78", None));
        assert!(!is_of("ba789", "ba78", None));
    }

    #[test]
    fn every_listed_tag_is_read() {
        let mut headers = HeaderMap::new();
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static("\"a\", W/\"b\""));
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static("\"*\""));
        assert_eq!(listed(&headers), (false, vec!["a".to_owned(), "b".to_owned(), "*".to_owned()]));
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static(" *"));
        assert!(listed(&headers).0);
    }
}
