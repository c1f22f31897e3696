//! Failures of the network between service and database: silence, a vanished host, a balancer without a server.

use std::time::Duration;

use crate::{
    cluster::{Cluster, key},
    ledger::{BUSY, What},
    load::{Caller, Load},
    program::Program,
    proxy::Proxy,
    server::Server,
};

/// Maximum response time of refusals once the failure is known.
const FAST: Duration = Duration::from_secs(2);

/// Maximum response time. Requests in progress when the silence begins wait for their timeouts.
const SLOWEST: Duration = Duration::from_secs(12);

/// Maximum time until the service resumes after the network is back.
const RESUMED: Duration = Duration::from_secs(4);

/// Breaks the network, waits until requests are refused at once, and repairs it.
fn broken(drill: &str, breaks: impl FnOnce(&Proxy), repairs: impl FnOnce(&Proxy)) {
    let server = Server::start();
    let proxy = Proxy::start(server.port());
    let url = Cluster::url(proxy.port);
    let caller_key = key(&url);
    let service = Program::serve(&url);
    let caller = Caller::new(&service.address, &caller_key);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    breaks(&proxy);
    load.after_refused_within(What::Write, FAST);
    load.after_refused_within(What::List, FAST);
    load.after_refused_within(What::Readiness, FAST);
    repairs(&proxy);
    let resumed = load.recovers(What::Write);
    let read = load.recovers(What::List);
    eprintln!(
        "drill {drill}: after the return writes resumed in {} ms, reads in {} ms",
        resumed.as_millis(),
        read.as_millis()
    );
    load.recovers(What::Readiness);
    load.after(What::Write, 50);
    let ledger = load.stop();
    let (writes, reads) = ledger.report(drill);
    ledger.hold(&caller);
    assert!(resumed < RESUMED + BUSY && read < RESUMED + BUSY, "{resumed:?} {read:?}");
    assert!(writes.slowest < SLOWEST + BUSY && reads.slowest < SLOWEST + BUSY, "{writes:?} {reads:?}");
    assert_eq!((writes.unanswered, reads.unanswered), (0, 0));
}

#[test]
fn after_silence_the_service_recovers_at_once() {
    broken("silent network", Proxy::fall_silent, Proxy::forward);
}

#[test]
fn after_its_host_came_back_the_service_recovers_at_once() {
    broken("vanished host", Proxy::vanish, Proxy::come_back);
}

#[test]
fn a_balancer_without_a_server_is_a_temporary_failure() {
    broken("no server behind the balancer", Proxy::refuse, Proxy::forward);
}
