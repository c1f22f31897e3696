//! The disk is full, or another process holds the file.

use reqwest::StatusCode;
use sqlx::{Connection, Executor, SqliteConnection};

use crate::{
    caller::{Callers, ask, client},
    crash::{get, hold},
    database::{block_on, fresh_sqlite},
    program::{Program, after},
};

#[test]
fn a_full_disk_is_a_problem_that_passes_and_nothing_promised_is_lost() {
    block_on(async {
        let database = fresh_sqlite().await;
        // No file may grow beyond 600 blocks of 1024 bytes: the write-ahead log meets that soon.
        let full = "trap '' XFSZ; ulimit -f 600;";
        let service = Program::start(after(full, &["--database-url", database.url()]));
        let callers = Callers::start(&service.address, 4);
        callers.until(|notes| notes.refused.len() >= 8).await;
        // What is stored can still be read.
        get(&client(), &service.address, "/v1/games").await;
        let notes = callers.stop().await;
        assert!(!notes.promised.is_empty());
        for refused in &notes.refused {
            assert_eq!(refused, &(503, "unavailable".to_owned()));
        }
        service.kill();
        let again = Program::serve(database.url());
        hold(&again.address, &notes).await;
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
        // Reading goes on meanwhile.
        assert_eq!(get(&client, &service.address, "/v1/games").await["items"], serde_json::json!([]));
        other.execute("rollback").await.expect("it stops");
        let (status, game) = ask(&client, &service.address, 1).await.expect("an answer");
        assert_eq!(status, StatusCode::CREATED, "{game}");
    });
}
