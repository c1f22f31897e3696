//! Backups taken while the service writes, as in `docs/operation/backup.md`, contain everything confirmed before.

use std::process::Command;

use sqlx::{Connection, Executor, SqliteConnection};
use tempfile::TempDir;

use crate::processes::{
    caller::{Callers, Notes, client, lasting},
    crash::get,
    database::{block_on, fresh_sqlite},
    program::Program,
    server::Server,
};

/// Checks a restored service against what was confirmed before the backup.
async fn hold(address: &str, promised: &[(String, serde_json::Value)]) {
    let client = client();
    assert!(promised.len() >= 40);
    for (key, answer) in promised {
        let own = answer["links"]["self"].as_str().expect("an address");
        assert_eq!(get(&client, address, own).await, lasting(answer), "{key}");
    }
}

/// The result of the check in `docs/operation/backup.md`, with the program `sqlite3` if installed.
async fn checked(file: &str) -> String {
    const CHECK: &str = "pragma integrity_check";
    if let Ok(said) = Command::new("sqlite3").args([file, CHECK]).output() {
        return String::from_utf8_lossy(&said.stdout).trim().to_owned();
    }
    let mut connection = SqliteConnection::connect(&format!("sqlite://{file}")).await.expect("a connection");
    sqlx::query_scalar(CHECK).fetch_one(&mut connection).await.expect("an answer")
}

#[test]
fn a_copy_of_sqlite_made_while_it_writes_is_whole() {
    block_on(async {
        let database = fresh_sqlite().await;
        let service = Program::serve(database.url());
        let callers = Callers::start(&service.address, 4);
        callers.after(40).await;
        let promised = callers.promises();
        let folder = TempDir::new().expect("a folder");
        let copy = folder.path().join("copy.db").display().to_string();
        let mut connection = SqliteConnection::connect(database.url()).await.expect("a connection");
        connection.execute(sqlx::AssertSqlSafe(format!("vacuum into '{copy}'"))).await.expect("a copy");
        let _: Notes = callers.stop().await;
        service.kill();
        assert_eq!(checked(&copy).await, "ok");
        let restored = Program::serve(&format!("sqlite://{copy}"));
        hold(&restored.address, &promised).await;
    });
}

#[test]
fn a_dump_of_postgres_made_while_it_writes_is_whole() {
    block_on(async {
        let server = Server::start();
        let service = Program::serve(&server.url());
        let callers = Callers::start(&service.address, 4);
        callers.after(40).await;
        let promised = callers.promises();
        let restored = server.dumped_and_restored();
        let _: Notes = callers.stop().await;
        service.kill();
        let service = Program::serve(&restored);
        hold(&service.address, &promised).await;
    });
}
