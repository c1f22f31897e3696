//! The hosts that requests may be for, and the origins whose pages may call.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::{
    HttpRequest,
    http::{
        Uri,
        header::{self, HeaderValue},
        uri::Authority,
    },
};

/// The hosts that requests may be for, with any port. The names and addresses of loopback are always included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hosts {
    /// All.
    #[default]
    Any,
    /// Those of loopback and these, in lower case.
    These(Vec<String>),
}

/// An invalid host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a host: expected a name or an address without scheme and port, or `*`")]
pub struct BadHost(String);

impl Hosts {
    /// Only those of loopback.
    pub const LOOPBACK: Hosts = Hosts::These(Vec::new());

    /// Parses a list of hosts, or `*` for all.
    ///
    /// # Errors
    /// The first invalid one.
    pub fn read(list: &[String]) -> Result<Hosts, BadHost> {
        if list.iter().any(|host| host == "*") {
            return Ok(Hosts::Any);
        }
        let host = |text: &String| host_of(text).filter(|host| *host == normal(text)).ok_or(BadHost(text.clone()));
        list.iter().map(host).collect::<Result<_, _>>().map(Hosts::These)
    }

    /// Whether requests may be for this host.
    pub fn allow(&self, host: &str) -> bool {
        match self {
            Hosts::Any => true,
            Hosts::These(list) => is_loopback(host) || list.iter().any(|one| one == host),
        }
    }

    /// Whether the operator listed this host.
    pub fn list(&self, host: &str) -> bool {
        match self {
            Hosts::Any => false,
            Hosts::These(list) => list.iter().any(|one| one == host),
        }
    }

    /// Whether this request may be served. One without a host does not come from a browser.
    pub fn allow_request(&self, request: &HttpRequest) -> bool {
        let named =
            |value: &HeaderValue| self.allow_plain(value) || host_in(value).is_some_and(|host| self.allow(&host));
        let target = |authority: &Authority| host_of(authority.as_str()).is_some_and(|host| self.allow(&host));
        *self == Hosts::Any
            || (request.headers().get_all(header::HOST).all(named) && request.uri().authority().is_none_or(target))
    }

    /// Fast path: whether the host is allowed as written, with or without a port. Others may be allowed after full
    /// parsing.
    fn allow_plain(&self, value: &HeaderValue) -> bool {
        let Ok(text) = value.to_str() else { return false };
        let digits = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) && port.len() <= 5;
        let host = match text.rsplit_once(':') {
            Some((host, port)) if digits(port) => host,
            Some(_) => return false,
            None => text,
        };
        match self {
            Hosts::Any => true,
            Hosts::These(list) => host == "localhost" || host == "127.0.0.1" || list.iter().any(|one| one == host),
        }
    }
}

/// The host and port that a request is for, as in the header; `None` if it has none, or several.
pub fn authority(request: &HttpRequest) -> Option<(String, Option<u16>)> {
    let mut named = request.headers().get_all(header::HOST);
    let (Some(value), None) = (named.next(), named.next()) else { return None };
    split(value.to_str().ok()?)
}

/// A host in lower case without its port, and the port.
pub fn split(text: &str) -> Option<(String, Option<u16>)> {
    let authority: Authority = text.parse().ok().filter(|_| !text.contains('@'))?;
    let host = normal(authority.host());
    (!host.is_empty()).then(|| (host, authority.port_u16()))
}

fn host_in(value: &HeaderValue) -> Option<String> {
    host_of(value.to_str().ok()?)
}

fn host_of(text: &str) -> Option<String> {
    split(text).map(|(host, _)| host)
}

/// In lower case, without the final dot of a fully qualified name.
fn normal(host: &str) -> String {
    let host = host.to_ascii_lowercase();
    host.strip_suffix('.').map_or_else(|| host.clone(), ToOwned::to_owned)
}

/// Is a host in lower case this machine?
pub fn is_loopback(host: &str) -> bool {
    let bracketed = || host.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let address = || host.parse().ok().or_else(bracketed);
    host == "localhost"
        || host.ends_with(".localhost")
        || address().is_some_and(|address: IpAddr| address.to_canonical().is_loopback())
}

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

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn allowed(hosts: &Hosts, named: &[&str]) -> bool {
        let request = named.iter().fold(TestRequest::default(), |request, host| request.append_header(("Host", *host)));
        hosts.allow_request(&request.to_http_request())
    }

    fn read_hosts(list: &[&str]) -> Result<Hosts, BadHost> {
        Hosts::read(&list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn on_loopback_only_loopback_hosts_are_served() {
        let loopback =
            ["localhost", "LOCALHOST:8080", "localhost.:80", "a.localhost", "127.0.0.1:1", "127.8.9.1", "[::1]:80"];
        for host in loopback {
            assert!(allowed(&Hosts::LOOPBACK, &[host]), "{host}");
        }
        let others =
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1", "", "x@localhost", "::1"];
        for host in others {
            assert!(!allowed(&Hosts::LOOPBACK, &[host]), "{host}");
        }
        assert!(!allowed(&Hosts::LOOPBACK, &["localhost", "evil.example"]));
        assert!(allowed(&Hosts::LOOPBACK, &[]), "HTTP/1.0 has no Host");
        let absolute = TestRequest::default().uri("http://evil.example/v1/games").append_header(("Host", "localhost"));
        assert!(!Hosts::LOOPBACK.allow_request(&absolute.to_http_request()));
    }

    #[test]
    fn listed_hosts_are_served_as_well() {
        let hosts = read_hosts(&["Cards.example", "192.0.2.1", "[2001:db8::1]"]).expect("hosts");
        for host in ["cards.example", "CARDS.example:443", "192.0.2.1:80", "[2001:db8::1]", "localhost"] {
            assert!(allowed(&hosts, &[host]), "{host}");
        }
        assert!(!allowed(&hosts, &["other.example"]));
        assert!(allowed(&read_hosts(&["a.example", "*"]).expect("hosts"), &["other.example"]));
    }

    #[test]
    fn a_host_has_no_scheme_and_no_port() {
        for wrong in ["", "https://a.example", "a.example:80", "a.example/", "u@a.example", "a b"] {
            assert_eq!(read_hosts(&["b.example", wrong]), Err(BadHost(wrong.to_owned())), "{wrong}");
        }
    }

    fn read_origins(list: &[&str]) -> Result<Origins, BadOrigin> {
        Origins::read(&list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        assert_eq!(read_origins(&[]), Ok(Origins::None));
        assert_eq!(read_origins(&["https://a.example", "*"]), Ok(Origins::Any));
        let list = ["https://a.example", "http://localhost:3000", "http://[::1]:8080"];
        assert_eq!(read_origins(&list), Ok(Origins::These(list.map(ToOwned::to_owned).to_vec())));
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
            assert_eq!(read_origins(&["https://b.example", wrong]), Err(BadOrigin(wrong.to_owned())), "{wrong}");
        }
    }
}
