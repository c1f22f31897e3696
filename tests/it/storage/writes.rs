//! Writes are stored unchanged, as a whole or not at all.

use std::sync::Arc;

use arcana::{
    games::Player,
    service::{
        records::{AnyReading, CommitmentId, GameId, OwnerId, Seed, SeedRecord, Source, StoredGame},
        store::{GameFilter, Store, StoreError, WriteError},
    },
};
use futures::future::{join_all, ready, select};

use crate::storage::samples::{
    OURS, THEIRS, assert_write_broken, bot, commitment, game, game_called, game_of, id, moment, person, promised_game,
    reading, store_all, time, write, write_with_reading,
};

async fn assert_comes_back_equal(store: &dyn Store, game: StoredGame) {
    store.write(write(game.clone())).await.expect("a game that is stored");
    assert_eq!(store.game(game.record.id).await.expect("an answer"), Some(game));
}

async fn count(store: &dyn Store) -> usize {
    store.games(&GameFilter::default(), None, 1000).await.expect("games").items.len()
}

on_both! {
    async fn a_plain_game_comes_back_equal(database: &TestDatabase) {
        assert_comes_back_equal(&*database.open().await, game(0)).await;
    }

    async fn a_game_with_all_fields_comes_back_equal(database: &TestDatabase) {
        let store = database.open().await;
        let promise = store.add_commitment(&commitment(1), None).await.expect("a commitment");
        let mut game = game_called(2, "π/№ 7 “ext” 'x'");
        game.record.options = r#"{"deals":12,"words":["a\"b"]}"#.to_owned();
        game.record.rules_version = 32_767;
        game.record.step_count = 2_147_483_647;
        game.record.created_at = time("2026-01-02T03:04:05.002999Z");
        game.record.played_at = Some(time("1999-12-31T23:59:59.999999Z"));
        game.record.seed_record = Some(SeedRecord {
            seed: Seed::Given("Samen 🌱".to_owned()),
            client_seed: "mine ☘ 'too'".to_owned(),
            commitment: Some(promise.id),
            deal_given: true,
        });
        game.record.scores = vec![i64::MIN, -1, 0, i64::MAX];
        game.log = (0..=255).collect();
        assert_comes_back_equal(&*store, game).await;
    }

    async fn an_imported_game_comes_back_equal(database: &TestDatabase) {
        let mut game = game_of(0, &["Ada", "Bob"], &[1]);
        game.record.source = Source::Imported;
        game.record.played_at = None;
        game.record.seed_record = None;
        game.record.places = vec![2, 1];
        game.record.scores = vec![-12, 40];
        assert_comes_back_equal(&*database.open().await, game).await;
    }

    async fn an_owner_comes_back(database: &TestDatabase) {
        let store = database.open().await;
        let mut last = game(1);
        last.record.owner = OwnerId(i64::MAX);
        assert_comes_back_equal(&*store, last).await;
    }

    async fn unusual_names_come_back_equal(database: &TestDatabase) {
        let mut game = game(0);
        let long = "𝕏".repeat(64);
        game.record.players = vec![
            person("O'Brien \"; drop table games; --"),
            bot("Zoë ❤ 👩‍👩‍👧‍👦", "a-b_c", u32::MAX),
            person(&long),
            person("[\"Ada\",1]\\ $1 %s"),
        ];
        assert_comes_back_equal(&*database.open().await, game).await;
    }

    async fn twenty_players_come_back_equal(database: &TestDatabase) {
        let names: Vec<String> = (1..=20).map(|number| format!("Player {number}")).collect();
        let mut game = game_of(0, &names.iter().map(String::as_str).collect::<Vec<_>>(), &[19]);
        game.record.places = (1..=20).collect();
        game.record.scores = (0..20).map(|score| score * -1000).collect();
        assert_comes_back_equal(&*database.open().await, game).await;
    }

    async fn a_game_that_nobody_won_comes_back_equal(database: &TestDatabase) {
        let mut game = game_of(0, &["Ada", "Bob"], &[]);
        game.record.places = Vec::new();
        game.record.scores = Vec::new();
        assert_comes_back_equal(&*database.open().await, game).await;
    }

    async fn a_name_may_sit_at_several_places(database: &TestDatabase) {
        let store = database.open().await;
        assert_comes_back_equal(&*store, game_of(0, &["Ada", "Ada", "Bob", "Ada"], &[1])).await;
        let won = GameFilter { winner: Some("Ada".to_owned()), ..GameFilter::default() };
        assert_eq!(store.games(&won, None, 10).await.expect("games").items.len(), 1);
    }

    async fn empty_texts_and_an_empty_log_come_back_equal(database: &TestDatabase) {
        let mut game = game_called(0, "");
        game.record.options = String::new();
        let seed = Seed::Given(String::new());
        game.record.seed_record = Some(SeedRecord { seed, client_seed: String::new(), commitment: None, deal_given: false });
        game.log = Vec::new();
        assert_comes_back_equal(&*database.open().await, game).await;
    }

    async fn a_megabyte_of_log_comes_back_equal(database: &TestDatabase) {
        let mut game = game(0);
        game.log = (0..1_000_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        assert_comes_back_equal(&*database.open().await, game).await;
    }

    async fn the_first_and_the_last_written_year_come_back_equal(database: &TestDatabase) {
        let store = database.open().await;
        for (milliseconds, year) in [(1, "0000-01-01T00:00:00Z"), (2, "9999-12-31T23:59:59.999999Z")] {
            let mut game = game(milliseconds);
            game.record.played_at = Some(time(year));
            assert_comes_back_equal(&*store, game).await;
        }
    }

    async fn an_unknown_id_is_not_a_game(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        assert_eq!(store.game(GameId(id(2))).await.expect("an answer"), None);
    }

    async fn a_second_game_with_an_external_id_gets_the_first(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game_called(1, "mine")]).await;
        let refusal = store.write(write(game_called(2, "mine"))).await;
        assert!(matches!(refusal, Err(WriteError::ExternalIdTaken(first)) if first == GameId(id(1))), "{refusal:?}");
        assert_eq!(store.game(GameId(id(2))).await.expect("an answer"), None);
    }

    async fn external_ids_differ_by_case_and_by_owner(database: &TestDatabase) {
        let store = database.open().await;
        let mut other = game_called(3, "mine");
        other.record.owner = OwnerId(8);
        store_all(&*store, [game_called(1, "mine"), game_called(2, "Mine"), other]).await;
        assert_eq!(count(&*store).await, 3);
    }

    async fn games_without_an_external_id_never_conflict(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1), game(2)]).await;
        assert_eq!(count(&*store).await, 2);
    }

    async fn the_external_id_of_a_deleted_game_is_free_again(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game_called(1, "mine")]).await;
        assert!(store.delete_game(GameId(id(1)), OURS).await.expect("an answer"));
        store_all(&*store, [game_called(2, "mine")]).await;
    }

    async fn of_concurrent_writers_of_an_external_id_one_is_first(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let writes = (0..20_i64).map(|number| {
            let store = Arc::clone(&stores[number as usize % 2]);
            async move { store.write(write(game_called(number, "mine"))).await }
        });
        let answers = join_all(writes).await;
        let stored = stores[0].games(&GameFilter::default(), None, 100).await.expect("games").items;
        assert_eq!(stored.len(), 1);
        let told = |answer: &Result<(), WriteError>| match answer {
            Err(WriteError::ExternalIdTaken(first)) => *first == stored[0].id,
            _ => false,
        };
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        assert_eq!(answers.iter().filter(|answer| told(answer)).count(), 19, "{answers:?}");
    }

    async fn a_refused_external_id_stores_nothing_and_leaves_the_commitment_usable(database: &TestDatabase) {
        let store = database.open().await;
        let promise = store.add_commitment(&commitment(1), None).await.expect("a commitment");
        store_all(&*store, [game_called(2, "mine")]).await;
        let mut game = promised_game(3, promise.id);
        game.record.external_id = Some("mine".to_owned());
        let refused = arcana::service::store::Write { reading: Some(reading(3, game.record.id)), ..write(game) };
        assert!(matches!(store.write(refused).await, Err(WriteError::ExternalIdTaken(_))));
        assert_eq!(store.reading(reading(3, GameId(id(3))).id).await.expect("an answer"), None);
        assert_eq!(store.commitment(promise.id).await.expect("an answer"), Some(promise));
        assert_eq!(count(&*store).await, 1);
    }

    async fn an_id_is_stored_once(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let mut second = game_called(1, "other");
        second.record.step_count = 5;
        assert_write_broken(store.write(write(second)).await);
        second = game(1);
        second.record.step_count = 6;
        assert_write_broken(store.write(write(second)).await);
        assert_eq!(store.game(GameId(id(1))).await.expect("an answer"), Some(game(1)));
    }

    async fn a_number_too_large_for_its_column_is_refused(database: &TestDatabase) {
        let store = database.open().await;
        let mut game = game(1);
        game.record.rules_version = 32_768;
        assert_write_broken(store.write(write(game)).await);
        assert_eq!(count(&*store).await, 0);
    }

    async fn a_reading_that_fails_takes_the_whole_write_back(database: &TestDatabase) {
        let store = database.open().await;
        let promise = store.add_commitment(&commitment(1), None).await.expect("a commitment");
        let game = promised_game(2, promise.id);
        let stray = arcana::service::store::Write { reading: Some(reading(2, GameId(id(77)))), ..write(game) };
        assert_write_broken(store.write(stray).await);
        assert_eq!(count(&*store).await, 0);
        let named = GameFilter { players: vec!["Ada".to_owned()], ..GameFilter::default() };
        assert_eq!(store.games(&named, None, 10).await.expect("games").items, []);
        assert_eq!(store.commitment(promise.id).await.expect("an answer"), Some(promise));
    }

    async fn only_the_owner_deletes_a_game(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        assert!(!store.delete_game(GameId(id(1)), THEIRS).await.expect("an answer"));
        assert!(!store.delete_game(GameId(id(2)), OURS).await.expect("an answer"));
        assert_eq!(count(&*store).await, 1);
        assert!(store.delete_game(GameId(id(1)), OURS).await.expect("an answer"));
        assert!(!store.delete_game(GameId(id(1)), OURS).await.expect("an answer"));
        assert_eq!(store.game(GameId(id(1))).await.expect("an answer"), None);
    }

    async fn a_deleted_game_deletes_its_readings(database: &TestDatabase) {
        let store = database.open().await;
        for milliseconds in [1, 2] {
            store.write(write_with_reading(milliseconds)).await.expect("a game that is stored");
        }
        assert!(store.delete_game(GameId(id(1)), OURS).await.expect("an answer"));
        assert_eq!(store.reading(reading(1, GameId(id(1))).id).await.expect("an answer"), None);
        let kept = reading(2, GameId(id(2)));
        assert_eq!(store.reading(kept.id).await.expect("an answer"), Some(AnyReading::Fortunes(kept)));
    }

    async fn a_deleted_game_leaves_no_name_behind(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game_of(1, &["Ada", "Ada", "O'Brien"], &[2])]).await;
        store.delete_game(GameId(id(1)), OURS).await.expect("an answer");
        // Leftover names would conflict with the same id.
        store_all(&*store, [game_of(1, &["Ada", "Ada", "O'Brien"], &[0])]).await;
        let filter = GameFilter { winner: Some("O'Brien".to_owned()), ..GameFilter::default() };
        assert_eq!(store.games(&filter, None, 10).await.expect("games").items, []);
    }

    async fn many_writers_at_once_are_all_served(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let writes = (0..100_i64).map(|number| {
            let store = Arc::clone(&stores[number as usize % 2]);
            async move { store.write(write(game(number))).await }
        });
        let answers = join_all(writes).await;
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        assert_eq!(count(&*stores[0]).await, 100);
    }

    async fn a_refused_write_does_not_affect_others(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game_called(500, "mine")]).await;
        let writes = (0..150_i64).map(|number| {
            let game = match number % 50 {
                10 => game_called(number, "mine"),
                20 => promised_game(number, CommitmentId(id(600))),
                30 => game(500),
                _ => game(number),
            };
            store.write(write(game))
        });
        for (number, answer) in join_all(writes).await.into_iter().enumerate() {
            let fits = match number % 50 {
                10 => matches!(answer, Err(WriteError::ExternalIdTaken(first)) if first == GameId(id(500))),
                20 => matches!(answer, Err(WriteError::CommitmentNotUsable)),
                30 => matches!(answer, Err(WriteError::Store(StoreError::Broken(_)))),
                _ => answer.is_ok(),
            };
            assert!(fits, "{number}: {answer:?}");
        }
        assert_eq!(count(&*store).await, 142);
    }

    async fn a_cancelled_write_does_not_cancel_others(database: &TestDatabase) {
        let store = database.open().await;
        for number in 0..20 {
            // Dropped after the write has started and before there is a result.
            select(store.write(write(game(100 + number))), ready(())).await;
            let kept = store.write(write(game(number))).await;
            kept.expect("a game that is stored");
            assert_eq!(store.game(GameId(id(number))).await.expect("an answer"), Some(game(number)));
        }
    }

    async fn many_games_can_have_the_same_timestamp(database: &TestDatabase) {
        let store = database.open().await;
        let games = (0..3).map(|number| {
            let mut game = game(5);
            game.record.id = GameId(crate::storage::samples::numbered_id(5, number));
            game.record.created_at = moment(5);
            game
        });
        store_all(&*store, games).await;
        assert_eq!(count(&*store).await, 3);
    }

    async fn winners_are_identified_by_their_seats(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game_of(1, &["Ada", "Bob"], &[1])]).await;
        let game = store.game(GameId(id(1))).await.expect("an answer").expect("a game");
        assert_eq!(game.record.winners, [Player(1)]);
    }
}
