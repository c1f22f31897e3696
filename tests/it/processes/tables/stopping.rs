//! At shutdown a service ends the streams of its tables. They can be resumed at the next service.

use std::time::Duration;

use arcana::chance::Chance;

use super::{
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    follower::{Follower, Framing},
    fortunes, number,
    player::Player,
    program::{Program, arcana},
};

/// Number of watchers of a table.
const WATCHERS: usize = 40;

/// Maximum time of the shutdown. Waiting for an endless stream would take thirty seconds.
const SOON: Duration = Duration::from_secs(25);

async fn streams_end_and_resume(database: TestDatabase) {
    let program = Program::serve(database.url());
    let listen = program.address.trim_start_matches("http://").to_owned();
    let player = Player::of(&program.address);
    let table = player.set_up("told-to-stop", &fortunes()).await;
    let seat = table.persons()[0];
    let after = number(&table.made["version"]) - 1;
    let watch = |number| Follower::start(&program.address, &table, seat, after, Framing::of(number));
    let mut watchers: Vec<_> = (0..WATCHERS).map(watch).collect();
    for watcher in &mut watchers {
        watcher.next("step").await;
    }
    let told = program.terminate();
    assert!(told.elapsed() < SOON, "{:?}", told.elapsed());
    let _program = Program::start_at(arcana(&["--database-url", database.url()]), &listen);
    player.play(table, false, &mut Chance::of_table("stopping", "")).await;
    for watcher in watchers {
        let (events, streams) = watcher.all().await;
        assert_eq!((events.last().map(|event| event["event"].clone()), streams), (Some("over".into()), 2));
    }
}

#[test]
fn streams_end_with_the_service_and_resume_at_the_next_on_sqlite() {
    block_on(async { streams_end_and_resume(fresh_sqlite().await).await });
}

#[test]
fn streams_end_with_the_service_and_resume_at_the_next_on_postgres() {
    block_on(async { streams_end_and_resume(fresh_postgres().await).await });
}
