//! A standby as read replica: recent writes are visible, and either server may fail.

use std::time::Duration;

use crate::{
    cluster::{Cluster, Node, key},
    ledger::{BUSY, What},
    load::{Caller, Load},
    program::{Program, arcana},
};

/// Maximum outage of reads when a server is lost.
const OUT: Duration = Duration::from_secs(4);

/// A service that writes to the first server and reads from the second.
fn serve(cluster: &Cluster) -> (Program, Caller) {
    let (primary, standby) = (Cluster::url(cluster.port(Node::One)), Cluster::url(cluster.port(Node::Two)));
    let caller_key = key(&primary);
    let service = Program::start(arcana(&["--database-url", &primary, "--read-database-url", &standby]));
    let caller = Caller::new(&service.address, &caller_key);
    (service, caller)
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
fn lists_end_seconds_after_the_primary_and_return_with_it() {
    let cluster = Cluster::start();
    let (_service, caller) = serve(&cluster);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    assert!(!caller.is_stale("/v1/games?limit=1"));
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
    assert!(!caller.is_stale("/v1/games?limit=1"));
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
