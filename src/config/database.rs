//! Settings of every command that works on a database.

use clap::{Args, ValueEnum};

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
