//! Idempotency: a repeated request is stored once.

use std::{sync::Arc, time::Duration};

use arcana::service::{
    Expired, IdempotencyKey, IdempotencyRecord,
    records::{CommitmentId, GameId, OwnerId},
    store::{Write, WriteError},
};
use chrono::TimeDelta;
use futures::future::join_all;

use crate::storage::samples::{commitment, game, id, moment, promised_game, reading, write};

/// A key with the timestamp of the first record.
fn key(request: u8, body: u8) -> IdempotencyKey {
    IdempotencyKey {
        owner: OwnerId::ANONYMOUS,
        request: [request; 32],
        body: [body; 32],
        at: moment(0),
        timeout: Duration::ZERO,
    }
}

fn idempotent(milliseconds: i64, key: IdempotencyKey) -> Write {
    Write { idempotency_key: Some(key), ..write(game(milliseconds)) }
}

on_both! {
    async fn a_key_identifies_the_game_stored_with_it(database: &TestDatabase) {
        let store = database.open().await;
        assert_eq!(store.idempotency_record(&key(1, 2)).await.expect("an answer"), None);
        store.write(idempotent(1, key(1, 2))).await.expect("a game that is stored");
        let found = store.idempotency_record(&key(1, 9)).await.expect("an answer");
        assert_eq!(found, Some(IdempotencyRecord { body: [2; 32], created: id(1) }));
    }

    async fn a_key_identifies_the_reading_if_there_is_one(database: &TestDatabase) {
        let store = database.open().await;
        let write = idempotent(1, key(1, 2));
        let reading = Some(reading(7, write.game.record.id));
        store.write(Write { reading, ..write }).await.expect("both are stored");
        assert_eq!(store.idempotency_record(&key(1, 2)).await.expect("an answer").expect("a record").created, id(7));
    }

    async fn a_game_with_the_same_key_is_not_stored(database: &TestDatabase) {
        let store = database.open().await;
        store.write(idempotent(1, key(1, 2))).await.expect("a game that is stored");
        let again = store.write(idempotent(2, key(1, 2))).await;
        assert!(matches!(again, Err(WriteError::Repeated)), "{again:?}");
        assert_eq!(store.game(GameId(id(2))).await.expect("an answer"), None);
    }

    async fn keys_are_separate_per_owner(database: &TestDatabase) {
        let store = database.open().await;
        store.write(idempotent(1, key(1, 2))).await.expect("a game that is stored");
        store.write(idempotent(2, IdempotencyKey { owner: OwnerId(8), ..key(1, 2) })).await.expect("another game");
        assert_eq!(store.idempotency_record(&key(1, 2)).await.expect("an answer").expect("a record").created, id(1));
    }

    async fn a_refused_write_leaves_no_key(database: &TestDatabase) {
        let store = database.open().await;
        let mut named = game(1);
        named.record.external_id = Some("mine".to_owned());
        store.write(write(named.clone())).await.expect("a game that is stored");
        named.record.id = GameId(id(2));
        let taken = store.write(Write { idempotency_key: Some(key(1, 2)), ..write(named) }).await;
        assert!(matches!(taken, Err(WriteError::ExternalIdTaken(GameId(first))) if first == id(1)), "{taken:?}");
        let promised = promised_game(3, CommitmentId(id(77)));
        let unusable = store.write(Write { idempotency_key: Some(key(1, 2)), ..write(promised) }).await;
        assert!(matches!(unusable, Err(WriteError::CommitmentNotUsable)), "{unusable:?}");
        assert_eq!(store.idempotency_record(&key(1, 2)).await.expect("an answer"), None);
    }

    async fn of_concurrent_writes_with_one_key_one_is_stored(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let writes = (0..12).map(|number| {
            let store = Arc::clone(&stores[number as usize % 2]);
            async move { store.write(idempotent(number, key(1, 2))).await }
        });
        let results = join_all(writes).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
        let repeated = results.iter().filter(|result| matches!(result, Err(WriteError::Repeated)));
        assert_eq!(repeated.count(), 11, "{results:?}");
        assert_eq!(stores[0].games(&Default::default(), None, 20).await.expect("games").items.len(), 1);
    }

    async fn a_commitment_has_a_key_too(database: &TestDatabase) {
        let store = database.open().await;
        store.add_commitment(&commitment(1), Some(key(1, 2))).await.expect("a commitment");
        let again = store.add_commitment(&commitment(2), Some(key(1, 2))).await;
        assert!(matches!(again, Err(WriteError::Repeated)), "{again:?}");
        assert_eq!(store.commitment(CommitmentId(id(2))).await.expect("an answer"), None);
        assert_eq!(store.idempotency_record(&key(1, 2)).await.expect("an answer").expect("a record").created, id(1));
    }

    async fn a_key_expires_after_a_day(database: &TestDatabase) {
        let store = database.open().await;
        store.write(idempotent(1, key(1, 2))).await.expect("a game that is stored");
        let nearly = IdempotencyKey { at: moment(0) + TimeDelta::hours(24) - TimeDelta::microseconds(1), ..key(1, 3) };
        assert!(matches!(store.write(idempotent(2, nearly)).await, Err(WriteError::Repeated)));
        let later = IdempotencyKey { at: moment(0) + TimeDelta::hours(24), ..key(1, 3) };
        assert_eq!(store.idempotency_record(&later).await.expect("an answer"), None);
        store.write(idempotent(2, later.clone())).await.expect("another game");
        assert_eq!(store.idempotency_record(&later).await.expect("an answer"), Some(IdempotencyRecord { body: [3; 32], created: id(2) }));
    }

    async fn expired_keys_are_deleted_in_batches(database: &TestDatabase) {
        let store = database.open().await;
        for request in 0..5 {
            store.write(idempotent(request.into(), key(request, 2))).await.expect("a game that is stored");
        }
        let later = moment(0) + TimeDelta::hours(24);
        for deleted in [2, 2, 1, 0] {
            let expired = store.delete_expired(later, 2).await.expect("an answer");
            assert_eq!(expired, Expired { idempotency_records: deleted, ..Expired::default() });
        }
    }

    async fn a_commitment_that_expired_unused_is_deleted(database: &TestDatabase) {
        let store = database.open().await;
        for milliseconds in [1, 2, 3] {
            store.add_commitment(&commitment(milliseconds), None).await.expect("a commitment");
        }
        store.write(write(promised_game(9, CommitmentId(id(2))))).await.expect("a game that is stored");
        let expiry = commitment(1).expires_at + TimeDelta::hours(1);
        let none = Expired::default();
        assert_eq!(store.delete_expired(expiry - TimeDelta::microseconds(1), 10).await.expect("an answer"), none);
        for deleted in [1, 1, 0] {
            let expired = store.delete_expired(expiry, 1).await.expect("an answer");
            assert_eq!(expired, Expired { commitments: deleted, ..Expired::default() });
        }
        assert!(store.commitment(CommitmentId(id(2))).await.expect("an answer").is_some(), "it served a game");
        assert_eq!(store.commitment(CommitmentId(id(3))).await.expect("an answer"), None);
    }

    async fn expired_keys_are_deleted(database: &TestDatabase) {
        let store = database.open().await;
        store.write(idempotent(1, key(1, 2))).await.expect("a game that is stored");
        store.write(idempotent(2, IdempotencyKey { at: moment(1), ..key(2, 2) })).await.expect("another game");
        let expired = store.delete_expired(moment(0) + TimeDelta::hours(24), 10).await.expect("an answer");
        assert_eq!(expired, Expired { idempotency_records: 1, ..Expired::default() });
        assert_eq!(store.idempotency_record(&key(1, 2)).await.expect("an answer"), None);
        assert!(store.idempotency_record(&key(2, 2)).await.expect("an answer").is_some());
    }
}
