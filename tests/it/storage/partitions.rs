//! Games in monthly partitions, as `docs/operation/growth/partition.sql` makes them.

use arcana::service::{
    Erased, Erasure,
    records::GameId,
    store::{GameFilter, WriteError},
};
use tempfile::TempDir;

use crate::{
    database::TestDatabase,
    processes::{program::printed, server::script},
    storage::{
        names::{found, of},
        on_postgres,
        samples::{OURS, game_called, game_of, id, store_all, write},
    },
};

/// The samples begin on 2 January 2026.
const DAY: i64 = 86_400_000;

/// Goes over to partitions from 3 January 2026 on, with those of the next month.
fn divide(database: &TestDatabase) {
    let psql = format!(
        "seek_postgres; PATH=$PATH:$server; psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set first=2026-01-03 \
         --file docs/operation/growth/partition.sql {}",
        database.url()
    );
    printed(&mut script(&TempDir::new().expect("a temporary folder"), "", &psql));
}

#[test]
fn games_are_found_and_deleted_in_all_months_and_external_ids_are_unique_over_them() {
    on_postgres(async |database| {
        let store = database.open().await;
        store_all(&*store, [game_of(1, &["Ada", "Bob"], &[0]), game_called(2, "one")]).await;
        store.close().await;
        divide(database);
        let store = database.open().await;
        store_all(&*store, [game_of(2 * DAY, &["Ada", "Eve"], &[1]), game_of(33 * DAY, &["Eve", "Ada"], &[0])]).await;
        for days in [3, 35] {
            let taken = store.write(write(game_called(days * DAY, "one"))).await;
            assert!(matches!(taken, Err(WriteError::ExternalIdTaken(GameId(first))) if first == id(2)), "{taken:?}");
        }
        assert_eq!(found(&*store, GameFilter::default()).await, [33 * DAY, 2 * DAY, 2, 1]);
        assert_eq!(found(&*store, of(&["Ada"], None)).await, [33 * DAY, 2 * DAY, 2, 1]);
        assert_eq!(found(&*store, of(&["Ada"], Some("Eve"))).await, [33 * DAY, 2 * DAY]);
        assert!(store.delete_game(GameId(id(2)), OURS).await.expect("an answer"));
        store_all(&*store, [game_called(3 * DAY, "one")]).await;
        let erased = store.erase(&Erasure::Name("Eve".to_owned()), 100).await.expect("erased");
        assert_eq!(erased, Erased { games: 2, ..Erased::default() });
        assert_eq!(found(&*store, of(&["Ada"], None)).await, [3 * DAY, 1]);
    });
}
