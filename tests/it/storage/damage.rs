//! Damaged rows are reported as errors, never as panics or wrong games.

use arcana::{
    games::Ruleset,
    service::{
        Range,
        records::{CommitmentId, GameId, OwnerId, ReadingId},
        store::{GameFilter, OwnerFilter, ReadingFilter},
    },
};

use crate::storage::samples::{
    OURS, assert_broken, commitment, game, id, play_request, service, store_all, write_with_reading,
};

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
            let page = store.games(&GameFilter::default(), None, 10).await.expect("a list without it");
            assert_eq!((page.items.len(), page.next), (0, None), "{damage}");
            database.execute("delete from games").await;
        }
    }

    async fn a_damaged_game_is_left_out_of_lists_and_exports_and_the_others_come(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        for ruleset in Ruleset::ALL {
            service.play(OwnerId::ANONYMOUS, play_request(ruleset), None).await.expect("a game");
        }
        let all = Ruleset::ALL.len();
        let first = "where position = (select min(position) from games)";
        let last = "where position = (select max(position) from games)";
        let listed = async || {
            let (mut listed, mut from) = (0, None);
            loop {
                let page = service.games(&GameFilter::default(), from, 1).await.expect("a page");
                listed += page.items.len();
                from = page.next;
                if from.is_none() {
                    return listed;
                }
            }
        };
        let exported = async |logs| {
            let mut export = service.export_games(GameFilter::default(), Range { after: None, limit: None }, logs);
            let mut exported = 0;
            while let Some(games) = export.next().await.expect("games") {
                exported += games.len();
            }
            exported
        };
        assert_eq!((listed().await, exported(true).await), (all, all));
        database.execute(&format!("update games set players = '{{' {first}")).await;
        assert_eq!((listed().await, exported(false).await, exported(true).await), (all - 1, all - 1, all - 1));
        database.execute(&format!("update games set options = '{{' {last}")).await;
        assert_eq!((listed().await, exported(false).await), (all - 2, all - 2));
        database.execute(&format!("update games set options = '{{}}', log = substr(log, 1, 1) {last}")).await;
        assert_eq!((listed().await, exported(true).await), (all - 1, all - 2), "only its log is damaged");
        assert!(service.damaged_rows() >= 2, "other tests find theirs");
        for id in service.game_ids(None, 100).await.expect("ids") {
            assert!(store.delete_game(id, OwnerFilter::Any).await.expect("a deletion"));
        }
        assert_eq!(service.game_count().await.expect("a count"), 0);
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

    async fn a_damaged_reading_is_reported_and_left_out_of_lists(database: &TestDatabase) {
        let store = database.open().await;
        let damages = ["deck = 'uno'", "verdict = 'Fortune'", "layout = ''", "texts_version = -1", "question_kind = 'hate'"];
        for (milliseconds, damage) in (1..).zip(damages) {
            store.write(write_with_reading(milliseconds)).await.expect("a reading that is stored");
            database.execute(&format!("update readings set {damage}")).await;
            assert_broken(store.reading(ReadingId(id(milliseconds))).await);
            let listed = store.readings(OwnerId::ANONYMOUS, &ReadingFilter::default(), None, 10).await;
            assert_eq!(listed.expect("a list").items, [], "lists go on without it");
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
