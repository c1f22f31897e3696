//! Another process holds the file.

use reqwest::StatusCode;
use sqlx::{Connection, Executor, SqliteConnection};

use crate::{
    caller::{ask, client},
    crash::get,
    database::{block_on, fresh_sqlite},
    program::Program,
};

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
