//! Limits on connections.

use clap::Args;

/// Limits on connections and streams.
#[derive(Clone, Debug, Args)]
pub struct Connected {
    /// Time the head of the first request on a connection may take to arrive
    #[arg(long, env = "ARCANA_HEADER_TIMEOUT", default_value_t = 10, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub header_timeout: u64,
    /// Maximum number of connections; by default 2048, or fewer if the system allows fewer open files
    #[arg(long, env = "ARCANA_CONNECTIONS", value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections: Option<u32>,
    /// Maximum number of lists streamed at once
    #[arg(long, env = "ARCANA_STREAMS", default_value_t = 128, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub streams: u32,
    /// Maximum number of lists streamed to one caller at once
    #[arg(long, env = "ARCANA_STREAMS_PER_CALLER", default_value_t = 16, value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub streams_per_caller: u32,
    /// Maximum number of event streams at once; each takes a connection
    #[arg(long, env = "ARCANA_EVENT_STREAMS", default_value_t = 8192, value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub event_streams: u32,
    /// Maximum number of event streams to one caller at once
    #[arg(long, env = "ARCANA_EVENT_STREAMS_PER_CALLER", default_value_t = 256, value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub event_streams_per_caller: u32,
}
