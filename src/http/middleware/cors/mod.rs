//! The origins whose pages may call the interface (the CORS protocol of the Fetch standard).
//!
//! Credentials are never allowed: a page that calls sends its key explicitly.

pub mod origins;

use actix_web::{
    HttpRequest, HttpResponse,
    dev::ServiceRequest,
    http::{
        Method,
        header::{self, HeaderMap, HeaderValue},
    },
};

use self::origins::Origins;
use crate::http::settings::Settings;

/// The request headers that a page may send.
const SENT: &str = "Authorization, Content-Type, Content-Encoding, Accept, Accept-Language, Idempotency-Key, \
                    If-None-Match, Last-Event-ID, x-request-id";

/// The response headers that a page may read, besides those that are always allowed.
const EXPOSED: &str = "Date, ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, x-request-id, \
                       Idempotent-Replayed, Arcana-Stale, WWW-Authenticate, Content-Language";

/// Seconds for which a browser may cache the response to a preflight.
const MAX_AGE: u16 = 3600;

/// The CORS headers of a response: the origins whose pages may read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharing {
    allowed: Option<HeaderValue>,
    varies: bool,
}

impl Sharing {
    /// The headers for the response to a request; `None` if only our own pages may read it, as with HTML.
    pub fn of(request: &ServiceRequest) -> Option<Sharing> {
        let origins = &Settings::of(request.request()).origins;
        let interface = request.path().starts_with("/v1") || request.path() == "/openapi.json";
        if *origins == Origins::None || !interface {
            return None;
        }
        let allowed = request.headers().get(header::ORIGIN).and_then(|origin| origins.allow(origin));
        Some(Sharing { allowed, varies: matches!(origins, Origins::These(_)) })
    }

    /// Adds them to a response.
    pub fn add_to(&self, headers: &mut HeaderMap) {
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
