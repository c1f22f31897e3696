//! How a database on Postgres is opened, and filled with tables if it is empty.

use std::{sync::Arc, time::Duration};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Postgres, Row, postgres::PgPoolOptions};

use super::{
    address,
    notices::Notices,
    session::{self, Role, Sessions},
    watch,
};
use crate::storage::{
    opening::{self, Found, OpenError, Schema, Settings},
    pool::{Health, Limits, Pool},
};

/// Maximum age of a connection, so that connections are spread over the servers again after a failover.
const LIFETIME: Duration = Duration::from_secs(30 * 60);

/// Opens the database at a URL and, depending on the settings, creates its schema.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(in crate::storage) async fn open(
    url: &str,
    settings: &Settings,
) -> Result<(Arc<Pool<Postgres>>, Notices), OpenError> {
    let sessions = Arc::new(Sessions::new(address::parse(url)?, Role::Primary, settings));
    prepare(&sessions, settings.schema).await?;
    let connections = connections(Arc::clone(&sessions), settings);
    let notices = Notices::new(&connections, sessions);
    Ok((connections, notices))
}

/// Creates the schema in the database at a URL if it is empty; returns whether it was.
///
/// # Errors
/// As [`open`](crate::storage::open).
pub(in crate::storage) async fn migrate(url: &str, settings: &Settings) -> Result<bool, OpenError> {
    prepare(&Sessions::new(address::parse(url)?, Role::Primary, settings), settings.schema).await
}

/// Brings a database to a state in which it can be used; returns whether its schema was created.
async fn prepare(sessions: &Sessions, schema: Schema) -> Result<bool, OpenError> {
    sessions.verify().await?;
    let mut connection = sessions.find().await?.0;
    let created = ensure_schema(&mut connection, schema).await?;
    raise_offset(&mut connection).await?;
    connection.close().await?;
    Ok(created)
}

/// Checks the URL of a read replica.
///
/// # Errors
/// The URL is malformed.
pub(in crate::storage) fn check_replica_url(url: &str) -> Result<(), OpenError> {
    address::parse(url).map(drop)
}

/// Opens the read replica at a URL, which may be unreachable for now.
///
/// # Errors
/// The URL is malformed, or a pooler splits sessions.
pub(in crate::storage) async fn open_replica(url: &str, settings: &Settings) -> Result<Arc<Pool<Postgres>>, OpenError> {
    let sessions = Sessions::new(address::parse(url)?, Role::Replica, settings);
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
    if schema != Schema::ReadOnly {
        check_rights(&mut sessions.find().await?.0, Access::Read).await?;
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
    };
    let health = Arc::<Health>::default();
    let (opening, lending, found) = (Arc::clone(&sessions), Arc::clone(&sessions), Arc::clone(&health));
    let options = PgPoolOptions::new()
        .max_lifetime(LIFETIME)
        .after_connect(move |connection, _| {
            let sessions = Arc::clone(&opening);
            Box::pin(async move { sessions.prepare_to_lend(connection).await })
        })
        .before_acquire(move |connection, idle| {
            let (sessions, health) = (Arc::clone(&lending), Arc::clone(&found));
            Box::pin(async move { Ok(sessions.can_lend(connection, idle, &health).await) })
        });
    let mut pool = Pool::new(options, sessions.address(), limits, health);
    pool.begin = sessions.begin();
    let connections = Arc::new(pool);
    tokio::spawn(watch::watch(Arc::downgrade(&connections), sessions, settings.answer_timeout));
    connections
}

/// Creates or checks the schema, as configured; returns whether it was created. On a read-only server it is only checked.
async fn ensure_schema(connection: &mut PgConnection, schema: Schema) -> Result<bool, OpenError> {
    let found = found(connection).await?;
    let is_read_only = is_read_only(connection).await?;
    if schema == Schema::Create && !is_read_only && found.is_missing()? {
        return create(connection).await;
    }
    found.require()?;
    match schema {
        Schema::ReadOnly => {}
        Schema::Create | Schema::Existing => {
            check_rights(connection, if is_read_only { Access::Read } else { Access::Write }).await?;
        }
    }
    Ok(false)
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

/// What the database contains. Other programs may have tables beside ours.
async fn found(connection: &mut PgConnection) -> sqlx::Result<Found> {
    const TABLES: &str = "select to_regclass('arcana_schema') is not null, to_regclass('games') is not null";
    let tables = connection.fetch_one(sqlx::raw_sql(TABLES)).await?;
    if tables.try_get(0)? {
        let recorded = connection.fetch_optional(sqlx::raw_sql(opening::RECORDED)).await?;
        return recorded.map_or(Ok(Found::Unnumbered), |row| row.try_get(0).map(Found::Version));
    }
    Ok(if tables.try_get(1)? { Found::Unnumbered } else { Found::Nothing })
}

/// The advisory lock taken by services that create the schema: "arcana" in ASCII.
const LOCK: i64 = 0x6172_6361_6e61;

/// Creates the schema in one transaction, since behind a pooler sessions do not outlive one; returns whether it did. Of
/// two services the second waits, and then finds it.
async fn create(connection: &mut PgConnection) -> Result<bool, OpenError> {
    check_encoding(connection).await?;
    let begin = format!("begin; set local statement_timeout = 0; select pg_advisory_xact_lock({LOCK})");
    session::run(connection, begin).await?;
    let is_missing = found(connection).await?.is_missing()?;
    if is_missing {
        connection.execute(sqlx::raw_sql(opening::POSTGRES)).await?;
    }
    session::run(connection, "commit".to_owned()).await?;
    Ok(is_missing)
}

/// Does any row have a position that no transaction of this server has reached? Both values come from one snapshot.
const BEYOND: &str = "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' and greatest(\
    coalesce((select max(position) from games), 0), coalesce((select max(position) from readings), 0), \
    coalesce((select max(position) from owner_events), 0)) \
    >= value + cast(cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as bigint) from position_offset";

/// Locks the tables, so that nothing is stored meanwhile.
const RAISE: &str = "begin; \
    lock table games, readings, owner_events, position_offset in share row exclusive mode; \
    update position_offset set value = greatest(value, 1 + greatest(\
    coalesce((select max(position) from games), 0), coalesce((select max(position) from readings), 0), \
    coalesce((select max(position) from owner_events), 0)) \
    - cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)); \
    commit";

/// Raises the offset of positions after a dump was restored on a server with lower transaction ids. Otherwise the
/// restored rows would be hidden, and new rows would come before them.
async fn raise_offset(connection: &mut PgConnection) -> sqlx::Result<()> {
    let row = connection.fetch_one(sqlx::raw_sql(BEYOND)).await?;
    if row.try_get(0)? {
        session::run(connection, RAISE.to_owned()).await?;
    }
    Ok(())
}

/// The tables that are read and written. Only a partitioned database has the last one (docs/operation/growth.md).
const TABLES: &str = "'games', 'game_players', 'game_tags', 'readings', 'reading_notes', 'note_people', 'commitments', 'commitment_chains', 'api_keys', \
    'profiles', 'profile_links', 'idempotency_records', 'position_offset', 'secrets', 'tables', 'table_changes', 'owner_events', 'days', 'day_results', 'day_scores', 'simulations', 'analyses', 'analysis_parts', \
    'simulation_chunks', 'standings_lease', 'standings_progress', 'player_standings', 'player_pairs', 'layout_counts', \
    'standings_progress_next', 'player_standings_next', 'player_pairs_next', 'layout_counts_next', 'external_ids'";

/// What is only read; `games_past` is a table of a partitioned database.
const ONLY_READ: &str = "'arcana_schema', 'games_past'";

/// What a role does with the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// It reads a server that accepts no writes.
    Read,
    /// It reads and writes.
    Write,
}

/// Checks that the role of a connection has the rights that a service needs. Without one of them the service would start,
/// be ready, and fail with each request that uses the table. Tables that do not exist are ignored.
///
/// # Errors
/// `MissingRight`.
async fn check_rights(connection: &mut PgConnection, access: Access) -> Result<(), OpenError> {
    let rights = match access {
        Access::Read => "'select'",
        Access::Write => "'select', 'insert', 'update', 'delete'",
    };
    let sql = format!(
        "select name, needed from (\
         select name, needed from unnest(array[{TABLES}]) as name cross join unnest(array[{rights}]) as needed \
         union all select name, 'select' from unnest(array[{ONLY_READ}]) as name) as all_needed \
         where not has_table_privilege(to_regclass(name), needed) order by name, needed limit 1"
    );
    match connection.fetch_optional(sqlx::raw_sql(AssertSqlSafe(sql))).await? {
        None => Ok(()),
        Some(row) => Err(OpenError::MissingRight { table: row.try_get(0)?, right: row.try_get(1)? }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names behind these words in the schema.
    fn named(words: &str) -> Vec<&str> {
        let script = include_str!("../../../schema/postgres.sql");
        let name = |rest: &'static str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        script.split(words).skip(1).filter_map(name).collect()
    }

    #[test]
    fn every_table_and_view_is_listed() {
        let made = [named("create table "), named("create view ")].concat();
        assert!(made.len() > 10, "{made:?}");
        for name in made {
            let listed = |list: &str| list.contains(&format!("'{name}'"));
            assert!(listed(TABLES) || listed(ONLY_READ), "{name}");
        }
    }
}
