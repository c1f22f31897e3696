//! Two services behind a balancer are replaced one after the other; a service is stopped under load.

use std::{net::TcpListener, time::Duration};

use tempfile::TempDir;

use crate::{
    cluster::{key, script},
    ledger::{BUSY, Outcome, What},
    load::{Caller, Load},
    program::{Program, arcana, printed},
    server::Server,
};

/// Maximum outage while services are replaced.
const OUT: Duration = Duration::from_secs(2);

/// A free port: a replaced service comes back on its previous one.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

/// A service on this port that is unready for a second before it stops accepting connections.
fn serve(url: &str, port: u16) -> Program {
    let drain = ["--drain-seconds", "1", "--database-url", url];
    Program::start_at(arcana(&drain), &format!("127.0.0.1:{port}"))
}

#[test]
fn two_services_behind_a_balancer_are_replaced_without_a_refusal() {
    let server = Server::start();
    let caller_key = key(&server.url());
    let ports = [free_port(), free_port()];
    let mut services = ports.map(|port| Some(serve(&server.url(), port)));
    let place = TempDir::new().expect("a temporary folder");
    let port = printed(&mut script(&place, &format!("start_haproxy {} {}", ports[0], ports[1])));
    let caller = Caller::new(&format!("http://127.0.0.1:{}", port.trim()), &caller_key);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    for (service, port) in services.iter_mut().zip(ports) {
        service.take().expect("it runs").terminate();
        *service = Some(serve(&server.url(), port));
        load.after(What::Write, 50);
    }
    let ledger = load.stop();
    let (writes, reads) = ledger.report("rolling restart");
    ledger.hold(&caller);
    printed(&mut script(&place, "stop_haproxy"));
    for figures in [writes, reads] {
        assert!(figures.refused.is_empty() && figures.unanswered == 0, "{figures:?}");
        assert!(figures.outage < OUT + BUSY, "{figures:?}");
    }
}

#[test]
fn a_service_stopped_under_load_answers_accepted_requests() {
    for drain in ["0", "1"] {
        let server = Server::start();
        let caller_key = key(&server.url());
        let settings = ["--database-url", &server.url(), "--drain-seconds", drain];
        let service = Program::start(arcana(&settings));
        let caller = Caller::new(&service.address, &caller_key);
        let load = Load::start(&caller);
        load.after(What::Write, 100);
        let told = service.terminate();
        let ledger = load.stop();
        let again = Program::serve(&server.url());
        let stored = Caller::new(&again.address, &caller_key);
        ledger.report(&format!("stop with {drain} s of drain"));
        let lost = ledger.answers.iter().filter(|answer| answer.outcome == Outcome::Unanswered && answer.sent < told);
        assert_eq!(lost.count(), 0);
        ledger.hold(&stored);
    }
}
