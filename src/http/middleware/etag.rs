//! Entity tags: a client that already has a response receives 304 without its body (RFC 9110, 8.8.3 and 13.1.2).

use actix_web::{
    Error,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, EntityTag, Header, HeaderMap, IfNoneMatch, TryIntoHeaderValue},
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
    let known = IfNoneMatch::parse(&request);
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
    let tag = EntityTag::new_weak(opaque(&body));
    if let Ok(tag) = tag.clone().try_into_value() {
        response.headers_mut().insert(header::ETAG, tag);
    }
    if !known.is_ok_and(|known| has(&known, &tag)) {
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

/// Whether the caller has what this tag names, according to its `If-None-Match`.
fn has(known: &IfNoneMatch, tag: &EntityTag) -> bool {
    match known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(tags) => tags.iter().any(|known| known.weak_eq(tag)),
    }
}

/// XXH3 with 128 bits in hex: no two bodies share a tag by chance. A deliberate collision gains nothing: a tag is
/// compared only with that of the same URL.
fn opaque(body: &[u8]) -> String {
    hex(&xxh3_128(body).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_tag_identifies_its_body() {
        // echo -n abc | xxh128sum
        assert_eq!(opaque(b"abc"), "06b05ab6733a618578af5f94892f3950");
    }

    #[test]
    fn every_listed_tag_is_read() {
        let known = |values: &[&'static str]| {
            let request = values
                .iter()
                .fold(TestRequest::default(), |request, value| request.append_header((header::IF_NONE_MATCH, *value)));
            let known = IfNoneMatch::parse(&request.to_http_request()).expect("tags");
            ["a", "b", "*", "c"].map(|opaque| has(&known, &EntityTag::new_weak(opaque.to_owned())))
        };
        assert_eq!(known(&["\"a\", W/\"b\"", "\"*\""]), [true, true, true, false]);
        assert_eq!(known(&[" *"]), [true; 4]);
        assert_eq!(known(&[]), [false; 4]);
    }
}
