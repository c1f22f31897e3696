//! A silent network, a vanished host, a proxy without a server: callers find out within seconds.

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use arcana::{
    service::{
        records::GameId,
        store::{Store, StoreError, WriteError},
    },
    storage::{self, Settings},
};

use crate::storage::{
    database::{TestDatabase, block_on, fresh_postgres},
    proxy::Proxy,
    samples::{commitment, game, id, store_all, write},
};

/// Maximum time until callers know that the database does not respond.
const KNOWN: Duration = Duration::from_secs(9);

/// Maximum time until everything works again afterwards.
const BACK: Duration = Duration::from_secs(9);

async fn through_a_proxy() -> (TestDatabase, Proxy, Arc<dyn Store>) {
    let (server, database) = (env::var("ARCANA_TEST_POSTGRES").expect("a server"), fresh_postgres().await);
    let port: String = server.rsplit(':').next().expect("a port").chars().take_while(char::is_ascii_digit).collect();
    let proxy = Proxy::start(port.parse().expect("a port"));
    let url = database.url().replace(&format!(":{port}/"), &format!(":{}/", proxy.port));
    let store = storage::open(&url, &Settings::default()).await.expect("a database that opens");
    store_all(&*store, [game(1)]).await;
    (database, proxy, store)
}

/// Waits until the database is ready or not; returns how long that took.
async fn until_ready(store: &dyn Store, ready: bool) -> Duration {
    let start = Instant::now();
    while store.ready().await.is_ok() != ready {
        assert!(start.elapsed() < Duration::from_secs(30), "it never is");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    start.elapsed()
}

/// Breaks the network, checks what callers are told, and repairs it.
fn broken(what: &'static str, breaks: fn(&Proxy), mends: fn(&Proxy)) {
    block_on(async {
        let (_database, proxy, store) = through_a_proxy().await;
        until_ready(&*store, true).await;
        breaks(&proxy);
        let start = Instant::now();
        // Requests before the failure is known do not wait long either.
        let (read, written) = tokio::join!(store.game(GameId(id(1))), store.write(write(game(2))));
        assert!(matches!(read, Err(StoreError::Unavailable(_))), "{what}: {read:?}");
        assert!(matches!(written, Err(WriteError::Store(StoreError::Unavailable(_)))), "{what}: {written:?}");
        let known = start.elapsed();
        until_ready(&*store, false).await;
        let start = Instant::now();
        assert!(store.game(GameId(id(1))).await.is_err());
        let fast = start.elapsed();
        mends(&proxy);
        let back = until_ready(&*store, true).await;
        assert_eq!(store.game(GameId(id(1))).await.expect("it is back"), Some(game(1)));
        store_all(&*store, [game(3)]).await;
        println!("{what}: known after {known:?}, refused in {fast:?}, back after {back:?}");
        assert!(known < KNOWN && fast < Duration::from_secs(1) && back < BACK, "{what}: {known:?} {fast:?} {back:?}");
        store.close().await;
    });
}

#[test]
fn a_silent_network_is_detected() {
    broken("silence", Proxy::fall_silent, Proxy::forward);
}

#[test]
fn a_vanished_host_is_detected() {
    broken("a host that vanished", Proxy::vanish, Proxy::come_back);
}

#[test]
fn a_proxy_without_a_server_is_a_temporary_failure() {
    broken("a proxy without a server", Proxy::refuse, Proxy::forward);
}

/// The caller hangs up while `begin` is on its way. The driver does not know of the transaction that the server has begun
/// by then: what was written on the connection afterwards was answered, and never committed.
#[test]
fn a_transaction_whose_begin_was_dropped_is_not_written_into() {
    block_on(async {
        let (database, proxy, store) = through_a_proxy().await;
        let other = database.open().await;
        for number in 0..5 {
            proxy.fall_silent();
            let commitment = commitment(number);
            let hung_up = tokio::time::timeout(Duration::from_millis(100), store.add_commitment(&commitment, None));
            assert!(hung_up.await.is_err(), "the answer is held up");
            proxy.forward();
            tokio::time::sleep(Duration::from_millis(200)).await;
            for milliseconds in [10 * number + 100, 10 * number + 101] {
                store_all(&*store, [game(milliseconds)]).await;
                let seen = other.game(GameId(id(milliseconds))).await.expect("an answer");
                assert_eq!(seen, Some(game(milliseconds)), "what was stored is seen by others");
            }
        }
        store.close().await;
    });
}

#[test]
fn closing_does_not_wait_for_a_silent_network() {
    block_on(async {
        let (_database, proxy, store) = through_a_proxy().await;
        proxy.fall_silent();
        let start = Instant::now();
        store.close().await;
        assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
    });
}
