//! Games looked up at the same time: each has its own result, even if they share a statement.

use std::time::Duration;

use arcana::service::{
    records::GameId,
    store::{Store, StoreError},
};
use futures::future::{join_all, select};
use tokio::time::{sleep, timeout};

use crate::storage::samples::{game, id, store_all};

/// The outcome of a lookup; the number if the right game was found.
async fn looked_up(store: &dyn Store, number: i64) -> String {
    match store.game(GameId(id(number))).await {
        Ok(Some(found)) if found == game(number) => number.to_string(),
        Ok(Some(_)) => "another".to_owned(),
        Ok(None) => "none".to_owned(),
        Err(StoreError::Broken(_)) => "broken".to_owned(),
        Err(StoreError::Unavailable(_)) => "unavailable".to_owned(),
    }
}

on_both! {
    async fn each_lookup_has_its_own_result(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, (0..70).map(game)).await;
        let numbers: Vec<i64> = (0..200).map(|number| number * 7 % 100).collect();
        let found = join_all(numbers.iter().map(|number| looked_up(&*store, *number))).await;
        for (number, found) in numbers.into_iter().zip(found) {
            assert_eq!(found, if number < 70 { number.to_string() } else { "none".to_owned() });
        }
    }

    async fn a_damaged_game_breaks_only_its_own_lookups(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        database.execute("update games set winners = 'x'").await;
        store_all(&*store, [game(2), game(3)]).await;
        let found = join_all([1, 2, 1, 3, 4, 2].map(|number| looked_up(&*store, number))).await;
        assert_eq!(found, ["broken", "2", "broken", "3", "none", "2"]);
    }

    async fn a_dropped_lookup_does_not_cancel_others(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, (0..10).map(game)).await;
        for pause in 0..20 {
            let gone = Box::pin(looked_up(&*store, 1));
            // It is dropped before the statement begins, while it is under way, or afterwards.
            drop(select(gone, Box::pin(sleep(Duration::from_micros(50 * pause)))).await);
            let others = join_all((0..10).map(|number| looked_up(&*store, number)));
            let found = timeout(Duration::from_secs(20), others).await.expect("an answer");
            assert_eq!(found, (0..10).map(|number| number.to_string()).collect::<Vec<_>>());
        }
    }
}
