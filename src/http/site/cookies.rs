//! Cookies of pages: hidden from scripts, and sent from other sites only when a link is followed.

use actix_web::{
    HttpResponse,
    http::header::{self, HeaderMap, HeaderValue},
};

/// The value of a cookie.
pub fn value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Adds a cookie for the pages below a path to a response, which is private to one browser then and must not be cached.
/// `max_age` is in seconds; a cookie without a value is deleted.
pub fn set(mut response: HttpResponse, name: &str, value: &str, path: &str, max_age: u32) -> HttpResponse {
    let max_age = if value.is_empty() { 0 } else { max_age };
    let cookie = format!("{name}={value}; Path={path}; Max-Age={max_age}; HttpOnly; SameSite=Lax");
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
