//! How a database on Postgres is opened and migrated.

use std::{sync::Arc, time::Duration};

use sqlx::{Connection, Executor, PgConnection, Postgres, Row};

use super::{
    horizon,
    migrator::UnnamedMigrator,
    notices::Notices,
    servers::Servers,
    session::{self, Sessions},
    watch,
};
use crate::storage::{
    migrations,
    open_error::OpenError,
    pool::{Limits, Pool, connector::Connector},
    settings::{Schema, Settings},
};

/// Maximum age of a connection, so that connections are spread over the servers again after a failover.
const LIFETIME: Duration = Duration::from_secs(30 * 60);

/// Opens the database at a URL and, depending on the settings, migrates its schema.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(in crate::storage) async fn open(
    url: &str,
    settings: &Settings,
) -> Result<(Arc<Pool<Postgres>>, Notices), OpenError> {
    let sessions = Sessions::new(Servers::parse(url)?, settings.pooler, settings.statement_timeout);
    sessions.verify().await?;
    let mut connection = sessions.connect().await?;
    bring_up_to_date(&mut connection, settings.schema).await?;
    if settings.schema != Schema::Unchecked {
        horizon::raise_offset(&mut connection).await?;
    }
    connection.close().await?;
    let sessions = Arc::new(sessions);
    let connections = connections(Arc::clone(&sessions), settings);
    let notices = Notices::new(&connections, sessions);
    Ok((connections, notices))
}

/// Opens the read replica at a URL, which may be unreachable for now.
///
/// # Errors
/// The URL is malformed, or a pooler splits sessions.
pub(in crate::storage) async fn open_replica(url: &str, settings: &Settings) -> Result<Arc<Pool<Postgres>>, OpenError> {
    let sessions = Sessions::new(Servers::parse_replica(url)?, settings.pooler, settings.statement_timeout);
    match sessions.verify().await {
        Err(error @ sqlx::Error::Configuration(_)) => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "the read replica is unreachable");
            Ok(connections(Arc::new(sessions), settings))
        }
        Ok(()) => Ok(connections(Arc::new(sessions), settings)),
    }
}

/// A pool whose health is checked from now on.
fn connections(sessions: Arc<Sessions>, settings: &Settings) -> Arc<Pool<Postgres>> {
    let limits = Limits {
        connections: settings.connections,
        acquire: settings.acquire_timeout,
        // A server that has become unreachable sends no error.
        loan: Some(settings.acquire_timeout + settings.statement_timeout),
        lifetime: Some(LIFETIME),
    };
    let connections = Pool::new(Arc::clone(&sessions) as Arc<dyn Connector<Postgres>>, limits);
    tokio::spawn(watch::watch(Arc::downgrade(&connections), sessions));
    connections
}

/// Migrates or checks the schema, as configured. On a read-only server it is only checked.
async fn bring_up_to_date(connection: &mut PgConnection, schema: Schema) -> Result<(), OpenError> {
    match schema {
        Schema::Unchecked => Ok(()),
        Schema::Checked | Schema::ReadOnly => migrations::check(&applied(connection).await?),
        Schema::Upgrade | Schema::UpgradeExisting => {
            let applied = applied(connection).await?;
            if is_read_only(connection).await? {
                let checked = migrations::check(&applied);
                if let Err(OpenError::OlderSchema(missing)) = checked {
                    return Err(OpenError::CannotUpgrade(missing));
                }
                return checked;
            }
            if applied.is_empty() {
                check_encoding(connection).await?;
            }
            migrate(connection).await
        }
    }
}

async fn is_read_only(connection: &mut PgConnection) -> sqlx::Result<bool> {
    const READ_ONLY: &str = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'";
    connection.fetch_one(sqlx::raw_sql(READ_ONLY)).await?.try_get(0)
}

/// Checks that a new database can store all names and questions.
async fn check_encoding(connection: &mut PgConnection) -> Result<(), OpenError> {
    let encoding: String = connection.fetch_one(sqlx::raw_sql("show server_encoding")).await?.try_get(0)?;
    if encoding == "UTF8" { Ok(()) } else { Err(OpenError::Encoding(encoding)) }
}

/// The versions of the migrations that were applied.
async fn applied(connection: &mut PgConnection) -> sqlx::Result<Vec<i64>> {
    const UNDEFINED_TABLE: &str = "42P01";
    let rows = connection.fetch_all(sqlx::raw_sql(migrations::APPLIED)).await;
    match rows {
        Ok(rows) => rows.iter().map(|row| row.try_get(0)).collect(),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(UNDEFINED_TABLE) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Runs all migrations in one transaction, since behind a pooler sessions do not outlive one. A second service waits.
async fn migrate(connection: &mut PgConnection) -> Result<(), OpenError> {
    // A migration may take longer than the statement timeout.
    session::run(connection, "begin; set local statement_timeout = 0".to_owned()).await?;
    migrations::of_postgres().run_direct(None, &mut UnnamedMigrator(&mut *connection), false).await?;
    Ok(session::run(connection, "commit".to_owned()).await?)
}
