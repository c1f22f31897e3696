//! Following a list in commit order: nothing is skipped, however slow the writers are.

use std::sync::Arc;

use arcana::{
    service::{
        Page, Position,
        records::{GameId, OwnerEvent, OwnerId, ReadingRecord, Source, StoredGame, TableNews},
        store::{GameFilter, ListedReading, ReadingFilter, Store},
    },
    storage::{self, Schema, Settings},
};
use chrono::TimeDelta;
use futures::future::{join, join_all};
use sqlx::{Connection, Executor, PgConnection};

use crate::storage::{
    database::{block_on, fresh_postgres},
    samples::{OURS, game, id, moment, numbered_id, store_all, write, write_with_reading},
    table_samples::{beginning, table},
};

/// Follows a list of games from a position; returns the games found and the new position.
async fn followed(store: &dyn Store, filter: &GameFilter, from: Option<Position>) -> (Vec<GameId>, Option<Position>) {
    let (mut met, mut position) = (Vec::new(), from);
    loop {
        let Page { items, next } = store.games_after(filter, position, 7).await.expect("games");
        position = items.last().map(|(_, position)| *position).or(next).or(position);
        met.extend(items.iter().map(|(game, _)| game.record.id));
        if next.is_none() {
            return (met, position);
        }
        position = next;
    }
}

async fn all(store: &dyn Store) -> Vec<GameId> {
    followed(store, &GameFilter::default(), None).await.0
}

fn ids(milliseconds: impl IntoIterator<Item = i64>) -> Vec<GameId> {
    milliseconds.into_iter().map(|milliseconds| GameId(id(milliseconds))).collect()
}

/// One of many games with the same timestamp.
fn numbered(number: u128) -> StoredGame {
    let mut game = game(5);
    game.record.id = GameId(numbered_id(5, number));
    game
}

fn sorted(mut ids: Vec<GameId>) -> Vec<GameId> {
    ids.sort();
    ids
}

on_both! {
    async fn games_come_in_the_order_in_which_they_were_stored(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [2, 1, 3].map(game)).await;
        assert_eq!(all(&*store).await, ids([2, 1, 3]));
    }

    async fn an_id_from_a_clock_that_is_behind_is_not_skipped(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        store_all(&*stores[0], [game(10_000)]).await;
        let (met, position) = followed(&*stores[0], &GameFilter::default(), None).await;
        assert_eq!(met, ids([10_000]));
        store_all(&*stores[1], [game(8000)]).await;
        let (met, position) = followed(&*stores[0], &GameFilter::default(), position).await;
        assert_eq!(met, ids([8000]));
        store_all(&*stores[0], [game(9000)]).await;
        assert_eq!(followed(&*stores[0], &GameFilter::default(), position).await.0, ids([9000]));
    }

    async fn a_follower_of_many_writers_sees_everything_once(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let writers = join_all((0..100_u128).map(|writer| {
            let store = Arc::clone(&stores[writer as usize % 2]);
            // Ids are in no order within or between services; some writes share a statement and others do not.
            let number = move |step: u128| (writer * 7919 + step * 104_729) % 1_000_003;
            async move {
                for step in 0..4 {
                    match writer % 3 {
                        0 => drop(store.write_all([0, 1, 2].map(|more| Arc::new(write(numbered(number(step * 3 + more))))).to_vec()).await),
                        _ => store.write(write(numbered(number(step)))).await.expect("a game that is stored"),
                    }
                }
            }
        }));
        let follower = async {
            let (mut met, mut position) = (Vec::new(), None);
            for _ in 0..20 {
                let (more, next) = followed(&*stores[0], &GameFilter::default(), position).await;
                met.extend(more);
                position = next;
                tokio::task::yield_now().await;
            }
            (met, position)
        };
        let (_, (mut met, position)) = join(writers, follower).await;
        met.extend(followed(&*stores[1], &GameFilter::default(), position).await.0);
        assert_eq!(met.len(), 34 * 12 + 66 * 4);
        assert_eq!(sorted(met), sorted(all(&*stores[0]).await));
    }

    async fn the_position_of_a_deleted_game_is_not_reused(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1), game(2)]).await;
        let (_, position) = followed(&*store, &GameFilter::default(), None).await;
        assert!(store.delete_game(GameId(id(2)), OURS).await.expect("an answer"));
        store_all(&*store, [game(3)]).await;
        assert_eq!(followed(&*store, &GameFilter::default(), position).await.0, ids([3]));
    }

    async fn the_end_of_the_news_comes_after_the_position_of_a_deleted_game(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1), game(2)]).await;
        let before = store.latest_news().await.expect("a position").games;
        assert!(store.delete_game(GameId(id(2)), OURS).await.expect("an answer"));
        let after = store.latest_news().await.expect("a position").games;
        assert!(after.rank >= before.rank, "{after:?}: a copy goes on after it");
        store_all(&*store, [game(3)]).await;
        assert_eq!(followed(&*store, &GameFilter::default(), Some(after)).await.0, ids([3]));
    }

    async fn what_is_damaged_does_not_end_the_news_of_an_owner(database: &TestDatabase) {
        let (store, owner) = (database.open().await, OwnerId(8));
        let begun = store.latest_news().await.expect("a position");
        for milliseconds in [1, 2] {
            let mut write = write_with_reading(milliseconds);
            write.game.record.owner = owner;
            write.reading = write.reading.map(|reading| ReadingRecord { owner, ..reading });
            store.write(write).await.expect("a reading that is stored");
            if milliseconds == 1 {
                database.execute("update games set ruleset = 99").await;
                database.execute("update readings set deck = 'uno'").await;
                let news = store.news_after(owner, begun, 1).await.expect("news");
                assert!(news.games.items.is_empty() && news.readings.items.is_empty());
                assert!(news.reached.games.rank > begun.games.rank && news.reached.readings.rank > begun.readings.rank);
            }
        }
        let news = store.news_after(owner, begun, 10).await.expect("news");
        assert_eq!(news.games.items.iter().map(|(game, _)| game.id).collect::<Vec<_>>(), ids([2]));
        assert_eq!(news.readings.items.len(), 1);
    }

    async fn a_position_from_an_older_release_is_found_by_its_id(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [1, 2, 3, 4].map(game)).await;
        let from = |milliseconds| Some(Position::of_id(id(milliseconds)));
        assert_eq!(followed(&*store, &GameFilter::default(), from(2)).await.0, ids([3, 4]));
        for milliseconds in [2, 4] {
            assert!(store.delete_game(GameId(id(milliseconds)), OURS).await.expect("an answer"));
        }
        assert_eq!(followed(&*store, &GameFilter::default(), from(2)).await.0, ids([3]));
        assert_eq!(followed(&*store, &GameFilter::default(), from(4)).await.0, []);
        store_all(&*store, [game(5)]).await;
        assert_eq!(followed(&*store, &GameFilter::default(), from(4)).await.0, ids([5]));
    }

    async fn readings_come_in_the_order_in_which_they_were_stored(database: &TestDatabase) {
        let store = database.open().await;
        for milliseconds in [9, 4, 7] {
            store.write(write_with_reading(milliseconds)).await.expect("a reading that is stored");
        }
        let filter = ReadingFilter::default();
        let first = store.readings_after(OwnerId::ANONYMOUS, &filter, None, 2).await.expect("readings");
        let met = |page: &Page<_>| -> Vec<_> {
            let positions = page.items.iter().map(|(_, position): &(ListedReading, Position)| position.id);
            positions.collect()
        };
        assert_eq!(met(&first), [id(9), id(4)]);
        let second = store.readings_after(OwnerId::ANONYMOUS, &filter, first.next, 2).await.expect("readings");
        assert_eq!((met(&second), second.next), (vec![id(7)], None));
    }

    async fn every_filter_follows_in_the_order_of_commits(database: &TestDatabase) {
        let store = database.open().await;
        let games = [5, 2, 9].map(|milliseconds| {
            let mut game = game(milliseconds);
            game.record.source = Source::Imported;
            game.record.external_id = Some("mine".to_owned());
            game.record.owner = OwnerId(milliseconds);
            game
        });
        store_all(&*store, games).await;
        store_all(&*store, [game(4)]).await;
        let none = GameFilter::default();
        let filters = [
            GameFilter { source: Some(Source::Imported), ..none.clone() },
            GameFilter { external_id: Some("mine".to_owned()), ..none.clone() },
            GameFilter { seed: Some("07".repeat(32)), source: Some(Source::Imported), ..none.clone() },
            GameFilter { players: vec!["Ada".to_owned()], source: Some(Source::Imported), ..none.clone() },
            GameFilter { winner: Some("Cy".to_owned()), external_id: Some("mine".to_owned()), ..none.clone() },
            GameFilter { since: Some(moment(1)), source: Some(Source::Imported), ..none.clone() },
        ];
        for filter in filters {
            assert_eq!(followed(&*store, &filter, None).await.0, ids([5, 2, 9]), "{filter:?}");
        }
    }

    async fn a_game_is_found_by_its_time_however_far_its_id_is_from_it(database: &TestDatabase) {
        let store = database.open().await;
        let hour = 3_600_000;
        let mut behind = game(2 * hour);
        behind.record.created_at = moment(hour);
        store_all(&*store, [behind, game(hour + 1000), game(3 * hour)]).await;
        let period = |filter| GameFilter { since: Some(moment(hour)), until: Some(moment(hour) + TimeDelta::seconds(2)), ..filter };
        let named = GameFilter { players: vec!["Ada".to_owned()], ..GameFilter::default() };
        for filter in [period(GameFilter::default()), period(named)] {
            let found = store.games(&filter, None, 10).await.expect("games").items;
            assert_eq!(found.iter().map(|game| game.id).collect::<Vec<_>>(), ids([hour + 1000, 2 * hour]));
            assert_eq!(followed(&*store, &filter, None).await.0, ids([2 * hour, hour + 1000]));
        }
    }

    async fn a_page_ends_after_enough_rows_were_scanned(database: &TestDatabase) {
        let store = database.open().await;
        let mut first = numbered(1);
        first.record.winners.clear();
        store_all(&*store, [first]).await;
        let many = (2..=5100).map(|number| {
            let mut game = numbered(number);
            game.record.id = GameId(numbered_id(1_000, number));
            game.record.source = Source::Imported;
            Arc::new(write(game))
        });
        assert!(store.write_all(many.collect()).await.iter().all(Result::is_ok));
        let played = GameFilter { source: Some(Source::Played), ..GameFilter::default() };
        let both = GameFilter { players: vec!["Ada".to_owned()], ..played.clone() };
        let within = GameFilter { since: Some(moment(0)), ..played.clone() };
        for filter in [played, both, within] {
            let page = store.games(&filter, None, 10).await.expect("games");
            assert!(page.items.is_empty() && page.next.is_some(), "{filter:?}: {page:?}");
            let last = store.games(&filter, page.next, 10).await.expect("games");
            assert_eq!((last.items.len(), last.next), (1, None), "{filter:?}");
        }
        let imported = GameFilter { source: Some(Source::Imported), ..GameFilter::default() };
        assert_eq!(followed(&*store, &imported, None).await.0.len(), 5099);
        assert_eq!(store.games(&imported, None, 6000).await.expect("games").items.len(), 5099);
    }
}

/// Starts a transaction that has stored a game and is not committed.
async fn begun(url: &str, milliseconds: i64) -> PgConnection {
    let mut connection = PgConnection::connect(url).await.expect("the server");
    connection.execute("begin").await.expect("a transaction");
    let like = "insert into games (created_at, played_at, owner_id, step_count, ruleset, rules_version, source, deal_given, id, \
                options, players, winners, places, scores, seed_made, client_seed, log) \
                select created_at, played_at, owner_id, step_count, ruleset, rules_version, source, deal_given, $1, \
                options, players, winners, places, scores, seed_made, client_seed, log from games limit 1";
    sqlx::query(like).bind(id(milliseconds)).execute(&mut connection).await.expect("a game");
    connection
}

#[test]
fn late_commits_are_listed_late_and_in_order() {
    block_on(async {
        let database = fresh_postgres().await;
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let mut slow = begun(database.url(), 2).await;
        store_all(&*store, [game(3), game(4)]).await;
        let (met, position) = followed(&*store, &GameFilter::default(), None).await;
        assert_eq!(met, ids([1]), "what was begun after the slow one waits for it");
        slow.execute("commit").await.expect("the end of it");
        assert_eq!(followed(&*store, &GameFilter::default(), position).await.0, ids([2, 3, 4]));
    });
}

#[test]
fn a_rollback_does_not_delay_others() {
    block_on(async {
        let database = fresh_postgres().await;
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let mut slow = begun(database.url(), 2).await;
        store_all(&*store, [game(3)]).await;
        slow.execute("rollback").await.expect("the end of it");
        assert_eq!(all(&*store).await, ids([1, 3]));
    });
}

#[test]
fn a_transaction_of_another_database_delays_nobody() {
    block_on(async {
        let (database, other) = (fresh_postgres().await, fresh_postgres().await);
        let (store, others) = (database.open().await, other.open().await);
        store_all(&*others, [game(1)]).await;
        let _open = begun(other.url(), 2).await;
        store_all(&*store, [game(3)]).await;
        assert_eq!(all(&*store).await, ids([3]));
    });
}

#[test]
fn a_dump_restored_on_a_server_with_lower_transaction_ids_can_be_followed() {
    block_on(async {
        let database = fresh_postgres().await;
        let store = database.open().await;
        // A server with high transaction ids stored two games; this server has not reached these ids.
        database.execute("update position_offset set value = 1000000").await;
        store_all(&*store, [game(1), game(2)]).await;
        let (_, position) = followed(&*store, &GameFilter::default(), None).await;
        for (schema, number) in [(Schema::Create, 3), (Schema::Existing, 4)] {
            database.execute("update position_offset set value = 0").await;
            let settings = Settings { schema, ..Settings::default() };
            let store = storage::open(database.url(), &settings).await.expect("a database that opens");
            assert_eq!(all(&*store).await, ids(1..number), "what was restored is shown");
            store_all(&*store, [game(number)]).await;
            assert_eq!(followed(&*store, &GameFilter::default(), position).await.0, ids(3..=number));
        }
    });
}

#[test]
fn what_is_told_late_to_an_owner_is_told_in_the_order_of_commits() {
    block_on(async {
        let database = fresh_postgres().await;
        let (store, owner) = (database.open().await, OwnerId(8));
        let begun = store.latest_news().await.expect("a position");
        let mut slow = PgConnection::connect(database.url()).await.expect("the server");
        slow.execute("begin; insert into owner_events (owner_id, kind, day) values (8, 5, '2026-11-28')")
            .await
            .expect("an event");
        store.add_table(&table(1), &beginning(), None, moment(1)).await.expect("a table that is stored");
        let news = async |after| store.news_after(owner, after, 10).await.expect("news").events.items;
        assert_eq!(news(begun).await, [], "what was begun after the slow one waits for it");
        slow.execute("commit").await.expect("the end of it");
        let told: Vec<_> = news(begun).await.into_iter().map(|(event, _)| event).collect();
        let day = OwnerEvent::DayFinished { date: "2026-11-28".parse().expect("a day") };
        assert_eq!(told, [day, OwnerEvent::Table { id: table(1).id, version: 1, change: TableNews::Changed }]);
    });
}
