//! Responses: their bodies, links and caching headers, and the format of times in them.

use std::{cell::Cell, io};

use actix_web::{
    HttpRequest, HttpResponse,
    body::{BodySize, MessageBody},
    http::{StatusCode, header},
    web,
};
use chrono::{DateTime, SecondsFormat, Utc};
use futures::Stream;
use serde::Serialize;

use crate::{
    http::{
        extract::accept::Representation,
        middleware::ready_answers::{BODY_LIMIT, Lasting},
    },
    reading::Language,
};

/// How long a response may be cached, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// Its owner may correct or delete it: caches revalidate each time.
    Stored,
    /// A release may change it: caches revalidate each time.
    Revalidate,
    /// The next write may change it: caches revalidate each time.
    Listed,
    /// It is for this caller only, and the next write may change it: its cache revalidates each time.
    Private,
    /// It knows who the caller is, and is kept nowhere.
    Own,
    /// It is valid only at this moment.
    Never,
}

impl Caching {
    const fn header(self) -> &'static str {
        match self {
            Caching::Stored => "public, max-age=0, must-revalidate",
            Caching::Revalidate | Caching::Listed => "no-cache",
            Caching::Private => "private, no-cache",
            Caching::Own => "private, no-store",
            Caching::Never => "no-store",
        }
    }
}

/// The request headers on which a response depends.
const VARY: &str = "Accept, Accept-Language, Accept-Encoding";

/// Content security policy of a document with texts of callers: only its own styles and embedded pictures are allowed.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// Maximum size in bytes of the buffer that a thread keeps for the next body.
const MAX_BUFFER: usize = 64 << 10;

thread_local! {
    /// Bodies are written here and copied at their size: a buffer that grows with each body is copied as often as it
    /// doubles.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A response with a JSON body and the status 200.
pub fn ok(caching: Caching, body: &impl Serialize) -> HttpResponse {
    json(StatusCode::OK, caching, body)
}

/// A response with a JSON body.
pub fn json(status: StatusCode, caching: Caching, body: &impl Serialize) -> HttpResponse {
    match serialized(body) {
        Ok(bytes) => written(status, caching, Representation::Json, bytes),
        Err(error) => HttpResponse::from_error(super::problem::Problem::internal(error.to_string())),
    }
}

fn serialized(body: &impl Serialize) -> serde_json::Result<web::Bytes> {
    let mut buffer = BUFFER.take();
    buffer.clear();
    serde_json::to_writer(&mut buffer, body)?;
    if buffer.capacity() > MAX_BUFFER {
        return Ok(web::Bytes::from(buffer));
    }
    let bytes = web::Bytes::copy_from_slice(&buffer);
    BUFFER.set(buffer);
    Ok(bytes)
}

/// A response whose body is already serialized.
pub fn written(
    status: StatusCode,
    caching: Caching,
    representation: Representation,
    body: impl MessageBody + 'static,
) -> HttpResponse {
    let lasting = match caching {
        Caching::Stored | Caching::Revalidate => matches!(body.size(), BodySize::Sized(size) if size <= BODY_LIMIT),
        Caching::Listed | Caching::Private | Caching::Own | Caching::Never => false,
    };
    let mut response = HttpResponse::build(status)
        .insert_header((header::CACHE_CONTROL, caching.header()))
        .insert_header((header::VARY, VARY))
        .content_type(representation.content_type())
        .body(body);
    if lasting {
        response.extensions_mut().insert(Lasting);
    }
    response
}

/// A streamed response. It has no entity tag, since its body is not yet known, and is not cached.
pub fn streamed(
    media_type: &'static str,
    body: impl Stream<Item = Result<web::Bytes, io::Error>> + 'static,
) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, Caching::Never.header()))
        .insert_header((header::VARY, VARY))
        .content_type(media_type)
        .streaming(body)
}

/// The JSON response to a `POST` that created the resource at `location`.
pub fn created(location: &str, body: &impl Serialize) -> HttpResponse {
    located(StatusCode::CREATED, location, body)
}

/// The JSON response to a `POST` whose work continues and is reported at `location`.
pub fn accepted(location: &str, body: &impl Serialize) -> HttpResponse {
    located(StatusCode::ACCEPTED, location, body)
}

fn located(status: StatusCode, location: &str, body: &impl Serialize) -> HttpResponse {
    let mut response = json(status, Caching::Never, body);
    if let Ok(value) = header::HeaderValue::from_str(location) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}

/// The same response for its caller alone, kept nowhere.
pub fn own(mut response: HttpResponse) -> HttpResponse {
    recache(&mut response, Caching::Own);
    response
}

/// Replaces how a response is cached; it is no ready answer then.
fn recache(response: &mut HttpResponse, caching: Caching) {
    response.extensions_mut().remove::<Lasting>();
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static(caching.header()));
}

/// Adds the language of the response's texts; there is only one, whatever `Accept-Language` asks for.
pub fn in_language(mut response: HttpResponse, language: Language) -> HttpResponse {
    let tag = header::HeaderValue::from_static(language.tag());
    response.headers_mut().insert(header::CONTENT_LANGUAGE, tag);
    response
}

/// A JSON response with texts, which only a release changes, in the default language.
pub fn json_texts(body: &impl Serialize) -> HttpResponse {
    in_language(ok(Caching::Revalidate, body), Language::default())
}

/// Adds the policy that a page or a picture may neither load nor run anything.
pub fn sealed(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, header::HeaderValue::from_static(POLICY));
    response
}

/// A page of a list, with a link to the next.
pub fn page(request: &HttpRequest, caching: Caching, list: &impl Serialize, next: Option<&str>) -> HttpResponse {
    with_next(ok(caching, list), request, next)
}

/// Adds `Link: rel="next"`: the same request with the next cursor.
pub fn with_next(response: HttpResponse, request: &HttpRequest, cursor: Option<&str>) -> HttpResponse {
    match cursor {
        Some(cursor) => linked(response, request, "next", ("cursor", cursor)),
        None => response,
    }
}

/// Marks what was drawn from a random seed: it is kept nowhere, and `Link: rel="canonical"` is its lasting address.
pub fn drawn_from(mut response: HttpResponse, request: &HttpRequest, seed: &str) -> HttpResponse {
    recache(&mut response, Caching::Never);
    linked(response, request, "canonical", ("seed", seed))
}

/// Adds a link to the same request with another value of a parameter.
fn linked(mut response: HttpResponse, request: &HttpRequest, rel: &str, (name, value): (&str, &str)) -> HttpResponse {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(form_urlencoded::parse(request.query_string().as_bytes()).filter(|(key, _)| key != name));
    query.append_pair(name, value);
    let link = format!("<{}?{}>; rel=\"{rel}\"", request.path(), query.finish());
    if let Ok(value) = header::HeaderValue::from_str(&link) {
        response.headers_mut().insert(header::LINK, value);
    }
    response
}

/// A time in RFC 3339, in UTC, with fractional digits only if it has any.
pub fn rfc3339(time: &DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}
