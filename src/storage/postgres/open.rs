//! How a database on Postgres is opened and migrated.

use std::{sync::Arc, time::Duration};

use sqlx::{Connection, Executor, PgConnection, Postgres, Row};

use super::{
    horizon,
    migrator::UnnamedMigrator,
    notices::Notices,
    rights::{self, Access},
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
    let sessions = Arc::new(Sessions::new(Servers::parse(url)?, settings.pooler, settings.statement_timeout));
    prepare(&sessions, settings.schema).await?;
    let connections = connections(Arc::clone(&sessions), settings);
    let notices = Notices::new(&connections, sessions);
    Ok((connections, notices))
}

/// Migrates the schema of the database at a URL; returns the versions of the migrations that were applied.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(in crate::storage) async fn migrate(url: &str, settings: &Settings) -> Result<Vec<i64>, OpenError> {
    prepare(&Sessions::new(Servers::parse(url)?, settings.pooler, settings.statement_timeout), settings.schema).await
}

/// Brings a database to a state in which it can be used; returns the versions of the migrations that were applied.
async fn prepare(sessions: &Sessions, schema: Schema) -> Result<Vec<i64>, OpenError> {
    sessions.verify().await?;
    let mut connection = sessions.connect().await?;
    let upgraded = bring_up_to_date(&mut connection, schema).await?;
    match horizon::raise_offset(&mut connection).await {
        // Nobody has checked whether there are positions yet.
        Err(error) if schema == Schema::Unchecked && is_missing_table(&error) => {}
        raised => raised?,
    }
    connection.close().await?;
    Ok(upgraded)
}

/// Checks the URL of a read replica.
///
/// # Errors
/// The URL is malformed.
pub(in crate::storage) fn check_replica_url(url: &str) -> Result<(), OpenError> {
    Servers::parse_replica(url).map(drop)
}

/// Opens the read replica at a URL, which may be unreachable for now.
///
/// # Errors
/// The URL is malformed, or a pooler splits sessions.
pub(in crate::storage) async fn open_replica(url: &str, settings: &Settings) -> Result<Arc<Pool<Postgres>>, OpenError> {
    let sessions = Sessions::new(Servers::parse_replica(url)?, settings.pooler, settings.statement_timeout);
    match check_replica(&sessions, settings.schema).await {
        Err(error @ OpenError::Store(_)) => tracing::warn!(%error, "the read replica is unreachable"),
        // Rights that were just granted reach a replica later.
        Err(error @ OpenError::MissingRight { .. }) => tracing::warn!(%error, "the read replica cannot be read yet"),
        checked => checked?,
    }
    Ok(connections(Arc::new(sessions), settings))
}

async fn check_replica(sessions: &Sessions, schema: Schema) -> Result<(), OpenError> {
    sessions.verify().await?;
    if schema == Schema::Checked {
        rights::check(&mut sessions.connect().await?, Access::Read).await?;
    }
    Ok(())
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

/// Migrates or checks the schema, as configured; returns the versions of the migrations that were applied. On a read-only
/// server it is only checked.
async fn bring_up_to_date(connection: &mut PgConnection, schema: Schema) -> Result<Vec<i64>, OpenError> {
    match schema {
        Schema::Unchecked => {}
        Schema::ReadOnly => migrations::check(&applied(connection).await?)?,
        Schema::Checked => {
            migrations::check(&applied(connection).await?)?;
            let access = if is_read_only(connection).await? { Access::Read } else { Access::Write };
            rights::check(connection, access).await?;
        }
        Schema::Upgrade | Schema::UpgradeExisting => {
            let applied = applied(connection).await?;
            if is_read_only(connection).await? {
                let checked = migrations::check(&applied);
                if let Err(OpenError::OlderSchema(missing)) = checked {
                    return Err(OpenError::CannotUpgrade(missing));
                }
                return checked.map(|()| Vec::new());
            }
            migrations::refuse_newer(&applied)?;
            if applied.is_empty() {
                check_encoding(connection).await?;
            }
            return upgrade(connection).await;
        }
    }
    Ok(Vec::new())
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
    match connection.fetch_all(sqlx::raw_sql(migrations::APPLIED)).await {
        Ok(rows) => rows.iter().map(|row| row.try_get(0)).collect(),
        Err(error) if is_missing_table(&error) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Does a statement name a table that is not there?
fn is_missing_table(error: &sqlx::Error) -> bool {
    const UNDEFINED_TABLE: &str = "42P01";
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some(UNDEFINED_TABLE))
}

/// Runs all migrations in one transaction, since behind a pooler sessions do not outlive one. A second service waits.
async fn upgrade(connection: &mut PgConnection) -> Result<Vec<i64>, OpenError> {
    // A migration may take longer than the statement timeout.
    session::run(connection, "begin; set local statement_timeout = 0".to_owned()).await?;
    let mut migrator = UnnamedMigrator::new(&mut *connection);
    migrations::of_postgres().run_direct(None, &mut migrator, false).await?;
    let upgraded = migrator.applied;
    session::run(connection, "commit".to_owned()).await?;
    Ok(upgraded)
}
