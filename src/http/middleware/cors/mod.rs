//! Which pages of other origins may call the interface (the CORS protocol of the Fetch standard).
//!
//! No credentials are ever allowed: who calls from a page sends its key by itself.

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

/// What a page may send.
const SENT: &str = "Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, If-None-Match, Last-Event-ID, \
                    x-request-id";

/// What a page may read of an answer, besides what it always may.
const EXPOSED: &str = "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, x-request-id, \
                       Idempotent-Replayed, WWW-Authenticate, Content-Language";

/// How long a browser keeps in mind what a preflight said, in seconds.
const KEPT: u16 = 3600;

/// The CORS headers of a response: whose pages may read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharing {
    allowed: Option<HeaderValue>,
    varies: bool,
}

impl Sharing {
    /// What there is to tell of the answer to a request; pages for people are for no other origin.
    pub fn of(request: &ServiceRequest) -> Option<Sharing> {
        let origins = &Settings::of(request.request()).origins;
        let interface = request.path().starts_with("/v1") || request.path() == "/openapi.json";
        if *origins == Origins::None || !interface {
            return None;
        }
        let allowed = request.headers().get(header::ORIGIN).and_then(|origin| origins.allow(origin));
        Some(Sharing { allowed, varies: matches!(origins, Origins::These(_)) })
    }

    /// Tells it.
    pub fn tell(&self, headers: &mut HeaderMap) {
        if self.varies {
            headers.append(header::VARY, HeaderValue::from_static("Origin"));
        }
        if let Some(origin) = &self.allowed {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
        }
    }
}

/// The answer to a preflight for a route with these methods; `None` when it is none, or from a page that may not call.
pub fn preflight(request: &HttpRequest, methods: &str) -> Option<HttpResponse> {
    let asked = request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if request.method() != Method::OPTIONS || !asked {
        return None;
    }
    Settings::of(request).origins.allow(request.headers().get(header::ORIGIN)?)?;
    let mut response = HttpResponse::NoContent();
    response
        .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, methods))
        .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, SENT))
        .insert_header((header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from(KEPT)));
    Some(response.finish())
}
