//! Limits on streams, per caller and in total: further ones are refused, and other callers are not affected.

use std::time::Duration;

use arcana::chance::Chance;
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

use super::{
    database::{block_on, fresh_sqlite},
    follower::{Follower, Framing},
    fortunes,
    player::{Player, Table},
    program::{Program, arcana},
};

const PER_CALLER: usize = 20;
const ALL: usize = 30;

/// A caller from its own address.
fn caller(number: u8) -> Client {
    let address = std::net::Ipv4Addr::new(127, 0, 0, number);
    Client::builder().local_address(Some(address.into())).timeout(Duration::from_secs(30)).build().expect("a client")
}

/// Opens some streams, which stay open until dropped.
async fn streams(client: &Client, service: &Program, table: &Table, count: usize) -> Vec<Response> {
    let mut streams = Vec::new();
    for _ in 0..count {
        let asked = client.get(format!("{}{}/events", service.address, table.path)).send().await;
        streams.push(asked.expect("an answer"));
    }
    streams
}

/// Separates streams from refusals, all of which must have this status and code.
async fn refused(all: Vec<Response>, status: StatusCode, code: &str) -> (Vec<Response>, usize) {
    let (streams, refusals): (Vec<_>, Vec<_>) = all.into_iter().partition(|answer| answer.status() == StatusCode::OK);
    let count = refusals.len();
    for refusal in refusals {
        assert_eq!(
            (refusal.status(), &refusal.headers()["content-type"]),
            (status, &"application/problem+json".parse().expect("a value"))
        );
        assert!(refusal.headers().contains_key("retry-after"));
        let problem: Value = refusal.json().await.expect("JSON");
        assert_eq!(problem["code"], code, "{problem}");
    }
    (streams, count)
}

#[test]
fn too_many_streams_are_refused_without_affecting_others() {
    block_on(async {
        let database = fresh_sqlite().await;
        let (of_caller, of_all) = (PER_CALLER.to_string(), ALL.to_string());
        let limits = ["--event-streams-per-caller", &of_caller, "--event-streams", &of_all];
        let program = Program::start(arcana(&[&["--database-url", database.url()][..], &limits].concat()));
        let player = Player::of(&program.address);
        let table = player.set_up("limits", &fortunes()).await;
        // The first of these is the caller's own.
        let follower = Follower::start(&program.address, &table, 0, 1, Framing::EventStream);
        let mut greedy = caller(2);
        let asked = streams(&greedy, &program, &table, 200).await;
        let (held, told) = refused(asked, StatusCode::TOO_MANY_REQUESTS, "too_many_streams").await;
        assert_eq!((held.len(), told), (PER_CALLER, 200 - PER_CALLER));
        let asked = streams(&caller(3), &program, &table, PER_CALLER).await;
        let (others, told) = refused(asked, StatusCode::SERVICE_UNAVAILABLE, "unavailable").await;
        assert!(others.len() >= ALL - PER_CALLER - 1 && told > 0, "{} {told}", others.len());
        let begun = std::time::Instant::now();
        let played = player.play(table.clone(), false, &mut Chance::of_table("limits", "")).await;
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
        let (events, streams_of_one) = follower.all().await;
        assert_eq!(
            (events.last().map(|event| &event["data"]["game"]), streams_of_one),
            (Some(&played.over["game"]), 1)
        );
        for mut stream in held.into_iter().chain(others) {
            let mut text = Vec::new();
            while let Some(part) = stream.chunk().await.expect("it is not broken off") {
                text.extend_from_slice(&part);
            }
            assert!(String::from_utf8(text).expect("UTF-8").contains("\nevent: over\n"));
        }
        // All places are free again.
        greedy = caller(2);
        let again = player.set_up("limits-again", &fortunes()).await;
        let (held, _) = refused(streams(&greedy, &program, &again, PER_CALLER).await, StatusCode::OK, "").await;
        assert_eq!(held.len(), PER_CALLER);
        assert_eq!(player.seen(&again, 0).await["phase"], json!("playing"));
    });
}
