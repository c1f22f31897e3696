//! Settings of the commands that work on a database.

use clap::{Args, Subcommand, ValueEnum};

use super::id;
use crate::{cards::Deck, games::Ruleset, service::Scope};

/// The database that a command works on.
#[derive(Clone, Debug, Args)]
pub struct Database {
    /// Database: `sqlite://FILE` or `postgres://…`
    #[arg(
        id = "database_url",
        long = "database-url",
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL",
        global = true
    )]
    pub url: String,
    /// Pooler in front of Postgres
    #[arg(
        id = "database_pooler",
        long = "database-pooler",
        env = "ARCANA_DATABASE_POOLER",
        default_value = "none",
        value_name = "POOLER",
        global = true
    )]
    pub pooler: DatabasePooler,
}

/// How a command writes audit events.
#[derive(Clone, Copy, Debug, Args)]
pub struct Audit {
    /// Format of audit events, on standard error
    #[arg(long, env = "ARCANA_LOG_FORMAT", default_value = "text", value_name = "FORMAT", global = true)]
    pub log_format: LogFormat,
}

/// Pooler in front of Postgres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DatabasePooler {
    /// No pooler, or one that keeps a session per connection (PgBouncer's `pool_mode = session`).
    None,
    /// A pooler that assigns sessions per transaction (PgBouncer's `pool_mode = transaction`).
    Transaction,
}

/// Format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Settings of `keys`.
#[derive(Debug, Args)]
pub struct Keys {
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Audit events
    #[command(flatten)]
    pub audit: Audit,
    /// The subcommand.
    #[command(subcommand)]
    pub what: KeysCommand,
}

/// The subcommands of `keys`.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Create a key and print it; it is shown only once
    Create(NewKey),
    /// List all keys, newest first
    List,
    /// Revoke a key
    Revoke {
        /// Id of the key
        #[arg(value_parser = id)]
        id: uuid::Uuid,
    },
    /// Revoke all keys created before a time, for use after restoring a backup that contains revoked keys
    RevokeAll {
        /// Revoke keys created before this time, as in `2026-01-02T03:04:05Z`
        #[arg(long, value_name = "TIME")]
        before: String,
    },
}

/// Settings of `keys create`.
#[derive(Debug, Args)]
pub struct NewKey {
    /// Name of the key
    #[arg(long)]
    pub name: String,
    /// Scopes of the key: `read`, `write`, `admin`, separated by commas; no scope includes another
    #[arg(long, value_delimiter = ',', default_value = "read,write", value_name = "SCOPES")]
    pub scopes: Vec<Scope>,
    /// Owner of what this key creates, as shown by `arcana keys list`; a new owner by default
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(1..1 << 53))]
    pub owner: Option<i64>,
    /// Number of days until the key expires; never by default
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub days: Option<u32>,
}

/// Settings of `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Only games of this ruleset
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(Ruleset::ALL.map(Ruleset::id)))]
    pub ruleset: Option<String>,
    /// Only games with a player of this exact name; if repeated, with all of them
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,
    /// Only games with this tag; if repeated, with all of them
    #[arg(long, value_name = "TAG")]
    pub tag: Vec<String>,
    /// Only games stored at this time or later, as in `2026-01-02T03:04:05Z`
    #[arg(long, value_name = "TIME")]
    pub since: Option<String>,
    /// Only games stored before this time
    #[arg(long, value_name = "TIME")]
    pub until: Option<String>,
    /// Leave out logs, without which the games cannot be imported
    #[arg(long)]
    pub no_log: bool,
    /// Include unlisted games, which were played for a reading; after an import they are listed
    #[arg(long)]
    pub unlisted: bool,
    /// File to write; standard output by default, and for `-`
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
}

/// Settings of `import`.
#[derive(Debug, Args)]
pub struct Import {
    /// File with a log document, or a line of an export, on each line, or a score sheet; `-` for standard input
    pub file: std::path::PathBuf,
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Owner of the imported games, as shown by `arcana keys list`; 0 is the caller without a key
    #[arg(long, default_value_t = 0, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(0..1 << 53))]
    pub owner: i64,
    /// Deck whose card names a refusal has: `fortunes`, `waite-smith`, `thoth` or `french`; by default that of the
    /// ruleset
    #[arg(long, value_name = "DECK")]
    pub deck: Option<Deck>,
    /// Tag of all games, besides those that they have; may be repeated
    #[arg(long, value_name = "TAG")]
    pub tag: Vec<String>,
}

/// Settings of `copy`.
#[derive(Debug, Args)]
pub struct Copy {
    /// Database to copy: `sqlite://FILE` or `postgres://…`
    #[arg(value_name = "FROM")]
    pub from: String,
    /// Database to copy to: empty, or what an interrupted copy has left
    #[arg(value_name = "TO")]
    pub to: String,
    /// Pooler in front of Postgres, for both databases: what goes through one that splits sessions goes without one too
    #[arg(long = "database-pooler", env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub pooler: DatabasePooler,
}

/// Parses an owner's number, as shown by `arcana keys list`. 0 is not an owner.
fn owner(text: &str) -> Result<i64, String> {
    let number = text.parse().ok().filter(|number| (1..1 << 53).contains(number));
    number.ok_or_else(|| format!("expected an owner's number, 1 to {}", (1_i64 << 53) - 1))
}

/// Settings of `erase`.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("whose").required(true)))]
pub struct Erase {
    /// Erase every game with a player of this exact name with its readings, every table at which somebody of this name
    /// sits, and every reading of a spread for a querent of this name
    #[arg(long, value_name = "NAME", group = "whose")]
    pub name: Option<String>,
    /// Erase every game and reading of this owner, and the owner's tables, simulations, commitments and idempotency
    /// records, but no keys
    #[arg(long, value_name = "NUMBER", value_parser = owner, group = "whose")]
    pub owner: Option<i64>,
    /// Confirm the erasure; without this flag what would be erased is only counted
    #[arg(long)]
    pub yes: bool,
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Audit events
    #[command(flatten)]
    pub audit: Audit,
}
