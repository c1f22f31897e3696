//! What the connection and the operator's proxies say about a client: its address, and the URL under which it reached the
//! service.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use actix_web::{
    HttpRequest,
    http::header::{HeaderMap, HeaderName, HeaderValue, USER_AGENT},
};

use super::origins;

/// The header to which proxies append the address of their client.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client's address: behind `proxies` proxies, the one that the outermost of them saw.
pub fn address(request: &HttpRequest, proxies: usize) -> IpAddr {
    let peer = || request.peer_addr().map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |peer| peer.ip());
    forwarded(request.headers(), proxies).unwrap_or_else(peer).to_canonical()
}

/// The address, or the /64 network of an IPv6 address: a client usually has all of it.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
    }
}

/// The address at `place` from the right of `X-Forwarded-For`, from 1.
fn forwarded(headers: &HeaderMap, place: usize) -> Option<IpAddr> {
    let from_the_right = place.checked_sub(1)?;
    // Entries are counted whatever a client has put before those of the proxies.
    let lines = headers.get_all(FORWARDED_FOR).map(HeaderValue::as_bytes);
    let entries: Vec<_> = lines.flat_map(|line| line.split(|byte| *byte == b',')).collect();
    entries.iter().rev().nth(from_the_right).and_then(|entry| parsed(std::str::from_utf8(entry).ok()?.trim()))
}

/// Parses an entry: an address, with or without a port; some proxies write IPv6 in brackets, as in a URL.
fn parsed(entry: &str) -> Option<IpAddr> {
    let bracketed = || entry.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let with_port = || entry.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    entry.parse().ok().or_else(with_port).or_else(bracketed)
}

/// Scheme and host of a request: the host as `Host` names it, which `--allowed-host` limits, and the scheme as the proxy
/// in front of the service says.
pub fn base_url(request: &HttpRequest) -> String {
    let scheme = if is_secure(request) { "https" } else { "http" };
    match origins::authority(request) {
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

/// Browsers, and systems below, as `User-Agent` names them, and their names. Those that also claim to be another stand
/// before it: nearly all claim to be Safari, and Android claims to be Linux.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
];

/// The browser and its system, by which people know their devices, as in `Firefox on Linux`.
pub fn browser(request: &HttpRequest) -> String {
    let agent = request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let named =
        |known: &[(&str, &'static str)]| known.iter().find(|(text, _)| agent.contains(text)).map(|(_, name)| *name);
    let browser = named(&BROWSERS).unwrap_or("Browser");
    named(&SYSTEMS).map_or_else(|| browser.to_owned(), |system| format!("{browser} on {system}"))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn client(proxies: usize, forwarded: &[&str]) -> String {
        let mut request = TestRequest::default().peer_addr("198.51.100.7:4000".parse().expect("an address"));
        for line in forwarded {
            request = request.append_header(("X-Forwarded-For", *line));
        }
        address(&request.to_http_request(), proxies).to_string()
    }

    #[test]
    fn only_our_own_proxies_are_trusted() {
        assert_eq!(client(0, &["192.0.2.1"]), "198.51.100.7");
        assert_eq!(client(1, &["203.0.113.9, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(client(2, &["203.0.113.9", "192.0.2.1"]), "203.0.113.9");
        for unusable in ["", "192.0.2.1", "unknown, 192.0.2.1"] {
            assert_eq!(client(2, &[unusable]), "198.51.100.7", "{unusable}");
        }
    }

    #[test]
    fn an_entry_that_is_no_text_hides_no_other() {
        let from = |lines: [&[u8]; 2]| {
            let lines = lines.map(|line| HeaderValue::from_bytes(line).expect("a header"));
            let request = TestRequest::default().peer_addr("198.51.100.7:4000".parse().expect("an address"));
            let request = lines.into_iter().fold(request, |request, line| request.append_header((FORWARDED_FOR, line)));
            address(&request.to_http_request(), 1).to_string()
        };
        assert_eq!(from([b"6.6.6.6", b"\xe9, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(from([b"6.6.6.6", b"192.0.2.1, \xe9"]), "198.51.100.7");
    }

    #[test]
    fn an_entry_may_have_a_port() {
        let entries = [
            ("192.0.2.1:4711", "192.0.2.1"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("[::ffff:192.0.2.1]:80", "192.0.2.1"),
        ];
        for (entry, address) in entries {
            assert_eq!(client(1, &[entry]), address, "{entry}");
        }
        for none in
            ["192.0.2.1:", "192.0.2.1:x", "192.0.2.1:99999", "[192.0.2.1]", "[2001:db8::1", "2001:db8::1]:80", "_x"]
        {
            assert_eq!(client(1, &[none]), "198.51.100.7", "{none}");
        }
    }

    #[test]
    fn a_network_of_ipv6_has_64_bits() {
        let of = |text: &str| network(text.parse().expect("an address")).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("192.0.2.1"), "192.0.2.1");
    }

    #[test]
    fn devices_are_told_apart() {
        let named = |agent| browser(&TestRequest::default().insert_header((USER_AGENT, agent)).to_http_request());
        let agents = [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            ("curl/8.14.1", "Browser"),
        ];
        for (agent, name) in agents {
            assert_eq!(named(agent), name, "{agent}");
        }
    }

    fn base(headers: &[(&'static str, &'static str)]) -> String {
        let request = TestRequest::default();
        base_url(&headers.iter().fold(request, |request, header| request.append_header(*header)).to_http_request())
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
