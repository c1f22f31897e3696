//! What is wrong with a connection to Postgres, and what to do about it.

use crate::storage::error;

/// The advice if a pooler in between splits sessions.
pub(super) const SESSIONS_SPLIT: &str = "a pooler between arcana and Postgres gives the transactions of one \
    connection to different sessions (PgBouncer's `pool_mode = transaction`): set `--database-pooler transaction` \
    (ARCANA_DATABASE_POOLER), or let the pooler keep sessions (`pool_mode = session`)";

/// The error if the settings of a connection have no effect.
pub(super) const SETTINGS_LOST: &str = "a connection to Postgres does not keep its settings (statement_timeout is \
    not in force): a pooler stands between: set `--database-pooler transaction` (ARCANA_DATABASE_POOLER), or let the \
    pooler keep sessions (`pool_mode = session`)";

/// The error if even a transaction does not stay in one session.
pub(super) const TRANSACTIONS_SPLIT: &str = "the statements of a transaction do not stay in one session of Postgres \
    with statement_timeout in force: `--database-pooler transaction` needs a pooler that keeps transactions whole \
    (PgBouncer's `pool_mode = transaction` or `session`, not `statement`)";

/// The error of a connection without the required properties.
pub(super) fn misconfigured(sentence: &str) -> sqlx::Error {
    sqlx::Error::Configuration(sentence.into())
}

/// Does the server, the database or the role have no free place for another connection?
pub(super) fn is_full(error: &sqlx::Error) -> bool {
    const TOO_MANY_CONNECTIONS: &str = "53300";
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some(TOO_MANY_CONNECTIONS))
}

/// Has a pooler rejected a connection because of its startup parameters?
pub(super) fn rejects_settings(error: &sqlx::Error) -> bool {
    // PgBouncer: `unsupported startup parameter: options`, with the code of a protocol violation
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("08P01"))
}

/// Was a prepared statement of this connection mixed up with another one?
pub(super) fn is_mixed_up(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| error::STATEMENT_NAMES.contains(&code.as_ref()))
}
