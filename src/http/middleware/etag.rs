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

use crate::hex::hex;

/// Gives each complete cacheable body a tag, and responds with 304 if the caller has it. The tag is weak: the body is
/// compressed afterwards, or not.
pub async fn tag(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<EitherBody<BoxBody>>, Error> {
    if request.method() != Method::GET {
        return Ok(next.call(request).await?.map_into_boxed_body().map_into_right_body());
    }
    let known = Known::of(request.headers());
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
    if let Ok(tag) = HeaderValue::from_str(&format!("W/\"{opaque}\"")) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    if !known.has(&opaque) {
        return Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))).map_into_right_body());
    }
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response.headers_mut().remove(header::CONTENT_TYPE);
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(()))).map_into_right_body())
}

/// Whether caches may store the response, if only to revalidate it.
fn may_be_kept(headers: &HeaderMap) -> bool {
    headers.get(header::CACHE_CONTROL).is_some_and(|caching| caching != "no-store")
}

/// What a caller has, according to its `If-None-Match`.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    /// `*`: whatever there is.
    any: bool,
    /// The tags, without quotes; strong ones are compared like weak ones (RFC 9110, 13.1.2).
    tags: Vec<String>,
}

impl Known {
    fn of(headers: &HeaderMap) -> Known {
        let values = || headers.get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
        let tags = values().flat_map(|value| value.split(',')).map(|tag| tag.trim().trim_start_matches("W/"));
        let quoted = tags.filter_map(|tag| tag.strip_prefix('"')?.strip_suffix('"'));
        Known { any: values().any(|value| value.trim() == "*"), tags: quoted.map(str::to_owned).collect() }
    }

    fn has(&self, opaque: &str) -> bool {
        self.any || self.tags.iter().any(|tag| tag == opaque)
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
    fn a_tag_identifies_its_body() {
        // echo -n abc | xxh128sum
        assert_eq!(opaque(b"abc"), "06b05ab6733a618578af5f94892f3950");
    }

    #[test]
    fn every_listed_tag_is_read() {
        let mut headers = HeaderMap::new();
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static("\"a\", W/\"b\""));
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static("\"*\""));
        let tags = ["a", "b", "*"].map(str::to_owned).to_vec();
        assert_eq!(Known::of(&headers), Known { any: false, tags });
        headers.append(header::IF_NONE_MATCH, HeaderValue::from_static(" *"));
        assert!(Known::of(&headers).any);
    }
}
