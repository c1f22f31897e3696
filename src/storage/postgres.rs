//! Postgres: what it does its own way.

use std::{str::FromStr, sync::Arc};

use chrono::{DateTime, Utc};
use sqlx::{
    Arguments, Connection, PgConnection, PgPool, Postgres, Row, Transaction,
    error::BoxDynError,
    postgres::{PgArguments, PgConnectOptions, PgDatabaseError, PgPoolOptions, PgRow},
};

use super::{
    OpenError, Settings, commitments,
    connections::Connections,
    dialect::{Column, Dialect, Outcome, Written},
    games, marks, position, readings, schema,
    statement::Statement,
    together,
};
use crate::service::{
    Mark,
    store::{PoolUsage, StoreError, Write},
};

/// Opens the database at this address and brings its schema up to date.
pub(super) async fn open(url: &str, settings: &Settings) -> Result<PgPool, OpenError> {
    let options = PgConnectOptions::from_str(url).map_err(OpenError::address)?.application_name("arcana");
    // A migration may take longer than any statement is allowed to.
    let mut connection = PgConnection::connect_with(&options).await.map_err(StoreError::from)?;
    schema::of_postgres().run(&mut connection).await?;
    position::raise_offset(&mut connection).await?;
    connection.close().await.map_err(StoreError::from)?;

    let timeout = settings.statement_timeout.as_millis().to_string();
    // A page of a player's games is found by one index and fetched by another. To Postgres merging the two looks as good,
    // and is not: it goes through all games that are newer than the player's last.
    let session = [("statement_timeout", timeout.as_str()), ("enable_mergejoin", "off")];
    let pool = PgPoolOptions::new()
        .max_connections(settings.connections)
        .acquire_timeout(settings.acquire_timeout)
        .connect_lazy_with(options.options(session));
    Ok(pool)
}

/// Is this an error that may not come again: the server is going down, full, or too slow?
pub(super) fn may_pass(error: &PgDatabaseError) -> bool {
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    let class = error.code().get(..2).unwrap_or_default();
    match class {
        // connection, transaction rollback, resources (disk full), operator intervention (timeout, shutdown), system
        "08" | "40" | "53" | "57" | "58" => true,
        // a standby that takes no writes; a lock that was not to be had
        _ => matches!(error.code(), "25006" | "55P03"),
    }
}

impl Dialect for Postgres {
    /// While one statement is on its way to the disk, another is made ready: a third has not helped.
    const WRITERS: usize = 2;

    const TOGETHER: usize = 250;

    const HORIZON: Option<&'static str> = Some(position::HORIZON);

    type Time = DateTime<Utc>;

    fn time(time: DateTime<Utc>) -> DateTime<Utc> {
        time
    }

    fn utc(time: DateTime<Utc>) -> Option<DateTime<Utc>> {
        Some(time)
    }

    fn add<T: Column>(arguments: &mut PgArguments, value: T) -> Result<(), BoxDynError> {
        arguments.add(value)
    }

    fn get<T: Column>(row: &PgRow, index: usize) -> sqlx::Result<T> {
        row.try_get(index)
    }

    async fn rows(connection: &mut PgConnection, sql: String, arguments: PgArguments) -> sqlx::Result<Vec<PgRow>> {
        sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).fetch_all(connection).await
    }

    async fn execute(connection: &mut PgConnection, sql: String, arguments: PgArguments) -> sqlx::Result<u64> {
        Ok(sqlx::query_with(sqlx::AssertSqlSafe(sql), arguments).execute(connection).await?.rows_affected())
    }

    async fn begin(connection: &mut PgConnection) -> sqlx::Result<Transaction<'_, Postgres>> {
        connection.begin().await
    }

    /// The server's own vacuum frees the place of what was deleted, and its log goes with the next checkpoints.
    async fn purge(_connection: &mut PgConnection) -> Result<(), StoreError> {
        Ok(())
    }

    fn pools(both: &Connections<Postgres>, _same: &Connections<Postgres>) -> Vec<PoolUsage> {
        vec![both.usage("shared")]
    }

    fn waits(write: &Write) -> bool {
        together::fits(write)
    }

    async fn store(connection: &mut PgConnection, writes: &[Arc<Write>]) -> Vec<Outcome> {
        if let [write] = writes
            && !together::fits(write)
        {
            return vec![store_whole(connection, write).await];
        }
        match together::store(connection, writes).await {
            Ok(outcomes) => outcomes,
            Err(error @ StoreError::Unavailable(_)) => writes.iter().map(|_| Err(error.clone())).collect(),
            // One of them has something that cannot be stored at all: it may not fail the others.
            Err(StoreError::Broken(_)) => {
                let mut outcomes = Vec::with_capacity(writes.len());
                for write in writes {
                    outcomes.push(store_whole(connection, write).await);
                }
                outcomes
            }
        }
    }
}

/// Stores a write by itself.
async fn store_whole(connection: &mut PgConnection, write: &Write) -> Outcome {
    match &write.mark {
        None => store_unmarked(connection, write).await,
        Some(mark) => store_marked(connection, write, mark).await,
    }
}

/// One statement, hence one way to the server and back.
async fn store_unmarked(connection: &mut PgConnection, write: &Write) -> Outcome {
    let rows = whole(write).rows(connection).await;
    let stored = |rows: Vec<PgRow>| if rows.is_empty() { Written::CommitmentNotUsable } else { Written::Stored };
    Written::or_taken(rows.map(stored))
}

/// The mark goes first: the same request in another service waits for this transaction, and then finds the mark.
async fn store_marked(connection: &mut PgConnection, write: &Write, mark: &Mark) -> Outcome {
    let mut transaction = connection.begin().await?;
    if !marks::add::<Postgres>(&mut transaction, mark, write.created()).await? {
        transaction.rollback().await?;
        return Ok(Written::Repeated);
    }
    let written = store_unmarked(&mut transaction, write).await?;
    match written {
        Written::Stored => transaction.commit().await?,
        Written::CommitmentNotUsable | Written::Repeated | Written::Taken(_) => transaction.rollback().await?,
    }
    Ok(written)
}

/// The statement that stores all of a write and gives the game's id, or stores nothing and gives no row.
fn whole(write: &Write) -> Statement<Postgres> {
    let record = &write.game.record;
    let mut statement = Statement::new("with ");
    let mut condition = "";
    if let Some(commitment) = record.drawn.as_ref().and_then(|drawn| drawn.commitment) {
        statement.push("used as (");
        commitments::use_up(&mut statement, commitment, record, write.now);
        statement.push(" returning id), ");
        condition = " where exists (select 1 from used)";
    }
    statement.push("players as (");
    games::insert_players(&mut statement, record);
    statement.push(condition).push("), ");
    if let Some(reading) = &write.reading {
        statement.push("reading as (");
        readings::insert(&mut statement, reading);
        statement.push(condition).push("), ");
    }
    statement.push("game as (");
    games::insert(&mut statement, &write.game);
    statement.push(condition).push(" returning id) select id from game");
    statement
}
