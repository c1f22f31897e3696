//! CSRF protection by double-submit cookie: a form must contain the token in its cookie, which other sites can neither
//! read nor set, and which is not sent with their forms. Works without script. A browser that says itself where a form
//! comes from (`Sec-Fetch-Site`) needs no token.

use actix_web::{HttpRequest, HttpResponse, http::header::HeaderMap};
use maud::{Markup, html};
use subtle::ConstantTimeEq;

use super::cookies;
use crate::service::Service;

/// Name of the form field.
pub const FIELD: &str = "form_token";
/// Name of the field that tells a form from all others.
pub const ONCE: &str = "once";
/// Name of the cookie.
const COOKIE: &str = "arcana_form";
/// How long a browser keeps the cookie, in seconds: 30 days from the last page, so that a form that was left open for
/// a night can be sent, even if the browser was closed in between.
const MAX_AGE: u32 = 30 * 24 * 60 * 60;

/// The token of a browser, and one for the forms of a page that create something.
#[derive(Clone, Debug)]
pub struct FormToken {
    browser: String,
    once: String,
}

impl FormToken {
    /// The browser's current token, so that several pages can be open at once, or a new one.
    pub fn of(request: &HttpRequest, service: &Service) -> FormToken {
        let browser = known(request.headers()).unwrap_or_else(|| service.random_token());
        FormToken { browser, once: service.random_token() }
    }

    /// The hidden form field.
    pub fn field(&self) -> Markup {
        html! { input type="hidden" name=(FIELD) value=(self.browser); }
    }

    /// The hidden field of a form that creates something: submitted twice, as by a double click, it creates it once.
    pub fn once(&self) -> Markup {
        html! { input type="hidden" name=(ONCE) value=(self.once); }
    }

    /// Adds the cookie to a page. It is sent along when somebody follows a link from elsewhere, so that the page gets the
    /// token that open pages have, and not another one.
    pub fn set_cookie(&self, response: HttpResponse) -> HttpResponse {
        cookies::set(response, COOKIE, &self.browser, "/", MAX_AGE)
    }
}

/// Does the token match the cookie?
pub fn is_valid(request: &HttpRequest, sent: &str) -> bool {
    known(request.headers()).is_some_and(|known| known.as_bytes().ct_eq(sent.as_bytes()).into())
}

fn known(headers: &HeaderMap) -> Option<String> {
    cookies::value(headers, COOKIE).filter(|text| is_random_token(text)).map(ToOwned::to_owned)
}

/// Does a text have the form of [`Service::random_token`]?
pub fn is_random_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use actix_web::{http::header, test::TestRequest};

    use super::*;

    fn with(cookie: &str) -> HttpRequest {
        TestRequest::default().insert_header((header::COOKIE, cookie)).to_http_request()
    }

    #[test]
    fn the_form_must_match_the_cookie() {
        let token = "ab".repeat(32);
        let request = with(&format!("x=1; arcana_form={token}"));
        assert!(is_valid(&request, &token));
        assert!(!is_valid(&request, &"cd".repeat(32)) && !is_valid(&request, ""));
        assert!(!is_valid(&with(""), &token) && !is_valid(&with("arcana_form="), ""));
    }
}
