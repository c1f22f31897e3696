//! Memory is bounded whatever is compressed, and returned to the system soon after a peak.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    sync::Arc,
    time::{Duration, Instant},
};

use arcana::{
    clock::{Clock, SystemClock},
    service::{
        Ids,
        records::{GameId, Seed},
        store,
    },
};
use reqwest::{Client, StatusCode, header::ACCEPT};
use serde_json::{Value, json};

use crate::{
    api::plays::{sha256, text},
    database::TestDatabase,
    processes::{
        caller::client,
        database::{block_on, fresh_sqlite},
        program::{Program, arcana},
    },
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
        let program =
            Program::start(arcana(&["--database-url", database.url(), "--threads", "2", "--request-timeout", "600"]));
        load(&program.address).await;
        let begun = Instant::now();
        while held(&program) >= AT_REST {
            assert!(begun.elapsed() < SOON, "{} MB are still held", held(&program));
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        program.kill();
    });
}

/// Limit on what the program holds while it packs and unpacks for many, in MiB.
const AT_WORK: u64 = 200;

/// Stores games whose texts cannot be compressed: more than the buffers of a connection hold.
async fn store_noise(database: &TestDatabase, like: &Value) {
    let store = database.open().await;
    let like = GameId(text(&like["id"]).parse().expect("an id"));
    let like = store.game(like).await.expect("an answer").expect("a game");
    let (ids, now) = (Ids::default(), SystemClock.now());
    for number in 0..300_u32 {
        let mut game = like.clone();
        game.record.id = GameId(ids.at(now));
        let drawn = game.record.seed_record.as_mut().expect("a game that was played");
        drawn.client_seed = (0..1024).map(|part| sha256(&format!("{number} {part}"))).collect();
        drawn.seed = Seed::Made([number as u8; 32]);
        let write = Arc::new(store::Write { game, reading: None, now, idempotency_key: None });
        for written in store.write_all(vec![write]).await {
            written.expect("a stored game");
        }
    }
    store.close().await;
}

fn connect(program: &Program) -> TcpStream {
    TcpStream::connect(program.address.trim_start_matches("http://")).expect("it listens")
}

/// The first bytes of a response.
fn begins(stream: &mut TcpStream) -> String {
    let mut begun = [0; 12];
    stream.read_exact(&mut begun).expect("an answer");
    String::from_utf8(begun.to_vec()).expect("ASCII")
}

#[test]
fn many_compressed_lists_take_little_memory() {
    block_on(async {
        let database = fresh_sqlite().await;
        let arguments = [
            "--database-url",
            database.url(),
            "--threads",
            "2",
            "--request-timeout",
            "600",
            "--streams-per-caller",
            "128",
        ];
        let program = Program::start(arcana(&arguments));
        let like = play(&client(), &program.address, &json!({"ruleset": "reversal"})).await;
        store_noise(&database, &like).await;
        let mut unread: Vec<_> = (0..128).map(|_| connect(&program)).collect();
        for stream in &mut unread {
            stream
                .write_all(
                    b"GET /v1/games HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\nAccept-Encoding: gzip, br, zstd\r\n\r\n",
                )
                .expect("it reads");
        }
        for stream in &mut unread {
            assert_eq!(begins(stream), "HTTP/1.1 200");
            assert!(held(&program) < AT_WORK, "{} MB", held(&program));
        }
        program.kill();
    });
}

#[test]
fn many_compressed_imports_take_little_memory() {
    block_on(async {
        let database = fresh_sqlite().await;
        let program =
            Program::start(arcana(&["--database-url", database.url(), "--threads", "2", "--request-timeout", "600"]));
        // A window of 1 MiB that is used, and a line of which more is to come.
        let mut packed = zstd::stream::Encoder::new(Vec::new(), 1).expect("memory");
        packed.window_log(20).expect("a window");
        packed.write_all(&vec![b' '; 8 << 20]).expect("memory");
        packed.flush().expect("memory");
        let packed = packed.get_ref();
        assert!(packed.len() < 52_000, "{} bytes", packed.len());
        let head = "POST /v1/games/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n\
                    Content-Encoding: zstd\r\nContent-Length: 1000000\r\n\r\n";
        let mut begun: Vec<_> = (0..80).map(|_| connect(&program)).collect();
        for stream in &mut begun {
            stream.write_all(&[head.as_bytes(), packed].concat()).expect("it reads");
        }
        let refused = "arcana_http_requests_total{method=\"POST\",route=\"/v1/games/import\",status=\"503\"} ";
        loop {
            let metrics = client().get(format!("{}/metrics", program.address)).send().await.expect("an answer");
            let metrics = metrics.text().await.expect("text");
            let refused = metrics.lines().find_map(|line| line.strip_prefix(refused)?.parse::<u32>().ok());
            assert!(held(&program) < AT_WORK, "{} MB", held(&program));
            // The others have all memory for bodies.
            if refused.is_some_and(|refused| refused >= 16) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        drop(begun);
        program.kill();
    });
}
