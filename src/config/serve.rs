//! Settings of `serve`.

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf};

use clap::{Args, ValueEnum};

#[cfg(test)]
use super::{Cli, Command};
use super::{DatabasePooler, LogFormat, address, positive, size};
use crate::service::Scopes;

/// Maximum number of steps in a log. The longest possible game is one of Fortuna that reaches its limit of 100,000 turns, with
/// about five and a half steps per turn among eight strong players.
pub const STEP_LIMIT: usize = 1_000_000;

/// Maximum size of a log, in bytes. The log of that game has 22 MB.
pub const LOG_LIMIT: usize = 32 << 20;

/// Settings of `serve`.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Address to listen on; port 0 picks a free port, which is logged
    #[arg(long, env = "ARCANA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS",
        value_parser = address)]
    pub listen: SocketAddr,
    /// Database: `sqlite://FILE` (created if it does not exist) or `postgres://…`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL"
    )]
    pub database_url: String,
    /// Pooler in front of Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub database_pooler: DatabasePooler,
    /// Read replica of the Postgres database (streaming replication)
    #[arg(long, env = "ARCANA_READ_DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub read_database_url: Option<String>,
    /// Access for callers without a key; by default `write` on loopback without a proxy, otherwise `none`
    #[arg(long, env = "ARCANA_ANONYMOUS", value_name = "WHAT")]
    pub anonymous: Option<Anonymous>,
    /// Who may make a profile without a key: a name with a key of its own, which reads and writes
    #[arg(long, env = "ARCANA_SIGN_UP", default_value = "loopback", value_name = "WHO")]
    pub sign_up: SignUp,
    /// Separate address for `/metrics`, `/healthz` and `/readyz`, without a key; `/metrics` is then served nowhere else
    #[arg(long, env = "ARCANA_METRICS_LISTEN", value_name = "ADDRESS", value_parser = address)]
    pub metrics_listen: Option<SocketAddr>,
    /// Maximum number of connections to Postgres
    #[arg(long, env = "ARCANA_DATABASE_CONNECTIONS", default_value_t = 16, value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub database_connections: u32,
    /// Number of threads that handle requests, and of threads that play and check games; by default one per core
    #[arg(long, env = "ARCANA_THREADS", value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Number of threads that play the games of simulations at the lowest priority, 0 for none; by default one per core
    #[arg(long, env = "ARCANA_SIMULATION_THREADS", value_name = "COUNT",
        value_parser = clap::value_parser!(u16).range(..=1024))]
    pub simulation_threads: Option<u16>,
    /// Limits on requests
    #[command(flatten)]
    pub bounds: Bounds,
    /// Erase games and readings this many days after they were stored; never by default
    #[arg(long, env = "ARCANA_KEEP_DAYS", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub keep_days: Option<u32>,
    /// Plain text of up to 1,000 characters that readings show where the querent needs a person: help lines and addresses
    /// of your country
    #[arg(long, env = "ARCANA_HELP_LINES", value_name = "FILE")]
    pub help_lines: Option<PathBuf>,
    /// Limits on connections
    #[command(flatten)]
    pub connected: Connected,
    /// Pictures
    #[command(flatten)]
    pub pictures: Pictures,
    /// Format of log lines
    #[arg(long, env = "ARCANA_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// Log filter, as `level` or `target=level,…`
    #[arg(long, env = "ARCANA_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
}

#[cfg(test)]
impl Serve {
    /// The settings with these flags.
    pub fn of(flags: &[&str]) -> Serve {
        let cli = Cli::read(["arcana"].iter().chain(flags)).expect("flags");
        let Command::Serve(serve) = cli.command else { panic!("{cli:?}") };
        *serve
    }
}

/// Settings of pictures.
#[derive(Clone, Debug, Args)]
pub struct Pictures {
    /// Folder with fonts for PNG pictures, preferred to installed ones
    #[arg(long, env = "ARCANA_FONTS", value_name = "FOLDER")]
    pub fonts: Option<PathBuf>,
    /// Folder with pictures of all cards (JPEG, PNG or WebP), named by card ids or names, or as the 1909 deck's scans are
    #[arg(long, env = "ARCANA_ART", value_name = "FOLDER")]
    pub art: Option<PathBuf>,
    /// How pages show cards unless the query parameter `cards` is given; `art` needs `--art`
    #[arg(long, env = "ARCANA_CARDS", default_value = "drawn", value_name = "LOOK")]
    pub cards: CardsLook,
}

/// How pages show cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CardsLook {
    /// As the program draws them
    Drawn,
    /// As in the folder of `--art`
    Art,
}

/// Access for callers without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Anonymous {
    /// No access: every caller needs a key.
    None,
    /// Read what is stored; writing requires a key.
    Read,
    /// Read and write.
    Write,
}

impl Anonymous {
    /// The scopes of a caller without a key.
    pub const fn scopes(self) -> Scopes {
        match self {
            Anonymous::None => Scopes::NONE,
            Anonymous::Read => Scopes::READ,
            Anonymous::Write => Scopes::READ_WRITE,
        }
    }
}

/// Who may make a profile without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SignUp {
    /// Nobody.
    Never,
    /// Everybody, if the service listens on loopback without a proxy.
    Loopback,
    /// Everybody.
    Always,
}

/// Limits on requests.
#[derive(Clone, Debug, Args)]
pub struct Bounds {
    /// Total memory for large request bodies, in bytes
    #[arg(long, env = "ARCANA_BODY_MEMORY", default_value_t = 64 << 20, value_name = "BYTES",
        value_parser = size)]
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
    #[arg(long, env = "ARCANA_RATE_BURST", value_name = "COUNT", value_parser = positive)]
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
