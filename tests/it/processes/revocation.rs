//! A key revoked at one service is rejected by others on the same database within the documented time.

use std::time::{Duration, Instant};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::processes::{
    caller::client,
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    program::{Program, arcana, printed},
};

/// Margin for a busy machine. On Postgres the sum is less than the time for which a key is held to be valid.
const SLACK: Duration = Duration::from_millis(3500);

/// A service that requires a key for everything.
fn serve(database: &TestDatabase) -> Program {
    Program::start(arcana(&["--database-url", database.url(), "--anonymous", "none"]))
}

fn key(database: &TestDatabase, name: &str, scopes: &str) -> String {
    let made = ["keys", "create", "--database-url", database.url(), "--name", name, "--scopes", scopes];
    printed(&mut arcana(&made)).trim().to_owned()
}

async fn status(client: &Client, service: &Program, key: &str) -> StatusCode {
    let asked = client.get(format!("{}/v1/games", service.address)).bearer_auth(key);
    asked.send().await.expect("an answer").status()
}

/// The id of the key with this name.
async fn id(client: &Client, service: &Program, admin: &str, name: &str) -> String {
    let asked = client.get(format!("{}/v1/keys", service.address)).bearer_auth(admin).send().await;
    let keys: Value = asked.expect("an answer").json().await.expect("JSON");
    let found = keys["items"].as_array().expect("keys").iter().find(|key| key["name"] == json!(name));
    found.expect("the key")["id"].as_str().expect("an id").to_owned()
}

/// Sends requests until the key is rejected; returns how long that took.
async fn until_refused(client: &Client, service: &Program, key: &str) -> Duration {
    let revoked = Instant::now();
    while status(client, service, key).await != StatusCode::UNAUTHORIZED {
        assert!(revoked.elapsed() < Duration::from_secs(30), "a revoked key is still valid");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    revoked.elapsed()
}

async fn revoked_here_it_is_refused_there(database: TestDatabase, promise: Duration) {
    let admin = key(&database, "admin", "read,admin");
    let [by_http, by_command] = ["by http", "by command"].map(|name| key(&database, name, "read"));
    let (one, two) = (serve(&database), serve(&database));
    let client = client();
    for service in [&one, &two] {
        for key in [&by_http, &by_command] {
            assert_eq!(status(&client, service, key).await, StatusCode::OK);
        }
    }

    let address = format!("{}/v1/keys/{}", one.address, id(&client, &one, &admin, "by http").await);
    let answer = client.delete(address).bearer_auth(&admin).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    assert_eq!(status(&client, &one, &by_http).await, StatusCode::UNAUTHORIZED, "at once where it was revoked");
    let refused = until_refused(&client, &two, &by_http).await;
    assert!(refused < promise + SLACK, "{refused:?}");

    assert_eq!(status(&client, &two, &by_command).await, StatusCode::OK, "another key is still valid");
    let by_command_id = id(&client, &one, &admin, "by command").await;
    printed(&mut arcana(&["keys", "--database-url", database.url(), "revoke", &by_command_id]));
    for service in [&one, &two] {
        let refused = until_refused(&client, service, &by_command).await;
        assert!(refused < promise + SLACK, "{refused:?}");
    }
}

#[test]
fn a_revoked_key_is_refused_by_other_services_within_half_a_second_on_postgres() {
    block_on(async { revoked_here_it_is_refused_there(fresh_postgres().await, Duration::from_millis(500)).await });
}

#[test]
fn a_revoked_key_is_refused_by_other_services_within_five_seconds_on_sqlite() {
    block_on(async { revoked_here_it_is_refused_there(fresh_sqlite().await, Duration::from_secs(5)).await });
}
