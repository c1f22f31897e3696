//! Failover to the standby, and a switchover.

use std::time::Duration;

use crate::{
    cluster::{Cluster, Node, key},
    ledger::{BUSY, What},
    load::{Caller, Load},
    program::Program,
    proxy::Proxy,
};

/// Maximum outage of writes when the primary is killed and its standby promoted at once.
const OUT: Duration = Duration::from_secs(15);

/// Maximum outage of writes after the balancer has changed its target.
const RESUMED: Duration = Duration::from_secs(8);

/// Maximum response time.
const SLOWEST: Duration = Duration::from_secs(10);

/// Kills the primary under load; `switched` directs the service to the promoted standby.
fn promoted(drill: &str, cluster: &Cluster, url: &str, switched: impl FnOnce()) {
    let caller_key = key(url);
    let service = Program::serve(url);
    let caller = Caller::new(&service.address, &caller_key);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    cluster.kill(Node::One);
    load.after_refused(What::Write, 1);
    cluster.promote(Node::Two);
    switched();
    let resumed = load.recovers(What::Write);
    eprintln!("drill {drill}: writes resumed {} ms after the promotion", resumed.as_millis());
    load.recovers(What::Readiness);
    load.after(What::Write, 50);
    let ledger = load.stop();
    let (writes, reads) = ledger.report(drill);
    ledger.hold(&caller);
    assert!(resumed < RESUMED + BUSY, "{resumed:?}");
    assert!(writes.outage < OUT + BUSY && reads.outage < OUT + BUSY, "{writes:?} {reads:?}");
    assert!(writes.slowest < SLOWEST + BUSY && reads.slowest < SLOWEST + BUSY, "{writes:?} {reads:?}");
    assert_eq!((writes.unanswered, reads.unanswered), (0, 0));
}

#[test]
fn a_promoted_standby_behind_a_proxy_has_all_confirmed_data() {
    let cluster = Cluster::start();
    let proxy = Proxy::start(cluster.port(Node::One));
    promoted("promote behind a proxy", &cluster, &Cluster::url(proxy.port), || proxy.point_to(cluster.port(Node::Two)));
}

#[test]
fn writes_resume_when_the_old_primary_is_a_standby_and_its_connections_are_kept() {
    let cluster = Cluster::start();
    let proxy = Proxy::start(cluster.port(Node::One));
    let url = Cluster::url(proxy.port);
    let caller_key = key(&url);
    let service = Program::serve(&url);
    let caller = Caller::new(&service.address, &caller_key);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    cluster.end(Node::One);
    cluster.promote(Node::Two);
    cluster.demote(Node::One);
    // The service is connected to a read-only server.
    load.after(What::List, 10);
    load.after_refused(What::Write, 10);
    load.after_refused(What::Readiness, 1);
    // Connections to the standby stay open; only new ones go to the primary.
    proxy.point_to(cluster.port(Node::Two));
    let resumed = load.recovers(What::Write);
    eprintln!("drill switchover: writes resumed {} ms after the balancer knew the primary", resumed.as_millis());
    load.recovers(What::Readiness);
    load.after(What::Write, 50);
    let ledger = load.stop();
    let (writes, _) = ledger.report("switchover");
    ledger.hold(&caller);
    assert!(resumed < RESUMED + BUSY, "{resumed:?}");
    assert!(writes.slowest < SLOWEST + BUSY, "{writes:?}");
}
