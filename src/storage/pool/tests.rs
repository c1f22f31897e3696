//! The pool with an SQLite file.

use sqlx::{Executor, Sqlite, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use super::*;
use crate::{
    service::store::{StoreError, WriteError},
    storage::entry::Written,
};

/// A pool of two connections, which waits for them for longer than opening a file takes on any machine.
fn two() -> (TempDir, Pool<Sqlite>) {
    let folder = TempDir::new().expect("a temporary folder");
    let file = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
    let limits = Limits { connections: 2, acquire: Duration::from_secs(60), loan: None };
    (folder, Pool::new(PoolOptions::new(), file, limits, Arc::default()))
}

/// Waits until this number of connections is idle.
async fn until_idle(pool: &Pool<Sqlite>, count: u32) {
    while pool.usage("two").idle != count {
        sleep(Duration::from_millis(1)).await;
    }
}

async fn run(mut loan: Loan<Sqlite>, sql: &'static str) -> Result<(), StoreError> {
    let done = loan.execute(sql).await.map(drop).map_err(StoreError::from);
    loan.finish(Some(done)).await
}

#[tokio::test]
async fn a_connection_is_used_again_also_after_a_statement_that_failed() {
    let (_folder, pool) = two();
    let pool = Arc::new(pool);
    run(pool.acquire().await.expect("one"), "create temporary table own (n)").await.expect("a table");
    until_idle(&pool, 1).await;
    run(pool.acquire().await.expect("it"), "select nothing").await.expect_err("there is no such column");
    until_idle(&pool, 1).await;
    run(pool.acquire().await.expect("it"), "insert into own values (1)").await.expect("the table is there");
    assert_eq!(pool.usage("two").open, 1);
}

#[tokio::test]
async fn who_waits_gets_the_next_connection_that_is_given_back() {
    let (_folder, pool) = two();
    let pool = Arc::new(pool);
    let (one, _other) = (pool.acquire().await.expect("one"), pool.acquire().await.expect("another"));
    let (third, done) = tokio::join!(pool.acquire(), async {
        tokio::task::yield_now().await;
        run(one, "create temporary table own (n)").await
    });
    done.expect("a table");
    run(third.expect("the first one"), "insert into own values (1)").await.expect("the table is there");
    assert_eq!(pool.usage("two").open, 2);
}

#[tokio::test]
async fn a_connection_that_nobody_had_for_a_while_is_returned_to_sqlx_and_used_again() {
    let (_folder, pool) = two();
    let pool = Arc::new(pool);
    run(pool.acquire().await.expect("one"), "create temporary table own (n)").await.expect("a table");
    assert_eq!(pool.kept.len(), 1);
    sleep(2 * kept::FRESH).await;
    assert!(pool.kept.take(&pool.health).is_none());
    until_idle(&pool, 1).await;
    assert_eq!(pool.kept.len(), 0);
    run(pool.acquire().await.expect("it"), "insert into own values (1)").await.expect("the table is there");
}

#[tokio::test]
async fn after_a_refusal_the_work_is_undone_and_the_connection_is_idle() {
    let (_folder, pool) = two();
    let pool = Arc::new(pool);
    run(pool.acquire().await.expect("one"), "create table own (n)").await.expect("a table");
    let mut loan = pool.acquire().await.expect("it");
    let mut transaction = Sqlite::begin(&mut loan).await.expect("a transaction");
    transaction.execute("insert into own values (1)").await.expect("it is stored so far");
    let refused: Result<(), _> = transaction.conclude(Err(WriteError::Repeated)).await;
    let refused = loan.finish(Some(refused)).await;
    assert!(matches!(refused, Err(WriteError::Repeated)), "{refused:?}");
    until_idle(&pool, pool.usage("two").open).await;
    let mut loan = pool.acquire().await.expect("it");
    assert!(loan.fetch_optional("select n from own").await.expect("an answer").is_none());
}

#[tokio::test]
async fn a_connection_with_unfinished_work_is_closed() {
    let (_folder, pool) = two();
    let pool = Arc::new(pool);
    let loan = pool.acquire().await.expect("one");
    let late: Result<(), StoreError> = loan.finish(None).await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
    assert_eq!(pool.usage("two").open, 0);
    drop(pool.acquire().await.expect("a new one"));
    assert_eq!(pool.usage("two").open, 0);
    let both = (pool.acquire().await.expect("a new one"), pool.acquire().await.expect("another"));
    drop(both);
}

#[tokio::test]
async fn closing_waits_for_connections_in_use() {
    let (_folder, pool) = two();
    let pool = Arc::new(pool);
    let loan = pool.acquire().await.expect("one");
    let ((), done) = tokio::join!(pool.close(), async {
        tokio::task::yield_now().await;
        run(loan, "select 1").await
    });
    done.expect("a borrowed connection still works");
    assert_eq!(pool.usage("two").open, 0);
    assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolClosed)));
}

#[tokio::test]
async fn a_write_is_not_stored_if_another_of_its_transaction_ended_it() {
    let (_folder, pool) = two();
    // Each loan is a transaction, as behind a pooler.
    let pool = Arc::new(Pool { begin: Some("begin".to_owned()), ..pool });
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
