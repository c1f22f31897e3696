//! How much the service takes on, from whom, and how it ends.

use std::num::NonZeroU32;

use clap::Args;

/// Bounds on what is asked of the service.
#[derive(Clone, Debug, Args)]
pub struct Bounds {
    /// How many games may wait in each class of work, past those in work; by default 256 for each thread
    #[arg(long, env = "ARCANA_WORK_WAITING", value_name = "COUNT", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub work_waiting: Option<u32>,
    /// The most memory that all bodies in hand may take together, in bytes
    #[arg(long, env = "ARCANA_BODY_MEMORY", default_value_t = 64 << 20, value_name = "BYTES")]
    pub body_memory: usize,
    /// How long a body may take to come
    #[arg(long, env = "ARCANA_BODY_TIMEOUT", default_value_t = 60, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub body_timeout: u64,
    /// How long an answer may take to be made, once the body is there
    #[arg(long, env = "ARCANA_REQUEST_TIMEOUT", default_value_t = 30, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub request_timeout: u64,
    /// How many requests a minute a caller may make, 0 for as many as it likes; when nobody says 600, and 0 on
    /// loopback without a proxy
    #[arg(long, env = "ARCANA_RATE_LIMIT", value_name = "COUNT")]
    pub rate_limit: Option<u32>,
    /// How many of these at once; a whole minute's when nobody says
    #[arg(long, env = "ARCANA_RATE_BURST", value_name = "COUNT")]
    pub rate_burst: Option<NonZeroU32>,
    /// How many proxies of yours stand before the service, each adding to X-Forwarded-For whom it saw
    #[arg(long, env = "ARCANA_FORWARDED_FOR", default_value_t = 0, value_name = "COUNT")]
    pub forwarded_for: usize,
    /// A name that requests may be for, as in cards.example; may be repeated; `*` for any. Loopback's names always are
    /// among them, and when nobody says nothing else is where it listens on loopback without a proxy
    #[arg(long, env = "ARCANA_ALLOWED_HOST", value_name = "HOST", value_delimiter = ',')]
    pub allowed_host: Vec<String>,
    /// Whose pages may call, as in https://example.org; may be repeated; `*` for all
    #[arg(long, env = "ARCANA_CORS_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub cors_origin: Vec<String>,
    /// How long requests are still taken once the service is told to stop and /readyz says so
    #[arg(long, env = "ARCANA_DRAIN_SECONDS", default_value_t = 0, value_name = "SECONDS")]
    pub drain_seconds: u64,
}
