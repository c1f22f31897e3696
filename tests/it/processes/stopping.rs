//! Shutdown: earlier requests are answered, and clients that do not read delay it no longer than they may.

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::{Value, json};

use crate::processes::{
    caller::client,
    database::{block_on, fresh_sqlite},
    program::{Program, arcana},
};

const ASK: &[u8] = b"GET /v1/rulesets/reversal HTTP/1.1\r\nHost: localhost\r\n\r\n";
/// Number of games in a stream, of a hundred deals and 280 kB each: several times what the system's buffers of a connection
/// hold.
const GAMES: usize = 100;
const STREAM: &[u8] = b"GET /v1/games?log=true HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n";

fn connect(program: &Program) -> TcpStream {
    let stream = TcpStream::connect(program.address.trim_start_matches("http://")).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    stream
}

/// Reads one response; returns its head if the body is complete.
fn answer(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("ASCII");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    let mut body = vec![0; length.parse().expect("a number")];
    stream.read_exact(&mut body).ok()?;
    Some(head)
}

#[test]
fn requests_before_the_shutdown_are_answered() {
    block_on(async {
        let database = fresh_sqlite().await;
        // A busy machine needs time to accept all connections.
        let program = Program::start(arcana(&["--database-url", database.url(), "--drain-seconds", "5"]));
        let mut connections: Vec<_> = (0..300).map(|_| connect(&program)).collect();
        for connection in &mut connections {
            connection.write_all(ASK).expect("it reads");
            answer(connection).expect("an answer");
        }
        for connection in &mut connections {
            connection.write_all(ASK).expect("it reads");
        }
        // Including connections that are not accepted yet.
        connections.extend((0..50).map(|_| connect(&program)));
        for connection in &mut connections[300..] {
            connection.write_all(ASK).expect("it reads");
        }
        program.terminate();
        let answers: Vec<_> = connections.iter_mut().map(answer).collect();
        let answered = answers.iter().flatten().filter(|head| head.starts_with("HTTP/1.1 200 ")).count();
        assert_eq!(answered, 350);
        let mut rest = Vec::new();
        assert!(connections.iter_mut().all(|connection| connection.read_to_end(&mut rest).is_ok()));
    });
}

#[test]
fn a_request_that_waits_for_a_table_is_answered_at_once() {
    block_on(async {
        let database = fresh_sqlite().await;
        let program = Program::start(arcana(&["--database-url", database.url()]));
        let table = json!({"ruleset": "reversal", "seats": [{"type": "person"}, {"type": "open"}]});
        let set_up =
            client().post(format!("{}/v1/tables", program.address)).json(&table).send().await.expect("an answer");
        let table: Value = set_up.json().await.expect("JSON");
        let mut waiting = connect(&program);
        let path = table["links"]["self"].as_str().expect("a link");
        let ask = format!("GET {path}?wait=30&after=500 HTTP/1.1\r\nHost: localhost\r\n\r\n");
        waiting.write_all(ask.as_bytes()).expect("it reads");
        let metrics = format!("{}/metrics", program.address);
        let is_waiting = |page: &str| page.contains("\narcana_http_requests_in_flight 2\n");
        while !is_waiting(&client().get(&metrics).send().await.expect("an answer").text().await.expect("text")) {
            tokio::task::yield_now().await;
        }
        let told = program.terminate();
        assert!(told.elapsed() < Duration::from_secs(25), "{:?}", told.elapsed());
        assert!(answer(&mut waiting).expect("an answer").starts_with("HTTP/1.1 200 "));
    });
}

#[test]
fn unread_streams_end_when_their_time_is_over() {
    block_on(async {
        let database = fresh_sqlite().await;
        let program = Program::start(arcana(&["--database-url", database.url(), "--streams-per-caller", "100"]));
        let players = ["a", "b", "c", "d"].map(|name| json!({"name": name, "bot": "random"}));
        let options = json!({"match": {"type": "race_exact", "target": 1000, "max_deals": 100}});
        for _ in 0..GAMES {
            let game = json!({"ruleset": "fortunes", "options": options, "players": players});
            let played =
                client().post(format!("{}/v1/games", program.address)).json(&game).send().await.expect("an answer");
            assert_eq!(played.status(), 201);
        }
        let mut unread: Vec<_> = (0..60).map(|_| connect(&program)).collect();
        for stream in &mut unread {
            stream.write_all(STREAM).expect("it reads");
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("it begins");
        }
        let told = program.terminate();
        assert!(told.elapsed() < Duration::from_secs(100), "{:?}", told.elapsed());
        for stream in &mut unread {
            let (mut read, mut part) = (Vec::new(), [0; 4096]);
            let ended = loop {
                match stream.read(&mut part) {
                    Ok(0) => break true,
                    Ok(count) => read.extend(&part[..count]),
                    Err(error) => break error.kind() != ErrorKind::ConnectionReset,
                }
            };
            assert!(!ended || !read.ends_with(b"\r\n0\r\n\r\n"), "nobody takes a part for everything");
        }
    });
}
