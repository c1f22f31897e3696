//! What the interface is set to.

use std::time::Duration;

use actix_web::{HttpRequest, web};

use crate::{
    http::{
        connection::ConnectionLimits,
        middleware::{cors::origins::Origins, hosts::Hosts, rate_limit::buckets::Rate},
    },
    service::Scopes,
};

/// After how long without an event a stream of events shows that it is still there: proxies close what is silent for half
/// a minute or more.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// What the interface is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The largest ordinary body, in bytes.
    pub body_limit: usize,
    /// The largest body that holds a log, in bytes.
    pub log_limit: usize,
    /// The largest body of lines that hold a log each, in bytes.
    pub lines_limit: usize,
    /// How much memory all bodies in hand may take together, in bytes.
    pub body_memory: usize,
    /// How long a body may take to come.
    pub body_timeout: Duration,
    /// How long an answer may take to be made, once the body is there.
    pub request_timeout: Duration,
    /// After how long without an event a stream of events shows that it is still there.
    pub heartbeat: Duration,
    /// How many requests a caller may make; `None`: as many as it likes.
    pub rate: Option<Rate>,
    /// Limits on connections.
    pub connections: ConnectionLimits,
    /// How many proxies of ours stand before the service.
    pub proxies: usize,
    /// Is a request that came through a proxy refused, since callers are trusted as this machine's own?
    pub refuse_forwarded: bool,
    /// Which hosts requests may be for.
    pub hosts: Hosts,
    /// May callers without a key see the metrics, where they may read?
    pub open_metrics: bool,
    /// Whose pages may call.
    pub origins: Origins,
    /// How many threads answer requests.
    pub workers: usize,
    /// How long requests in progress may take at shutdown, in seconds.
    pub shutdown_seconds: u64,
    /// What callers may do who show no key.
    pub anonymous: Scopes,
}

impl Settings {
    /// How much of the memory for bodies one caller may hold: something is left for others, but the largest body has
    /// to fit.
    pub(super) fn body_share(&self) -> usize {
        (self.body_memory / 4 * 3).max(self.log_limit).max(self.body_limit).min(self.body_memory)
    }

    /// What the interface is set to that a request came in by.
    pub(super) fn of(request: &HttpRequest) -> &Settings {
        request.app_data::<web::Data<Settings>>().expect("the app has its settings")
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            body_limit: 1 << 20,
            log_limit: 16 << 20,
            lines_limit: 64 << 20,
            body_memory: 64 << 20,
            body_timeout: Duration::from_secs(60),
            request_timeout: Duration::from_secs(30),
            heartbeat: HEARTBEAT,
            rate: None,
            connections: ConnectionLimits::default(),
            proxies: 0,
            refuse_forwarded: false,
            hosts: Hosts::Any,
            open_metrics: true,
            origins: Origins::None,
            workers: 2,
            shutdown_seconds: 30,
            anonymous: Scopes::READ_WRITE,
        }
    }
}
