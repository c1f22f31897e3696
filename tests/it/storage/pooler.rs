//! Behind PgBouncer 1.18, as in Debian: either everything works as without it, or the database is not opened.

use std::{env, process::Command, sync::Arc};

use arcana::{
    service::{
        records::{CommitmentId, GameId},
        store::{StoreError, TableChange, WriteError},
    },
    storage::{self, OpenError, Pooler, Settings},
};
use futures::future::join_all;
use tempfile::TempDir;

use crate::cli::run::{out, run};
use crate::storage::{
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    samples::{OURS, THEIRS, game, id, moment, store_all, write},
    table_samples::{beginning, change, ending, table},
};

/// A setting that lets drivers connect and drops their settings.
const CARELESS: &str = "'ignore_startup_parameters = extra_float_digits,options'";

/// Number of games that are stored and read.
const GAMES: i64 = 1000;

/// PgBouncer in front of a test database; it ends when dropped.
struct PgBouncer {
    place: TempDir,
    url: String,
    database: TestDatabase,
}

impl PgBouncer {
    async fn start(mode: &str, setting: &str) -> PgBouncer {
        let (place, database) = (TempDir::new().expect("a temporary folder"), fresh_postgres().await);
        let server = env::var("ARCANA_TEST_POSTGRES").expect("a server");
        let port: String =
            server.rsplit(':').next().expect("a port").chars().take_while(char::is_ascii_digit).collect();
        let own = script(&place, &format!("seek_postgres; start_pgbouncer {mode} {port} {setting}"));
        let url = database.url().replace(&format!(":{port}/"), &format!(":{}/", own.trim()));
        PgBouncer { place, url, database }
    }

    async fn open(&self, pooler: Pooler) -> Result<Arc<dyn arcana::service::store::Store>, OpenError> {
        storage::open(&self.url, &Settings { pooler, connections: 6, ..Settings::default() }).await
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        script(&self.place, "stop_pgbouncer");
    }
}

/// Runs functions of the scripts; returns their output.
fn script(place: &TempDir, what: &str) -> String {
    let text = format!(
        "set -euo pipefail; fail() {{ echo \"$*\" >&2; exit 1; }}; place=$1; . scripts/postgres; . scripts/balancers; {what}"
    );
    let mut command = Command::new("bash");
    command.args(["-c", &text, "pooler", &place.path().display().to_string()]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().expect("bash");
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The error in opening a database.
async fn refusal(pooler: &PgBouncer) -> String {
    match pooler.open(Pooler::None).await {
        Ok(_) => panic!("it was opened"),
        Err(why) => {
            assert!(matches!(why, OpenError::Pooler(_)), "{why:?}");
            why.to_string()
        }
    }
}

#[test]
fn a_transaction_pooler_is_detected_at_the_start() {
    block_on(async {
        for setting in ["", CARELESS] {
            let why = refusal(&PgBouncer::start("transaction", setting).await).await;
            assert!(why.contains("set `--database-pooler transaction`"), "{why}");
        }
    });
}

#[test]
fn a_statement_pooler_is_refused() {
    block_on(async {
        let pooler = PgBouncer::start("statement", CARELESS).await;
        assert!(pooler.open(Pooler::None).await.is_err());
        assert!(pooler.open(Pooler::Transaction).await.is_err());
    });
}

#[test]
fn a_session_pooler_works_like_none() {
    block_on(async {
        for setting in ["", CARELESS] {
            let pooler = PgBouncer::start("session", setting).await;
            let store = pooler.open(Pooler::None).await.expect("a database that opens");
            store_all(&*store, (0..20).map(game)).await;
            assert_eq!(store.game(GameId(id(7))).await.expect("an answer"), Some(game(7)));
            // The settings take effect although the pooler drops them at connection time.
            pooler.database.execute("create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$; create trigger slow before insert on games for each row execute function slow()").await;
            let settings = Settings { statement_timeout: std::time::Duration::from_secs(2), ..Settings::default() };
            let store = storage::open(&pooler.url, &settings).await.expect("a database that opens");
            let slow = store.write(write(game(100))).await;
            assert!(matches!(slow, Err(WriteError::Store(StoreError::Unavailable(_)))), "{slow:?}");
        }
    });
}

#[test]
fn a_database_is_copied_through_it_in_both_directions() {
    block_on(async {
        let (pooler, file) = (PgBouncer::start("transaction", CARELESS).await, fresh_sqlite().await);
        let store = pooler.open(Pooler::Transaction).await.expect("a database that opens");
        store_all(&*store, (0..GAMES).map(game)).await;
        store.close().await;
        let copied = |from: &str, to: &str| {
            let done = run(&["copy", from, to, "--database-pooler", "transaction"]);
            assert!(out(&done).ends_with("The databases hold the same.\n"), "{done:?}");
        };
        copied(&pooler.url, file.url());
        assert_eq!(file.number("select count(*) from games").await, GAMES);
        let other = PgBouncer::start("transaction", CARELESS).await;
        copied(file.url(), &other.url);
        copied(&pooler.url, &other.url);
    });
}

#[test]
fn a_thousand_games_that_are_read_by_many_are_all_there() {
    block_on(async {
        for setting in ["", CARELESS] {
            let pooler = PgBouncer::start("transaction", setting).await;
            let stores = [pooler.open(Pooler::Transaction).await, pooler.open(Pooler::Transaction).await];
            let stores = stores.map(|store| store.expect("a database that opens"));
            store_all(&*stores[0], (0..GAMES).map(game)).await;
            // Others delete meanwhile, which readers would do after a collision of statement names.
            let reading = join_all((0..8_usize).map(|reader| {
                let store = &stores[reader % 2];
                async move {
                    for number in (0..GAMES).skip(reader).step_by(4) {
                        assert_eq!(store.game(GameId(id(number))).await.expect("an answer"), Some(game(number)));
                    }
                }
            }));
            let deleting = async {
                for number in GAMES..GAMES + 100 {
                    store_all(&*stores[1], [game(number)]).await;
                    assert!(!stores[0].delete_game(GameId(id(number)), THEIRS).await.expect("an answer"));
                    assert!(stores[0].delete_game(GameId(id(number)), OURS).await.expect("an answer"));
                }
            };
            tokio::join!(reading, deleting);
            for number in 0..GAMES {
                let found = stores[1].game(GameId(id(number))).await.expect("an answer");
                assert!(found.is_some(), "game {number} is gone");
            }
        }
    });
}

#[test]
fn refused_writes_behind_a_pooler_do_not_affect_others() {
    block_on(async {
        let pooler = PgBouncer::start("transaction", "").await;
        let store = pooler.open(Pooler::Transaction).await.expect("a database that opens");
        store_all(&*store, [game(1)]).await;
        let mut unstorable = game(4);
        unstorable.record.options = "\0".to_owned();
        let writes = vec![write(game(2)), write(game(1)), write(game(3)), write(unstorable), write(game(5))];
        let results = store.write_all(writes.into_iter().map(Arc::new).collect()).await;
        let stored: Vec<bool> = results.iter().map(Result::is_ok).collect();
        assert_eq!(stored, [true, false, true, false, true], "{results:?}");
        for number in [1, 2, 3, 5] {
            assert!(store.game(GameId(id(number))).await.expect("an answer").is_some(), "{number}");
        }
        assert_eq!(store.commitment(CommitmentId(id(1))).await.expect("an answer"), None);
    });
}

#[test]
fn services_with_sessions_are_notified_of_changes_behind_a_pooler() {
    block_on(async {
        let pooler = PgBouncer::start("transaction", CARELESS).await;
        let store = pooler.open(Pooler::Transaction).await.expect("a database that opens");
        assert!(store.table_changes().is_none(), "notifications go to anybody there");
        let direct = pooler.database.open().await;
        let mut changes = direct.table_changes().expect("Postgres tells");
        let writes = (0..50).map(|number| {
            let (store, table) = (&store, table(number));
            async move {
                store.add_table(&table, &beginning(), None, moment(1)).await.expect("a table that is stored");
                store.update_table(&change(&table)).await.expect("a change that is stored");
                store.update_table(&change(&table)).await.expect_err("another version");
                store.update_table(&ending(&change(&table).table, number)).await.expect("an end that is stored");
                table.id
            }
        });
        let mut unheard = join_all(writes).await;
        let revisions = store.table_revisions(&unheard).await.expect("revisions");
        assert_eq!((revisions.len(), revisions.iter().all(|(_, revision)| revision.version == 3)), (50, true));
        while !unheard.is_empty() {
            if let TableChange::One(id, _) = changes.recv().await.expect("a change is heard") {
                unheard.retain(|one| *one != id);
            }
        }
    });
}
