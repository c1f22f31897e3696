//! The service or its database is killed: what was confirmed is stored, and stored once.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::{Client, StatusCode};
use serde_json::Value;

use crate::processes::{
    caller::{self, Callers, Notes, ask, client, lasting, number},
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    program::{Program, arcana, ended, printed},
    server::Server,
};

/// How often the service is killed in a test.
const KILLS: usize = 2;

pub async fn get(client: &Client, address: &str, path: &str) -> Value {
    let response = client.get(format!("{address}{path}")).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    response.json().await.expect("JSON")
}

/// The ids of all stored games, including unlisted ones.
pub fn stored(url: &str) -> BTreeSet<String> {
    let lines = printed(&mut arcana(&["export", "--unlisted", "--database-url", url]));
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let ids: BTreeSet<_> = games.iter().map(|game| game["id"].as_str().expect("an id").to_owned()).collect();
    assert_eq!(ids.len(), games.len(), "a game is there twice");
    ids
}

/// The id of the game that a request created. A reading is stored with its game.
fn game_of(answer: &Value) -> String {
    let id = answer["game"]["id"].as_str().or(answer["id"].as_str());
    id.expect("an id").to_owned()
}

/// Checks what is stored and served against what was confirmed: everything is there, unchanged and once.
pub async fn hold(address: &str, url: &str, notes: &Notes) {
    let client = client();
    let mut made = BTreeSet::new();
    for (key, answer) in &notes.promised {
        let own = answer["links"]["self"].as_str().expect("an address");
        assert_eq!(get(&client, address, own).await, lasting(answer), "{key}");
        assert!(made.insert(game_of(answer)), "{key} was answered with what another key made");
        // Requested again with its key, it is unchanged.
        let (status, again) = ask(&client, address, number(key)).await.expect("an answer");
        assert_eq!((status, &again), (StatusCode::CREATED, answer), "{key}");
    }
    // Unconfirmed requests were carried out or not. Requested again, they are there once.
    for key in &notes.unanswered {
        let (status, answer) = ask(&client, address, number(key)).await.expect("an answer");
        assert_eq!(status, StatusCode::CREATED, "{key}: {answer}");
        assert!(made.insert(game_of(&answer)), "{key} was answered with what another key made");
    }
    for id in &made {
        let found = get(&client, address, &format!("/v1/games/{id}/verification")).await;
        assert_eq!((&found["valid"], &found["result_matches"]), (&true.into(), &true.into()), "{id}");
    }
    // There are no other games, and therefore no other readings, since each has its game.
    assert_eq!(stored(url), made);
}

async fn killed_in_the_middle_of_writes(database: TestDatabase) {
    let mut notes = Notes::default();
    for _ in 0..KILLS {
        let program = Program::serve(database.url());
        let callers = Callers::start(&program.address, 8);
        callers.after(40).await;
        program.kill();
        let more = callers.stop().await;
        assert!(more.refused.is_empty(), "{:?}", more.refused);
        assert!(!more.promised.is_empty());
        // The same keys are used after every start: earlier confirmations still hold.
        let known: BTreeSet<_> = notes.promised.iter().map(|(key, _)| key.clone()).collect();
        notes.promised.extend(more.promised.into_iter().filter(|(key, _)| !known.contains(key)));
        notes.unanswered.extend(more.unanswered);
    }
    let known: BTreeSet<_> = notes.promised.iter().map(|(key, _)| key.clone()).collect();
    notes.unanswered.retain(|key| !known.contains(key));
    notes.unanswered.sort();
    notes.unanswered.dedup();
    let program = Program::serve(database.url());
    hold(&program.address, database.url(), &notes).await;
}

#[test]
fn killed_during_writes_it_keeps_all_confirmed_data_in_sqlite() {
    block_on(async { killed_in_the_middle_of_writes(fresh_sqlite().await).await });
}

#[test]
fn killed_during_writes_it_keeps_all_confirmed_data_in_postgres() {
    block_on(async { killed_in_the_middle_of_writes(fresh_postgres().await).await });
}

#[test]
fn when_postgres_is_killed_callers_are_told_to_come_back_and_nothing_is_lost_or_doubled() {
    block_on(async {
        let server = Server::start();
        let program = Program::serve(&server.url());
        let callers = Callers::start(&program.address, 8);
        let mut refused = 0;
        for _ in 0..KILLS {
            callers.after(40).await;
            server.kill();
            callers.until(|notes| notes.refused.len() >= refused + 8).await;
            server.revive();
            // The service recovers by itself.
            let promised = callers.promised();
            callers.until(|notes| notes.promised.len() >= promised + 40).await;
            refused = callers.refused();
        }
        let mut notes = callers.stop().await;
        for refused in &notes.refused {
            assert_eq!(refused, &(503, "unavailable".to_owned()));
        }
        assert!(notes.unanswered.is_empty(), "the service itself answers all: {:?}", notes.unanswered);
        // Refused requests are retried: each was carried out then, or is now.
        let promised: BTreeSet<_> = notes.promised.iter().map(|(key, _)| number(key)).collect();
        let asked = promised.len() + notes.refused.len();
        notes.unanswered = (0..asked).filter(|number| !promised.contains(number)).map(caller::key).collect();
        hold(&program.address, &server.url(), &notes).await;
    });
}

#[test]
fn two_services_on_one_postgres_carry_a_request_out_once() {
    block_on(async {
        let database = fresh_postgres().await;
        let (one, two) = (Program::serve(database.url()), Program::serve(database.url()));
        // Both services get the same requests in the same order.
        let (first, second) = (Callers::start(&one.address, 4), Callers::start(&two.address, 4));
        first.after(40).await;
        second.after(40).await;
        let (mut notes, other) = (first.stop().await, second.stop().await);
        assert!(notes.refused.iter().chain(&other.refused).all(|(_, code)| code == "idempotency_in_progress"));
        let promised: BTreeMap<_, _> = other.promised.into_iter().collect();
        for (key, answer) in &notes.promised {
            assert!(promised.get(key).is_none_or(|other| other == answer), "{key}");
        }
        let known: BTreeSet<_> = notes.promised.iter().map(|(key, _)| key.clone()).collect();
        notes.promised.extend(promised.into_iter().filter(|(key, _)| !known.contains(key)));
        hold(&two.address, database.url(), &notes).await;
    });
}

#[test]
fn a_database_of_another_release_is_refused_with_a_clear_message() {
    block_on(async {
        for database in [fresh_sqlite().await, fresh_postgres().await] {
            database.open().await.close().await;
            database.note_newer_schema().await;
            let (code, told) = ended(arcana(&["--listen", "127.0.0.1:0", "--database-url", database.url()]));
            assert_eq!(code, Some(2), "{told}");
            assert!(told.contains("the database was made by another release (it has schema 9999"), "{told}");
        }
    });
}
