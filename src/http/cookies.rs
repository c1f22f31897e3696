//! Cookies: read, set, and that of a profile.
//!
//! All are hidden from scripts, and sent from other sites only when a link is followed.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderMap, HeaderValue},
};

use super::{client, origins};
use crate::service::DEVICE_LIFETIME;

/// The cookie with the key of a profile, for all pages. Browsers take one of this name only from the host itself, over TLS.
const PROFILE: &str = "__Host-arcana";
/// The same on loopback without TLS.
const LOCAL_PROFILE: &str = "arcana_profile";

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Adds a cookie for the pages below a path to a response, which is private to one browser then and must not be cached.
/// `max_age` is in seconds; a cookie without a value is deleted.
pub fn set_cookie(response: HttpResponse, name: &str, value: &str, path: &str, max_age: u32) -> HttpResponse {
    let max_age = if value.is_empty() { 0 } else { max_age };
    set(response, &format!("{name}={value}; Path={path}; Max-Age={max_age}; HttpOnly; SameSite=Lax"), "no-store")
}

/// The key of a profile that the browser keeps.
pub fn profile(request: &HttpRequest) -> Option<&str> {
    // Most callers of the API send none.
    request.headers().get(header::COOKIE)?;
    let name = if is_local(request) { LOCAL_PROFILE } else { PROFILE };
    cookie(request.headers(), name)
}

/// Has the browser keep the key of a profile; an empty one is forgotten.
pub fn set_profile(request: &HttpRequest, response: HttpResponse, key: &str) -> HttpResponse {
    let (name, secure) = if is_local(request) { (LOCAL_PROFILE, "") } else { (PROFILE, "Secure; ") };
    let max_age = if key.is_empty() { 0 } else { DEVICE_LIFETIME.num_seconds() };
    let cookie = format!("{name}={key}; Path=/; Max-Age={max_age}; {secure}HttpOnly; SameSite=Lax");
    set(response, &cookie, "private, no-store")
}

/// Whether the service is asked on the machine itself, without TLS: elsewhere browsers keep no secure cookie then.
fn is_local(request: &HttpRequest) -> bool {
    let on_loopback = origins::authority(request).is_some_and(|(host, _)| origins::is_loopback(&host));
    on_loopback && !client::is_secure(request)
}

fn set(mut response: HttpResponse, cookie: &str, caching: &'static str) -> HttpResponse {
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn asked(host: &str, cookie: &str) -> HttpRequest {
        TestRequest::default().insert_header(("Host", host)).insert_header(("Cookie", cookie)).to_http_request()
    }

    fn set_on(host: &str) -> String {
        let response = set_profile(&asked(host, ""), HttpResponse::Ok().finish(), "k");
        assert_eq!(response.headers().get("cache-control").map(HeaderValue::as_bytes), Some(&b"private, no-store"[..]));
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        cookie.expect("a cookie").to_owned()
    }

    #[test]
    fn the_cookie_of_a_profile_is_secure_unless_on_loopback() {
        let attributes = "Path=/; Max-Age=31536000";
        assert_eq!(set_on("localhost:8080"), format!("arcana_profile=k; {attributes}; HttpOnly; SameSite=Lax"));
        assert_eq!(set_on("cards.example"), format!("__Host-arcana=k; {attributes}; Secure; HttpOnly; SameSite=Lax"));
    }

    #[test]
    fn a_browser_is_known_by_the_cookie_of_its_place() {
        let both = "arcana_profile=local; __Host-arcana=secure";
        assert_eq!(profile(&asked("127.0.0.1", both)), Some("local"));
        assert_eq!(profile(&asked("cards.example", both)), Some("secure"));
        assert_eq!(profile(&asked("cards.example", "arcana_profile=planted")), None);
    }
}
