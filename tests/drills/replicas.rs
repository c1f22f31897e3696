//! A standby as read replica: what was written is listed at once, what was deleted never comes back, and either server
//! may fail.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    cluster::{Cluster, Node, key},
    ledger::{BUSY, What},
    load::{Caller, Load, block_on, wait_until},
    program::{Program, arcana, ended},
};

/// Maximum outage of reads when a server is lost.
const OUT: Duration = Duration::from_secs(4);

/// A service that writes to one server and reads lists from the other.
fn service(cluster: &Cluster, primary: Node, caller_key: &str) -> (Program, Caller) {
    let replica = match primary {
        Node::One => Node::Two,
        Node::Two => Node::One,
    };
    let [primary, replica] = [primary, replica].map(|node| Cluster::url(cluster.port(node)));
    let service = Program::start(arcana(&["--database-url", &primary, "--read-database-url", &replica]));
    let caller = Caller::new(&service.address, caller_key);
    (service, caller)
}

/// A service that writes to the first server and reads lists from the second.
fn serve(cluster: &Cluster) -> (Program, Caller) {
    let caller_key = key(&Cluster::url(cluster.port(Node::One)));
    service(cluster, Node::One, &caller_key)
}

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

/// The games of the list, newest first.
fn listed(caller: &Caller) -> Vec<String> {
    let (status, page) = get(caller, "/v1/games?limit=100");
    assert_eq!(status, StatusCode::OK, "{page}");
    let games = page["items"].as_array().expect("games");
    games.iter().filter_map(|game| game["links"]["self"].as_str()).map(str::to_owned).collect()
}

fn wait_for_replica(caller: &Caller, state: &str) {
    wait_until(&format!("the replica is {state}"), || get(caller, "/readyz").1["replica"] == state);
}

/// The level at which a sentence is logged.
fn level(service: &Program, sentence: &str) -> Value {
    service.logged(|line| line.to_string().contains(sentence))["level"].clone()
}

#[test]
fn recent_writes_can_be_read_while_the_standby_is_behind() {
    let cluster = Cluster::start();
    let (_service, caller) = serve(&cluster);
    cluster.pause_replay(Node::Two);
    let load = Load::start(&caller);
    // Readers ask for the last write, and fail if it is missing.
    load.after(What::Write, 60);
    load.after(What::Read, 30);
    cluster.resume_replay(Node::Two);
    let ledger = load.stop();
    let (writes, lists) = ledger.report("standby behind");
    assert!(!writes.refused_for_good() && !lists.refused_for_good(), "{writes:?} {lists:?}");
    ledger.hold(&caller);
}

#[test]
fn an_erased_game_never_comes_back_through_a_lagging_replica() {
    let cluster = Cluster::start();
    let (one, caller) = serve(&cluster);
    let (other, others) = service(&cluster, Node::One, &caller.key);
    let (kept, gone) = (stored(&caller), stored(&caller));
    for caller in [&caller, &others] {
        wait_for_replica(caller, "current");
        assert_eq!(listed(caller), [gone.as_str(), &kept]);
    }
    cluster.pause_replay(Node::Two);
    assert_eq!(block_on(caller.again().delete(&gone)).expect("an answer").0, StatusCode::NO_CONTENT);
    let is_gone = |caller: &Caller| {
        assert_eq!(listed(caller), [kept.as_str()]);
        assert_eq!(get(caller, "/v1/games?count=true").1["count"]["games"], 1);
        let exported = block_on(caller.again().lines("/v1/games"));
        assert_eq!(exported.iter().map(|game| &game["links"]["self"]).collect::<Vec<_>>(), [&json!(kept)]);
        assert_eq!(get(caller, &gone).0, StatusCode::NOT_FOUND);
    };
    for caller in [&caller, &others] {
        is_gone(caller);
    }
    let late = stored(&caller);
    for caller in [&caller, &others] {
        assert_eq!(listed(caller), [late.as_str(), &kept], "what was written is listed at once");
    }
    assert_eq!(block_on(caller.again().delete(&late)).expect("an answer").0, StatusCode::NO_CONTENT);
    other.terminate();
    let (restarted, others) = service(&cluster, Node::One, &caller.key);
    is_gone(&others);
    wait_for_replica(&others, "late");
    wait_for_replica(&caller, "late");
    is_gone(&others);
    is_gone(&caller);
    for service in [&one, &restarted] {
        assert_eq!(level(service, "the read replica lags behind the primary, and is not used"), "WARN");
    }
    cluster.resume_replay(Node::Two);
    wait_for_replica(&others, "current");
    is_gone(&others);
    is_gone(&caller);
}

#[test]
fn lists_go_on_for_seconds_without_the_primary_and_then_end() {
    let cluster = Cluster::start();
    let (_service, caller) = serve(&cluster);
    let game = stored(&caller);
    let mut went_on = false;
    // On a busy machine the seconds may be over before anybody asks.
    wait_until("lists have gone on without the primary", || {
        wait_for_replica(&caller, "current");
        cluster.kill(Node::One);
        wait_until("lists end", || match caller.read("/v1/games") {
            (StatusCode::OK, is_stale) => {
                went_on |= is_stale;
                false
            }
            (status, _) => status == StatusCode::SERVICE_UNAVAILABLE,
        });
        assert_eq!(get(&caller, "/readyz").0, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(get(&caller, &game).0, StatusCode::SERVICE_UNAVAILABLE, "a game is read from the primary");
        let refused = block_on(caller.again().post("/v1/games", json!({"ruleset": "reversal"}))).expect("an answer");
        assert_eq!(refused.0, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(get(&caller, "/v1/games").0, StatusCode::SERVICE_UNAVAILABLE, "for good");
        cluster.start_again(Node::One);
        wait_until("it is ready", || get(&caller, "/readyz").0 == StatusCode::OK);
        went_on
    });
    assert_eq!(caller.read("/v1/games"), (StatusCode::OK, false));
}

#[test]
fn nothing_is_lost_when_the_primary_is_killed_and_comes_back() {
    let cluster = Cluster::start();
    let (_service, caller) = serve(&cluster);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    cluster.kill(Node::One);
    load.after_refused(What::Write, 4);
    load.after_refused(What::List, 4);
    cluster.start_again(Node::One);
    let resumed = load.recovers(What::Write);
    load.recovers(What::Readiness);
    load.after(What::Write, 30);
    load.after(What::List, 30);
    let ledger = load.stop();
    eprintln!("drill no primary: writes resumed in {} ms", resumed.as_millis());
    ledger.report("no primary");
    ledger.hold(&caller);
}

#[test]
fn reads_go_to_the_primary_while_there_is_no_standby() {
    let cluster = Cluster::start();
    let (_service, caller) = serve(&cluster);
    // Otherwise the primary waits for the standby's confirmation.
    cluster.wait_for_nobody(Node::One);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    cluster.kill(Node::Two);
    load.after(What::Write, 50);
    load.after(What::List, 50);
    let ledger = load.stop();
    let (writes, lists) = ledger.report("no standby");
    ledger.hold(&caller);
    assert!(writes.refused.is_empty(), "{writes:?}");
    assert!(lists.outage < OUT + BUSY, "{lists:?}");
}

#[test]
fn a_standby_that_was_promoted_is_not_used() {
    let cluster = Cluster::start();
    let (service, caller) = serve(&cluster);
    wait_for_replica(&caller, "current");
    assert_eq!(level(&service, "the read replica is used"), "INFO");
    cluster.wait_for_nobody(Node::One);
    cluster.promote(Node::Two);
    wait_for_replica(&caller, "foreign");
    let game = stored(&caller);
    assert_eq!(listed(&caller), [game]);
    assert_eq!(level(&service, "the read replica does not follow this primary, and is not used"), "ERROR");
}

#[test]
fn a_standby_on_another_timeline_is_not_used() {
    let cluster = Cluster::start();
    let primary = Cluster::url(cluster.port(Node::One));
    let caller_key = key(&primary);
    cluster.wait_for_nobody(Node::One);
    cluster.promote(Node::Two);
    // Nobody stops the old primary, which goes further than the new one ever will.
    let old = Program::serve(&primary);
    stored(&Caller::new(&old.address, &caller_key));
    assert!(cluster.execute(Node::One, "create table elsewhere as select generate_series(1, 500000)"));
    old.terminate();
    cluster.end(Node::One);
    cluster.demote(Node::One);
    let (_service, caller) = service(&cluster, Node::Two, &caller_key);
    wait_for_replica(&caller, "foreign");
    let game = stored(&caller);
    assert_eq!(listed(&caller), [game]);
}

#[test]
fn a_standby_that_follows_a_promoted_one_is_used() {
    let cluster = Cluster::start();
    let caller_key = key(&Cluster::url(cluster.port(Node::One)));
    cluster.end(Node::One);
    cluster.promote(Node::Two);
    cluster.demote(Node::One);
    let (_service, caller) = service(&cluster, Node::Two, &caller_key);
    let game = stored(&caller);
    wait_for_replica(&caller, "current");
    assert_eq!(listed(&caller), [game]);
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
