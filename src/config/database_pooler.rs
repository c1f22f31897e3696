//! The pooler in front of Postgres, if there is one.

use clap::ValueEnum;

/// Pooler in front of Postgres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DatabasePooler {
    /// No pooler, or one that keeps a session per connection (PgBouncer's `pool_mode = session`).
    None,
    /// A pooler that assigns sessions per transaction (PgBouncer's `pool_mode = transaction`).
    Transaction,
}
