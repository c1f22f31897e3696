//! Entity tags: a client that already has a response receives 304 without its body (RFC 9110, 8.8.3 and 13.1.2).

use actix_web::{
    Error,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderMap, HeaderValue},
    },
    middleware::Next,
};
use xxhash_rust::xxh3::xxh3_128;

use crate::chance::hex;

/// The encodings of compressed bodies.
const ENCODINGS: [&str; 4] = ["gzip", "br", "zstd", "deflate"];
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
    let known = listed(request.headers());
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
    let same = known.iter().find(|tag| *tag == "*" || of_encoding(tag) == opaque);
    let tag = same.filter(|tag| *tag != "*").map_or(&opaque, |tag| tag);
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{tag}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    if same.is_none() {
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

/// The tags of `If-None-Match`, without quotes; weak ones match as well.
fn listed(headers: &HeaderMap) -> Vec<String> {
    let values = headers.get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    let tags = values.flat_map(|value| value.split(',')).map(|tag| tag.trim().trim_start_matches("W/"));
    tags.map(|tag| tag.trim_matches('"').to_owned()).collect()
}

/// The tag without the encoding.
fn of_encoding(tag: &str) -> &str {
    tag.rsplit_once('-').filter(|(_, encoding)| ENCODINGS.contains(encoding)).map_or(tag, |(plain, _)| plain)
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
    fn a_tag_identifies_its_body_in_any_encoding() {
        // echo -n abc | xxh128sum
        assert_eq!(opaque(b"abc"), "06b05ab6733a618578af5f94892f3950");
        assert_eq!(of_encoding("ba78-gzip"), "ba78");
        assert_eq!(of_encoding("ba78-deflate"), "ba78");
        assert_eq!(of_encoding("ba78-lz4"), "ba78-lz4");
    }

    #[test]
    fn every_listed_tag_is_read() {
        let mut headers = HeaderMap::new();
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static("\"a\", W/\"b\""));
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static("*"));
        assert_eq!(listed(&headers), ["a", "b", "*"]);
    }
}
