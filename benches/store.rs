//! Speed of storing games and steps at tables in SQLite, each synced to disk before the response.
//!
//! `cargo bench --bench store`; the folder for temporary files should be on a real disk.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use arcana::{
    games::{Player, Ruleset},
    service::{
        records::{BotRecord, GameId, GameRecord, OwnerId, SeatRecord, Seed, SeedRecord, Source, StoredGame, TableId},
        store::{GameFilter, Store, Write},
        tables::{SeatKind, SeatState, TableChanges, TableClock, TablePhase, TableRecord, TableWrite},
    },
    storage::{self, Settings},
};
use chrono::{DateTime, TimeDelta, Utc};
use divan::{Bencher, counter::ItemsCount};
use futures::future::join_all;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

fn main() {
    divan::main();
}

/// A database in a temporary folder, and games to fill it with.
struct Bench {
    runtime: Runtime,
    store: Arc<dyn Store>,
    games: AtomicU64,
    _folder: TempDir,
}

impl Bench {
    fn new() -> Bench {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let folder = TempDir::new().expect("a temporary folder");
        let url = format!("sqlite://{}/arcana.db", folder.path().display());
        let settings = Settings { acquire_timeout: Duration::from_secs(60), ..Settings::default() };
        let store = runtime.block_on(storage::open(&url, &settings)).expect("a database that opens");
        Bench { runtime, store, games: AtomicU64::new(0), _folder: folder }
    }

    /// The next game: four bots, 77 steps.
    fn next(&self) -> Write {
        let number = self.games.fetch_add(1, Ordering::Relaxed);
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::milliseconds(number as i64);
        Write {
            game: StoredGame { record: record(number, now), log: vec![number as u8; 110] },
            reading: None,
            now,
            idempotency_key: None,
        }
    }

    /// A table that is stored, halfway through a game of two persons and two bots.
    fn new_table(&self) -> TableWrite {
        let number = self.games.fetch_add(1, Ordering::Relaxed);
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::milliseconds(number as i64);
        let table = table(number, now);
        self.runtime
            .block_on(self.store.add_table(&table, &TableChanges::default(), None, now))
            .expect("a table that is stored");
        let step = r#"{"type":"play","player":0,"card":"wands_ace"}"#;
        let changes = TableChanges { journal: vec![160], steps: format!("{step}\n") };
        TableWrite { before: table.revision(), table, changes, finished: None, score: None, idempotency_key: None }
    }

    fn store(&self, count: usize) {
        let writes = (0..count).map(|_| self.store.write(self.next()));
        for answer in self.runtime.block_on(join_all(writes)) {
            answer.expect("a game that is stored");
        }
    }
}

fn table(number: u64, now: DateTime<Utc>) -> TableRecord {
    let seat = |kind, name: &str| SeatState {
        kind,
        name: name.to_owned(),
        bot: (kind == SeatKind::Bot).then(|| BotRecord::new("adept", 1)),
        away: false,
        owner: OwnerId::ANONYMOUS,
        token: (kind == SeatKind::Person).then(|| "ab".repeat(32)),
        invitation: None,
        client_seed: String::new(),
        question: String::new(),
        question_kind: None,
        reading: None,
    };
    let persons = ["Ada", "Bob"].map(|name| seat(SeatKind::Person, name));
    let bots = ["Player 3", "Player 4"].map(|name| seat(SeatKind::Bot, name));
    TableRecord {
        day: None,
        id: TableId(Uuid::from_u128((now.timestamp_millis() as u128) << 80 | 7 << 76 | 2 << 62 | u128::from(number))),
        owner: OwnerId(1),
        ruleset: Ruleset::Fortunes,
        rules_version: 1,
        options: "{}".to_owned(),
        phase: TablePhase::Playing,
        version: 40,
        mark: 0,
        listed: false,
        hints: false,
        created_at: now,
        touched_at: now,
        clock: TableClock::default(),
        seats: [persons, bots].concat(),
        seed: [7; 32],
        commitment: None,
        client_seed: String::new(),
        external_id: None,
        tags: Vec::new(),
        step_count: 38,
        deadline: Some(now),
        wake_at: now,
        game: None,
        closed: None,
    }
}

fn record(number: u64, now: DateTime<Utc>) -> GameRecord {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    let bot = |name: &str| SeatRecord { name: name.to_owned(), bot: Some(BotRecord::new("adept", 1)) };
    GameRecord {
        unlisted: false,
        unrated: Vec::new(),
        id: GameId(Uuid::from_u128((now.timestamp_millis() as u128) << 80 | 7 << 76 | 2 << 62 | u128::from(number))),
        owner: OwnerId::ANONYMOUS,
        ruleset: Ruleset::Fortunes,
        rules_version: 1,
        source: Source::Played,
        created_at: now,
        played_at: Some(now),
        external_id: None,
        tags: Vec::new(),
        options: "{}".to_owned(),
        players: ["Player 1", "Player 2", "Player 3", "Player 4"].map(bot).to_vec(),
        step_count: 77,
        seed_record: Some(SeedRecord {
            seed: Seed::Made(seed),
            client_seed: String::new(),
            commitment: None,
            deal_given: false,
        }),
        winners: vec![Player(0), Player(2)],
        places: vec![1, 3, 1, 3],
        scores: vec![9, 5, 10, 7],
    }
}

/// So many writers at once.
#[divan::bench(args = [1, 16, 256], sample_count = 20, sample_size = 1)]
fn games_stored_at_once(bencher: Bencher, writers: usize) {
    let bench = Bench::new();
    bencher.counter(ItemsCount::new(writers)).bench(|| bench.store(writers));
}

/// A step at each of so many tables at once.
#[divan::bench(args = [1, 16, 200], sample_count = 20, sample_size = 1)]
fn steps_stored_at_once(bencher: Bencher, tables: usize) {
    let bench = Bench::new();
    let mut tables: Vec<TableWrite> = (0..tables).map(|_| bench.new_table()).collect();
    bencher.counter(ItemsCount::new(tables.len())).bench_local(|| {
        for write in &mut tables {
            write.before = write.table.revision();
            write.table.version += 1;
            write.table.mark += 1;
            write.table.wake_at += TimeDelta::seconds(1);
        }
        let steps = tables.iter().map(|write| bench.store.update_table(write));
        for answer in bench.runtime.block_on(join_all(steps)) {
            answer.expect("a step that is stored");
        }
    });
}

/// The newest twenty games of a player who was in all of ten thousand.
#[divan::bench(sample_count = 50)]
fn a_page_of_a_players_history(bencher: Bencher) {
    let bench = Bench::new();
    bench.store(10_000);
    let filter = GameFilter { players: vec!["Player 3".to_owned()], ..GameFilter::default() };
    bencher.bench(|| bench.runtime.block_on(bench.store.games(&filter, None, 20)).expect("games").items.len());
}
