//! How a database is used.

use std::time::Duration;

/// How a database is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most connections to Postgres at once.
    pub connections: u32,
    /// How long a request waits for a connection, and on SQLite for another process that is writing.
    pub acquire_timeout: Duration,
    /// How long Postgres works on one statement.
    pub statement_timeout: Duration,
    /// What stands between the service and Postgres.
    pub pooler: Pooler,
    /// What is done about its schema.
    pub schema: Schema,
    /// The address of a copy that follows the database, which reads go to.
    pub read_url: Option<String>,
}

/// What is done about the schema when a database is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// It is made or brought up to date, unless the server takes no writes.
    #[default]
    Upgrade,
    /// It has to be up to date.
    Checked,
    /// Nobody looks.
    Unchecked,
    /// It has to be up to date, and nothing is written: the database may be a standby or a file that is read-only.
    ReadOnly,
}

/// What stands between the service and Postgres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooler {
    /// Nothing, or a pooler that gives each connection a session of its own for as long as it lasts.
    #[default]
    None,
    /// A pooler that gives each transaction any session: PgBouncer with `pool_mode = transaction`.
    Transaction,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(10),
            pooler: Pooler::None,
            read_url: None,
            schema: Schema::Upgrade,
        }
    }
}
