//! The URL under which a caller reached the service: the base of absolute URLs in responses.

use actix_web::HttpRequest;

use super::middleware::hosts;

/// Scheme and host of a request: the host as `Host` names it, which `--allowed-host` limits, and the scheme as the proxy
/// in front of the service says.
pub fn of(request: &HttpRequest) -> String {
    let scheme = if is_secure(request) { "https" } else { "http" };
    match hosts::authority(request) {
        Some((host, Some(port))) => format!("{scheme}://{host}:{port}"),
        Some((host, None)) => format!("{scheme}://{host}"),
        // HTTP/1.0, or several hosts.
        None => format!("{scheme}://localhost"),
    }
}

/// Whether the caller uses TLS, which a proxy terminates.
pub fn is_secure(request: &HttpRequest) -> bool {
    request.connection_info().scheme() == "https"
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn base(headers: &[(&'static str, &'static str)]) -> String {
        let request = TestRequest::default();
        of(&headers.iter().fold(request, |request, header| request.append_header(*header)).to_http_request())
    }

    #[test]
    fn only_the_host_that_was_checked_is_named() {
        let host = ("host", "Cards.example:8080");
        assert_eq!(base(&[host]), "http://cards.example:8080");
        assert_eq!(base(&[host, ("x-forwarded-proto", "https")]), "https://cards.example:8080");
        assert_eq!(base(&[host, ("x-forwarded-host", "evil.example")]), "http://cards.example:8080");
        assert_eq!(base(&[host, ("forwarded", "host=evil.example;proto=javascript")]), "http://cards.example:8080");
        assert_eq!(base(&[]), "http://localhost");
    }
}
