//! CSRF protection by double-submit cookie: a form must contain the token in its cookie, which other sites can neither
//! read nor set, and which is not sent with their requests. Works without script.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderMap, HeaderValue},
};
use maud::{Markup, html};
use subtle::ConstantTimeEq;

use crate::{
    http::{middleware::hosts, settings::Settings},
    service::Service,
};

/// Name of the form field.
pub const FIELD: &str = "form_token";
/// Name of the cookie.
const COOKIE: &str = "arcana_form";

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

    /// Adds the cookie to a page. Such a page is private to one browser and must not be cached.
    pub fn keep(&self, mut response: HttpResponse) -> HttpResponse {
        let cookie = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict", self.0);
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// Does the token match the cookie?
pub fn is_valid(request: &HttpRequest, sent: &str) -> bool {
    known(request.headers()).is_some_and(|known| known.as_bytes().ct_eq(sent.as_bytes()).into())
}

/// Was the request sent by a page of this service, according to its headers? Not every browser sends them.
pub fn is_from_here(request: &HttpRequest) -> bool {
    let site = request.headers().get("sec-fetch-site");
    let mut origins = request.headers().get_all(header::ORIGIN);
    let from_here = match (origins.next(), origins.next()) {
        (None, _) => true,
        (Some(origin), None) => is_ours(request, origin),
        (Some(_), Some(_)) => false,
    };
    from_here && site.is_none_or(|site| site == "same-origin" || site == "none")
}

/// Is this the origin of this service, or of one of its allowed hosts?
fn is_ours(request: &HttpRequest, origin: &HeaderValue) -> bool {
    let origin = origin.to_str().ok().and_then(|origin| {
        let (scheme, authority) = origin.split_once("://")?;
        let default = [("http", 80), ("https", 443)].into_iter().find(|(name, _)| *name == scheme)?.1;
        hosts::split(authority).map(|(host, port)| (host, port.filter(|port| *port != default)))
    });
    let requested = hosts::authority(request);
    origin.is_some_and(|(host, port)| {
        let same = requested.is_some_and(|(requested, its)| {
            requested == host && its.filter(|port| *port != 80 && *port != 443) == port
        });
        same || Settings::of(request).hosts.list(&host)
    })
}

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

fn known(headers: &HeaderMap) -> Option<String> {
    let is_one = |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    cookie(headers, COOKIE).filter(is_one).map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use actix_web::{test::TestRequest, web};

    use super::*;
    use crate::http::middleware::hosts::Hosts;

    fn from(headers: &[(&'static str, &str)]) -> HttpRequest {
        let settings = Settings { hosts: Hosts::These(vec!["cards.example".to_owned()]), ..Settings::default() };
        let request = TestRequest::default().app_data(web::Data::new(settings));
        headers.iter().fold(request, |request, header| request.append_header(*header)).to_http_request()
    }

    #[test]
    fn a_form_must_come_from_a_page_of_this_service() {
        let host = ("host", "localhost:8080");
        assert!(is_from_here(&from(&[host])));
        assert!(is_from_here(&from(&[host, ("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")])));
        assert!(is_from_here(&from(&[("host", "a.example"), ("origin", "https://a.example")])));
        assert!(is_from_here(&from(&[host, ("origin", "https://cards.example")])), "listed");
        for origin in
            ["null", "", "http://evil.example", "http://localhost", "http://localhost:8081", "ftp://localhost:8080"]
        {
            assert!(!is_from_here(&from(&[host, ("origin", origin)])), "{origin}");
        }
        for site in ["cross-site", "same-site", "x"] {
            assert!(!is_from_here(&from(&[host, ("sec-fetch-site", site)])), "{site}");
        }
    }

    #[test]
    fn the_form_must_match_the_cookie() {
        let token = "ab".repeat(32);
        let request = from(&[("cookie", &format!("x=1; arcana_form={token}"))]);
        assert!(is_valid(&request, &token));
        assert!(!is_valid(&request, &"cd".repeat(32)) && !is_valid(&request, ""));
        assert!(!is_valid(&from(&[]), &token) && !is_valid(&from(&[("cookie", "arcana_form=")]), ""));
    }
}
