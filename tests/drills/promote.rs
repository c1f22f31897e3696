//! The primary is lost and its standby takes over; the primary and its standby change places.

use std::time::Duration;

use crate::{
    cluster::{Cluster, Node, key},
    ledger::What,
    load::{Caller, Load},
    program::Program,
    proxy::Proxy,
};

/// For how long writes may be out when the primary is killed and its standby promoted at once.
const OUT: Duration = Duration::from_secs(8);

/// For how long writes may be out after the balancer has changed its target.
const RESUMED: Duration = Duration::from_secs(5);

/// How long a caller may wait for an answer, whatever it is.
const SLOWEST: Duration = Duration::from_secs(7);

/// A primary killed under load; `switched` is what sends the service to the promoted one.
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
    assert!(resumed < RESUMED, "{resumed:?}");
    assert!(writes.outage < OUT && reads.outage < OUT, "{writes:?} {reads:?}");
    assert!(writes.slowest < SLOWEST && reads.slowest < SLOWEST, "{writes:?} {reads:?}");
    assert_eq!((writes.unanswered, reads.unanswered), (0, 0));
}

#[test]
fn a_promoted_standby_behind_a_proxy_has_all_that_was_promised() {
    let cluster = Cluster::start();
    let proxy = Proxy::start(cluster.port(Node::One));
    promoted("promote behind a proxy", &cluster, &Cluster::url(proxy.port), || proxy.point_to(cluster.port(Node::Two)));
}

#[test]
fn a_promoted_standby_is_found_among_the_hosts_of_the_address() {
    let cluster = Cluster::start();
    promoted("promote with two hosts", &cluster, &cluster.urls(), || ());
}
