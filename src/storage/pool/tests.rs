//! The pool with an SQLite file.

use sqlx::{ConnectOptions, Executor, Sqlite, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use super::{loan::Loan, *};
use crate::{
    service::store::{StoreError, WriteError},
    storage::{dialect::Dialect, outcome::Written},
};

#[derive(Debug)]
struct File(SqliteConnectOptions);

#[async_trait::async_trait]
impl Connector<Sqlite> for File {
    async fn connect(&self) -> sqlx::Result<SqliteConnection> {
        self.0.connect().await
    }
}

/// Longer than opening a file takes on any machine.
const PATIENT: Duration = Duration::from_secs(60);

async fn two() -> (TempDir, Arc<Pool<Sqlite>>) {
    two_within(PATIENT).await
}

/// A pool of two connections, and how long it waits for one.
async fn two_within(acquire: Duration) -> (TempDir, Arc<Pool<Sqlite>>) {
    let folder = TempDir::new().expect("a temporary folder");
    let options = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
    let limits = Limits { connections: 2, acquire, loan: None, lifetime: None };
    (folder, Pool::new(Arc::new(File(options)), limits))
}

/// Waits until this number of connections is idle.
async fn until_idle(pool: &Pool<Sqlite>, count: u32) {
    while pool.usage("two").idle != count {
        tokio::task::yield_now().await;
    }
}

async fn run(mut loan: Loan<Sqlite>, sql: &'static str) -> Result<(), StoreError> {
    let done = loan.execute(sql).await.map(drop).map_err(StoreError::from);
    loan.finish(Some(done)).await
}

#[tokio::test]
async fn a_working_connection_is_reused() {
    let (_folder, pool) = two().await;
    run(pool.acquire().await.expect("one"), "create temporary table own (n)").await.expect("a table");
    run(pool.acquire().await.expect("the same"), "insert into own values (1)").await.expect("the table is there");
    assert_eq!((pool.usage("two").open, pool.usage("two").idle), (1, 1));
}

#[tokio::test]
async fn a_failed_connection_is_checked_before_reuse() {
    let (_folder, pool) = two().await;
    run(pool.acquire().await.expect("one"), "create temporary table own (n)").await.expect("a table");
    run(pool.acquire().await.expect("it"), "select nothing").await.expect_err("there is no such column");
    assert_eq!(pool.usage("two").idle, 0);
    until_idle(&pool, 1).await;
    run(pool.acquire().await.expect("it"), "insert into own values (1)").await.expect("it is the same");
}

#[tokio::test]
async fn after_a_refusal_the_work_is_undone_and_the_connection_is_idle() {
    let (_folder, pool) = two().await;
    run(pool.acquire().await.expect("one"), "create table own (n)").await.expect("a table");
    let mut loan = pool.acquire().await.expect("it");
    let mut transaction = Sqlite::begin(&mut loan).await.expect("a transaction");
    transaction.execute("insert into own values (1)").await.expect("it is stored so far");
    let refused: Result<(), _> = transaction.conclude(Err(WriteError::Repeated)).await;
    let refused = loan.finish(Some(refused)).await;
    assert!(matches!(refused, Err(WriteError::Repeated)), "{refused:?}");
    assert_eq!(pool.usage("two").idle, 1);
    let mut loan = pool.acquire().await.expect("it");
    assert!(loan.fetch_optional("select n from own").await.expect("an answer").is_none());
}

#[tokio::test]
async fn a_connection_with_unfinished_work_is_closed() {
    let (_folder, pool) = two().await;
    let loan = pool.acquire().await.expect("one");
    let late: Result<(), StoreError> = loan.finish(None).await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
    assert_eq!(pool.usage("two").open, 0);
    let both = (pool.acquire().await.expect("a new one"), pool.acquire().await.expect("another"));
    drop(both);
}

#[tokio::test]
async fn connections_of_an_earlier_generation_are_not_reused() {
    let (_folder, pool) = two().await;
    run(pool.acquire().await.expect("one"), "select 1").await.expect("it is idle then");
    let loan = pool.acquire().await.expect("the same");
    let other = pool.acquire().await.expect("another");
    run(other, "select 1").await.expect("it is idle then");
    pool.renew();
    assert_eq!((pool.usage("two").open, pool.usage("two").idle), (1, 0));
    run(loan, "select 1").await.expect("a borrowed connection still works");
    assert_eq!(pool.usage("two").open, 0);
}

#[tokio::test]
async fn acquiring_times_out() {
    // An idle connection takes no time, so that no machine is too slow for this.
    let (_folder, pool) = two_within(Duration::ZERO).await;
    for _ in 0..2 {
        pool.adopt(pool.connector.connect().await.expect("a connection"));
    }
    let both = (pool.acquire().await.expect("one"), pool.acquire().await.expect("another"));
    assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolTimedOut)));
    drop(both);
    until_idle(&pool, 2).await;
    pool.acquire().await.expect("they are free again");
}

#[tokio::test]
async fn closing_waits_for_connections_in_use() {
    let (_folder, pool) = two().await;
    run(pool.acquire().await.expect("one"), "select 1").await.expect("it is idle then");
    let loan = pool.acquire().await.expect("the same");
    let ((), done) = tokio::join!(pool.close(), async {
        tokio::task::yield_now().await;
        run(loan, "select 1").await
    });
    done.expect("a borrowed connection still works");
    assert_eq!(pool.usage("two").open, 0);
    assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolClosed)));
}

#[tokio::test]
async fn closing_notices_a_cancelled_task() {
    let (_folder, pool) = two().await;
    let mut loan = pool.acquire().await.expect("one");
    let opened = loan.opened.take();
    let task = tokio::spawn(async move {
        std::future::pending::<()>().await;
        drop(opened);
    });
    let closing = timeout(DRAIN_TIMEOUT / 2, pool.close());
    let (closed, ()) = tokio::join!(closing, async {
        tokio::task::yield_now().await;
        task.abort();
    });
    closed.expect("the dropped connection is not waited for");
}

/// Each loan is a transaction, as behind a pooler.
#[derive(Debug)]
struct Lending(File);

#[async_trait::async_trait]
impl Connector<Sqlite> for Lending {
    async fn connect(&self) -> sqlx::Result<SqliteConnection> {
        self.0.connect().await
    }

    fn lends_transactions(&self) -> bool {
        true
    }

    async fn begin(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        connection.execute("begin").await.map(drop)
    }

    async fn commit(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        connection.execute("commit").await.map(drop)
    }
}

#[tokio::test]
async fn a_write_is_not_stored_if_another_of_its_transaction_ended_it() {
    let folder = TempDir::new().expect("a temporary folder");
    let options = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
    let limits = Limits { connections: 2, acquire: PATIENT, loan: None, lifetime: None };
    let pool = Pool::new(Arc::new(Lending(File(options))), limits);
    run(pool.acquire().await.expect("one"), "create table own (n)").await.expect("a table");
    let mut loan = pool.acquire().await.expect("one");
    loan.execute("insert into own values (1)").await.expect("it is stored so far");
    let outage = || StoreError::from(sqlx::Error::PoolTimedOut);
    let outcomes = vec![Ok(Written::Stored), Err(outage())];
    let told = loan.finish_all(Some(outcomes), 2).await;
    assert!(told.iter().all(|outcome| matches!(outcome, Err(StoreError::Unavailable(_)))), "{told:?}");
    let mut loan = pool.acquire().await.expect("another");
    assert!(loan.fetch_optional("select n from own").await.expect("an answer").is_none());
}
