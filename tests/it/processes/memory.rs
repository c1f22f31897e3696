//! Memory is returned to the system soon after a peak.

use std::{
    fs,
    time::{Duration, Instant},
};

use reqwest::{Client, StatusCode, header::ACCEPT};
use serde_json::{Value, json};

use crate::processes::{
    caller::client,
    database::{block_on, fresh_sqlite},
    program::{Program, arcana},
};

/// Maximum time until the memory is returned.
const SOON: Duration = Duration::from_secs(60);

/// Limit on what the program holds at rest, in MiB.
const AT_REST: u64 = 20;

/// Memory that the process holds, in MiB. The pages of the program's file, of which an unoptimized one has far more,
/// are not counted: the system takes them back as it likes.
fn held(program: &Program) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", program.id())).expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("a line for it");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().expect("a number") >> 10
}

async fn play(client: &Client, address: &str, body: &Value) -> Value {
    let response = client.post(format!("{address}/v1/games")).json(body).send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::CREATED);
    response.json().await.expect("JSON")
}

/// Long games, their logs, and the widest pictures.
async fn load(address: &str) {
    let client = client();
    let long = |seed: u32| {
        let options = json!({"max_turns": 20_000});
        json!({"ruleset": "fortuno", "options": options, "players": vec![json!({"bot": "random"}); 8], "seed": seed.to_string()})
    };
    let reading = client.post(format!("{address}/v1/readings")).json(&json!({"bots": vec!["random"; 4]}));
    let reading: Value = reading.send().await.expect("an answer").json().await.expect("JSON");
    let picture = format!("{address}{}.png?width=2000", reading["links"]["self"].as_str().expect("an address"));
    let rounds = (0..4).map(async |round| {
        let game = play(&client, address, &long(round)).await;
        let log = format!("{address}{}/log", game["links"]["self"].as_str().expect("an address"));
        let log = client.get(log).send().await.expect("an answer").bytes().await.expect("a body");
        assert!(!log.is_empty());
        let drawn = client.get(&picture).header(ACCEPT, "image/png").send().await.expect("an answer");
        assert_eq!(drawn.status(), StatusCode::OK);
        assert!(!drawn.bytes().await.expect("a picture").is_empty());
    });
    futures::future::join_all(rounds).await;
}

#[test]
fn memory_comes_back_after_long_games_and_wide_pictures() {
    block_on(async {
        let database = fresh_sqlite().await;
        let program = Program::start(arcana(&["--database-url", database.url(), "--threads", "2"]));
        load(&program.address).await;
        let begun = Instant::now();
        while held(&program) >= AT_REST {
            assert!(begun.elapsed() < SOON, "{} MB are still held", held(&program));
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        program.kill();
    });
}
