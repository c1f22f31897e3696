//! Headers of responses: what browsers may do with them, and which come from a replica of unknown lag. `DefaultHeaders` of
//! actix reaches no response of middleware that fails, such as one that takes too long, and knows nothing of its content.
//!
//! The pages of some origins may call the interface (the CORS protocol of the Fetch standard). Credentials are never
//! allowed: a page that calls sends its key explicitly. `actix-cors` keeps less: a response of middleware that fails,
//! such as one that takes too long, stays without these headers, so that the page could not read why, and a preflight
//! is answered alike on every route, even where there is none.

use actix_web::{
    Error, HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web,
};

use crate::{
    http::{client, origins::Origins, routes::MCP, settings::Settings},
    service::Service,
};

/// Marks a response that may lack the latest writes.
const STALE: HeaderName = HeaderName::from_static("arcana-stale");

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Content security policy of pages that set none: styles, scripts and pictures come from this service only, and none
/// are inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Adds headers for browsers to every response, together with the CORS headers.
pub async fn secure<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let cors = CorsHeaders::of(&request);
    let answered = next.call(request).await;
    let add = move |headers: &mut HeaderMap, status: StatusCode| {
        set(headers, status == StatusCode::NOT_MODIFIED);
        cors.iter().for_each(|cors| cors.add_to(headers));
    };
    match answered {
        Ok(mut answered) => {
            let status = answered.status();
            if answered.headers().contains_key(header::SET_COOKIE) && client::is_secure(answered.request()) {
                secure_cookies(answered.headers_mut());
            }
            add(answered.headers_mut(), status);
            Ok(answered)
        }
        Err(mut error) => {
            error.add_response_mapper(move |mut response| {
                let status = response.status();
                add(response.headers_mut(), status);
                response
            });
            Err(error)
        }
    }
}

/// Restricts cookies to TLS, over which a proxy received the request.
fn secure_cookies(headers: &mut HeaderMap) {
    for cookie in headers.remove(header::SET_COOKIE) {
        let secured = HeaderValue::try_from([cookie.as_bytes(), b"; Secure"].concat());
        headers.append(header::SET_COOKIE, secured.expect("a header with letters appended is one"));
    }
}

/// Adds those for browsers; a 304 omits those that depend on the content, which the caller already has.
fn set(headers: &mut HeaderMap, not_modified: bool) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if not_modified {
        return;
    }
    let page = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    // Other sites may embed pictures and texts, but not pages.
    let policy = if page { "same-origin" } else { "cross-origin" };
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static(policy));
    if page {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        }
    }
}

/// Marks the response to a request that reads something under `/v1` from such a replica.
pub async fn mark_stale<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let reads = request.method().is_safe() && request.path().starts_with("/v1/");
    let is_stale = reads && request.app_data::<web::Data<Service>>().is_some_and(|service| service.is_stale());
    let mut answered = next.call(request).await?;
    if is_stale {
        answered.headers_mut().insert(STALE, HeaderValue::from_static("true"));
    }
    Ok(answered)
}

/// The request headers that a page may send.
const SENT: &str = "Authorization, Content-Type, Content-Encoding, Accept, Accept-Language, Idempotency-Key, \
                    If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, x-request-id";

/// The response headers that a page may read, besides those that are always allowed.
const EXPOSED: &str = "Date, ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, x-request-id, \
                       Idempotent-Replayed, Arcana-Stale, WWW-Authenticate, Content-Language";

/// Seconds for which a browser may cache the response to a preflight.
const MAX_AGE: u16 = 3600;

/// The CORS headers of a response: the origins whose pages may read it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CorsHeaders {
    allowed: Option<HeaderValue>,
    varies: bool,
}

impl CorsHeaders {
    /// The headers for the response to a request; `None` if only our own pages may read it, as with HTML.
    fn of(request: &ServiceRequest) -> Option<CorsHeaders> {
        let origins = &Settings::of(request.request()).origins;
        let interface = request.path().starts_with("/v1") || ["/openapi.json", MCP].contains(&request.path());
        if *origins == Origins::None || !interface {
            return None;
        }
        let allowed = request.headers().get(header::ORIGIN).and_then(|origin| origins.allow(origin));
        Some(CorsHeaders { allowed, varies: matches!(origins, Origins::These(_)) })
    }

    /// Adds them to a response.
    fn add_to(&self, headers: &mut HeaderMap) {
        if self.varies {
            headers.append(header::VARY, HeaderValue::from_static("Origin"));
        }
        if let Some(origin) = &self.allowed {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
        }
    }
}

/// The response to a preflight for a route with these methods; `None` if it is not a preflight, or its origin may not
/// call.
pub fn preflight(request: &HttpRequest, methods: &str) -> Option<HttpResponse> {
    let names_method = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if request.method() != Method::OPTIONS || !names_method {
        return None;
    }
    Settings::of(request).origins.allow(request.headers().get(header::ORIGIN)?)?;
    let mut response = HttpResponse::NoContent();
    response
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, methods))
        .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, SENT))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from(MAX_AGE)));
    Some(response.finish())
}
