//! Callers that write and read continuously and record every response.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use parking_lot::{Mutex, MutexGuard};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::{runtime::Builder, task::JoinSet, time::sleep};

use crate::ledger::{Answer, Ledger, Outcome, What};

/// Number of writers and of readers.
const WRITERS: usize = 4;
const READERS: usize = 2;

/// Timeout of a response.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// Delay after a response, and after a refusal.
const PAUSE: Duration = Duration::from_millis(15);
const PAUSE_REFUSED: Duration = Duration::from_millis(40);

/// The header of a response that may be stale.
const STALE: &str = "arcana-stale";

/// Interval of readiness checks.
const PROBE: Duration = Duration::from_millis(100);

/// Timeout of conditions that a test waits for.
const DEADLINE: Duration = Duration::from_secs(300);

/// A service and the key to call it with.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The service's URL, as in `http://127.0.0.1:1234`.
    pub address: String,
    /// The key of all calls.
    pub key: String,
    client: Client,
}

/// Callers on a separate thread, so that a test can wait for programs meanwhile.
pub struct Load {
    caller: Caller,
    thread: Option<JoinHandle<()>>,
    ledger: Arc<Mutex<Ledger>>,
    stop: Arc<AtomicBool>,
}

/// Runs a future to completion.
pub fn block_on<F: Future>(future: F) -> F::Output {
    Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(future)
}

/// Waits for a condition, and fails with its name after the timeout.
pub fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let end = Instant::now() + DEADLINE;
    while !so() {
        assert!(Instant::now() < end, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The request of a key: every third one is for a reading.
fn expected(number: usize) -> (&'static str, Value) {
    match number % 3 {
        0 => ("/v1/readings", json!({"querent": "Ada", "seed": format!("seed {number}")})),
        1 => ("/v1/games", json!({"ruleset": "foolery", "external_id": format!("game {number}")})),
        _ => ("/v1/games", json!({"ruleset": "fortuna"})),
    }
}

impl Caller {
    /// A caller of this service.
    pub fn new(address: &str, key: &str) -> Caller {
        let client = Client::builder().timeout(TIMEOUT).build().expect("a client");
        Caller { address: address.to_owned(), key: key.to_owned(), client }
    }

    /// Another caller, with its own connections.
    pub fn again(&self) -> Caller {
        Caller::new(&self.address, &self.key)
    }

    fn request(&self, method: reqwest::Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.address)).bearer_auth(&self.key)
    }

    /// Sends a GET request: status and body, or why there is no response.
    pub async fn get(&self, path: &str) -> Answered {
        answered(self.request(reqwest::Method::GET, path)).await
    }

    /// All lines of a list, oldest first.
    pub async fn lines(&self, path: &str) -> Vec<Value> {
        let request = self.request(reqwest::Method::GET, path).header("accept", "application/x-ndjson");
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let text = response.text().await.expect("lines");
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    /// Sends a DELETE request.
    pub async fn delete(&self, path: &str) -> Answered {
        answered(self.request(reqwest::Method::DELETE, path)).await
    }

    /// Sends the request of the key with this number.
    pub async fn create(&self, number: usize) -> Answered {
        let (path, body) = expected(number);
        let request = self.request(reqwest::Method::POST, path).header("idempotency-key", format!("key-{number}"));
        answered(request.json(&body)).await
    }

    /// Sends a body.
    pub async fn post(&self, path: &str, body: Value) -> Answered {
        answered(self.request(reqwest::Method::POST, path).json(&body)).await
    }

    /// Imports logs; returns a verdict for each.
    pub async fn import(&self, logs: &[Value]) -> Vec<Value> {
        let lines: String = logs.iter().map(|log| format!("{log}\n")).collect();
        let request = self.request(reqwest::Method::POST, "/v1/games/import");
        let request = request.header("content-type", "application/x-ndjson").body(lines);
        let response = request.send().await.expect("an answer");
        let text = response.text().await.expect("lines");
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    /// The status of a response, and whether it is marked as possibly stale.
    pub fn read(&self, path: &str) -> (StatusCode, bool) {
        let asked = self.again();
        let response = block_on(async { asked.request(reqwest::Method::GET, path).send().await }).expect("an answer");
        (response.status(), response.headers().contains_key(STALE))
    }
}

/// Status and body, or why there are none.
pub type Answered = Result<(StatusCode, Value), Outcome>;

async fn answered(request: RequestBuilder) -> Answered {
    let silence = |error: reqwest::Error| if error.is_connect() { Outcome::Unreachable } else { Outcome::Unanswered };
    let response = request.send().await.map_err(silence)?;
    let status = response.status();
    let text = response.text().await.map_err(silence)?;
    Ok((status, serde_json::from_str(&text).unwrap_or_default()))
}

impl Load {
    /// Starts callers of this service.
    pub fn start(caller: &Caller) -> Load {
        Load::start_at(caller, 0)
    }

    /// Starts callers whose first key has this number.
    pub fn start_at(caller: &Caller, first: usize) -> Load {
        let ledger = Arc::new(Mutex::new(Ledger::default()));
        let stop = Arc::new(AtomicBool::new(false));
        let shared =
            Shared { ledger: Arc::clone(&ledger), stop: Arc::clone(&stop), next: Arc::new(AtomicUsize::new(first)) };
        let caller = caller.clone();
        let working = caller.clone();
        let thread = thread::spawn(move || block_on(shared.work(&working)));
        Load { caller, thread: Some(thread), ledger, stop }
    }

    /// The caller that they use.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock()
    }

    /// Number of responses of this kind and outcome so far.
    pub fn count(&self, what: What, so: impl Fn(&Outcome) -> bool) -> usize {
        self.ledger().answers.iter().filter(|answer| answer.what == what && so(&answer.outcome)).count()
    }

    /// Waits for this many further successes.
    pub fn after(&self, what: What, more: usize) {
        let target = self.count(what, Outcome::is_done) + more;
        wait_until(&format!("{more} more of {what:?} have succeeded"), || self.count(what, Outcome::is_done) >= target);
    }

    /// Waits for this many further refusals.
    pub fn after_refused(&self, what: What, more: usize) {
        let target = self.count(what, Outcome::is_refused) + more;
        wait_until(&format!("{more} more of {what:?} were refused"), || {
            self.count(what, Outcome::is_refused) >= target
        });
    }

    /// Waits until a later request is refused within this time; on a busy machine not the first of them is.
    pub fn after_refused_within(&self, what: What, most: Duration) {
        let start = Instant::now();
        wait_until(&format!("{what:?} is refused within {most:?}"), || {
            let ledger = self.ledger();
            let mut late = ledger.answers.iter().rev().take_while(|answer| answer.sent + answer.took > start);
            late.any(|answer| {
                answer.what == what && answer.sent > start && answer.outcome.is_refused() && answer.took < most
            })
        });
    }

    /// Waits until a later request succeeds; returns how long that took.
    pub fn recovers(&self, what: What) -> Duration {
        let start = Instant::now();
        let mut end = None;
        wait_until(&format!("{what:?} succeeds again"), || {
            let ledger = self.ledger();
            let found = ledger
                .answers
                .iter()
                .find(|answer| answer.what == what && answer.sent + answer.took >= start && answer.outcome.is_done());
            end = found.map(|answer| answer.sent + answer.took);
            end.is_some()
        });
        end.map_or(Duration::ZERO, |end| end.saturating_duration_since(start))
    }

    /// Stops the callers; returns their records.
    pub fn stop(mut self) -> Ledger {
        self.end();
        std::mem::take(&mut *self.ledger())
    }

    fn end(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("no caller panics");
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

/// State shared by the callers.
#[derive(Clone)]
struct Shared {
    ledger: Arc<Mutex<Ledger>>,
    stop: Arc<AtomicBool>,
    next: Arc<AtomicUsize>,
}

impl Shared {
    async fn work(self, caller: &Caller) {
        let mut tasks = JoinSet::new();
        for _ in 0..WRITERS {
            tasks.spawn(self.clone().write(caller.again()));
        }
        for number in 0..READERS {
            tasks.spawn(self.clone().read(caller.again(), number));
        }
        tasks.spawn(self.probe(caller.again()));
        while let Some(ended) = tasks.join_next().await {
            ended.expect("no caller panics");
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn note(&self, answer: Answer) {
        self.ledger.lock().answers.push(answer);
    }

    /// Retries a request with its key until it is confirmed.
    async fn write(self, caller: Caller) {
        while !self.stopped() {
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            while !self.stopped() && !self.write_once(&caller, number).await {
                sleep(PAUSE_REFUSED).await;
            }
            sleep(PAUSE).await;
        }
    }

    async fn write_once(&self, caller: &Caller, number: usize) -> bool {
        let sent = Instant::now();
        let answer = caller.create(number).await;
        let outcome = match answer {
            Err(silence) => silence,
            Ok((StatusCode::CREATED, body)) => {
                self.ledger.lock().created.insert(number, body);
                Outcome::Done
            }
            Ok((status, problem)) => Outcome::refused(status, &problem),
        };
        let done = outcome.is_done();
        if !done {
            self.ledger.lock().uncertain.insert(number);
        }
        self.note(Answer { what: What::Write, sent, took: sent.elapsed(), outcome });
        done
    }

    /// Reads what was created last and the list, in turn.
    async fn read(self, caller: Caller, mut turn: usize) {
        while !self.stopped() {
            let last = {
                let ledger = self.ledger.lock();
                ledger.created.last_key_value().map(|(_, body)| body.clone())
            };
            let sent = Instant::now();
            let (what, outcome) = match last {
                Some(last) if turn.is_multiple_of(2) => (What::Read, read_one(&caller, &last).await),
                Some(_) | None => (What::List, read_list(&caller).await),
            };
            turn += 1;
            let pause = if outcome.is_done() { PAUSE } else { PAUSE_REFUSED };
            self.note(Answer { what, sent, took: sent.elapsed(), outcome });
            sleep(pause).await;
        }
    }

    /// Checks readiness.
    async fn probe(self, caller: Caller) {
        while !self.stopped() {
            let sent = Instant::now();
            let outcome = match caller.get("/readyz").await {
                Err(silence) => silence,
                Ok((StatusCode::OK, _)) => Outcome::Done,
                Ok((status, problem)) => Outcome::refused(status, &problem),
            };
            self.note(Answer { what: What::Readiness, sent, took: sent.elapsed(), outcome });
            sleep(PROBE).await;
        }
    }
}

/// Checks that what was created is there, unchanged.
async fn read_one(caller: &Caller, created: &Value) -> Outcome {
    let own = created["links"]["self"].as_str().expect("an address");
    match caller.get(own).await {
        Err(silence) => silence,
        Ok((StatusCode::OK, body)) if body == *created => Outcome::Done,
        Ok((StatusCode::OK | StatusCode::NOT_FOUND, body)) => Outcome::Lost(format!("{own}: {body}")),
        Ok((status, problem)) => Outcome::refused(status, &problem),
    }
}

async fn read_list(caller: &Caller) -> Outcome {
    match caller.get("/v1/games?limit=3").await {
        Err(silence) => silence,
        Ok((StatusCode::OK, _)) => Outcome::Done,
        Ok((status, problem)) => Outcome::refused(status, &problem),
    }
}
