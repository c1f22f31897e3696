//! What is borne from who is connected.

use clap::Args;

/// Bounds on connections and on what moves on them.
#[derive(Clone, Debug, Args)]
pub struct Connected {
    /// How long the head of each request may take to come
    #[arg(long, env = "ARCANA_HEADER_TIMEOUT", default_value_t = 10, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub header_timeout: u64,
    /// How long nothing may move of a body that comes or of a response that is read
    #[arg(long, env = "ARCANA_STALL_TIMEOUT", default_value_t = 30, value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub stall_timeout: u64,
    /// How fast bodies have to come and responses to be read in the long run, in bytes a second
    #[arg(long, env = "ARCANA_MIN_RATE", default_value_t = 1024, value_name = "BYTES",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub min_rate: u32,
    /// How many connections there may be; by default 2048, or fewer where the system allows fewer open files
    #[arg(long, env = "ARCANA_CONNECTIONS", value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections: Option<u32>,
    /// How many of them from one address; by default half of all, and all of them behind a proxy (`--forwarded-for`)
    #[arg(long, env = "ARCANA_CONNECTIONS_PER_ADDRESS", value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub connections_per_address: Option<u32>,
    /// How many lists may be streamed at once
    #[arg(long, env = "ARCANA_STREAMS", default_value_t = 128, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub streams: u32,
    /// How many of them to one caller
    #[arg(long, env = "ARCANA_STREAMS_PER_CALLER", default_value_t = 16, value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub streams_per_caller: u32,
}
