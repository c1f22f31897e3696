//! Early refusal of requests that arrive in a way that the service is not configured for: through a proxy, at another
//! listener, or for a host that it does not serve. Any site can make a browser call an address of this machine under a
//! name of the site (DNS rebinding), and its pages would count as same-origin: the header `Host` reveals that name.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use actix_web::{
    Error, HttpRequest,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        header::{self, HeaderValue},
        uri::Authority,
    },
    middleware::Next,
    web,
};

use super::{rate_limit::EXEMPT, same_origin};
use crate::{
    http::{reply::problem::Problem, settings::Settings},
    service::ProblemCode,
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
    fn allow_request(&self, request: &HttpRequest) -> bool {
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

fn is_loopback(host: &str) -> bool {
    let bracketed = || host.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let address = || host.parse().ok().or_else(bracketed);
    host == "localhost"
        || host.ends_with(".localhost")
        || address().is_some_and(|address: IpAddr| address.to_canonical().is_loopback())
}

/// Headers that proxies add and other clients have no reason to send.
const OF_PROXIES: [&str; 5] = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// Health routes, served under any host: a page of another site learns nothing from them.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// The socket of the metrics, and which refusals were already logged.
#[derive(Debug, Default)]
pub struct Ingress {
    /// The address of the metrics, if they have their own listener.
    pub metrics: Option<SocketAddr>,
    proxy_logged: AtomicBool,
    host_logged: AtomicBool,
}

impl Ingress {
    /// With the metrics at this address, if they have their own listener.
    pub fn new(metrics: Option<SocketAddr>) -> Ingress {
        Ingress { metrics, ..Ingress::default() }
    }

    /// Whether the request arrived at the separate listener of the metrics.
    pub fn is_for_metrics(request: &HttpRequest) -> bool {
        let ingress = request.app_data::<web::Data<Ingress>>().expect("the app has its ingress");
        ingress.metrics.is_some() && ingress.metrics == Some(request.app_config().local_addr())
    }

    /// Why a request is refused here.
    fn refusal(&self, request: &HttpRequest) -> Option<Problem> {
        let settings = Settings::of(request);
        let of_metrics = Ingress::is_for_metrics(request);
        let exempt = EXEMPT.contains(&request.path());
        if settings.refuse_forwarded && request.headers().keys().any(|name| OF_PROXIES.contains(&name.as_str())) {
            return Some(self.of_proxy());
        }
        // Monitoring may use any name for the listener of the metrics, unless that is on loopback.
        let any = of_metrics && self.metrics.is_some_and(|metrics| !metrics.ip().is_loopback());
        let hosts = if of_metrics { &Hosts::LOOPBACK } else { &settings.hosts };
        if !any && !PROBES.contains(&request.path()) && !hosts.allow_request(request) {
            return Some(self.of_host());
        }
        let elsewhere = if of_metrics { !exempt } else { self.metrics.is_some() && request.path() == "/metrics" };
        elsewhere.then(|| {
            let detail = match of_metrics {
                true => "This address serves only `/metrics`, `/healthz` and `/readyz`.",
                false => "Metrics are served at another address.",
            };
            Problem::new(ProblemCode::NotFound, detail)
        })
    }

    fn of_proxy(&self) -> Problem {
        if !self.proxy_logged.swap(true, Relaxed) {
            tracing::warn!(
                "rejected a request that came through a proxy: callers on loopback are trusted; set `--forwarded-for` to the \
                 number of proxies, and grant access with `--anonymous`"
            );
        }
        let detail = "The request came through a proxy, but the service is configured for local callers only. The operator \
                      must set `--forwarded-for`.";
        Problem::new(ProblemCode::ProxyNotConfigured, detail)
    }

    fn of_host(&self) -> Problem {
        if !self.host_logged.swap(true, Relaxed) {
            tracing::warn!("rejected a request for another host: `--allowed-host` lists the names of this service");
        }
        let detail =
            "The service does not serve the host named in `Host`. The operator can add it with `--allowed-host`.";
        Problem::new(ProblemCode::BadHost, detail)
    }
}

/// Refuses a request that arrived in a way that the service is not configured for, or that a page of another site sent.
pub async fn refuse(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match refusal(&request).or_else(|| same_origin::refusal(&request)) {
        Some(problem) => Ok(request.error_response(problem)),
        None => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

fn refusal(request: &ServiceRequest) -> Option<Problem> {
    let ingress = request.app_data::<web::Data<Ingress>>().expect("the app has its ingress");
    ingress.refusal(request.request())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn allowed(hosts: &Hosts, named: &[&str]) -> bool {
        let request = named.iter().fold(TestRequest::default(), |request, host| request.append_header(("Host", *host)));
        hosts.allow_request(&request.to_http_request())
    }

    fn read(list: &[&str]) -> Result<Hosts, BadHost> {
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
        let hosts = read(&["Cards.example", "192.0.2.1", "[2001:db8::1]"]).expect("hosts");
        for host in ["cards.example", "CARDS.example:443", "192.0.2.1:80", "[2001:db8::1]", "localhost"] {
            assert!(allowed(&hosts, &[host]), "{host}");
        }
        assert!(!allowed(&hosts, &["other.example"]));
        assert!(allowed(&read(&["a.example", "*"]).expect("hosts"), &["other.example"]));
    }

    #[test]
    fn a_host_has_no_scheme_and_no_port() {
        for wrong in ["", "https://a.example", "a.example:80", "a.example/", "u@a.example", "a b"] {
            assert_eq!(read(&["b.example", wrong]), Err(BadHost(wrong.to_owned())), "{wrong}");
        }
    }
}
