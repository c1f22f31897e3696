//! CSRF protection by double-submit cookie: a form must contain the token in its cookie, which other sites can neither
//! read nor set, and which is not sent with their forms. Works without script.

use actix_web::{HttpRequest, HttpResponse, http::header::HeaderMap};
use maud::{Markup, html};
use subtle::ConstantTimeEq;

use super::cookies;
use crate::service::Service;

/// Name of the form field.
pub const FIELD: &str = "form_token";
/// Name of the cookie.
const COOKIE: &str = "arcana_form";
/// How long a browser keeps the cookie, in seconds: 30 days from the last page, so that a form that was left open for
/// a night can be sent, even if the browser was closed in between.
const MAX_AGE: u32 = 30 * 24 * 60 * 60;

/// The token of a browser.
#[derive(Clone, Debug)]
pub struct FormToken(String);

impl FormToken {
    /// The browser's current token, so that several pages can be open at once, or a new one.
    pub fn of(request: &HttpRequest, service: &Service) -> FormToken {
        FormToken(known(request.headers()).unwrap_or_else(|| service.random_token()))
    }

    /// The hidden form field.
    pub fn field(&self) -> Markup {
        html! { input type="hidden" name=(FIELD) value=(self.0); }
    }

    /// Adds the cookie to a page. It is sent along when somebody follows a link from elsewhere, so that the page gets the
    /// token that open pages have, and not another one.
    pub fn keep(&self, response: HttpResponse) -> HttpResponse {
        cookies::set(response, COOKIE, &self.0, "/", MAX_AGE)
    }
}

/// Does the token match the cookie?
pub fn is_valid(request: &HttpRequest, sent: &str) -> bool {
    known(request.headers()).is_some_and(|known| known.as_bytes().ct_eq(sent.as_bytes()).into())
}

fn known(headers: &HeaderMap) -> Option<String> {
    let is_one = |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    cookies::value(headers, COOKIE).filter(is_one).map(ToOwned::to_owned)
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
