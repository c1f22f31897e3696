//! Streams that are cut and resumed repeatedly.

use arcana::chance::Chance;

use super::{
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    follower::{Follower, Framing},
    fortunes,
    player::Player,
    program::Program,
    proxy::Proxy,
    reversal, text,
};

async fn everything_is_seen_once(database: TestDatabase) {
    let program = Program::serve(database.url());
    let (player, proxy) = (Player::of(&program.address), Proxy::before(&program.address).await);
    for (body, framing) in [(fortunes(), Framing::EventStream), (reversal(), Framing::Lines)] {
        let table = player.set_up(text(&body["ruleset"]), &body).await;
        let seats = table.persons();
        let follow = |address: &str| -> Vec<Follower> {
            seats.iter().map(|seat| Follower::start(address, &table, *seat, 1, framing)).collect()
        };
        let (cut, uncut) = (follow(&proxy.address), follow(&program.address));
        player.play(table.clone(), false, &mut Chance::of_table("streams", "")).await;
        for (cut, uncut) in cut.into_iter().zip(uncut) {
            let ((cut, _), (uncut, streams)) = (cut.all().await, uncut.all().await);
            assert_eq!((told(cut), streams), (told(uncut), 1));
        }
    }
    // Four streams, each resumed several times.
    assert!(proxy.cuts() > 8, "{}", proxy.cuts());
}

/// Events without what depends on when they are read: deadlines are omitted when they have passed, and what was hidden
/// of a step is told when the game is over.
fn told(mut events: Vec<serde_json::Value>) -> Vec<serde_json::Value> {
    for event in &mut events {
        let data = event["data"].as_object_mut().expect("data");
        data.shift_remove("deadline");
        if let Some(step) = data.get_mut("step").and_then(|step| step.as_object_mut()) {
            step.retain(|name, _| ["type", "player"].contains(&name.as_str()));
        }
    }
    events
}

#[test]
fn a_stream_that_is_cut_and_resumed_shows_everything_once_on_sqlite() {
    block_on(async { everything_is_seen_once(fresh_sqlite().await).await });
}

#[test]
fn a_stream_that_is_cut_and_resumed_shows_everything_once_on_postgres() {
    block_on(async { everything_is_seen_once(fresh_postgres().await).await });
}
