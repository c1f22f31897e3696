//! Early refusal of requests that arrive in a way that the service is not configured for: through a proxy, at another
//! listener, or for a host that it does not serve. Any site can make a browser call an address of this machine under a
//! name of the site (DNS rebinding), and its pages would count as same-origin: the header `Host` reveals that name.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use actix_web::{
    Error, HttpRequest,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};

use super::{rate_limit::EXEMPT, same_origin};
use crate::{
    http::{origins::Hosts, reply::problem::Problem, settings::Settings},
    service::ProblemCode,
};

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
