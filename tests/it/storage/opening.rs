//! Opening and closing databases.

use std::{fs, net::TcpListener, os::unix::fs::PermissionsExt, path::Path, time::Duration};

use arcana::{
    service::{
        records::{GameId, KeyId},
        store::{GameFilter, StoreError, WriteError},
    },
    storage::{self, OpenError, Schema, Settings},
};
use futures::future::{join, join_all};
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use tokio::time::sleep;

use crate::storage::{
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    keys::key,
    samples::{OURS, game, game_of, id, moment, store_all, write},
};

/// The error in opening a URL.
fn refusal(url: &str) -> OpenError {
    let settings = Settings { acquire_timeout: Duration::from_millis(200), ..Settings::default() };
    match block_on(storage::open(url, &settings)) {
        Ok(_) => panic!("{url} was opened"),
        Err(why) => why,
    }
}

on_both! {
    async fn an_open_database_is_ready(database: &TestDatabase) {
        database.open().await.ready().await.expect("an answer");
    }

    async fn stored_data_is_there_after_reopening(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        store.close().await;
        let again = database.open().await;
        assert_eq!(again.game(GameId(id(1))).await.expect("an answer"), Some(game(1)));
        store_all(&*again, [game(2)]).await;
    }

    async fn a_closed_store_is_unavailable(database: &TestDatabase) {
        let store = database.open().await;
        store.close().await;
        assert!(matches!(store.ready().await, Err(StoreError::Unavailable(_))));
        assert!(matches!(store.game(GameId(id(1))).await, Err(StoreError::Unavailable(_))));
        let refusal = store.write(write(game(1))).await;
        assert!(matches!(refusal, Err(WriteError::Store(StoreError::Unavailable(_)))), "{refusal:?}");
    }

    async fn two_stores_on_one_database_see_the_same(database: &TestDatabase) {
        let (one, other) = (database.open().await, database.open().await);
        store_all(&*one, [game(1)]).await;
        store_all(&*other, [game(2)]).await;
        for store in [&one, &other] {
            assert_eq!(store.games(&GameFilter::default(), None, 10).await.expect("games").items.len(), 2);
        }
        assert!(other.delete_game(GameId(id(1)), OURS).await.expect("an answer"));
        assert_eq!(one.game(GameId(id(1))).await.expect("an answer"), None);
    }

    async fn a_new_database_may_be_opened_by_several_at_once(database: &TestDatabase) {
        let stores = join_all((0..8).map(|_| database.open())).await;
        join_all(stores.iter().map(|store| async { store.ready().await.expect("an answer") })).await;
    }

    async fn a_database_of_another_release_is_refused(database: &TestDatabase) {
        let refused = async |found: &str| {
            for schema in [Schema::Create, Schema::Existing, Schema::ReadOnly] {
                let settings = Settings { schema, ..Settings::default() };
                let Err(why) = storage::open(database.url(), &settings).await else { panic!("it was opened") };
                assert_eq!(
                    why.to_string(),
                    format!(
                        "the database was made by another release ({found}): export its games with that release \
                         (`arcana export`), and import the file here (`arcana import`) into a new database"
                    )
                );
            }
        };
        store_all(&*database.open().await, [game(1)]).await;
        database.note_newer_schema().await;
        refused("it has schema 9999, and this release has schema 6").await;
        // As in release 0.1.0.
        database.execute("drop table arcana_schema").await;
        refused("its schema has no number, as in release 0.1.0").await;
    }

    async fn a_database_that_is_read_is_opened(database: &TestDatabase) {
        let reading = Settings { schema: Schema::ReadOnly, ..Settings::default() };
        database.open().await.close().await;
        let store = storage::open(database.url(), &reading).await.expect("a database that opens");
        assert_eq!(store.games(&GameFilter::default(), None, 10).await.expect("games").items, []);
        store.close().await;
    }

    async fn a_missing_table_is_reported(database: &TestDatabase) {
        let store = database.open().await;
        database.execute("alter table game_players rename to elsewhere").await;
        let of_five = game_of(1, &["Ada", "Bob", "Cy", "Di", "Eve"], &[]);
        let refusal = store.write(write(of_five)).await;
        assert!(matches!(refusal, Err(WriteError::Store(StoreError::Broken(_)))), "{refusal:?}");
        assert_eq!(store.game(GameId(id(1))).await.expect("an answer"), None);
    }
}

#[test]
fn a_schema_is_created_once() {
    block_on(async {
        for database in [fresh_sqlite().await, fresh_postgres().await] {
            for is_new in [true, false] {
                assert_eq!(storage::migrate(database.url(), &Settings::default()).await.expect("a schema"), is_new);
            }
        }
    });
}

#[test]
fn an_unsupported_url_is_refused_without_being_repeated() {
    let why = refusal("mysql://root:secret@localhost/arcana");
    assert!(matches!(why, OpenError::Scheme(_)), "{why:?}");
    assert_eq!(why.to_string(), "`mysql` is not a supported database: expected `sqlite://path` or `postgres://…`");
    assert!(matches!(refusal(""), OpenError::Scheme(_)));
    assert!(matches!(refusal("arcana.db"), OpenError::Scheme(_)));
}

#[test]
fn sqlite_in_memory_is_refused() {
    for url in ["sqlite::memory:", "sqlite://:memory:", "sqlite://x.db?mode=memory"] {
        assert!(matches!(refusal(url), OpenError::InMemory), "{url}");
    }
}

#[test]
fn an_address_of_sqlite_names_a_file_and_nothing_else() {
    for url in ["sqlite:", "sqlite://", "sqlite:///", "sqlite://x.db?mode=ro", "sqlite://%ff.db"] {
        let why = refusal(url);
        assert!(matches!(why, OpenError::Address(_)), "{url}: {why:?}");
    }
}

#[test]
fn a_bad_address_of_postgres_is_refused_without_its_password() {
    for url in ["postgres://ada:secret@[::1/arcana", "postgres://ada:secret@host:99999999/arcana"] {
        let why = refusal(url);
        assert!(matches!(why, OpenError::Address(_)), "{why:?}");
        assert!(!why.to_string().contains("secret"), "{why}");
    }
}

#[test]
fn a_server_that_does_not_listen_is_unavailable() {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port").port();
    let why = refusal(&format!("postgresql://ada:secret@127.0.0.1:{port}/arcana"));
    assert!(matches!(why, OpenError::Store(StoreError::Unavailable(_))), "{why:?}");
    assert!(!why.to_string().contains("secret"), "{why}");
}

#[test]
fn the_folder_of_the_file_is_made() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("new/and newer/arcana.db");
    let store = block_on(storage::open(&format!("sqlite://{}", file.display()), &Settings::default()));
    assert!(store.is_ok() && file.exists());
}

/// The mode of a file or folder.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

/// Opens the database, writes to it, and returns the modes of its files.
fn modes_after_a_write(file: &Path) -> Vec<u32> {
    block_on(async {
        let store =
            storage::open(&format!("sqlite://{}", file.display()), &Settings::default()).await.expect("a store");
        store_all(&*store, [game(1)]).await;
        ["", "-wal", "-shm"].iter().map(|suffix| mode(Path::new(&format!("{}{suffix}", file.display())))).collect()
    })
}

#[test]
fn nobody_else_on_the_machine_may_read_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("new/and newer/arcana.db");
    assert_eq!(modes_after_a_write(&file), [0o600; 3]);
    for folder in ["new", "new/and newer"].map(|path| folder.path().join(path)) {
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
    }
}

#[test]
fn permissions_of_a_world_readable_file_are_restricted() {
    for (before, after) in [(0o644, 0o600), (0o666, 0o600), (0o604, 0o600), (0o640, 0o640), (0o600, 0o600)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("arcana.db");
        fs::write(&file, "").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(before)).expect("a mode");
        assert_eq!(modes_after_a_write(&file), [after; 3], "{before:o}");
    }
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("file"), "").expect("a file");
    let why = refusal(&format!("sqlite://{}/file/arcana.db", folder.path().display()));
    assert!(matches!(why, OpenError::Folder { .. }), "{why:?}");
}

#[test]
fn a_file_that_is_not_a_database_is_reported_and_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, content) = (folder.path().join("arcana.db"), "this is no database, however long it is. ".repeat(100));
    fs::write(&file, &content).expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("a mode");
    let why = refusal(&format!("sqlite://{}", file.display()));
    assert!(matches!(why, OpenError::Store(StoreError::Broken(_))), "{why:?}");
    assert_eq!((mode(&file), fs::read_to_string(&file).expect("a text")), (0o644, content), "others may need it");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no other file");
    // A folder of everybody, as `/tmp` is one.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o1777)).expect("a mode");
    let why = refusal(&format!("sqlite://{}", folder.path().display()));
    assert!(matches!(why, OpenError::Address(_)), "{why:?}");
    assert_eq!(mode(folder.path()), 0o777);
}

/// Settings with short timeouts.
fn impatient() -> Settings {
    Settings {
        connections: 1,
        acquire_timeout: Duration::from_secs(1),
        statement_timeout: Duration::from_secs(2),
        ..Settings::default()
    }
}

#[test]
fn sqlite_gives_up_when_another_process_keeps_writing() {
    block_on(async {
        let database = fresh_sqlite().await;
        let store = storage::open(database.url(), &impatient()).await.expect("a database that opens");
        let mut other = SqliteConnection::connect(database.url()).await.expect("a file of SQLite");
        other.execute("begin immediate").await.expect("a transaction");
        let refusal = store.write(write(game(1))).await;
        assert!(matches!(refusal, Err(WriteError::Store(StoreError::Unavailable(_)))), "{refusal:?}");
        assert_eq!(store.game(GameId(id(1))).await.expect("readers do not wait"), None);
        store.ready().await.expect_err("writes fail");
        other.execute("commit").await.expect("the end of it");
        store.ready().await.expect("writes succeed again");
        store_all(&*store, [game(1)]).await;
    });
}

#[test]
fn sqlite_waits_for_another_process_that_is_writing() {
    block_on(async {
        let database = fresh_sqlite().await;
        let store = database.open().await;
        let mut other = SqliteConnection::connect(database.url()).await.expect("a file of SQLite");
        other.execute("begin immediate").await.expect("a transaction");
        let (answer, released) = join(store.write(write(game(1))), other.execute("commit")).await;
        released.expect("the end of it");
        answer.expect("a game that is stored");
    });
}

async fn an_empty_database_is_only_made_when_it_may_be(database: &TestDatabase) {
    for schema in [Schema::ReadOnly, Schema::Existing] {
        let settings = Settings { schema, ..Settings::default() };
        let Err(why) = storage::open(database.url(), &settings).await else { panic!("it was opened") };
        assert!(matches!(why, OpenError::NoFile | OpenError::NoSchema), "{why:?}");
    }
    database.open().await.ready().await.expect("an answer");
}

#[test]
fn an_empty_file_of_sqlite_is_only_made_a_database_when_it_may_be() {
    block_on(async { an_empty_database_is_only_made_when_it_may_be(&fresh_sqlite().await).await });
}

#[test]
fn an_empty_database_of_postgres_is_only_filled_when_it_may_be() {
    block_on(async { an_empty_database_is_only_made_when_it_may_be(&fresh_postgres().await).await });
}

#[test]
fn postgres_gives_up_on_slow_statements_and_on_those_who_wait_for_them() {
    block_on(async {
        let database = fresh_postgres().await;
        let store = storage::open(database.url(), &impatient()).await.expect("a database that opens");
        let mut other = PgConnection::connect(database.url()).await.expect("the server");
        other.execute("begin; lock table games in access exclusive mode").await.expect("a lock");
        let nothing = GameFilter::default();
        let (slow, waiting) = join(store.games(&nothing, None, 1), store.key(KeyId(id(1)))).await;
        assert!(matches!(slow, Err(StoreError::Unavailable(_))), "{slow:?}");
        assert!(matches!(waiting, Err(StoreError::Unavailable(_))), "{waiting:?}");
        other.execute("commit").await.expect("the end of it");
        assert_eq!(store.games(&nothing, None, 1).await.expect("games").items, []);
    });
}

#[test]
fn postgres_gives_up_on_slow_writes_and_on_those_who_wait_for_them() {
    block_on(async {
        let database = fresh_postgres().await;
        let settings = Settings { connections: 4, ..impatient() };
        let store = storage::open(database.url(), &settings).await.expect("a database that opens");
        let mut other = PgConnection::connect(database.url()).await.expect("the server");
        other.execute("begin; lock table games in access exclusive mode").await.expect("a lock");
        // The first write occupies the writer until its timeout; the second arrives meanwhile.
        let (slow, waiting) = join(store.write(write(game(1))), store.write(write(game(2)))).await;
        for refusal in [slow, waiting] {
            assert!(matches!(refusal, Err(WriteError::Store(StoreError::Unavailable(_)))), "{refusal:?}");
        }
        other.execute("commit").await.expect("the end of it");
        store_all(&*store, [game(1), game(2)]).await;
    });
}

#[test]
fn a_postgres_server_that_takes_no_writes_is_read() {
    block_on(async {
        let database = fresh_postgres().await;
        store_all(&*database.open().await, [game(1)]).await;
        database
            .execute(&format!("alter database {} set default_transaction_read_only = on", name_of(&database)))
            .await;
        for schema in [Schema::Create, Schema::Existing, Schema::ReadOnly] {
            let settings = Settings { schema, ..Settings::default() };
            let store = storage::open(database.url(), &settings).await.expect("a database that opens");
            assert_eq!(store.game(GameId(id(1))).await.expect("an answer"), Some(game(1)));
            let lines = store.games_after(&GameFilter::default(), None, 10).await.expect("games");
            assert_eq!(lines.items.len(), 1);
        }
    });
}

/// The name of a database on the server for tests.
fn name_of(database: &TestDatabase) -> &str {
    database.url().rsplit('/').next().and_then(|rest| rest.split('?').next()).expect("a name")
}

#[test]
fn no_tables_are_created_where_nothing_can_be_written() {
    block_on(async {
        let database = fresh_postgres().await;
        database
            .execute(&format!("alter database {} set default_transaction_read_only = on", name_of(&database)))
            .await;
        let Err(why) = storage::open(database.url(), &Settings::default()).await else { panic!("it was opened") };
        assert!(matches!(why, OpenError::NoSchema), "{why:?}");
    });
}

#[test]
fn a_role_that_may_not_create_tables_uses_those_that_are_there() {
    block_on(async {
        let database = fresh_postgres().await;
        database.open().await.close().await;
        let role = format!("role_of_{}", name_of(&database));
        database.execute(&format!("create role {role} login")).await;
        database
            .execute(&format!("grant select, insert, update, delete on all tables in schema public to {role}"))
            .await;
        let url = database.url().replacen("postgres@", &format!("{role}@"), 1);
        for (schema, number) in [(Schema::Create, 1), (Schema::Existing, 2)] {
            let settings = Settings { schema, ..Settings::default() };
            let store = storage::open(&url, &settings).await.expect("a database that opens");
            store_all(&*store, [game(number)]).await;
            store.close().await;
        }
        database.execute(&format!("drop owned by {role}; drop role {role}")).await;
    });
}

#[test]
fn a_role_without_the_rights_that_a_service_needs_is_refused() {
    block_on(async {
        let database = fresh_postgres().await;
        database.open().await.close().await;
        let role = format!("role_of_{}", name_of(&database));
        let tables = "on all tables in schema public to";
        database.execute(&format!("create role {role} login; grant select, insert, update {tables} {role}")).await;
        let url = database.url().replacen("postgres@", &format!("{role}@"), 1);
        let settings = Settings::default();
        let missing = async |url: &str, settings: &Settings| match storage::open(url, settings).await {
            Err(OpenError::MissingRight { table, right }) => format!("{right} {table}"),
            Err(why) => panic!("{why:?}"),
            Ok(_) => "none".to_owned(),
        };
        assert_eq!(missing(&url, &settings).await, "delete analyses");
        database.execute(&format!("grant delete {tables} {role}; revoke select on player_pairs from {role}")).await;
        assert_eq!(missing(&url, &settings).await, "select player_pairs");
        let read_url = Some(url.clone());
        // A replica gets rights that were just granted later.
        assert_eq!(missing(database.url(), &Settings { read_url, ..settings.clone() }).await, "none");
        database.execute(&format!("revoke all on all tables in schema public from {role}")).await;
        database.execute(&format!("grant select {tables} {role}; revoke select on game_players from {role}")).await;
        database.execute(&format!("alter role {role} set default_transaction_read_only = on")).await;
        assert_eq!(missing(&url, &settings).await, "select game_players");
        database.execute(&format!("grant select {tables} {role}")).await;
        assert_eq!(missing(&url, &settings).await, "none", "a server that accepts no writes is only read");
        database.execute(&format!("drop owned by {role}; drop role {role}")).await;
    });
}

#[test]
fn a_new_postgres_database_must_store_every_name() {
    block_on(async {
        let database = fresh_postgres().await;
        let name = format!("{}_latin", name_of(&database));
        database.execute(&format!("create database {name} encoding 'LATIN1' template template0 locale 'C'")).await;
        let url = database.url().replacen(name_of(&database), &name, 1);
        let Err(why) = storage::open(&url, &Settings::default()).await else { panic!("it was opened") };
        assert!(matches!(&why, OpenError::Encoding(encoding) if encoding == "LATIN1"), "{why:?}");
        database.execute(&format!("drop database {name}")).await;
    });
}

#[test]
fn postgres_is_used_with_settings_of_our_own() {
    block_on(async {
        let database = fresh_postgres().await;
        for setting in ["bytea_output = 'escape'", "default_transaction_isolation = 'serializable'"] {
            database.execute(&format!("alter database {} set {setting}", name_of(&database))).await;
        }
        database.open().await.close().await;
        let store = database.open().await;
        store.add_key(&key(1)).await.expect("a key that is stored");
        let mut other = PgConnection::connect(database.url()).await.expect("the server");
        other.execute("begin; update api_keys set name = 'another'").await.expect("a lock");
        // It waits for the change of the other transaction, and then does not fail because of it.
        let release = async {
            sleep(Duration::from_millis(100)).await;
            other.execute("commit").await
        };
        let (revoked, released) = join(store.revoke_key(KeyId(id(1)), moment(10)), release).await;
        released.expect("the end of it");
        assert!(revoked.expect("an answer"));
    });
}

#[test]
fn connections_of_postgres_are_waited_for_where_there_are_no_more() {
    block_on(async {
        let database = fresh_postgres().await;
        database.open().await.close().await;
        let role = format!("role_of_{}", name_of(&database));
        database.execute(&format!("create role {role} login connection limit 4")).await;
        database
            .execute(&format!("grant select, insert, update, delete on all tables in schema public to {role}"))
            .await;
        let url = database.url().replacen("postgres@", &format!("{role}@"), 1);
        let store = storage::open(&url, &Settings::default()).await.expect("a database that opens");
        for number in 1..20 {
            store_all(&*store, [game(number)]).await;
        }
        let read = join_all((1..20).map(|number| store.game(GameId(id(number))))).await;
        for (number, found) in (1..).zip(read) {
            assert_eq!(found.expect("an answer"), Some(game(number)));
        }
        store.close().await;
        database.execute(&format!("drop owned by {role}; drop role {role}")).await;
    });
}

#[test]
fn lists_leave_connections_for_lookups_by_id() {
    block_on(async {
        let database = fresh_postgres().await;
        let settings = Settings { connections: 2, ..Settings::default() };
        let store = storage::open(database.url(), &settings).await.expect("a database that opens");
        let mut other = PgConnection::connect(database.url()).await.expect("the server");
        other.execute("begin; lock table games in access exclusive mode").await.expect("a lock");
        let nothing = GameFilter::default();
        let lists = join_all((0..4).map(|_| store.games(&nothing, None, 1)));
        let by_id = async {
            for milliseconds in 0..20 {
                let key = store.key(KeyId(id(milliseconds))).await.expect("a connection");
                assert_eq!(key, None);
            }
            other.execute("commit").await.expect("the end of it");
        };
        let (lists, ()) = join(lists, by_id).await;
        assert!(lists.iter().all(Result::is_ok), "{lists:?}");
    });
}
