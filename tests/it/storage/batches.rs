//! Concurrent writes: each has its own result, and none fails because of another.

use std::{sync::Arc, thread, time::Duration};

use arcana::service::{
    IdempotencyKey,
    records::{CommitmentId, GameId, OwnerId, Seed, SeedRecord, Source, StoredGame},
    store::{GameFilter, Store, StoreError, Write, WriteError},
};
use futures::future::{join, join_all, ready, select};
use tokio::time::timeout;

use crate::{
    database::{block_on, fresh_sqlite, patient},
    storage::samples::{
        commitment, game, game_called, game_of, id, promised_game, reading, store_all, time, write, write_with_reading,
    },
};

/// The result of each write in a word; its number if it is stored.
async fn write_all(store: &dyn Store, writes: impl IntoIterator<Item = Write>) -> Vec<String> {
    let results = store.write_all(writes.into_iter().map(Arc::new).collect()).await;
    let told = |result: Result<(), WriteError>| match result {
        Ok(()) => "stored".to_owned(),
        Err(WriteError::ExternalIdTaken(first)) => format!("taken by {}", first.0.as_u128() >> 80 & 0xffff),
        Err(WriteError::CommitmentNotUsable) => "not usable".to_owned(),
        Err(WriteError::Repeated) => "repeated".to_owned(),
        Err(WriteError::DayPlayed(table)) => format!("played at {table}"),
        Err(WriteError::CardDrawn) => "drawn".to_owned(),
        Err(WriteError::TooManySimulations) => "too many".to_owned(),
        Err(WriteError::Store(StoreError::Broken(_))) => "broken".to_owned(),
        Err(WriteError::Store(StoreError::Unavailable(_))) => "unavailable".to_owned(),
    };
    results.into_iter().map(told).collect()
}

/// The name of a game that has taken an external id.
fn taken_by(milliseconds: i64) -> String {
    format!("taken by {}", id(milliseconds).as_u128() >> 80 & 0xffff)
}

async fn count(store: &dyn Store) -> usize {
    store.games(&GameFilter::default(), None, 10_000).await.expect("games").items.len()
}

/// A game that varies with the number.
fn varied(number: i64) -> StoredGame {
    let mut game = game_of(number, &["Ada", "Zoë ❤", "O'Brien {\"},NULL", "Ada"][..2 + number as usize % 3], &[1]);
    let client_seed = "☘,\"{}\\".to_owned();
    game.record.seed_record = match number % 3 {
        0 => None,
        1 => Some(SeedRecord { seed: Seed::Made([number as u8; 32]), client_seed, commitment: None, deal_given: true }),
        _ => {
            Some(SeedRecord { seed: Seed::Given("NULL".to_owned()), client_seed, commitment: None, deal_given: false })
        }
    };
    game.record.source = if number % 3 == 0 { Source::Imported } else { Source::Played };
    game.record.played_at = (number % 2 == 0).then(|| time("1999-12-31T23:59:59.999999Z"));
    game.record.external_id = (number % 4 == 0).then(|| format!("{{night}} \"{number}\", \\"));
    game.record.owner = OwnerId(number % 5);
    game.record.scores = vec![i64::MIN, number, i64::MAX];
    game.log = (0..number as u8).collect();
    game
}

on_both! {
    async fn games_of_every_kind_come_back_equal(database: &TestDatabase) {
        let store = database.open().await;
        let results = write_all(&*store, (0..60).map(|number| write(varied(number)))).await;
        assert_eq!(results, vec!["stored"; 60]);
        for number in 0..60 {
            assert_eq!(store.game(GameId(id(number))).await.expect("an answer"), Some(varied(number)));
        }
        for (name, games) in [("Zoë ❤", 60), ("O'Brien {\"},NULL", 40)] {
            let filter = GameFilter { players: vec![name.to_owned()], ..GameFilter::default() };
            assert_eq!(store.games(&filter, None, 100).await.expect("games").items.len(), games, "{name}");
        }
        let won = GameFilter { winner: Some("Zoë ❤".to_owned()), ..GameFilter::default() };
        assert_eq!(store.games(&won, None, 100).await.expect("games").items.len(), 60);
    }

    async fn nothing_to_write_is_written(database: &TestDatabase) {
        assert_eq!(write_all(&*database.open().await, []).await, [""; 0]);
    }

    async fn more_games_than_a_statement_takes_are_all_stored(database: &TestDatabase) {
        let store = database.open().await;
        let results = write_all(&*store, (0..1001).map(|number| write(game(number)))).await;
        assert_eq!(results, vec!["stored"; 1001]);
        assert_eq!(count(&*store).await, 1001);
    }

    async fn a_taken_external_id_fails_no_other_write(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game_called(500, "mine")]).await;
        let writes = [game(1), game_called(2, "mine"), game_called(3, "other"), game(4)].map(write);
        assert_eq!(write_all(&*store, writes).await, ["stored", &taken_by(500), "stored", "stored"]);
        assert_eq!(store.game(GameId(id(2))).await.expect("an answer"), None);
        let named = GameFilter { players: vec!["Ada".to_owned()], ..GameFilter::default() };
        assert_eq!(store.games(&named, None, 10).await.expect("games").items.len(), 4);
    }

    async fn of_equal_external_ids_in_a_batch_the_first_is_stored(database: &TestDatabase) {
        let store = database.open().await;
        let mut other = game_called(5, "mine");
        other.record.owner = OwnerId(8);
        let writes = [game_called(9, "z"), game_called(4, "mine"), game_called(2, "a"), game_called(3, "mine"), other];
        let results = write_all(&*store, writes.map(write)).await;
        assert_eq!(results, ["stored", "stored", "stored", &taken_by(4), "stored"]);
        assert_eq!(store.game(GameId(id(3))).await.expect("an answer"), None);
    }

    async fn a_taken_id_fails_no_other_write(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let mut twin = game_called(2, "twin");
        twin.record.step_count = 5;
        let results = write_all(&*store, [game(2), twin, game(1), game(3)].map(write)).await;
        assert_eq!(results, ["stored", "broken", "broken", "stored"]);
        assert_eq!(store.game(GameId(id(2))).await.expect("an answer"), Some(game(2)));
        assert_eq!(count(&*store).await, 3);
    }

    async fn an_unstorable_write_fails_no_other_write(database: &TestDatabase) {
        let store = database.open().await;
        let mut wide = game(2);
        wide.record.rules_version = 32_768;
        assert_eq!(write_all(&*store, [game(1), wide, game(3)].map(write)).await, ["stored", "broken", "stored"]);
        let mut stray = write(game(5));
        stray.reading = Some(reading(5, GameId(id(77))));
        let results = write_all(&*store, [write(game(4)), stray, write(game(6))]).await;
        assert_eq!(results, ["stored", "broken", "stored"]);
        assert_eq!(count(&*store).await, 4);
    }

    async fn a_batch_includes_readings_and_commitments(database: &TestDatabase) {
        let store = database.open().await;
        let promise = commitment(1);
        store.add_commitment(&promise, None).await.expect("a commitment");
        let results = write_all(&*store, [
            write(game(2)),
            write_with_reading(3),
            write(promised_game(4, promise.id)),
            write(promised_game(5, promise.id)),
            write(promised_game(6, CommitmentId(id(600)))),
            write(game(7)),
        ]);
        assert_eq!(results.await, ["stored", "stored", "stored", "not usable", "not usable", "stored"]);
        assert!(store.reading(reading(3, GameId(id(3))).id).await.expect("an answer").is_some());
        let used = store.commitment(promise.id).await.expect("an answer").expect("a commitment");
        assert_eq!(used.game, Some(GameId(id(4))));
        assert_eq!(count(&*store).await, 4);
    }

    async fn of_equal_keys_in_a_batch_the_first_is_carried_out(database: &TestDatabase) {
        let store = database.open().await;
        let key = IdempotencyKey { owner: OwnerId::ANONYMOUS, request: [1; 32], body: [2; 32], at: time("2026-01-02T03:04:05Z"), timeout: Duration::ZERO };
        let idempotent = |milliseconds| Write { idempotency_key: Some(key.clone()), ..write(game(milliseconds)) };
        let results = write_all(&*store, [write(game(1)), idempotent(2), idempotent(3), write(game(4))]).await;
        assert_eq!(results, ["stored", "stored", "repeated", "stored"]);
        let known = store.idempotency_record(&key).await.expect("an answer").expect("a record");
        assert_eq!((known.created, count(&*store).await), (id(2), 3));
    }

    async fn a_refused_write_leaves_its_commitment_usable(database: &TestDatabase) {
        let store = database.open().await;
        let promise = commitment(1);
        store.add_commitment(&promise, None).await.expect("a commitment");
        let mut refused = promised_game(3, promise.id);
        refused.record.external_id = Some("mine".to_owned());
        let results = write_all(&*store, [write(game_called(2, "mine")), write(refused), write(game(4))]).await;
        assert_eq!(results, ["stored", &taken_by(2), "stored"]);
        let left = store.commitment(promise.id).await.expect("an answer").expect("the commitment");
        assert_eq!(left.game, None);
    }

    async fn batches_with_crossed_conflicts_are_both_answered(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        for round in 0..10 {
            let called = |number: i64| game_called(1000 * round + number, &format!("{round} {}", number % 100));
            let up: Vec<Arc<Write>> = (0..50).map(|number| Arc::new(write(called(number)))).collect();
            let down: Vec<Arc<Write>> = (0..50).rev().map(|number| Arc::new(write(called(100 + number)))).collect();
            let (one, other) = join(stores[0].write_all(up), stores[1].write_all(down)).await;
            let stored = one.iter().chain(&other).filter(|result| result.is_ok()).count();
            let refusals = one.iter().chain(&other).filter_map(|result| result.as_ref().err());
            assert_eq!(stored, 50, "{one:?} {other:?}");
            assert!(refusals.into_iter().all(|why| matches!(why, WriteError::ExternalIdTaken(_))), "{one:?} {other:?}");
        }
    }

    async fn a_cancelled_write_of_a_batch_does_not_cancel_others(database: &TestDatabase) {
        let store = database.open().await;
        for number in 0..10 {
            let gone = (0..300).map(|other| Arc::new(write(game(10_000 + 1000 * number + other)))).collect();
            select(store.write_all(gone), ready(())).await;
            assert_eq!(write_all(&*store, [write(game(number))]).await, ["stored"]);
        }
    }

    async fn single_writes_and_batches_are_served_concurrently(database: &TestDatabase) {
        let store = database.open().await;
        let singles = join_all((0..200).map(|number| store.write(write(game(number)))));
        let batches = join_all((1..=4).map(|batch| {
            write_all(&*store, (0..300).map(move |number| write(game(1000 * batch + number))))
        }));
        let (singles, batches) = join(singles, batches).await;
        assert!(singles.iter().all(Result::is_ok), "{singles:?}");
        assert!(batches.concat().iter().all(|result| result == "stored"));
        assert_eq!(count(&*store).await, 1400);
    }
}

/// A server thread ends while it processes writes: those of other threads are still answered, long before their
/// timeout.
#[test]
fn a_runtime_that_ends_strands_no_write_of_others() {
    block_on(async {
        let database = fresh_sqlite().await;
        let store = database.open().await;
        for round in 0..20 {
            let elsewhere = Arc::clone(&store);
            let ending = thread::spawn(move || {
                block_on(async {
                    let writes = join_all((0..8).map(|number| elsewhere.write(write(game(100 * round + number)))));
                    drop(timeout(Duration::from_micros(200 * round.unsigned_abs()), writes).await);
                });
            });
            let own = join_all((50..58).map(|number| store.write(write(game(100 * round + number)))));
            timeout(patient().acquire_timeout / 2, own).await.expect("each write is answered");
            ending.join().expect("a thread that ends");
            store.write(write(game(100 * round + 99))).await.expect("the next write is stored");
        }
    });
}
