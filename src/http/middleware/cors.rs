//! Which pages of other origins may call the interface (the CORS protocol of the Fetch standard).
//!
//! No credentials are ever allowed: who calls from a page sends its key by itself.

use actix_web::{
    HttpRequest, HttpResponse,
    dev::ServiceRequest,
    http::{
        Method,
        header::{self, HeaderMap, HeaderValue},
    },
};

use crate::http::settings::Settings;

/// What a page may send.
const SENT: &str = "Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, If-None-Match, x-request-id";

/// What a page may read of an answer, besides what it always may.
const EXPOSED: &str = "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, x-request-id, \
                       Idempotent-Replayed, WWW-Authenticate, Content-Language";

/// How long a browser keeps in mind what a preflight said, in seconds.
const KEPT: u16 = 3600;

/// The origins whose pages may call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origins {
    /// None but our own.
    #[default]
    None,
    /// These, as browsers write them.
    These(Vec<String>),
    /// All.
    Any,
}

/// No origin is written like that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no origin: `*` or scheme://host[:port] is wanted, as in https://example.org")]
pub struct BadOrigin(String);

impl Origins {
    /// Reads a list of origins, or `*` for all.
    ///
    /// # Errors
    /// The first that is none.
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

    /// What to answer a page of this origin; none: nothing, so that the browser keeps the answer from it.
    fn allow(&self, origin: &HeaderValue) -> Option<HeaderValue> {
        match self {
            Origins::None => None,
            Origins::These(list) => list.iter().any(|one| one.as_bytes() == origin.as_bytes()).then(|| origin.clone()),
            Origins::Any => Some(HeaderValue::from_static("*")),
        }
    }
}

/// Is it an origin as browsers write one: in lower case, without a path?
fn is_origin(text: &str) -> bool {
    let uri = text.parse::<actix_web::http::Uri>();
    let whole = |uri: &actix_web::http::Uri| {
        let (scheme, authority) = (uri.scheme_str().unwrap_or_default(), uri.authority());
        authority.is_some_and(|authority| text == format!("{scheme}://{authority}") && !text.contains('@'))
    };
    text == text.to_lowercase() && uri.is_ok_and(|uri| whole(&uri))
}

/// What browsers are told of an answer: whose pages may read it.
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

/// The answer to a preflight for a route with these methods; none when it is none, or from a page that may not call.
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
