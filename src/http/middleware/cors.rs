//! The origins whose pages may call the interface (the CORS protocol of the Fetch standard).
//!
//! Credentials are never allowed: a page that calls sends its key explicitly.
//!
//! `actix-cors` keeps less: a response of middleware that fails, such as one that takes too long, stays without these
//! headers, so that the page could not read why, and a preflight is answered alike on every route, even where there is none.

use actix_web::{
    HttpRequest, HttpResponse,
    dev::ServiceRequest,
    http::{
        Method, Uri,
        header::{self, HeaderMap, HeaderValue},
    },
};

use crate::http::settings::Settings;

/// The request headers that a page may send.
const SENT: &str = "Authorization, Content-Type, Content-Encoding, Accept, Accept-Language, Idempotency-Key, \
                    If-None-Match, Last-Event-ID, x-request-id";

/// The response headers that a page may read, besides those that are always allowed.
const EXPOSED: &str = "Date, ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, x-request-id, \
                       Idempotent-Replayed, Arcana-Stale, WWW-Authenticate, Content-Language";

/// Seconds for which a browser may cache the response to a preflight.
const MAX_AGE: u16 = 3600;

/// The origins whose pages may call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origins {
    /// Only our own.
    #[default]
    None,
    /// These, in the spelling of browsers.
    These(Vec<String>),
    /// All.
    Any,
}

/// An invalid origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an origin: expected `*` or scheme://host[:port], as in https://example.org")]
pub struct BadOrigin(String);

impl Origins {
    /// Parses a list of origins, or `*` for all.
    ///
    /// # Errors
    /// The first invalid one.
    pub fn read(list: &[String]) -> Result<Origins, BadOrigin> {
        if let Some(wrong) = list.iter().find(|text| *text != "*" && !is_origin(text)) {
            return Err(BadOrigin(wrong.clone()));
        }
        Ok(match list {
            [] => Origins::None,
            list if list.iter().any(|text| text == "*") => Origins::Any,
            list => Origins::These(list.to_vec()),
        })
    }

    /// `Access-Control-Allow-Origin` for a page of this origin; `None`: omitted, so that the browser withholds the
    /// response.
    pub fn allow(&self, origin: &HeaderValue) -> Option<HeaderValue> {
        match self {
            Origins::None => None,
            Origins::These(list) => list.iter().any(|one| one.as_bytes() == origin.as_bytes()).then(|| origin.clone()),
            Origins::Any => Some(HeaderValue::from_static("*")),
        }
    }
}

/// Whether a text is an origin in the spelling of browsers: in lower case, without a path.
fn is_origin(text: &str) -> bool {
    let uri = text.parse::<Uri>();
    let whole = |uri: &Uri| {
        let (scheme, authority) = (uri.scheme_str().unwrap_or_default(), uri.authority());
        authority.is_some_and(|authority| text == format!("{scheme}://{authority}") && !text.contains('@'))
    };
    text == text.to_lowercase() && uri.is_ok_and(|uri| whole(&uri))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(list: &[&str]) -> Result<Origins, BadOrigin> {
        Origins::read(&list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        assert_eq!(read(&[]), Ok(Origins::None));
        assert_eq!(read(&["https://a.example", "*"]), Ok(Origins::Any));
        let list = ["https://a.example", "http://localhost:3000", "http://[::1]:8080"];
        assert_eq!(read(&list), Ok(Origins::These(list.map(ToOwned::to_owned).to_vec())));
        for wrong in [
            "",
            "a.example",
            "https://a.example/",
            "https://a.example/x",
            "https://A.example",
            "https://u@a.example",
            "https://a.example?x",
            "null",
            "https://",
            "**",
        ] {
            assert_eq!(read(&["https://b.example", wrong]), Err(BadOrigin(wrong.to_owned())), "{wrong}");
        }
    }
}
