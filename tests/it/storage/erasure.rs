//! Erasure: data is deleted permanently, in batches, and nothing else is.

use std::{fs, time::Duration};

use arcana::service::{
    Erased, Erasure, IdempotencyKey,
    audit::Actor,
    records::{CommitmentRecord, GameId, OwnerId, ReadingId, ReadingRecord},
    store::{GameFilter, Store, Write},
};

use sqlx::{Connection, Executor, SqliteConnection};

use crate::storage::{
    database::{block_on, fresh_sqlite},
    samples::{commitment, game, game_of, id, moment, promised_game, service, store_all, write, write_with_reading},
    table_samples::{beginning, table},
};

/// Erases everything in batches of `limit` games; returns the result of each batch.
async fn erase_all(store: &dyn Store, erasure: &Erasure, limit: u32) -> Vec<Erased> {
    let mut batches = Vec::new();
    loop {
        let batch = store.erase(erasure, limit).await.expect("a batch that is erased");
        if batch.is_nothing() {
            return batches;
        }
        batches.push(batch);
    }
}

fn name(name: &str) -> Erasure {
    Erasure::Name(name.to_owned())
}

/// The ids of all games, or of those with a player, newest first, in milliseconds.
async fn games(store: &dyn Store, player: Option<&str>) -> Vec<GameId> {
    let players = player.map(ToOwned::to_owned).into_iter().collect();
    let filter = GameFilter { players, ..GameFilter::default() };
    store.games(&filter, None, 100).await.expect("games").items.into_iter().map(|game| game.id).collect()
}

fn ids(milliseconds: &[i64]) -> Vec<GameId> {
    milliseconds.iter().map(|milliseconds| GameId(id(*milliseconds))).collect()
}

/// The write of a game and its reading with this owner.
fn owned(milliseconds: i64, owner: i64) -> Write {
    let mut write = write_with_reading(milliseconds);
    write.game.record.owner = OwnerId(owner);
    write.reading = write.reading.map(|mut reading| {
        reading.owner = OwnerId(owner);
        reading
    });
    write
}

on_both! {
    async fn a_name_is_erased_with_its_games_and_their_readings(database: &TestDatabase) {
        let store = database.open().await;
        for milliseconds in [1, 2] {
            store.write(write_with_reading(milliseconds)).await.expect("a reading that is stored");
        }
        store_all(&*store, [game_of(3, &["Bob", "Ada", "Ada"], &[1]), game_of(4, &["Bob", "Adam"], &[])]).await;
        let all = Erased { games: 3, readings: 2, ..Erased::default() };
        assert_eq!(store.erasable(&name("Ada")).await.expect("a count"), all);
        assert_eq!(erase_all(&*store, &name("Ada"), 100).await, [all]);
        store.purge().await.expect("purged");
        assert_eq!(games(&*store, None).await, ids(&[4]));
        assert_eq!(games(&*store, Some("Bob")).await, ids(&[4]));
        assert_eq!(games(&*store, Some("Cy")).await, []);
        assert_eq!(store.reading(ReadingId(id(1))).await.expect("an answer"), None);
        assert_eq!(store.erasable(&name("Ada")).await.expect("a count"), Erased::default());
    }

    async fn what_is_told_to_an_owner_is_erased_with_the_owner(database: &TestDatabase) {
        let store = database.open().await;
        store.add_table(&table(1), &beginning(), None, moment(1)).await.expect("a table that is stored");
        let told = async || database.number("select count(*) from owner_events").await;
        assert_eq!(told().await, 2, "to who set it up, and to who sits at it");
        for (owner, left) in [(7, 1), (8, 0)] {
            erase_all(&*store, &Erasure::Owner(OwnerId(owner)), 100).await;
            assert_eq!(told().await, left, "{owner}");
        }
        for day in ["2026-11-26", "2026-11-27", "2026-11-28"] {
            database.execute(&format!("insert into owner_events (owner_id, kind, day) values (9, 5, '{day}')")).await;
        }
        let owner = Erasure::Owner(OwnerId(9));
        assert_eq!(store.erasable(&owner).await.expect("a count").events, 3);
        let batches = erase_all(&*store, &owner, 2).await;
        assert_eq!(batches.iter().map(|batch| batch.events).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(told().await, 0);
    }

    async fn an_erasure_goes_in_batches(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, (1..=5).map(game)).await;
        let batches = erase_all(&*store, &name("Cy"), 2).await;
        assert_eq!(batches.iter().map(|batch| batch.games).collect::<Vec<_>>(), [2, 2, 1]);
        assert_eq!(games(&*store, None).await, []);
    }

    async fn an_owner_is_erased_with_all_data(database: &TestDatabase) {
        let store = database.open().await;
        let key = |owner| IdempotencyKey { owner: OwnerId(owner), request: [1; 32], body: [2; 32], at: moment(1), timeout: Duration::ZERO };
        for (milliseconds, owner) in [(1, 7), (2, 8), (3, 7), (4, 0)] {
            let write = Write { idempotency_key: Some(key(owner)).filter(|_| milliseconds < 3), ..owned(milliseconds, owner) };
            store.write(write).await.expect("a reading that is stored");
        }
        for (milliseconds, owner) in [(5, 7), (6, 7), (7, 8)] {
            let mut promise = commitment(milliseconds);
            promise.owner = OwnerId(owner);
            store.add_commitment(&promise, None).await.expect("a commitment that is stored");
        }
        // At a table of another owner.
        let mut guest = owned(8, 8);
        guest.reading = guest.reading.map(|reading| ReadingRecord { owner: OwnerId(7), ..reading });
        store.write(Write { idempotency_key: None, ..guest }).await.expect("a reading that is stored");
        let theirs = Erasure::Owner(OwnerId(7));
        let all = Erased { games: 2, readings: 3, commitments: 2, idempotency_records: 1, ..Erased::default() };
        assert_eq!(store.erasable(&theirs).await.expect("a count"), all);
        assert_eq!(erase_all(&*store, &theirs, 100).await, [all]);
        assert_eq!(games(&*store, None).await, ids(&[8, 4, 2]));
        assert!(store.reading(ReadingId(id(8))).await.expect("an answer").is_none());
        assert!(store.reading(ReadingId(id(2))).await.expect("an answer").is_some());
        assert!(store.idempotency_record(&key(8)).await.expect("an answer").is_some());
        assert!(store.idempotency_record(&key(7)).await.expect("an answer").is_none());
    }

    async fn anonymous_callers_are_not_an_owner_to_erase(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let nobody = Erasure::Owner(OwnerId::ANONYMOUS);
        assert_eq!(store.erasable(&nobody).await.expect("a count").games, 0);
        assert_eq!(erase_all(&*store, &nobody, 100).await, []);
        assert_eq!(games(&*store, None).await, ids(&[1]));
    }

    async fn old_data_is_deleted_and_usable_commitments_stay(database: &TestDatabase) {
        let store = database.open().await;
        store.write(write_with_reading(1000)).await.expect("a reading that is stored");
        store_all(&*store, [game(2000), game(3000)]).await;
        let mut lapsing = commitment(1500);
        lapsing.expires_at = moment(1800);
        store.add_commitment(&lapsing, None).await.expect("a commitment that is stored");
        store.add_commitment(&commitment(1600), None).await.expect("a commitment that is stored");
        // Its game is younger, and stays.
        let proving = CommitmentRecord { expires_at: moment(4000), ..commitment(1700) };
        store.add_commitment(&proving, None).await.expect("a commitment that is stored");
        let in_time = Write { now: moment(3500), ..write(promised_game(3500, proving.id)) };
        store.write(in_time).await.expect("a game that is stored");
        let old = Erasure::StoredBefore { time: moment(2000), now: moment(5000) };
        let all = Erased { games: 1, readings: 1, commitments: 1, ..Erased::default() };
        assert_eq!(store.erasable(&old).await.expect("a count"), all);
        assert_eq!(erase_all(&*store, &old, 100).await, [all]);
        assert_eq!(games(&*store, None).await, ids(&[3500, 3000, 2000]));
        assert!(store.commitment(proving.id).await.expect("an answer").is_some());
        assert!(store.commitment(commitment(1600).id).await.expect("an answer").is_some());
    }

    async fn a_damaged_game_does_not_prevent_erasure_of_its_players(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1), game(2)]).await;
        database.execute("update games set players = '{' where created_at = (select min(created_at) from games)").await;
        let batches = erase_all(&*store, &name("Di"), 100).await;
        assert_eq!(batches, [Erased { games: 2, ..Erased::default() }]);
        // A leftover row would conflict with the same name in a game with the same id.
        store_all(&*store, [game(1), game(2)]).await;
    }
}

#[test]
fn erased_data_is_not_left_in_the_files_of_sqlite() {
    block_on(async {
        let database = fresh_sqlite().await;
        let store = database.open().await;
        // Among enough others that pages are split.
        for milliseconds in 0..200 {
            let players = if milliseconds % 7 == 0 { ["Zerlinda", "Bob"] } else { ["Ada", "Bob"] };
            store.write(write(game_of(milliseconds, &players, &[0]))).await.expect("a game that is stored");
        }
        service(&database).await.catch_up().await.expect("all are counted");
        assert!(found(database.url(), b"Zerlinda") > 0);
        assert_eq!(erase_all(&*store, &name("Zerlinda"), 10).await.len(), 3);
        store.purge().await.expect("purged");
        assert_eq!(found(database.url(), b"Zerlinda"), 0);
        assert!(found(database.url(), b"Ada") > 0);
        store.close().await;
    });
}

#[test]
fn a_reader_of_sqlite_in_the_way_of_an_erasure_is_reported() {
    block_on(async {
        let database = fresh_sqlite().await;
        let store = database.open().await;
        store.write(write(game_of(1, &["Zerlinda", "Bob"], &[0]))).await.expect("a game that is stored");
        let mut reader = SqliteConnection::connect(database.url()).await.expect("a file of SQLite");
        reader.execute("begin").await.expect("a transaction");
        reader.execute("select count(*) from games").await.expect("a look at the games");
        let erased = service(&database).await.erase(Actor::Command, &name("Zerlinda"), None).await.expect("an erasure");
        assert!(erased.complete && !erased.purged && erased.erased.games == 1, "{erased:?}");
        assert!(found(database.url(), b"Zerlinda") > 0, "the reader still sees it");
        reader.close().await.expect("closed");
        let again = service(&database).await.erase(Actor::Command, &name("Zerlinda"), None).await.expect("an erasure");
        assert!(again.purged && again.erased.is_nothing(), "{again:?}");
        assert_eq!(found(database.url(), b"Zerlinda"), 0);
        store.close().await;
    });
}

/// Number of occurrences of bytes in the files of a database.
fn found(url: &str, bytes: &[u8]) -> usize {
    let file = url.strip_prefix("sqlite://").expect("a file");
    let files = ["", "-wal"].iter().filter_map(|suffix| fs::read(format!("{file}{suffix}")).ok());
    files.map(|file| file.windows(bytes.len()).filter(|window| *window == bytes).count()).sum()
}
