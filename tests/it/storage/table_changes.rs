//! Services on the same Postgres database are notified of each other's table changes.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use arcana::service::{
    Erasure,
    records::TableId,
    store::{Store, TableChange},
    tables::TableWrite,
};
use futures::future::join_all;
use tokio::{sync::broadcast::Receiver, time::timeout};

use crate::storage::{
    database::{block_on, fresh_sqlite, migrated_postgres},
    samples::moment,
    table_samples::{beginning, change, ending, table},
};

/// The next notification.
async fn heard(changes: &mut Receiver<TableChange>) -> TableChange {
    let next = timeout(Duration::from_secs(60), changes.recv()).await.expect("a change is heard");
    next.expect("the database is open")
}

/// A subscription, once it is active.
async fn listening(store: &dyn Store) -> Receiver<TableChange> {
    let mut changes = store.table_changes().expect("Postgres tells");
    assert_eq!(heard(&mut changes).await, TableChange::Any, "what happened before is not known");
    changes
}

/// Stores a change; returns the delay of its notification.
async fn delay(store: &dyn Store, write: &TableWrite, changes: &mut Receiver<TableChange>) -> Duration {
    store.update_table(write).await.expect("a change that is stored");
    let start = Instant::now();
    assert_eq!(heard(changes).await, TableChange::One(write.table.id, write.table.version));
    start.elapsed()
}

#[test]
fn another_service_is_notified_of_each_change() {
    block_on(async {
        let database = migrated_postgres().await;
        let (store, other) = (database.open().await, database.open().await);
        let mut changes = listening(&*other).await;
        let mut table = table(1);
        store.add_table(&table, &beginning(), None, moment(1)).await.expect("a table that is stored");
        assert_eq!(heard(&mut changes).await, TableChange::One(table.id, table.version));
        let mut delays = Vec::new();
        for _ in 0..20 {
            let write = change(&table);
            delays.push(delay(&*store, &write, &mut changes).await);
            table = write.table;
        }
        delays.sort();
        assert!(delays[delays.len() / 2] < Duration::from_secs(1), "{delays:?}");
        store.update_table(&change(&change(&table).table)).await.expect_err("another version");
        let end = ending(&table, 5);
        delay(&*store, &end, &mut changes).await;
        assert!(store.delete_table(end.table.id, end.table.revision()).await.expect("an answer"));
        assert_eq!(heard(&mut changes).await, TableChange::Gone(table.id));
    });
}

#[test]
fn no_notification_of_concurrent_changes_is_lost() {
    block_on(async {
        let database = migrated_postgres().await;
        let stores = [database.open().await, database.open().await];
        let mut changes = listening(&*stores[1]).await;
        let writes = (0..200_i64).map(|number| {
            let store = Arc::clone(&stores[number as usize % 2]);
            async move {
                store.add_table(&table(number), &beginning(), None, moment(1)).await.expect("a table that is stored")
            }
        });
        join_all(writes).await;
        let mut expected: Vec<TableId> = (0..200).map(|number| table(number).id).collect();
        while !expected.is_empty() {
            let TableChange::One(id, _) = heard(&mut changes).await else { panic!("nothing was missed") };
            expected.retain(|one| *one != id);
        }
    });
}

#[test]
fn a_service_that_could_not_listen_checks_everything() {
    block_on(async {
        let database = migrated_postgres().await;
        let (store, other) = (database.open().await, database.open().await);
        let mut changes = listening(&*other).await;
        let mut further = other.table_changes().expect("Postgres tells");
        let table = table(1);
        store.add_table(&table, &beginning(), None, moment(1)).await.expect("a table that is stored");
        assert_eq!(heard(&mut changes).await, TableChange::One(table.id, table.version));
        assert_eq!(heard(&mut further).await, TableChange::One(table.id, table.version));
        database
            .execute(
                "select pg_terminate_backend(pid) from pg_stat_activity \
                 where datname = current_database() and query like 'LISTEN%'",
            )
            .await;
        assert_eq!(heard(&mut changes).await, TableChange::Any, "it listens again");
        delay(&*store, &change(&table), &mut changes).await;
    });
}

#[test]
fn an_erasure_notifies_about_all_tables() {
    block_on(async {
        let database = migrated_postgres().await;
        let (store, other) = (database.open().await, database.open().await);
        let mut changes = listening(&*other).await;
        let table = table(1);
        store.add_table(&table, &beginning(), None, moment(1)).await.expect("a table that is stored");
        assert_eq!(heard(&mut changes).await, TableChange::One(table.id, table.version));
        assert_eq!(store.erase(&Erasure::Owner(table.owner), 10).await.expect("erased").tables, 1);
        assert_eq!(heard(&mut changes).await, TableChange::Any);
    });
}

#[test]
fn sqlite_has_no_notifications() {
    block_on(async {
        assert!(fresh_sqlite().await.open().await.table_changes().is_none());
    });
}
