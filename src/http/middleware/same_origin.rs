//! Requests that a browser sends from pages of other sites. Such a page cannot read the response, but without this it
//! could write: a caller on loopback needs no key, and a request with an empty body needs no preflight.

use actix_web::{
    HttpRequest,
    dev::ServiceRequest,
    http::header::{self, HeaderMap, HeaderValue},
};

use crate::{
    http::{origins, reply::problem::Problem, route_table::RouteTable, routes::MCP, settings::Settings},
    service::ProblemCode,
};

/// Why a request to the interface is refused: it writes, and comes from a page whose origin `--cors-origin` does not
/// allow. A page cannot send a bearer token without a preflight, so a request with one is not refused; a browser adds a
/// password by itself.
pub fn refusal(request: &ServiceRequest) -> Option<Problem> {
    let is_interface = request.path().starts_with("/v1/") || request.path() == MCP;
    let is_guarded = !request.method().is_safe() && is_interface && RouteTable::has(request);
    if is_guarded { refusal_of_work(request.request()) } else { None }
}

/// Why a request may not begin any work, whatever its method is: the same.
pub fn refusal_of_work(request: &HttpRequest) -> Option<Problem> {
    let headers = request.headers();
    if has_bearer_token(headers) {
        return None;
    }
    // Browsers that send the first header compute it themselves; a proxy may have changed the host.
    let is_ours = site_is_ours(headers).unwrap_or_else(|| origin_is_ours(request));
    let origins = &Settings::of(request).origins;
    let is_allowed = headers.get(header::ORIGIN).is_some_and(|origin| origins.allow(origin).is_some());
    (!is_ours && !is_allowed).then(|| {
        let detail =
            "The request was sent by a page of another site. The operator can allow its origin with `--cors-origin`.";
        Problem::new(ProblemCode::CrossSite, detail)
    })
}

fn has_bearer_token(headers: &HeaderMap) -> bool {
    let scheme = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split(' ').next());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("bearer"))
}

/// Whether the browser says that a page of this service sent the request, which no other page can make it say. Browsers
/// send `Origin` with every form, and `Sec-Fetch-Site` as well where there is TLS or the service is on the same machine.
pub fn is_same_origin(request: &HttpRequest) -> bool {
    let mut sites = request.headers().get_all("sec-fetch-site");
    match (sites.next(), sites.next()) {
        (Some(site), None) => site == "same-origin" && origin_is_ours(request),
        (None, _) => request.headers().contains_key(header::ORIGIN) && origin_is_ours(request),
        (Some(_), Some(_)) => false,
    }
}

/// By `Sec-Fetch-Site`, if the browser sent it. `none`: the user entered the address.
fn site_is_ours(headers: &HeaderMap) -> Option<bool> {
    headers.get("sec-fetch-site").map(|site| site == "same-origin" || site == "none")
}

/// By `Origin`; a request without it may come from anywhere.
fn origin_is_ours(request: &HttpRequest) -> bool {
    let mut origins = request.headers().get_all(header::ORIGIN);
    match (origins.next(), origins.next()) {
        (None, _) => true,
        (Some(origin), None) => is_ours(request, origin),
        (Some(_), Some(_)) => false,
    }
}

/// Whether this is the origin of this service, or of one of its allowed hosts.
fn is_ours(request: &HttpRequest, origin: &HeaderValue) -> bool {
    let origin = origin.to_str().ok().and_then(|origin| {
        let (scheme, authority) = origin.split_once("://")?;
        let default = [("http", 80), ("https", 443)].into_iter().find(|(name, _)| *name == scheme)?.1;
        origins::split(authority).map(|(host, port)| (host, port.filter(|port| *port != default)))
    });
    let requested = origins::authority(request);
    origin.is_some_and(|(host, port)| {
        let same = requested.is_some_and(|(requested, its)| {
            requested == host && its.filter(|port| *port != 80 && *port != 443) == port
        });
        same || Settings::of(request).hosts.list(&host)
    })
}

#[cfg(test)]
mod tests {
    use actix_web::{http::Method, test::TestRequest, web};

    use super::*;
    use crate::http::origins::{Hosts, Origins};

    fn with(headers: &[(&'static str, &str)]) -> TestRequest {
        let settings = Settings {
            hosts: Hosts::These(vec!["cards.example".to_owned()]),
            origins: Origins::These(vec!["https://allowed.example".to_owned()]),
            ..Settings::default()
        };
        let routes = vec![("/v1/commitments".to_owned(), "GET, HEAD, POST, DELETE".to_owned())];
        let routes: &'static RouteTable = Box::leak(Box::new(RouteTable::new(routes, Vec::new())));
        let request = TestRequest::with_uri("/v1/commitments").app_data(web::Data::new(settings)).app_data(routes);
        headers.iter().fold(request, |request, header| request.append_header(*header))
    }

    fn is_refused(method: Method, headers: &[(&'static str, &str)]) -> bool {
        refusal(&with(headers).method(method).to_srv_request()).is_some()
    }

    #[test]
    fn a_form_must_come_from_a_page_of_this_service() {
        let host = ("host", "localhost:8080");
        let is_same = |headers: &[_]| is_same_origin(&with(headers).to_http_request());
        assert!(!is_same(&[host]), "nothing says so");
        let own = ("sec-fetch-site", "same-origin");
        assert!(is_same(&[host, own]) && is_same(&[host, ("origin", "http://localhost:8080")]));
        assert!(is_same(&[host, ("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")]));
        assert!(is_same(&[("host", "a.example"), ("origin", "https://a.example")]));
        assert!(is_same(&[host, ("origin", "https://cards.example")]), "listed");
        for origin in
            ["null", "", "http://evil.example", "http://localhost", "http://localhost:8081", "ftp://localhost:8080"]
        {
            assert!(!is_same(&[host, ("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site", "none", "x"] {
            assert!(!is_same(&[host, ("sec-fetch-site", site)]), "{site}");
            assert!(!is_same(&[host, ("origin", "http://localhost:8080"), ("sec-fetch-site", site)]), "{site}");
            assert!(!is_same(&[host, own, ("sec-fetch-site", site)]), "{site}");
        }
        assert!(!is_same(&[host, own, ("origin", "http://evil.example")]));
    }

    #[test]
    fn pages_of_other_sites_do_not_write() {
        let (host, evil) = (("host", "localhost:8080"), ("origin", "http://evil.example"));
        let (foreign, own) = (("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-origin"));
        for headers in [&[host, evil][..], &[host, foreign], &[host, evil, foreign], &[host, ("origin", "null")]] {
            assert!(is_refused(Method::POST, headers) && is_refused(Method::DELETE, headers), "{headers:?}");
            assert!(!is_refused(Method::GET, headers) && !is_refused(Method::OPTIONS, headers), "{headers:?}");
            let with_key = [headers, &[("authorization", "Bearer arcana_x")]].concat();
            assert!(!is_refused(Method::POST, &with_key), "{headers:?}");
            let with_password = [headers, &[("authorization", "Basic bWU6YXJjYW5hX3g=")]].concat();
            assert!(is_refused(Method::POST, &with_password), "{headers:?}");
        }
        assert!(!is_refused(Method::PUT, &[host, evil]), "there is no such route");
        let allowed = ("origin", "https://allowed.example");
        for headers in [&[host][..], &[host, own], &[host, allowed, foreign], &[("host", "inner:1"), evil, own]] {
            assert!(!is_refused(Method::POST, headers), "{headers:?}");
        }
    }
}
