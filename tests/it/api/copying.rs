//! A copy of a database: everything is there, row by row, in the same order, however often it was interrupted.

use std::{
    env,
    future::poll_fn,
    process::Stdio,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    task::Poll,
    time::Instant,
};

use arcana::{
    games::Ruleset,
    service::records::{OwnerId, Seed},
    storage::{self, CopyError, Summary},
};
use reqwest::{Method, header::HeaderName};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

use crate::{
    api::{
        app::{Request, TestApp},
        days::profile,
        on_sqlite,
        plays::text,
    },
    cli::run::{arcana, out, run},
    database::{TestDatabase, fresh_sqlite, migrated_postgres},
};

/// Number of games that are copied.
const GAMES: usize = 450;

/// Number of games that the program copies while it is killed: ARCANA_TEST_COPIED_GAMES, or a few.
fn games_of_the_program() -> usize {
    env::var("ARCANA_TEST_COPIED_GAMES").map_or(3_000, |text| text.parse().expect("a number"))
}

/// Stores something of everything.
async fn fill(app: &TestApp, games: usize) {
    let key = profile(app, "Ada").await;
    *app.key.lock() = Some(key);
    app.get("/v1/days").await.is(200);
    let like = app.play_of(Ruleset::Reversal, "like").await;
    app.play_of(Ruleset::Fortuna, "of more than four").await;
    app.store_many(&like, games, |number, game| {
        game.record.owner = OwnerId(number as i64 % 3);
        game.record.external_id = Some(format!("{number}"));
        game.record.seed_record.as_mut().expect("a game that was played").seed = Seed::Made([number as u8; 32]);
    })
    .await;
    let reading = app.post("/v1/readings", &json!({"querent": "Ada", "question": "Will it rain?"})).await.is(201);
    let note = json!({"text": "It did.", "people": ["Bel"], "tags": ["rain"]});
    app.post(format!("{}/notes", text(&reading["links"]["self"])), &note).await.is(201);
    let spread = json!({"type": "spread", "spread": "three-card"}).to_string();
    let again = HeaderName::from_static("idempotency-key");
    app.send(Request::post("/v1/readings", spread).with(again, "once")).await.is(201);
    app.post("/v1/commitments", &json!({})).await.is(201);
    for body in [
        json!({"ruleset": "fortunes"}),
        json!({"ruleset": "reversal", "seats": [{"type": "person"}, {"type": "open"}]}),
    ] {
        app.post("/v1/tables", &body).await.is(201);
    }
    let simulation = app.post("/v1/simulations", &json!({"ruleset": "reversal", "games": 10})).await.is(202);
    app.send(Request::new(Method::POST, format!("{}/cancel", text(&simulation["links"]["self"])))).await.is(200);
}

/// Copies a database whole.
async fn copied(from: &TestDatabase, to: &TestDatabase) -> Vec<(&'static str, Summary)> {
    let (from, to) = (from.open().await, to.open().await);
    let summaries = storage::copy(&*from, &*to, |_, _| {}).await.expect("a copy");
    from.close().await;
    to.close().await;
    summaries
}

/// Begins a copy and drops it after so many pages.
async fn interrupted(from: &TestDatabase, to: &TestDatabase, pages: usize) {
    let (from, to, done) = (from.open().await, to.open().await, AtomicUsize::new(0));
    let enough = poll_fn(|context| {
        context.waker().wake_by_ref();
        if done.load(Relaxed) >= pages { Poll::Ready(()) } else { Poll::Pending }
    });
    tokio::select! {
        biased;
        () = enough => {}
        _ = storage::copy(&*from, &*to, |_, _| _ = done.fetch_add(1, Relaxed)) => panic!("it was not interrupted"),
    }
    from.close().await;
    to.close().await;
}

/// Has the program copy a database twice, kills it when a third and when two thirds of the games are there, and has it go on.
async fn copied_by_the_program(from: &TestDatabase, to: &TestDatabase, games: usize) {
    let arguments = ["copy", from.url(), to.url(), "--database-pooler", "transaction"];
    for share in 1..=2 {
        let mut copying = arcana(&arguments).stderr(Stdio::null()).spawn().expect("the program starts");
        while to.number("select count(*) from games").await < (games * share / 3) as i64 {
            assert_eq!(copying.try_wait().expect("a status"), None, "it ended before it was killed");
        }
        copying.kill().expect("it is killed");
        copying.wait().expect("a status");
        assert!(to.number("select count(*) from games").await < games as i64, "it was killed on the way");
    }
    let done = run(&arguments);
    assert!(out(&done).ends_with("The databases hold the same.\n"), "{done:?}");
}

/// Every row of every table that is copied, as SQL.
async fn rows(database: &TestDatabase) -> Vec<String> {
    const COLUMNS: &str = "select tables.name, group_concat('quote(' || columns.name || ')', ' || '','' || ') \
        from pragma_table_list as tables, pragma_table_info(tables.name) as columns where tables.type = 'table' \
        and tables.name not like 'sqlite_%' and tables.name not like 'standings_%' group by tables.name";
    let mut connection = SqliteConnection::connect(database.url()).await.expect("a file of SQLite");
    let mut all = Vec::new();
    for table in sqlx::query(COLUMNS).fetch_all(&mut connection).await.expect("tables") {
        let (name, columns): (String, String) = (table.get(0), table.get(1));
        let sql = format!("select {columns} as line from {name} order by line");
        let lines = sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).fetch_all(&mut connection).await.expect("rows");
        all.extend(lines.into_iter().map(|line| format!("{name}: {line}")));
    }
    all
}

/// How many rows of each of some tables there are.
fn counts(rows: &[String]) -> Vec<usize> {
    [
        "games",
        "game_players",
        "readings",
        "reading_notes",
        "api_keys",
        "profiles",
        "tables",
        "simulations",
        "owner_events",
    ]
    .map(|table| rows.iter().filter(|row| row.starts_with(&format!("{table}: "))).count())
    .to_vec()
}

#[test]
fn a_file_is_copied_row_by_row_however_often_it_is_interrupted() {
    on_sqlite(async |app| {
        fill(app, GAMES).await;
        let (source, target) = (&app.database, fresh_sqlite().await);
        for pages in [7, 1] {
            interrupted(source, &target, pages).await;
        }
        let games = target.number("select count(*) from games").await;
        assert!(games > 0 && games < GAMES as i64, "{games}: it was interrupted within the games");
        let summaries = copied(source, &target).await;
        assert!(summaries.iter().any(|(table, summary)| *table == "games" && summary.rows == 3 + GAMES as u64));
        let (here, there) = (rows(source).await, rows(&target).await);
        assert_eq!(here, there);
        let counts = counts(&there);
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
        assert_eq!(copied(source, &target).await, summaries, "there is nothing left to do");
    });
}

#[test]
fn a_copy_on_a_server_and_back_loses_nothing() {
    on_sqlite(async |app| {
        fill(app, GAMES).await;
        let (source, server, back) = (&app.database, migrated_postgres().await, fresh_sqlite().await);
        interrupted(source, &server, 9).await;
        let there = copied(source, &server).await;
        interrupted(&server, &back, 9).await;
        assert_eq!(copied(&server, &back).await, there);
        assert_eq!(rows(&back).await, rows(source).await);
    });
}

#[test]
fn a_program_that_is_killed_on_the_way_there_and_back_copies_every_row() {
    on_sqlite(async |app| {
        let games = games_of_the_program();
        fill(app, games).await;
        let (source, server, back): (&TestDatabase, _, _) =
            (&app.database, migrated_postgres().await, fresh_sqlite().await);
        back.open().await.close().await;
        for (from, to) in [(source, &server), (&server, &back)] {
            let begun = Instant::now();
            copied_by_the_program(from, to, games).await;
            println!("{games} games in {:?}", begun.elapsed());
        }
        assert!(rows(&back).await == rows(source).await, "a row differs");
    });
}

#[test]
fn callers_and_followers_go_on_with_a_copy() {
    on_sqlite(async |app| {
        fill(app, GAMES).await;
        let cursor = app.get("/v1/games?wait=0").await.is(200)["next_cursor"].clone();
        for target in [fresh_sqlite().await, migrated_postgres().await] {
            copied(&app.database, &target).await;
            let copy = TestApp::start(target);
            *copy.key.lock() = app.key.lock().clone();
            assert_eq!(copy.get("/v1/readings").await.is(200), app.get("/v1/readings").await.is(200));
            let of = "/v1/games?player=Player%201&limit=100";
            assert_eq!(copy.get(of).await.is(200), app.get(of).await.is(200), "games are found by their names");
            let played = copy.play_of(Ruleset::Reversal, "after").await;
            let page = copy.get(format!("/v1/games?wait=30&cursor={}", text(&cursor))).await.is(200);
            assert_eq!(page["items"].as_array().expect("items").len(), 1);
            assert_eq!(page["items"][0]["id"], played["id"]);
            copy.stop();
        }
    });
}

#[test]
fn games_that_a_server_stored_together_keep_their_order_in_a_file() {
    on_sqlite(async |app| {
        let (server, file) = (migrated_postgres().await, fresh_sqlite().await);
        let like = app.play_of(Ruleset::Reversal, "like").await;
        app.store_many(&like, 20, |_, _| {}).await;
        copied(&app.database, &server).await;
        server.execute("update games set position = position / 7").await;
        copied(&server, &file).await;
        let lists = [server, file].map(TestApp::start);
        let mut met = Vec::new();
        for app in &lists {
            let lines = app.get_as("/v1/games", "application/x-ndjson").await.lines();
            met.push(lines.iter().map(|line| text(&line["id"]).to_owned()).collect::<Vec<_>>());
        }
        assert_eq!((met[0].len(), &met[0]), (21, &met[1]));
        lists.into_iter().for_each(TestApp::stop);
    });
}

#[test]
fn a_database_that_holds_something_else_is_refused_and_stays_as_it_is() {
    on_sqlite(async |app| {
        fill(app, GAMES).await;
        let other = TestApp::start(fresh_sqlite().await);
        other.play_of(Ruleset::Reversal, "other").await;
        let before = rows(&other.database).await;
        let (from, to) = (app.database.open().await, other.database.open().await);
        let refused = storage::copy(&*from, &*to, |_, _| {}).await;
        assert!(matches!(refused, Err(CopyError::HoldsOther(_))), "{refused:?}");
        assert_eq!(rows(&other.database).await, before);
        other.stop();
    });
}
