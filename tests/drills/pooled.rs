//! PgBouncer in transaction mode between the service and its database.

use std::{sync::Arc, time::Duration};

use reqwest::StatusCode;
use serde_json::json;
use tempfile::TempDir;
use tokio::{task::JoinSet, time::sleep};

use crate::{
    cluster::{Cluster, Node, key_through, script},
    ledger::{BUSY, What},
    load::{Caller, Load, block_on},
    program::{Program, arcana, ended, printed},
    server::Server,
};

/// Number of games stored and read, of readers, and of games deleted.
const GAMES: usize = 1000;
const READERS: usize = 8;
const DELETED: usize = 200;

/// How often a request is sent that is refused for the moment, and the pause between.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(300);

/// Maximum time until writes resume after the pooler is back.
const RESUMED: Duration = Duration::from_secs(8);

/// A setting that accepts drivers which set `extra_float_digits`.
const LENIENT: &str = "'ignore_startup_parameters = extra_float_digits'";

/// A setting that accepts any driver and drops its settings.
const CARELESS: &str = "'ignore_startup_parameters = extra_float_digits,options'";

/// PgBouncer; it ends when dropped.
struct Pooler {
    place: TempDir,
    port: u16,
}

impl Pooler {
    /// Starts it in front of the server on this port.
    fn start(mode: &str, server: u16, setting: &str) -> Pooler {
        let place = TempDir::new().expect("a temporary folder");
        let start = format!("seek_postgres; start_pgbouncer {mode} {server} {setting}");
        let port = printed(&mut script(&place, &start)).trim().parse().expect("a port");
        Pooler { place, port }
    }

    fn run(&self, what: &str) {
        printed(&mut script(&self.place, &format!("seek_postgres; {what}")));
    }

    fn url(&self) -> String {
        Cluster::url(self.port)
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = script(&self.place, "stop_pgbouncer").output();
    }
}

/// The flags of a service behind this pooler.
fn flags(url: &str) -> [&str; 4] {
    ["--database-url", url, "--database-pooler", "transaction"]
}

/// Stores many similar games; returns the first path and all paths.
async fn many_games(caller: &Caller) -> (String, Vec<String>) {
    let (status, game) = caller.post("/v1/games", json!({"ruleset": "reversal"})).await.expect("an answer");
    assert_eq!(status, StatusCode::CREATED, "{game}");
    let own = game["links"]["self"].as_str().expect("an address");
    let (_, log) = caller.get(&format!("{own}/log")).await.expect("an answer");
    let verdicts = caller.import(&vec![log; GAMES]).await;
    let address = |verdict: &serde_json::Value| format!("/v1/games/{}", verdict["id"].as_str().expect("an id"));
    (own.to_owned(), verdicts.iter().map(address).collect())
}

/// The status of a response to GET or DELETE, and how often it was asked for. On a busy machine a request is refused for the
/// moment (503), and is sent again.
async fn settled(caller: &Caller, delete: bool, path: &str) -> (Option<StatusCode>, u32) {
    let mut attempts = 0;
    loop {
        let answer = if delete { caller.delete(path).await } else { caller.get(path).await };
        let status = answer.ok().map(|(status, _)| status);
        attempts += 1;
        if status != Some(StatusCode::SERVICE_UNAVAILABLE) || attempts == ATTEMPTS {
            return (status, attempts);
        }
        sleep(PAUSE).await;
    }
}

/// Reads all of these; returns the number of responses other than 200.
async fn read_all(caller: &Caller, games: &Arc<Vec<String>>, readers: usize) -> usize {
    let mut tasks = JoinSet::new();
    for reader in 0..readers {
        let (caller, games) = (caller.again(), Arc::clone(games));
        tasks.spawn(async move {
            let mut failed = 0;
            for game in games.iter().skip(reader).step_by(readers) {
                let (status, _) = settled(&caller, false, game).await;
                failed += usize::from(status != Some(StatusCode::OK));
            }
            failed
        });
    }
    tasks.join_all().await.into_iter().sum()
}

/// Deletes these one by one; returns the number of those that were not deleted.
async fn delete_all(caller: &Caller, games: &[String]) -> usize {
    let mut failed = 0;
    for game in games {
        let (status, attempts) = settled(caller, true, game).await;
        // What was refused for the moment may have been done all the same: the next finds nothing.
        let gone = status == Some(StatusCode::NOT_FOUND) && attempts > 1;
        failed += usize::from(status != Some(StatusCode::NO_CONTENT) && !gone);
    }
    failed
}

#[test]
fn behind_a_transaction_pooler_reads_destroy_nothing() {
    let server = Server::start();
    let pooler = Pooler::start("transaction", server.port(), LENIENT);
    let caller_key = key_through(&pooler.url(), "transaction");
    let service = Program::start(arcana(&flags(&pooler.url())));
    let caller = Caller::new(&service.address, &caller_key);
    let (first, games) = block_on(many_games(&caller));
    assert_eq!(games.len(), GAMES);
    // Others write and delete meanwhile, with their own owner.
    let load = Load::start(&Caller::new(&service.address, &key_through(&pooler.url(), "transaction")));
    let (kept, deleted) = games.split_at(GAMES - DELETED);
    let kept = Arc::new(kept.to_vec());
    let (failed, not_deleted) =
        block_on(async { tokio::join!(read_all(&caller, &kept, READERS), delete_all(&caller, deleted)) });
    let writer = load.caller().clone();
    let mut ledger = load.stop();
    let (writes, lists) = ledger.report("pooler of transactions");
    // Another service, with empty caches, finds what should be there and no more.
    let service = Program::start(arcana(&flags(&pooler.url())));
    let caller = Caller::new(&service.address, &caller_key);
    let lost = block_on(read_all(&caller, &kept, READERS));
    ledger.of_others =
        kept.iter().chain([&first]).map(|own| own.rsplit('/').next().unwrap_or_default().to_owned()).collect();
    eprintln!("drill pooler of transactions: {GAMES} games read by {READERS}: {failed} failed, {lost} lost");
    ledger.hold(&writer);
    assert_eq!((failed, lost, not_deleted), (0, 0, 0));
    assert!(!writes.refused_for_good() && !lists.refused_for_good(), "{writes:?} {lists:?}");
}

#[test]
fn a_pooler_that_is_restarted_is_waited_for() {
    let server = Server::start();
    let pooler = Pooler::start("transaction", server.port(), LENIENT);
    let caller_key = key_through(&pooler.url(), "transaction");
    let service = Program::start(arcana(&flags(&pooler.url())));
    let caller = Caller::new(&service.address, &caller_key);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    pooler.run("restart_pgbouncer");
    load.after(What::Write, 50);
    let ledger = load.stop();
    let (writes, lists) = ledger.report("pooler restarted");
    ledger.hold(&caller);
    assert!(writes.outage < RESUMED + BUSY && lists.outage < RESUMED + BUSY, "{writes:?} {lists:?}");
}

#[test]
fn writes_resume_when_a_pooler_is_pointed_to_the_promoted_standby() {
    let cluster = Cluster::start();
    let pooler = Pooler::start("transaction", cluster.port(Node::One), LENIENT);
    let caller_key = key_through(&pooler.url(), "transaction");
    let service = Program::start(arcana(&flags(&pooler.url())));
    let caller = Caller::new(&service.address, &caller_key);
    let load = Load::start(&caller);
    load.after(What::Write, 50);
    cluster.end(Node::One);
    cluster.promote(Node::Two);
    cluster.demote(Node::One);
    // The connections to the pooler stay open; behind them is now a read-only server.
    load.after_refused(What::Write, 10);
    load.after_refused(What::Readiness, 1);
    pooler.run(&format!("repoint_pgbouncer {}", cluster.port(Node::Two)));
    let resumed = load.recovers(What::Write);
    eprintln!("drill pooler repointed: writes resumed {} ms after it knew the primary", resumed.as_millis());
    load.recovers(What::Readiness);
    load.after(What::Write, 50);
    let ledger = load.stop();
    ledger.report("pooler repointed");
    ledger.hold(&caller);
    assert!(resumed < RESUMED + BUSY, "{resumed:?}");
}

#[test]
fn an_undeclared_transaction_pooler_is_refused_with_the_setting_to_change() {
    let server = Server::start();
    for setting in [CARELESS, LENIENT] {
        let pooler = Pooler::start("transaction", server.port(), setting);
        let (code, told) = ended(arcana(&["--listen", "127.0.0.1:0", "--database-url", &pooler.url()]));
        assert_eq!(code, Some(2), "{setting}: {told}");
        assert!(told.contains("--database-pooler transaction"), "{setting}: {told}");
    }
}
