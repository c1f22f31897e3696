//! Commitments are used once.

use std::sync::Arc;

use arcana::service::{
    records::{ChainPlace, CommitmentId, CommitmentRecord, GameId, OwnerId},
    store::{GameFilter, Store, WriteError},
};
use futures::future::join_all;

use crate::storage::samples::{OURS, commitment, id, moment, promised_game, time, write};

async fn assert_not_usable(store: &dyn Store, milliseconds: i64, commitment: CommitmentId) {
    let refusal = store.write(write(promised_game(milliseconds, commitment))).await;
    assert!(matches!(refusal, Err(WriteError::CommitmentNotUsable)), "{refusal:?}");
    assert_eq!(store.game(GameId(id(milliseconds))).await.expect("an answer"), None);
    let named = GameFilter { players: vec!["Ada".to_owned()], ..GameFilter::default() };
    let games = store.games(&named, None, 10).await.expect("games").items;
    assert!(games.iter().all(|game| game.id != GameId(id(milliseconds))));
}

async fn added(store: &dyn Store, commitment: CommitmentRecord) -> CommitmentRecord {
    store.add_commitment(&commitment, None).await.expect("a commitment that is stored")
}

on_both! {
    async fn a_commitment_comes_back_equal(database: &TestDatabase) {
        let store = database.open().await;
        let mut promise = commitment(0);
        promise.owner = OwnerId(42);
        promise.seed = std::array::from_fn(|place| place as u8);
        promise.created_at = time("2026-03-04T05:06:07.000001Z");
        let promise = added(&*store, promise).await;
        assert_eq!(store.commitment(promise.id).await.expect("an answer"), Some(promise));
        assert_eq!(store.commitment(CommitmentId(id(1))).await.expect("an answer"), None);
    }

    async fn the_commitments_of_an_owner_are_numbered_and_chained(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let owned = |milliseconds, owner| {
            let store = Arc::clone(&stores[milliseconds as usize % 2]);
            async move { added(&*store, CommitmentRecord { owner: OwnerId(owner), ..commitment(milliseconds) }).await }
        };
        // At the same time, from two services.
        let mut made = join_all((1..=12).map(|milliseconds| owned(milliseconds, 7))).await;
        let other = owned(20, 8).await;
        assert_eq!(other.chain, Some(ChainPlace { number: 1, previous: None }));
        made.sort_by_key(|commitment| commitment.chain.map(|place| place.number));
        let mut previous = None;
        for (number, commitment) in (1..).zip(&made) {
            assert_eq!(commitment.chain, Some(ChainPlace { number, previous }));
            assert_eq!(stores[0].commitment(commitment.id).await.expect("an answer").as_ref(), Some(commitment));
            previous = commitment.chain_hash();
            assert!(previous.is_some());
        }
        made.sort_by_key(|commitment| std::cmp::Reverse(commitment.id));
        let page = stores[1].commitments(OwnerId(7), None, 5).await.expect("commitments");
        assert_eq!(page, made[..5]);
        let rest = stores[1].commitments(OwnerId(7), Some(made[4].id), 100).await.expect("commitments");
        assert_eq!(rest, made[5..]);
    }

    async fn a_commitment_names_the_game_that_used_it(database: &TestDatabase) {
        let store = database.open().await;
        let promise = added(&*store, commitment(1)).await;
        store.write(write(promised_game(2, promise.id))).await.expect("a game that is stored");
        let used = CommitmentRecord { game: Some(GameId(id(2))), ..promise };
        assert_eq!(store.commitment(promise.id).await.expect("an answer"), Some(used));
    }

    async fn a_commitment_can_be_used_once(database: &TestDatabase) {
        let store = database.open().await;
        let promise = added(&*store, commitment(1)).await;
        store.write(write(promised_game(2, promise.id))).await.expect("a game that is stored");
        assert_not_usable(&*store, 3, promise.id).await;
    }

    async fn a_commitment_can_be_used_once_even_if_its_game_is_deleted(database: &TestDatabase) {
        let store = database.open().await;
        let promise = added(&*store, commitment(1)).await;
        store.write(write(promised_game(2, promise.id))).await.expect("a game that is stored");
        assert!(store.delete_game(GameId(id(2)), OURS).await.expect("an answer"));
        assert_not_usable(&*store, 3, promise.id).await;
    }

    async fn a_commitment_can_be_used_until_it_expires(database: &TestDatabase) {
        let store = database.open().await;
        let mut lapsing = commitment(1);
        lapsing.expires_at = moment(1000);
        let lapsing = added(&*store, lapsing).await;
        let mut late = write(promised_game(2, lapsing.id));
        late.now = moment(1000);
        assert!(matches!(store.write(late.clone()).await, Err(WriteError::CommitmentNotUsable)));
        late.now = moment(1000) - chrono::TimeDelta::microseconds(1);
        store.write(late).await.expect("a game that is stored in time");
    }

    async fn nobody_uses_the_commitment_of_another(database: &TestDatabase) {
        let store = database.open().await;
        let mut theirs = commitment(1);
        theirs.owner = OwnerId(8);
        let theirs = added(&*store, theirs).await;
        assert_not_usable(&*store, 2, theirs.id).await;
        assert_eq!(store.commitment(theirs.id).await.expect("an answer"), Some(theirs));
    }

    async fn an_unknown_commitment_cannot_be_used(database: &TestDatabase) {
        assert_not_usable(&*database.open().await, 2, CommitmentId(id(1))).await;
    }

    async fn of_concurrent_writers_one_gets_the_commitment(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let promise = added(&*stores[0], commitment(1)).await;
        let writes = (0..20_i64).map(|number| {
            let store = Arc::clone(&stores[number as usize % 2]);
            async move { store.write(write(promised_game(100 + number, promise.id))).await }
        });
        let answers = join_all(writes).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        let refused = |answer: &&Result<(), WriteError>| matches!(answer, Err(WriteError::CommitmentNotUsable));
        assert_eq!(answers.iter().filter(refused).count(), 19, "{answers:?}");
        let stored = stores[1].games(&GameFilter::default(), None, 100).await.expect("games").items;
        let used = stores[1].commitment(promise.id).await.expect("an answer").expect("the commitment");
        assert_eq!(stored.iter().map(|game| Some(game.id)).collect::<Vec<_>>(), [used.game]);
    }
}
