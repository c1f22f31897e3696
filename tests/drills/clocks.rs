//! Clocks are set back while callers write and others follow the list by cursor: nobody misses anything.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    os::unix::fs::FileExt,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::{
    cluster::key,
    ledger::What,
    load::{Caller, Load, block_on},
    preload::compiled,
    program::{Program, after},
    server::Server,
};

const HOUR: i64 = 3600;

/// An adjustable clock.
struct Clock {
    place: TempDir,
    library: PathBuf,
}

impl Clock {
    fn new() -> Clock {
        let place = TempDir::new().expect("a temporary folder");
        let library = compiled(&place, "clock.c");
        let clock = Clock { place, library };
        fs::write(clock.offset(), [0; size_of::<i64>()]).expect("a file");
        clock
    }

    fn offset(&self) -> PathBuf {
        self.place.path().join("offset")
    }

    /// Sets it this number of seconds ahead of the true time, also for running programs.
    fn turn(&self, seconds: i64) {
        // In place, because running programs have the file mapped.
        let file = File::options().write(true).open(self.offset()).expect("the file is there");
        file.write_all_at(&seconds.to_ne_bytes(), 0).expect("it is written");
    }

    /// Starts a service with this clock.
    fn serve(&self, url: &str) -> Program {
        let mut command = after("", &["--database-url", url]);
        command.env("LD_PRELOAD", &self.library).env("CLOCK_OFFSET", self.offset());
        Program::start(command)
    }
}

/// A reader that repeatedly resumes from the last line's cursor.
struct Follower {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Vec<Value>>,
}

impl Follower {
    fn start(caller: &Caller) -> Follower {
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, caller) = (Arc::clone(&stop), caller.clone());
        let thread = thread::spawn(move || block_on(follow(&caller, &stopped)));
        Follower { stop, thread }
    }

    /// All lines, once it has read to the end.
    fn stop(self) -> Vec<Value> {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.join().expect("it follows to the end")
    }
}

async fn follow(caller: &Caller, stopped: &AtomicBool) -> Vec<Value> {
    let mut seen: Vec<Value> = Vec::new();
    loop {
        let last = stopped.load(Ordering::SeqCst);
        let cursor = seen.last().map_or(String::new(), |line| format!("?cursor={}", text(&line["cursor"])));
        let found = caller.lines(&format!("/v1/games{cursor}")).await;
        if last && found.is_empty() {
            return seen;
        }
        seen.extend(found);
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Compares the lines of a follower with what is stored.
fn nothing_missed(drill: &str, seen: &[Value], caller: &Caller) {
    let ids: BTreeSet<_> = seen.iter().map(|line| text(&line["id"]).to_owned()).collect();
    let stored: BTreeSet<_> =
        block_on(caller.lines("/v1/games")).iter().map(|line| text(&line["id"]).to_owned()).collect();
    let missed = stored.difference(&ids).count();
    eprintln!("drill {drill}: of {} games a follower missed {missed}", stored.len());
    assert_eq!((missed, seen.len()), (0, stored.len()), "missed, and seen in total");
}

/// Checks that the last stored game is found by its time.
fn found_by_its_time(caller: &Caller) {
    let stored = block_on(caller.lines("/v1/games"));
    let last = stored.last().expect("games are stored");
    let since = text(&last["created_at"]);
    let found = block_on(caller.lines(&format!("/v1/games?since={since}")));
    assert!(found.iter().any(|line| line["id"] == last["id"]), "{} is not found since {since}", last["id"]);
}

#[test]
fn a_follower_misses_nothing_when_the_clock_is_set_back() {
    let clock = Clock::new();
    let place = TempDir::new().expect("a temporary folder");
    let url = format!("sqlite://{}", place.path().join("arcana.db").display());
    let caller_key = key(&url);
    let service = clock.serve(&url);
    let caller = Caller::new(&service.address, &caller_key);
    let (load, follower) = (Load::start(&caller), Follower::start(&caller));
    for offset in [0, -HOUR, HOUR / 2] {
        clock.turn(offset);
        load.after(What::Write, 40);
    }
    let (ledger, seen) = (load.stop(), follower.stop());
    ledger.report("clock set back on SQLite");
    nothing_missed("clock set back on SQLite", &seen, &caller);
    // Restarted with a clock an hour behind, it continues after what is stored.
    drop(service);
    clock.turn(-HOUR);
    let service = clock.serve(&url);
    let caller = Caller::new(&service.address, &caller_key);
    let cursor = text(&seen.last().expect("it saw some")["cursor"]).to_owned();
    let load = Load::start_at(&caller, ledger.next());
    load.after(What::Write, 30);
    let later = load.stop();
    let listed = block_on(caller.lines(&format!("/v1/games?cursor={cursor}")));
    let is_game = |body: &&Value| text(&body["links"]["self"]).starts_with("/v1/games/");
    assert_eq!(listed.len(), later.created.values().filter(is_game).count(), "games of readings are not listed");
    found_by_its_time(&caller);
}

#[test]
fn a_follower_of_two_services_whose_clocks_disagree_misses_nothing() {
    let server = Server::start();
    let clock = Clock::new();
    clock.turn(-2);
    let caller_key = key(&server.url());
    let (right, late) = (Program::serve(&server.url()), clock.serve(&server.url()));
    let callers = [&right, &late].map(|service| Caller::new(&service.address, &caller_key));
    let loads = [Load::start_at(&callers[0], 0), Load::start_at(&callers[1], 1_000_000)];
    let follower = Follower::start(&callers[0]);
    for load in &loads {
        load.after(What::Write, 60);
    }
    clock.turn(-HOUR);
    loads[1].after(What::Write, 30);
    for load in loads {
        load.stop().report("two clocks on Postgres");
    }
    nothing_missed("two clocks on Postgres", &follower.stop(), &callers[1]);
    found_by_its_time(&callers[1]);
}
