//! The databases: SQLite in a private file, or Postgres, with one body of SQL.
//!
//! What is stored has a file by its noun (`games`, `tables`, `keys`, …), which answers its part of `service/store/` for both. A
//! statement is put together by `query`, in the words of a `dialect`, and runs on a connection of `pool` that `borrow` lends;
//! `writes` and `write_queue` store together what has come together. What only one of them has is in `sqlite/` or `postgres/`.

mod analyses;
mod batch;
mod borrow;
mod commitments;
mod copy;
mod database;
mod days;
mod dialect;
mod entry;
mod erasure;
mod error;
mod events;
mod game_players;
mod games;
mod history;
mod idempotency;
mod keys;
mod keyset;
mod maintenance;
mod notes;
mod opening;
mod player_list;
mod pool;
mod postgres;
mod profiles;
mod projection;
mod query;
mod readings;
mod simulations;
mod sqlite;
mod tables;
mod write_queue;
mod writes;

use std::sync::Arc;

use sqlx::{Postgres, Sqlite};

use self::{
    database::Database,
    pool::{Lists, Pool},
    write_queue::Queue,
    writes::store,
};
use crate::service::store::Store;

pub use copy::{CopyError, Summary, copy};
pub use opening::{OpenError, Pooler, Schema, Settings};

/// Opens the database at a URL. Depending on the settings, creates its schema.
///
/// # Errors
/// The URL is invalid, the database does not respond, or its schema is not the expected one.
pub async fn open(url: &str, settings: &Settings) -> Result<Arc<dyn Store>, OpenError> {
    let scheme = url.split(':').next().unwrap_or_default();
    match scheme {
        "postgres" | "postgresql" => {
            // An invalid URL is told before any server is waited for.
            settings.read_url.as_deref().map(postgres::check_replica_url).transpose()?;
            let (connections, notices) = postgres::open(url, settings).await?;
            let primary = Database { notices: Some(notices), ..shared(connections, settings) };
            let Some(replica) = &settings.read_url else { return Ok(Arc::new(primary)) };
            let replica = postgres::open_replica(replica, settings).await?;
            let lists = primary.lists.with_replica(replica);
            Ok(Arc::new(Database { lists, ..primary }))
        }
        "sqlite" if settings.read_url.is_some() => Err(OpenError::NoReplica),
        "sqlite" => {
            let sqlite::Pools { writer, reader, lists, created: _ } = sqlite::open(url, settings).await?;
            let queue = Queue::new(
                Arc::clone(&writer),
                |connection, entries| Box::pin(store::<Sqlite>(connection, entries)),
                settings,
            );
            let lists = Lists::new(lists, sqlite::LISTS, settings);
            Ok(Arc::new(Database { writer, reader, lists, queue, notices: None }))
        }
        other => Err(OpenError::Scheme(other.to_owned())),
    }
}

/// Creates the schema in the database at a URL if it is empty, and closes it; returns whether it was.
///
/// # Errors
/// As [`open`].
pub async fn migrate(url: &str, settings: &Settings) -> Result<bool, OpenError> {
    match url.split(':').next().unwrap_or_default() {
        "postgres" | "postgresql" => postgres::migrate(url, settings).await,
        "sqlite" => sqlite::migrate(url, settings).await,
        other => Err(OpenError::Scheme(other.to_owned())),
    }
}

/// A Postgres database, whose single pool writes and reads.
fn shared(pool: Arc<Pool<Postgres>>, settings: &Settings) -> Database<Postgres> {
    let queue =
        Queue::new(Arc::clone(&pool), |connection, entries| Box::pin(store::<Postgres>(connection, entries)), settings);
    let lists = Lists::new(Arc::clone(&pool), (settings.connections / 2).max(1), settings);
    Database { writer: Arc::clone(&pool), reader: pool, lists, queue, notices: None }
}
