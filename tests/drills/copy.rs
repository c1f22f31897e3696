//! A read replica: recent writes are visible at once, and what was deleted is gone.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    cluster::{Cluster, Node, key},
    load::{Caller, block_on, wait_until},
    program::{Program, arcana, ended},
};

/// Stores a game; returns its path.
fn stored(caller: &Caller) -> String {
    let again = caller.again();
    let (status, game) = block_on(again.post("/v1/games", json!({"ruleset": "reversal"}))).expect("an answer");
    assert_eq!(status, StatusCode::CREATED, "{game}");
    game["links"]["self"].as_str().expect("an address").to_owned()
}

fn get(caller: &Caller, path: &str) -> (StatusCode, Value) {
    let again = caller.again();
    block_on(again.get(path)).expect("an answer")
}

/// Whether this is the newest game of the list.
fn is_newest(caller: &Caller, game: &str) -> bool {
    let (status, page) = get(caller, "/v1/games?limit=1");
    assert_eq!(status, StatusCode::OK, "{page}");
    page["items"][0]["links"]["self"] == game
}

#[test]
fn lists_come_from_the_replica_and_lack_nothing_that_the_primary_has() {
    let cluster = Cluster::start();
    let (primary, copy) = (Cluster::url(cluster.port(Node::One)), Cluster::url(cluster.port(Node::Two)));
    let caller_key = key(&primary);
    let service = Program::start(arcana(&["--database-url", &primary, "--read-database-url", &copy]));
    let caller = Caller::new(&service.address, &caller_key);
    let first = stored(&caller);

    cluster.pause_replay(Node::Two);
    let second = stored(&caller);
    assert_eq!(get(&caller, &second).0, StatusCode::OK, "the primary serves what the replica lacks");
    assert!(is_newest(&caller, &second));
    assert!(!caller.is_stale(&second));
    let gone = stored(&caller);
    cluster.resume_replay(Node::Two);
    wait_until("the copy has the last game", || is_newest(&caller, &gone));
    cluster.pause_replay(Node::Two);
    assert_eq!(block_on(caller.again().delete(&gone)).expect("an answer").0, StatusCode::NO_CONTENT);
    assert_eq!(get(&caller, &gone).0, StatusCode::NOT_FOUND, "what was deleted is gone");
    assert!(!is_newest(&caller, &gone), "from lists too");
    cluster.resume_replay(Node::Two);

    cluster.kill(Node::One);
    wait_until("it is not ready", || get(&caller, "/readyz").0 == StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(get(&caller, &first).0, StatusCode::SERVICE_UNAVAILABLE, "a game is read from the primary");
    wait_until("lists end", || get(&caller, "/v1/games").0 == StatusCode::SERVICE_UNAVAILABLE);
    let refused = block_on(caller.again().post("/v1/games", json!({"ruleset": "reversal"}))).expect("an answer");
    assert_eq!(refused.0, StatusCode::SERVICE_UNAVAILABLE);
    cluster.start_again(Node::One);
    wait_until("it is ready", || get(&caller, "/readyz").0 == StatusCode::OK);
    assert!(!caller.is_stale(&first));

    cluster.wait_for_nobody(Node::One);
    cluster.end(Node::Two);
    let third = stored(&caller);
    for path in [first.as_str(), &third, "/v1/games"] {
        assert!(!caller.is_stale(path), "the primary answers while there is no replica: {path}");
    }
}

#[test]
fn a_standby_that_was_promoted_is_not_used() {
    let cluster = Cluster::start();
    let (primary, copy) = (Cluster::url(cluster.port(Node::One)), Cluster::url(cluster.port(Node::Two)));
    let caller_key = key(&primary);
    let service = Program::start(arcana(&["--database-url", &primary, "--read-database-url", &copy]));
    let caller = Caller::new(&service.address, &caller_key);
    wait_until("the replica is used", || get(&caller, "/readyz").1["replica"] == "current");
    cluster.wait_for_nobody(Node::One);
    cluster.promote(Node::Two);
    wait_until("it is told apart", || get(&caller, "/readyz").1["replica"] == "foreign");
    let game = stored(&caller);
    assert!(is_newest(&caller, &game));
}

#[test]
fn a_standby_is_scrubbed_without_the_primary() {
    let cluster = Cluster::start();
    let (primary, copy) = (Cluster::url(cluster.port(Node::One)), Cluster::url(cluster.port(Node::Two)));
    let caller_key = key(&primary);
    let service = Program::start(arcana(&["--database-url", &primary]));
    let caller = Caller::new(&service.address, &caller_key);
    for _ in 0..3 {
        stored(&caller);
    }
    service.terminate();
    let scrub = || ended(arcana(&["scrub", "--database-url", &copy]));
    wait_until("the copy has all games", || scrub().1 == "3 games, 0 readings and 0 simulations checked, 0 damaged\n");
    cluster.execute(Node::One, "update games set step_count = step_count + 1");
    wait_until("the copy has the damage", || {
        scrub() == (Some(1), "3 games, 0 readings and 0 simulations checked, 3 damaged\n".to_owned())
    });
    cluster.kill(Node::One);
    let (status, said) = scrub();
    assert_eq!(status, Some(1), "{said}");
}
