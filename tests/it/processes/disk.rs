//! Full disks, and files locked by another process.

use std::{fs, process::Command, time::Duration};

use futures::future::join_all;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::processes::{
    caller::{Callers, ask, client},
    crash::{get, hold},
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    program::{Program, after, printed},
};

/// The readiness of a service.
async fn readiness(client: &Client, address: &str) -> (StatusCode, Value) {
    let response = client.get(format!("{address}/readyz")).send().await.expect("an answer");
    (response.status(), response.json().await.expect("JSON"))
}

/// Lets each insertion into a table of Postgres fail like on a full disk, as reported by a server in another language.
async fn fill_disk(database: &TestDatabase, table: &str) {
    database
        .execute(&format!(
            "create function full_disk() returns trigger language plpgsql as $$ begin \
             raise exception 'auf dem Gerät ist kein Platz mehr' using errcode = 'disk_full'; end $$; \
             create trigger full_disk before insert on {table} execute function full_disk()"
        ))
        .await;
}

/// Plays games, each with a new idempotency key, until one is refused and the service is not ready.
async fn until_full(client: &Client, address: &str) {
    for number in 0..1000 {
        let (status, problem) = ask(client, address, number).await.expect("an answer");
        if status == StatusCode::CREATED {
            continue;
        }
        assert_eq!((status, &problem["code"]), (StatusCode::SERVICE_UNAVAILABLE, &"unavailable".into()), "{problem}");
        // A disk may have no room for a game, and still enough for the page that the service writes as a test.
        let (status, problem) = readiness(client, address).await;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            assert_eq!(problem["code"], "unavailable", "{problem}");
            return;
        }
    }
    panic!("the disk was never full");
}

/// Waits until the service is ready, and plays a game.
async fn until_room(client: &Client, address: &str) {
    for _ in 0..200 {
        if readiness(client, address).await.0 == StatusCode::OK {
            let (status, game) = ask(client, address, 1001).await.expect("an answer");
            assert_eq!(status, StatusCode::CREATED, "{game}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("it is never ready again");
}

#[test]
fn with_a_full_disk_a_service_is_not_ready_until_there_is_space_on_sqlite() {
    block_on(async {
        let database = fresh_sqlite().await;
        let service = Program::start(after("trap '' XFSZ; ulimit -S -f 600;", &["--database-url", database.url()]));
        let client = client();
        until_full(&client, &service.address).await;
        // The test write alone does not make the service ready.
        for _ in 0..3 {
            assert_eq!(readiness(&client, &service.address).await.0, StatusCode::SERVICE_UNAVAILABLE);
        }
        get(&client, &service.address, "/v1/games").await;
        printed(Command::new("prlimit").args(["--fsize=unlimited:", "--pid", &service.id().to_string()]));
        until_room(&client, &service.address).await;
    });
}

#[test]
fn with_a_full_disk_a_service_is_not_ready_until_there_is_space_on_postgres() {
    block_on(async {
        let database = fresh_postgres().await;
        let service = Program::serve(database.url());
        let client = client();
        fill_disk(&database, "games").await;
        until_full(&client, &service.address).await;
        get(&client, &service.address, "/v1/games").await;
        database.execute("drop trigger full_disk on games").await;
        until_room(&client, &service.address).await;
    });
}

#[test]
fn any_write_that_finds_a_full_disk_makes_the_service_unready() {
    block_on(async {
        let database = fresh_postgres().await;
        let service = Program::serve(database.url());
        let client = client();
        fill_disk(&database, "commitments").await;
        assert_eq!(readiness(&client, &service.address).await.0, StatusCode::OK);
        let refused = client.post(format!("{}/v1/commitments", service.address)).send().await.expect("an answer");
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(readiness(&client, &service.address).await.0, StatusCode::SERVICE_UNAVAILABLE);
    });
}

#[test]
fn what_would_be_written_to_a_file_that_was_moved_is_refused() {
    block_on(async {
        let database = fresh_sqlite().await;
        let service = Program::serve(database.url());
        let client = client();
        assert_eq!(ask(&client, &service.address, 1).await.expect("an answer").0, StatusCode::CREATED);
        let path = database.url().trim_start_matches("sqlite://").to_owned();
        let moved = format!("{path}.moved");
        fs::rename(&path, &moved).expect("a file");
        for _ in 0..2 {
            let (status, problem) = ask(&client, &service.address, 2).await.expect("an answer");
            assert_eq!(
                (status, &problem["code"]),
                (StatusCode::SERVICE_UNAVAILABLE, &"unavailable".into()),
                "{problem}"
            );
            let table = client.post(format!("{}/v1/tables", service.address)).json(&json!({"ruleset": "reversal"}));
            assert_eq!(table.send().await.expect("an answer").status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(readiness(&client, &service.address).await.0, StatusCode::SERVICE_UNAVAILABLE);
            assert!(!fs::exists(&path).expect("a folder"), "no other file is created");
        }
        // Another file in its place, as from a backup.
        fs::copy(&moved, &path).expect("a copy");
        assert_eq!(ask(&client, &service.address, 3).await.expect("an answer").0, StatusCode::SERVICE_UNAVAILABLE);
        // Connections that are opened now would stay with the copy.
        let games = format!("{}/v1/games", service.address);
        join_all((0..40).map(|_| client.get(&games).send())).await;
        fs::rename(&moved, &path).expect("a file");
        assert_eq!(ask(&client, &service.address, 4).await.expect("an answer").0, StatusCode::CREATED);
        for answer in join_all((0..40).map(|_| client.get(&games).send())).await {
            let page: Value = answer.expect("an answer").json().await.expect("JSON");
            assert_eq!(page["items"].as_array().map(Vec::len), Some(2), "{page}");
        }
        assert_eq!(readiness(&client, &service.address).await.0, StatusCode::OK);
    });
}

#[test]
fn a_full_disk_is_a_temporary_problem_and_loses_no_confirmed_data() {
    block_on(async {
        let database = fresh_sqlite().await;
        // No file may exceed 600 blocks of 1024 bytes, which the write-ahead log soon reaches.
        let full = "trap '' XFSZ; ulimit -f 600;";
        let service = Program::start(after(full, &["--database-url", database.url()]));
        let callers = Callers::start(&service.address, 4);
        callers.until(|notes| notes.refused.len() >= 8).await;
        // Stored data can still be read.
        get(&client(), &service.address, "/v1/games").await;
        let notes = callers.stop().await;
        assert!(!notes.promised.is_empty());
        for refused in &notes.refused {
            assert_eq!(refused, &(503, "unavailable".to_owned()));
        }
        service.kill();
        let again = Program::serve(database.url());
        hold(&again.address, database.url(), &notes).await;
    });
}

#[test]
fn a_file_that_another_process_writes_to_is_waited_for_and_then_a_problem() {
    block_on(async {
        let database = fresh_sqlite().await;
        let service = Program::serve(database.url());
        let client = client();
        let mut other = SqliteConnection::connect(database.url()).await.expect("a connection");
        other.execute("begin immediate").await.expect("it writes");
        let (status, problem) = ask(&client, &service.address, 1).await.expect("an answer");
        assert_eq!((status, &problem["code"]), (StatusCode::SERVICE_UNAVAILABLE, &"unavailable".into()), "{problem}");
        // Another write of the service may have waited first, and fail a moment later.
        while readiness(&client, &service.address).await.0 != StatusCode::SERVICE_UNAVAILABLE {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // Reading continues meanwhile.
        assert_eq!(get(&client, &service.address, "/v1/games").await["items"], serde_json::json!([]));
        other.execute("rollback").await.expect("it stops");
        assert_eq!(readiness(&client, &service.address).await.0, StatusCode::OK);
        let (status, game) = ask(&client, &service.address, 1).await.expect("an answer");
        assert_eq!(status, StatusCode::CREATED, "{game}");
    });
}
