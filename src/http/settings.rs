//! Settings of the HTTP interface.

use std::time::Duration;

use actix_web::{HttpRequest, web};

use super::{
    middleware::rate_limit::Rate,
    origins::{Hosts, Origins},
};
use crate::service::Scopes;

/// Time without an event after which an event stream sends a heartbeat: proxies close streams that are silent for half
/// a minute or more.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Limits on connections, and on the streams that they carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum time for the head of the first request on a connection to arrive.
    pub header_timeout: Duration,
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum number of lists streamed at the same time.
    pub streams: usize,
    /// Maximum number of those per caller.
    pub streams_per_caller: usize,
    /// Maximum number of event streams at the same time.
    pub event_streams: usize,
    /// Maximum number of those per caller.
    pub event_streams_per_caller: usize,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            header_timeout: Duration::from_secs(10),
            connections: 2048,
            streams: 128,
            streams_per_caller: 16,
            event_streams: 8192,
            event_streams_per_caller: 256,
        }
    }
}

/// Settings of the HTTP interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Maximum size of an ordinary body, in bytes.
    pub body_limit: usize,
    /// Maximum size of a body that is a log, in bytes.
    pub log_limit: usize,
    /// Maximum size of a body of lines with a log each, in bytes.
    pub lines_limit: usize,
    /// Maximum memory for all large bodies together, in bytes.
    pub body_memory: usize,
    /// Maximum time for a body to arrive, or for the next lines of one.
    pub body_timeout: Duration,
    /// Maximum time to produce a response, once the body has arrived.
    pub request_timeout: Duration,
    /// Time without an event after which an event stream sends a heartbeat.
    pub heartbeat: Duration,
    /// Rate limit of each caller; `None`: unlimited.
    pub rate: Option<Rate>,
    /// Limits on connections.
    pub connections: ConnectionLimits,
    /// Number of our own proxies in front of the service.
    pub proxies: usize,
    /// Whether a request that came through a proxy is refused, since callers are trusted as local.
    pub refuse_forwarded: bool,
    /// The hosts that requests may be for.
    pub hosts: Hosts,
    /// Whether callers without a key may read the metrics, where they may read at all.
    pub open_metrics: bool,
    /// The origins whose pages may call the interface.
    pub origins: Origins,
    /// Number of threads that handle requests.
    pub workers: usize,
    /// Maximum time for requests in progress at shutdown, in seconds.
    pub shutdown_seconds: u64,
    /// The scopes of callers without a key.
    pub anonymous: Scopes,
    /// Whether callers without a key may make a profile.
    pub sign_up: bool,
}

impl Settings {
    /// Number of bytes of lines that are checked while the next one is read: both must fit in the memory for bodies.
    pub(super) fn lines_ahead(&self) -> usize {
        self.body_memory.saturating_sub(self.log_limit) / 4
    }

    /// The settings of the interface that received a request.
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
            sign_up: true,
        }
    }
}
