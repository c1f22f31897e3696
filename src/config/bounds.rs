//! Limits on requests, accepted hosts and origins, and the drain time.

use std::num::NonZeroU32;

use clap::Args;

use super::values;

/// Maximum number of steps in a log. The longest possible game is one of Fortuna that reaches its limit of 100,000 turns, with
/// about five and a half steps per turn among eight strong players.
pub const STEP_LIMIT: usize = 1_000_000;

/// Maximum size of a log, in bytes. The log of that game has 22 MB.
pub const LOG_LIMIT: usize = 32 << 20;

/// Limits on requests.
#[derive(Clone, Debug, Args)]
pub struct Bounds {
    /// Total memory for large request bodies, in bytes
    #[arg(long, env = "ARCANA_BODY_MEMORY", default_value_t = 64 << 20, value_name = "BYTES",
        value_parser = values::size)]
    pub body_memory: usize,
    /// Time a body may take to arrive, or the next lines of one
    #[arg(long, env = "ARCANA_BODY_TIMEOUT", default_value_t = 60, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub body_timeout: u64,
    /// Time a response may take to prepare after the body has arrived
    #[arg(long, env = "ARCANA_REQUEST_TIMEOUT", default_value_t = 30, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub request_timeout: u64,
    /// Requests per minute from one caller, 0 for no limit; by default 600, or 0 on loopback without a proxy
    #[arg(long, env = "ARCANA_RATE_LIMIT", value_name = "COUNT")]
    pub rate_limit: Option<u32>,
    /// Maximum number of these requests at once; by default those of a whole minute
    #[arg(long, env = "ARCANA_RATE_BURST", value_name = "COUNT", value_parser = values::positive)]
    pub rate_burst: Option<NonZeroU32>,
    /// Number of your own proxies in front of the service that add to X-Forwarded-For
    #[arg(long, env = "ARCANA_FORWARDED_FOR", default_value_t = 0, value_name = "COUNT")]
    pub forwarded_for: usize,
    /// Accepted host name, as in cards.example; may be repeated; `*` for any. Names of loopback are always accepted; by
    /// default only these on loopback without a proxy, and any elsewhere
    #[arg(long, env = "ARCANA_ALLOWED_HOST", value_name = "HOST", value_delimiter = ',')]
    pub allowed_host: Vec<String>,
    /// Origin whose pages may call the API, as in `https://example.org`; may be repeated; `*` for all
    #[arg(long, env = "ARCANA_CORS_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub cors_origin: Vec<String>,
    /// Time to keep serving at shutdown after /readyz has turned to 503
    #[arg(long, env = "ARCANA_DRAIN_SECONDS", default_value_t = 0, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(..=3600))]
    pub drain_seconds: u64,
}
