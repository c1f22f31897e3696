//! Services that die while playing simulations: no game is lost or counted twice, and the result is the same.

use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

use crate::{
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    processes::{
        caller::client,
        crash::get,
        program::{Program, arcana, printed},
    },
};

/// Timeout of a simulation. The leases of a dead service last ten seconds.
const TIMEOUT: Duration = Duration::from_secs(240);

/// Number of games: short ones in small chunks, since chunks allow for long games.
const GAMES: u64 = 3000;
const OPTIONS: &str = "{\"target\":1,\"max_rounds\":1000}";

/// Games that take a while, in many chunks.
fn games() -> Value {
    let options: Value = serde_json::from_str(OPTIONS).expect("JSON");
    json!({"ruleset": "reversal", "options": options, "rotate": true, "games": GAMES, "seed": "any text",
        "players": [{"bot": "random"}, {"bot": "adept"}, {"bot": "random"}, {"bot": "random"}]})
}

/// The result of the command for the same games.
fn told_by_command() -> Value {
    let games = GAMES.to_string();
    let mut command = arcana(&["simulate", "reversal", "--games", &games, "--seed", "any text", "--rotate"]);
    command.args(["--bots", "random,adept,random,random", "--format", "json", "--options", OPTIONS]);
    serde_json::from_str(&printed(&mut command)).expect("JSON")
}

/// A service with one simulation thread.
fn serve(url: &str) -> Program {
    Program::start(arcana(&["--database-url", url, "--simulation-threads", "1"]))
}

/// Creates a simulation; returns its path.
async fn asked(client: &Client, program: &Program) -> String {
    let request = client.post(format!("{}/v1/simulations", program.address)).json(&games());
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), 202);
    let made: Value = response.json().await.expect("JSON");
    made["links"]["self"].as_str().expect("an address").to_owned()
}

/// Waits until a simulation meets a condition.
async fn until(client: &Client, program: &Program, path: &str, like: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let seen = get(client, &program.address, path).await;
        if like(&seen) {
            return seen;
        }
        assert!(begun.elapsed() < TIMEOUT, "it does not get on: {} of {}", seen["done"], seen["games"]);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn has_begun(seen: &Value) -> bool {
    (1..GAMES).contains(&seen["done"].as_u64().expect("a number"))
}

fn is_done(seen: &Value) -> bool {
    seen["phase"] == "done"
}

/// A simulation continues after its service was killed.
async fn killed(database: TestDatabase) {
    let (client, program) = (client(), serve(database.url()));
    let path = asked(&client, &program).await;
    let before = until(&client, &program, &path, has_begun).await;
    program.kill();
    let program = serve(database.url());
    let after = get(&client, &program.address, &path).await;
    assert!(after["done"].as_u64() >= before["done"].as_u64(), "what was counted stays counted");
    let done = until(&client, &program, &path, is_done).await;
    assert_eq!((&done["done"], &done["result"]["games"]), (&json!(GAMES), &json!(GAMES)));
    assert_eq!(done["result"].to_string(), told_by_command().to_string());
}

#[test]
fn a_killed_service_continues_where_it_was() {
    block_on(async { killed(fresh_sqlite().await).await });
}

#[test]
fn of_two_services_on_one_postgres_one_is_killed_and_the_result_is_the_same() {
    block_on(async {
        let database = fresh_postgres().await;
        let (client, [one, other]) = (client(), [serve(database.url()), serve(database.url())]);
        let path = asked(&client, &one).await;
        until(&client, &other, &path, has_begun).await;
        other.kill();
        let done = until(&client, &one, &path, is_done).await;
        assert_eq!(done["result"].to_string(), told_by_command().to_string());
    });
}

#[test]
fn a_stopping_service_leaves_its_games_to_others_at_once() {
    block_on(async {
        let database = fresh_postgres().await;
        let (client, one) = (client(), serve(database.url()));
        let path = asked(&client, &one).await;
        until(&client, &one, &path, has_begun).await;
        let told = one.terminate();
        assert!(told.elapsed() < Duration::from_secs(25), "{:?}", told.elapsed());
        let other = serve(database.url());
        let seen = get(&client, &other.address, &path).await;
        until(&client, &other, &path, |now| now["done"].as_u64() > seen["done"].as_u64()).await;
        let response = client.delete(format!("{}{path}", other.address)).send().await.expect("an answer");
        assert_eq!(response.status(), 403, "its caller has a token");
    });
}
