//! Flags and environment variables. Every setting has a default, so no configuration is needed.

mod arguments;
mod bounds;
mod connected;
mod database;
mod play;
mod values;

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::{cards::Deck, service::Scopes};

pub use bounds::{Bounds, LOG_LIMIT, STEP_LIMIT};
pub use connected::Connected;
pub use database::{
    Audit, Database, DatabasePooler, Erase, Export, Import, Keys, KeysCommand, LogFormat, Migration, NewKey, Reindex,
    Scrub,
};
pub use play::{Play, Simulate, SimulateFormat};

/// Plays, checks, records and reads tarot games.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    override_usage = "arcana [COMMAND] [OPTIONS]",
    after_help = "The default command is `serve`: `arcana --listen 127.0.0.1:8080` runs the service at this address. \
        `arcana serve --help` lists its settings."
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run the HTTP service
    Serve(Box<Serve>),
    /// Play a complete game and print it, or take a seat and play it yourself
    Play(Play),
    /// Have bots play many games, and print the statistics; nothing is stored
    Simulate(Simulate),
    /// Check the log in a file; exits with 1 and prints the problem if it is invalid
    Verify(Verify),
    /// Create, list and revoke API keys
    Keys(Keys),
    /// Export stored games as NDJSON, oldest first
    Export(Export),
    /// Check logs, one per line, and store the valid ones; exits with 1 if any was rejected
    Import(Import),
    /// Permanently erase games by player name or by owner
    Erase(Erase),
    /// Replay every stored game and compare it with its record; exits with 1 if anything is damaged
    Scrub(Scrub),
    /// Rebuild counters, ratings and leaderboards from the stored games; the service may run meanwhile
    Reindex(Reindex),
    /// Create the tables in an empty database, and do nothing else
    Migrate(Migration),
    /// Print the OpenAPI document
    Openapi,
    /// Check whether a running service is ready; exits with 1 if it is not
    Health(Health),
}

/// Settings of `serve`.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Address to listen on; port 0 picks a free port, which is logged
    #[arg(long, env = "ARCANA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS",
        value_parser = values::address)]
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
    /// Separate address for `/metrics`, `/healthz` and `/readyz`, without a key; `/metrics` is then served nowhere else
    #[arg(long, env = "ARCANA_METRICS_LISTEN", value_name = "ADDRESS", value_parser = values::address)]
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

/// Settings of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// File with a log document; `-` for standard input
    pub file: std::path::PathBuf,
    /// Deck whose card names a refusal has: `fortunes`, `waite-smith`, `thoth` or `french`; by default that of the
    /// ruleset
    #[arg(long, value_name = "DECK")]
    pub deck: Option<Deck>,
}

/// Settings of `health`.
#[derive(Debug, Args)]
pub struct Health {
    /// Address that the service listens on
    #[arg(long, env = "ARCANA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS",
        value_parser = values::address)]
    pub listen: SocketAddr,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Every argument of a command and of its subcommands.
    fn arguments(command: &clap::Command) -> Vec<clap::Arg> {
        let below = command.get_subcommands().flat_map(arguments);
        command.get_arguments().cloned().chain(below).collect()
    }

    #[test]
    fn help_never_shows_the_value_of_a_variable_with_a_secret() {
        let arguments = arguments(&Cli::command());
        let secret: Vec<_> = arguments.iter().filter(|argument| argument.get_env().is_some_and(holds_secret)).collect();
        assert!(secret.len() >= 4, "{secret:?}");
        for argument in secret {
            assert!(argument.is_hide_env_values_set(), "{argument:?}");
        }
    }

    /// Does a variable of this name hold a secret?
    fn holds_secret(name: &std::ffi::OsStr) -> bool {
        let name = name.to_string_lossy();
        ["DATABASE_URL", "SECRET", "KEY", "TOKEN", "PASSWORD"].iter().any(|word| name.contains(word))
    }
}
