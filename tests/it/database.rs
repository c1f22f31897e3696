//! Fresh databases for tests, removed afterwards.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::{env, future::Future, mem, sync::Arc, thread, time::Duration};

use arcana::{
    service::store::Store,
    storage::{self, Settings},
};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::{runtime::Builder, sync::OnceCell};
use uuid::Uuid;

/// A database of one test, removed when dropped.
pub struct TestDatabase {
    url: String,
    place: Place,
}

/// Settings for tests of anything but timeouts: a busy machine may take long for a large write.
pub fn patient() -> Settings {
    let minute = Duration::from_secs(60);
    Settings { acquire_timeout: minute, statement_timeout: minute, answer_timeout: minute, ..Settings::default() }
}

/// A connection whose transaction holds a lock.
pub enum WriteLock {
    File(SqliteConnection),
    Server(PgConnection),
}

impl WriteLock {
    /// Lets others write again.
    pub async fn release(self) {
        match self {
            WriteLock::File(connection) => connection.close().await.expect("a connection that closes"),
            WriteLock::Server(connection) => connection.close().await.expect("a connection that closes"),
        }
    }
}

enum Place {
    Folder(TempDir),
    Server { admin: String, name: String },
}

/// A SQLite database in its own folder; the file does not exist yet.
pub async fn fresh_sqlite() -> TestDatabase {
    let folder = TempDir::new().expect("a temporary folder");
    let url = format!("sqlite://{}", folder.path().join("arcana.db").display());
    TestDatabase { url, place: Place::Folder(folder) }
}

/// An empty database on the Postgres server for tests.
pub async fn fresh_postgres() -> TestDatabase {
    TestDatabase::copy_of("template0").await
}

/// A database with all tables and no rows on the test server: a copy of a template that is made once per run.
pub async fn migrated_postgres() -> TestDatabase {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let template = TEMPLATE.get_or_init(async || {
        let database = fresh_postgres().await;
        database.open().await.close().await;
        let Place::Server { name, .. } = &database.place else { unreachable!("it is on a server") };
        let template = name.clone();
        // The template is removed with the server.
        mem::forget(database);
        template
    });
    TestDatabase::copy_of(template.await).await
}

impl TestDatabase {
    async fn copy_of(template: &str) -> TestDatabase {
        let admin = env::var("ARCANA_TEST_POSTGRES")
            .expect("ARCANA_TEST_POSTGRES holds no address of a Postgres server: run the tests with scripts/test");
        let name = format!("arcana_test_{}", Uuid::now_v7().simple());
        execute_on_postgres(&admin, &format!("create database {name} template {template}")).await;
        let (server, parameters) = admin.split_once('?').unwrap_or((&admin, ""));
        let (server, _) = server.rsplit_once('/').expect("ARCANA_TEST_POSTGRES names a database");
        let url = format!("{server}/{name}?{parameters}");
        TestDatabase { url, place: Place::Server { admin, name } }
    }

    /// Its URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Opens it as the service does.
    pub async fn open(&self) -> Arc<dyn Store> {
        storage::open(&self.url, &patient()).await.expect("a database that opens")
    }

    /// Records the schema of a later release.
    pub async fn note_newer_schema(&self) {
        self.execute("update arcana_schema set version = 9999").await;
    }

    /// Prevents all others from writing to a table until the lock is dropped; they may read.
    pub async fn lock_writes(&self, table: &str) -> WriteLock {
        match &self.place {
            Place::Folder(_) => {
                let mut connection = SqliteConnection::connect(&self.url).await.expect("a file of SQLite");
                connection.execute("begin immediate").await.expect("a lock");
                WriteLock::File(connection)
            }
            Place::Server { .. } => {
                let mut connection = PgConnection::connect(&self.url).await.expect("the Postgres server for tests");
                let sql = format!("begin; lock table {table} in share mode");
                connection.execute(AssertSqlSafe(sql)).await.expect("a lock");
                WriteLock::Server(connection)
            }
        }
    }

    /// Runs statements behind the store's back.
    pub async fn execute(&self, sql: &str) {
        match &self.place {
            Place::Folder(_) => execute_on_sqlite(&self.url, sql).await,
            Place::Server { .. } => execute_on_postgres(&self.url, sql).await,
        }
    }

    /// The number that a query selects.
    pub async fn number(&self, sql: &str) -> i64 {
        match &self.place {
            Place::Folder(_) => {
                let mut connection = SqliteConnection::connect(&self.url).await.expect("a file of SQLite");
                sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await.expect(sql)
            }
            Place::Server { .. } => {
                let mut connection = PgConnection::connect(&self.url).await.expect("the Postgres server for tests");
                sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await.expect(sql)
            }
        }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Place::Server { admin, name } = &self.place else { return };
        let sql = format!("drop database {name} with (force)");
        // On a new thread, since runtimes cannot be nested.
        thread::scope(|scope| {
            let removal = scope.spawn(|| block_on(execute_on_postgres(admin, &sql)));
            if removal.join().is_err() {
                eprintln!("the database {name} is left over");
            }
        });
    }
}

/// Runs a future to completion.
pub fn block_on<F: Future>(future: F) -> F::Output {
    Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(future)
}

async fn execute_on_postgres(url: &str, sql: &str) {
    let mut connection = PgConnection::connect(url).await.expect("the Postgres server for tests answers");
    connection.execute(AssertSqlSafe(sql)).await.expect(sql);
    connection.close().await.expect("a connection that closes");
}

async fn execute_on_sqlite(url: &str, sql: &str) {
    let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite");
    connection.execute(AssertSqlSafe(sql)).await.expect(sql);
    connection.close().await.expect("a connection that closes");
}
