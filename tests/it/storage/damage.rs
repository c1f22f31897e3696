//! Damaged rows are reported as errors, never as panics or wrong games.

use arcana::service::{
    records::{CommitmentId, GameId, OwnerId, ReadingId},
    store::{GameFilter, ReadingFilter},
};

use crate::storage::samples::{OURS, assert_broken, commitment, game, id, store_all, write_with_reading};

on_both! {
    async fn a_damaged_game_is_reported(database: &TestDatabase) {
        let store = database.open().await;
        let damages = [
            "ruleset = 99",
            "ruleset = -1",
            "source = 0",
            "rules_version = -1",
            "step_count = -1",
            "players = 'Ada'",
            "players = '[[\"adept\"]]'",
            "winners = '0,x'",
            "winners = '256'",
            "places = '1,,2'",
            "scores = ' 1'",
            "seed_made = substr(seed_made, 1, 31)",
            "seed = 'second'",
            "client_seed = null",
        ];
        for (milliseconds, damage) in (1..).zip(damages) {
            store_all(&*store, [game(milliseconds)]).await;
            database.execute(&format!("update games set {damage}")).await;
            assert_broken(store.game(GameId(id(milliseconds))).await);
            assert_broken(store.games(&GameFilter::default(), None, 10).await);
            database.execute("delete from games").await;
        }
    }

    async fn a_game_with_damaged_players_can_be_deleted_whole(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        database.execute("update games set players = '{'").await;
        store_all(&*store, [game(2)]).await;
        assert_broken(store.game(GameId(id(1))).await);
        assert!(store.delete_game(GameId(id(1)), OURS).await.expect("a deletion"));
        assert!(store.game(GameId(id(1))).await.expect("a lookup").is_none());
        let others = GameFilter { players: vec!["Ada".to_owned()], ..GameFilter::default() };
        assert_eq!(store.games(&others, None, 10).await.expect("a list").items.len(), 1, "the other game keeps its names");
    }

    async fn a_damaged_reading_is_reported(database: &TestDatabase) {
        let store = database.open().await;
        let damages = ["deck = 'uno'", "verdict = 'Fortune'", "layout = ''", "texts_version = -1", "question_kind = 'hate'"];
        for (milliseconds, damage) in (1..).zip(damages) {
            store.write(write_with_reading(milliseconds)).await.expect("a reading that is stored");
            database.execute(&format!("update readings set {damage}")).await;
            assert_broken(store.reading(ReadingId(id(milliseconds))).await);
            assert_broken(store.readings(OwnerId::ANONYMOUS, &ReadingFilter::default(), None, 10).await);
            database.execute("delete from readings").await;
        }
    }

    async fn a_damaged_commitment_is_reported(database: &TestDatabase) {
        let store = database.open().await;
        store.add_commitment(&commitment(1), None).await.expect("a commitment");
        database.execute("update commitments set seed = substr(seed, 1, 16)").await;
        assert_broken(store.commitment(CommitmentId(id(1))).await);
    }
}

/// Column types that SQLite accepts and Postgres does not.
#[test]
fn an_invalid_time_or_id_is_reported() {
    crate::storage::on_sqlite(async |database| {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        database.execute("update games set created_at = 9223372036854775807").await;
        assert_broken(store.game(GameId(id(1))).await);
        database.execute("update games set created_at = 0, commitment_id = x'00'").await;
        assert_broken(store.game(GameId(id(1))).await);
    });
}
