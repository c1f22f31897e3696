//! Commands that change keys and stored games write events under the target `audit`.

use std::time::Duration;

use reqwest::Client;
use serde_json::Value;

use crate::processes::{
    caller::{ask, client},
    database::{block_on, fresh_postgres, fresh_sqlite},
    program::{Program, arcana},
};

/// Runs a command; returns its output and its audit events.
fn audited(url: &str, arguments: &[&str]) -> (String, Vec<Value>) {
    let output =
        arcana(arguments).env("DATABASE_URL", url).env("ARCANA_LOG_FORMAT", "json").output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let told = String::from_utf8(output.stderr).expect("text");
    let events = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let events = events.filter(|event| event["target"] == "audit").collect();
    (String::from_utf8(output.stdout).expect("text"), events)
}

#[test]
fn commands_log_changes_of_keys_and_games() {
    let place = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", place.path().join("arcana.db").display());
    let run = |arguments: &[&str]| audited(&url, arguments);
    let one = |arguments: &[&str]| {
        let (printed, mut events) = run(arguments);
        assert_eq!(events.len(), 1, "{arguments:?}: {events:?}");
        let event = events.remove(0);
        assert_eq!((&event["actor"], &event["level"]), (&"command".into(), &"INFO".into()));
        (printed, event)
    };
    let (key, made) = one(&["keys", "create", "--name", "me", "--owner", "77"]);
    let secret = key.trim().rsplit('_').next().expect("a secret").to_owned();
    assert_eq!((&made["message"], &made["owner"]), (&"key created".into(), &77.into()));
    assert!(!made.to_string().contains(&secret), "{made}");
    let id = made["created"].as_str().expect("an id").to_owned();
    assert!(run(&["keys", "list"]).1.is_empty());
    let (_, revoked) = one(&["keys", "revoke", &id]);
    assert_eq!((&revoked["message"], &revoked["revoked"]), (&"key revoked".into(), &id.into()));
    let (_, all) = one(&["keys", "revoke-all", "--before", "2100-01-01T00:00:00Z"]);
    assert_eq!((&all["message"], &all["count"]), (&"keys revoked".into(), &0.into()));
    let (_, erased) = one(&["erase", "--name", "Ada", "--yes"]);
    assert_eq!((&erased["message"], &erased["kind"]), (&"erased".into(), &"name".into()));
    assert!(!erased.to_string().contains("Ada"), "{erased}");
}

#[test]
fn what_a_caller_deletes_who_hangs_up_is_logged() {
    block_on(async {
        for database in [fresh_sqlite().await, fresh_postgres().await] {
            let program = Program::serve(database.url());
            let (_, game) = ask(&client(), &program.address, 1).await.expect("an answer");
            let address = format!("{}{}", program.address, game["links"]["self"].as_str().expect("a link"));
            let token = game["delete_token"].as_str().expect("a token");
            // The service waits five seconds for its turn to write, so the caller must hang up well before.
            let impatient = Client::builder().timeout(Duration::from_secs(2)).build().expect("a client");
            let deleted =
                |line: &Value| line["target"] == "audit" && line["message"] == "deleted" && line["id"] == game["id"];
            let mut hung_up = 0;
            while !program.log().iter().any(deleted) {
                assert!(hung_up < 30, "no deletion is logged: {:?}", program.log());
                let lock = database.lock_writes("games").await;
                let heard = impatient.delete(&address).bearer_auth(token).send().await;
                lock.release().await;
                // On a busy machine the service may have given up first: 503, and nothing is deleted.
                if let Ok(answer) = heard {
                    assert_ne!(answer.status(), 204, "nothing can be written");
                }
                hung_up += 1;
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            assert_eq!(client().get(&address).send().await.expect("an answer").status(), 404);
        }
    });
}
