//! Settings of a database.

use std::time::Duration;

/// Settings of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Maximum number of connections to Postgres.
    pub connections: u32,
    /// Timeout for getting a connection, and on SQLite for a lock held by another process.
    pub acquire_timeout: Duration,
    /// Statement timeout of Postgres.
    pub statement_timeout: Duration,
    /// Time that Postgres has to answer a check. It is down after that, and half as much again to open a connection.
    pub answer_timeout: Duration,
    /// The pooler in front of Postgres.
    pub pooler: Pooler,
    /// How the schema is handled.
    pub schema: Schema,
    /// URL of a read replica.
    pub read_url: Option<String>,
}

/// How the schema is handled when a database is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// Create it in an empty database, unless the server is read-only.
    #[default]
    Create,
    /// Fail if there is none.
    Existing,
    /// Fail if there is none, and write nothing: the database may be a standby or a read-only file.
    ReadOnly,
}

/// The pooler in front of Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooler {
    /// None, or one that keeps a session per connection.
    #[default]
    None,
    /// One that assigns sessions per transaction: PgBouncer with `pool_mode = transaction`.
    Transaction,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(1),
            pooler: Pooler::None,
            read_url: None,
            schema: Schema::Create,
        }
    }
}
