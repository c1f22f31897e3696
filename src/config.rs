//! Flags and environment; every setting has a default that needs no set-up.

mod bounds;
mod connected;
mod upkeep;

use std::net::SocketAddr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::{
    games::Ruleset,
    players::Skill,
    service::{Scope, Scopes},
};

/// The most steps that a log may have unless somebody says otherwise. The longest game is one of Fortuno that runs into
/// its limit of 100,000 turns: eight good players take five steps and a half a turn there.
const STEP_LIMIT: usize = 1_000_000;

/// The largest log that is taken unless somebody says otherwise, in bytes: that game's has 22 MB.
const LOG_LIMIT: usize = 32 << 20;

pub use bounds::Bounds;
pub use connected::Connected;
pub use upkeep::{Erase, Migration, Scrub};

/// Plays, checks, records and reads tarot games.
#[derive(Debug, Parser)]
#[command(version, about, long_about = "Plays, checks, records and reads tarot games.\n\nWithout a command it serves.")]
pub struct Cli {
    /// What to do; `serve` when nobody says.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to serve, when there is no command.
    #[command(flatten)]
    pub serve: Serve,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
#[command(args_conflicts_with_subcommands = true)]
pub enum Command {
    /// Serve the HTTP interface
    Serve(Box<Serve>),
    /// Play a complete game here and print it
    Play(Play),
    /// Judge the log in a file: exit 1 and the problem on a bad one
    Verify(Verify),
    /// Make, list and revoke API keys
    Keys(Keys),
    /// Write stored games as lines of JSON (NDJSON), oldest first
    Export(Export),
    /// Judge logs, one a line, and store the good ones: exit 1 when one was refused
    Import(Import),
    /// Erase for good what is somebody's, by name or by owner
    Erase(Erase),
    /// Replay every stored game and compare it with what is stored: exit 1 when something is damaged
    Scrub(Scrub),
    /// Bring the schema of the database up to date, and do nothing else
    Migrate(Migration),
    /// Print the OpenAPI document
    Openapi,
    /// Ask a running service whether it is ready: exit 1 when it is not
    Health(Health),
}

/// How to serve.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Where to listen; port 0 takes a free one, and the log says which
    #[arg(long, env = "ARCANA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// Where games are stored: `sqlite://FILE` (made with its folder when there is none) or `postgres://…`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL"
    )]
    pub database_url: String,
    /// What stands between arcana and Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub database_pooler: DatabasePooler,
    /// A copy of the Postgres database, such as a streaming replica, that reads go to
    #[arg(long, env = "ARCANA_READ_DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub read_database_url: Option<String>,
    /// What is done about the database's schema at the start
    #[arg(long, env = "ARCANA_MIGRATE", default_value = "auto", value_name = "WHAT")]
    pub migrate: Migrate,
    /// What callers may do who show no key; by default `write` where it listens on loopback without a proxy, else `none`
    #[arg(long, env = "ARCANA_ANONYMOUS", value_name = "WHAT")]
    pub anonymous: Option<Anonymous>,
    /// Where `/metrics`, `/healthz` and `/readyz` are served without a key; then `/metrics` is nowhere else
    #[arg(long, env = "ARCANA_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<SocketAddr>,
    /// How many connections to the database are kept at most
    #[arg(long, env = "ARCANA_DATABASE_CONNECTIONS", default_value_t = 16, value_name = "COUNT",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub database_connections: u32,
    /// How many threads answer requests, and how many play and judge games; one for each core when nobody says
    #[arg(long, env = "ARCANA_THREADS", value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The largest ordinary body, in bytes
    #[arg(long, env = "ARCANA_BODY_LIMIT", default_value_t = 1 << 20, value_name = "BYTES")]
    pub body_limit: usize,
    /// The largest body that holds a log, and the longest line of logs, in bytes
    #[arg(long, env = "ARCANA_LOG_LIMIT", default_value_t = LOG_LIMIT, value_name = "BYTES")]
    pub log_limit: usize,
    /// The largest body of lines that hold a log each, in bytes; it is read line by line and never held whole
    #[arg(long, env = "ARCANA_LINES_LIMIT", default_value_t = 64 << 20, value_name = "BYTES")]
    pub lines_limit: usize,
    /// The most steps that a log may have
    #[arg(long, env = "ARCANA_STEP_LIMIT", default_value_t = STEP_LIMIT, value_name = "COUNT")]
    pub step_limit: usize,
    /// How long requests under way may take once the service is told to stop
    #[arg(long, env = "ARCANA_SHUTDOWN_SECONDS", default_value_t = 30, value_name = "SECONDS")]
    pub shutdown_seconds: u64,
    /// Bounds on what is asked of it
    #[command(flatten)]
    pub bounds: Bounds,
    /// Erase games and readings so many days after they were stored; they are kept for ever by default
    #[arg(long, env = "ARCANA_KEEP_DAYS", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub keep_days: Option<u32>,
    /// Bounds on who is connected
    #[command(flatten)]
    pub connected: Connected,
    /// How log lines are written
    #[arg(long, env = "ARCANA_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// What is logged, as `level` or `target=level,…`
    #[arg(long, env = "ARCANA_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
}

/// What stands between arcana and Postgres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DatabasePooler {
    /// Nothing, or a pooler that keeps a session for each connection (PgBouncer's `pool_mode = session`).
    None,
    /// A pooler that gives each transaction any session (PgBouncer's `pool_mode = transaction`).
    Transaction,
}

/// What is done about the database's schema at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Migrate {
    /// It is made or brought up to date.
    Auto,
    /// It has to be up to date, else the service does not start.
    Check,
    /// Nothing: a newer schema is taken as well.
    Off,
}

/// What callers may do who show no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Anonymous {
    /// Nothing: every caller needs a key.
    None,
    /// See what is stored; to write, callers need a key.
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

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Which game to play here.
#[derive(Debug, Args)]
pub struct Play {
    /// What to play
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(Ruleset::ALL.map(Ruleset::id)))]
    pub ruleset: String,
    /// The seed: the same one gives the same game; a fresh one when nobody says
    #[arg(long)]
    pub seed: Option<String>,
    /// The second part of the seed
    #[arg(long, default_value = "")]
    pub client_seed: String,
    /// The options that differ from the defaults, as a JSON object
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub options: String,
    /// How many play; the ruleset's default number when nobody says
    #[arg(long, value_name = "COUNT")]
    pub players: Option<usize>,
    /// Who plays at every place
    #[arg(long, default_value = Skill::ALL[0].id(),
        value_parser = clap::builder::PossibleValuesParser::new(Skill::ALL.map(Skill::id)))]
    pub bot: String,
    /// Print the log document instead: it can be verified and imported
    #[arg(long)]
    pub log: bool,
}

/// The keys of a database.
#[derive(Debug, Args)]
pub struct Keys {
    /// Where the keys are stored: the service's database
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL",
        global = true
    )]
    pub database_url: String,
    /// What stands between arcana and Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER", global = true)]
    pub database_pooler: DatabasePooler,
    /// What to do with them.
    #[command(subcommand)]
    pub what: KeysCommand,
}

/// What to do with keys.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Make a key and print it, this once
    Create(NewKey),
    /// List all keys, newest first
    List,
    /// Revoke a key: it is good no longer
    Revoke {
        /// The key's id
        id: uuid::Uuid,
    },
    /// Revoke every key made before a time: after a restored backup has revived keys that were revoked
    RevokeAll {
        /// Keys made before this time, as in `2026-01-02T03:04:05Z`
        #[arg(long, value_name = "TIME")]
        before: String,
    },
}

/// The key to make.
#[derive(Debug, Args)]
pub struct NewKey {
    /// What to call it
    #[arg(long)]
    pub name: String,
    /// What it may do: `read`, `write`, `admin`, separated by commas; one does not include another
    #[arg(long, value_delimiter = ',', default_value = "read,write", value_name = "SCOPES")]
    pub scopes: Vec<Scope>,
    /// Whom belongs what it makes, as the list has it; an owner of its own when nobody says
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(1..1 << 53))]
    pub owner: Option<i64>,
    /// How many days it is good for; for ever when nobody says
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub days: Option<u32>,
}

/// Which log to judge.
#[derive(Debug, Args)]
pub struct Verify {
    /// A file with a log document; `-` reads standard input
    pub file: std::path::PathBuf,
}

/// Which games to write, and where.
#[derive(Debug, Args)]
pub struct Export {
    /// Where games are stored: `sqlite://FILE` or `postgres://…`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL"
    )]
    pub database_url: String,
    /// What stands between arcana and Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub database_pooler: DatabasePooler,
    /// Games of this ruleset
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(Ruleset::ALL.map(Ruleset::id)))]
    pub ruleset: Option<String>,
    /// Games with a player of this exact name; repeated: with all of them
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,
    /// Games stored at this time or later, as in `2026-01-02T03:04:05Z`
    #[arg(long, value_name = "TIME")]
    pub since: Option<String>,
    /// Games stored before this time
    #[arg(long, value_name = "TIME")]
    pub until: Option<String>,
    /// With their logs, so that they can be imported: the default
    #[arg(long, overrides_with = "no_log")]
    pub log: bool,
    /// Without their logs
    #[arg(long, overrides_with = "log")]
    pub no_log: bool,
    /// Also games that stand in no list, since they were played for a reading; imported again they are listed
    #[arg(long)]
    pub unlisted: bool,
    /// The file to write; standard output when nobody says
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
}

/// Which logs to store, and where.
#[derive(Debug, Args)]
pub struct Import {
    /// A file with a log document, or a line of an export, on each line; `-` reads standard input
    pub file: std::path::PathBuf,
    /// Where games are stored: `sqlite://FILE` (made with its folder when there is none) or `postgres://…`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL"
    )]
    pub database_url: String,
    /// What stands between arcana and Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub database_pooler: DatabasePooler,
    /// Whom belongs what is stored, as `arcana keys list` has it; 0 is the caller without a key
    #[arg(long, default_value_t = 0, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(0..1 << 53))]
    pub owner: i64,
    /// The most steps that a log may have
    #[arg(long, env = "ARCANA_STEP_LIMIT", default_value_t = STEP_LIMIT, value_name = "COUNT")]
    pub step_limit: usize,
}

/// Which service to ask.
#[derive(Debug, Args)]
pub struct Health {
    /// Where it listens
    #[arg(long, env = "ARCANA_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_flags_fit_together() {
        Cli::command().debug_assert();
    }

    /// Every argument of a command and of its subcommands.
    fn arguments(command: &clap::Command) -> Vec<clap::Arg> {
        let below = command.get_subcommands().flat_map(arguments);
        command.get_arguments().cloned().chain(below).collect()
    }

    #[test]
    fn no_help_shows_the_value_of_a_variable_that_holds_a_password() {
        let arguments = arguments(&Cli::command());
        let secret: Vec<_> = arguments.iter().filter(|argument| argument.get_env().is_some_and(holds_secret)).collect();
        assert!(secret.len() >= 4, "{secret:?}");
        for argument in secret {
            assert!(argument.is_hide_env_values_set(), "{argument:?}");
        }
    }

    /// Does a variable of this name hold a password or a key?
    fn holds_secret(name: &std::ffi::OsStr) -> bool {
        let name = name.to_string_lossy();
        ["DATABASE_URL", "SECRET", "KEY", "TOKEN", "PASSWORD"].iter().any(|word| name.contains(word))
    }

    #[test]
    fn nothing_has_to_be_set_up() {
        let cli = Cli::try_parse_from(["arcana"]).expect("no flags are needed");
        assert!(cli.command.is_none());
        assert_eq!((cli.serve.step_limit, cli.serve.log_limit), (1_000_000, 32 << 20));
        assert!(cli.serve.log_limit <= cli.serve.lines_limit);
    }
}
