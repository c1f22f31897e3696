//! The cost law: for any input, processor time and response grow at most linearly with its size, and memory is bounded.

use std::{
    fs,
    time::{Duration, Instant},
};

use reqwest::{Client, Method, RequestBuilder};
use tempfile::TempDir;

use crate::processes::program::{Program, arcana};

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// The size limits of an ordinary body and of one with logs.
const BODY: usize = 1 << 20;
const LOG: usize = 16 << 20;

/// Maximum size of a request head that the server reads.
const HEAD: usize = 60_000;

/// Maximum size of a response that is not NDJSON.
const ANSWER: usize = 96 << 10;

/// Maximum peak memory of the process in KiB: a line of 16 MiB, what is made of it, and the allocator's reserve.
const MEMORY: usize = 150 << 10;

/// How long a request is sent again while a busy machine has no place for it.
const PATIENCE: Duration = Duration::from_secs(600);

/// An expensive request: method, path, media type, maximum size, and a body by size.
struct Shape {
    name: &'static str,
    path: &'static str,
    media_type: &'static str,
    most: usize,
    body: fn(usize) -> String,
}

/// As many repetitions as fit between a beginning and an end.
fn repeated(begin: &str, item: &str, end: &str, size: usize) -> String {
    let count = (size - begin.len() - end.len()) / (item.len() + 1);
    format!("{begin}{}{end}", vec![item; count].join(","))
}

/// An object with as many distinct fields as fit.
fn fields(size: usize) -> String {
    let count = size / 16;
    let all: Vec<_> = (0..count).map(|number| format!("\"n{number:07}\":0")).collect();
    format!("{{{}}}", all.join(","))
}

/// A log document of four players with these steps.
fn log(steps: &str) -> String {
    let players = r#"[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]"#;
    format!(r#"{{"ruleset":"fortunes","players":{players},"steps":{steps}}}"#)
}

fn nested(size: usize) -> String {
    format!("{}{}", "[".repeat(size / 2), "]".repeat(size / 2))
}

fn long_text(size: usize) -> String {
    format!("\"{}\"", "\u{301}".repeat(size / 2 - 1))
}

/// Lines with a log whose first step is invalid.
fn lines(size: usize) -> String {
    let line = log(r#"[{"type":"play"}]"#) + "\n";
    line.repeat(size / line.len())
}

macro_rules! shapes {
    ($($name:literal $path:literal $media_type:ident $most:ident $body:expr;)*) => {
        [$(Shape { name: $name, path: $path, media_type: $media_type, most: $most, body: $body }),*]
    };
}

fn shapes() -> Vec<Shape> {
    shapes! {
        "unknown fields" "/v1/games" JSON BODY fields;
        "unknown fields" "/v1/readings" JSON BODY fields;
        "unknown fields" "/v1/layouts" JSON BODY fields;
        "unknown fields" "/v1/commitments" JSON BODY fields;
        "unknown fields" "/v1/keys" JSON BODY fields;
        "depth" "/v1/games" JSON BODY nested;
        "a long text" "/v1/games" JSON BODY |size| format!(r#"{{"ruleset":{}}}"#, long_text(size - 20));
        "a long name" "/v1/games" JSON BODY |size| {
            format!(r#"{{"ruleset":"fortunes","players":[{{"name":{}}}]}}"#, long_text(size - 50))
        };
        "a long question" "/v1/readings" JSON BODY |size| format!(r#"{{"question":{}}}"#, long_text(size - 20));
        "players" "/v1/games" JSON BODY |size| repeated(r#"{"ruleset":"fortunes","players":["#, "{}", "]}", size);
        "bad players" "/v1/games" JSON BODY |size| {
            repeated(r#"{"ruleset":"fortunes","players":["#, r#"{"name":"","bot":"x"}"#, "]}", size)
        };
        "unknown options" "/v1/games" JSON BODY |size| format!(r#"{{"ruleset":"fortuno","options":{}}}"#, fields(size - 50));
        "deep options" "/v1/games" JSON BODY |size| {
            repeated(r#"{"ruleset":"fortunes","options":{"match":["#, "{}", "]}}", size)
        };
        "a deal" "/v1/games" JSON BODY |size| {
            repeated(r#"{"ruleset":"fortunes","deal":{"type":"deal","hands":[["#, r#""wa02""#, "]]}}", size)
        };
        "tricks" "/v1/layouts" JSON BODY |size| {
            repeated(r#"{"partner":[],"outcome":"won","own":["#, r#"{"card":"wa02","disposition":"well"}"#, "]}", size)
        };
        "empty tricks" "/v1/layouts" JSON BODY |size| repeated(r#"{"own":["#, "{}", "]}", size);
        "strange cards" "/v1/layouts" JSON BODY |size| {
            repeated(r#"{"partner":[],"outcome":"won","own":["#, r#"{"card":"the moons","disposition":"ill"}"#, "]}", size)
        };
        "scopes" "/v1/keys" JSON BODY |size| repeated(r#"{"name":"a","scopes":["#, r#""x""#, "]}", size);
        "no JSON" "/v1/games/import" JSON LOG |size| repeated("[", "0", "", size);
        "unknown fields" "/v1/games/import" JSON LOG fields;
        "one field again and again" "/v1/games/import" JSON LOG |size| repeated("{", r#""a":0"#, "}", size);
        "steps" "/v1/games/import" JSON LOG |size| log(&repeated("[", "0", "]", size - 200));
        "a long step" "/v1/games/import" JSON LOG |size| {
            log(&repeated(r#"[{"type":"deal","hands":[["#, r#""wa02""#, "]]}]", size - 200))
        };
        "deals without hands" "/v1/games/import" JSON LOG |size| {
            log(&repeated("[", r#"{"type":"deal"},{"type":"play","player":0,"card":"wa02"}"#, "]", size - 200))
        };
        "a deal and plays" "/v1/games/import" JSON LOG |size| {
            log(&repeated(r#"[{"type":"deal"},"#, r#"{"type":"play","player":0,"card":"wa02"}"#, "]", size - 200))
        };
        "players" "/v1/games/import" JSON LOG |size| {
            repeated(r#"{"ruleset":"fortunes","steps":[],"players":["#, r#"{"name":"a"}"#, "]}", size)
        };
        "options" "/v1/games/import" JSON LOG |size| {
            format!(r#"{{"ruleset":"fortunes","players":[],"steps":[],"options":{}}}"#, fields(size - 100))
        };
        "a long ruleset" "/v1/games/import" JSON LOG |size| {
            format!(r#"{{"ruleset":{},"players":[],"steps":[]}}"#, long_text(size - 100))
        };
        "a long id" "/v1/games/import" JSON LOG |size| {
            format!(r#"{{"external_id":{},"ruleset":"fortunes","players":[],"steps":[]}}"#, long_text(size - 100))
        };
        "lines" "/v1/games/import" LINES BODY lines;
        "empty lines" "/v1/games/import" LINES BODY |size| "\n".repeat(size - size / 10);
        "a long line" "/v1/games/import" LINES LOG |size| fields(size);
    }
    .into()
}

/// The service and its resource usage.
struct Watched {
    program: Program,
    client: Client,
}

/// The cost of a request.
struct Cost {
    status: u16,
    processor: Duration,
    answer: usize,
}

impl Watched {
    /// The cost of an answer. On a busy machine a request may find no place in time (503): it is sent again.
    async fn cost(&self, request: impl Fn() -> RequestBuilder) -> Cost {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let before = self.program.processor();
            let response = request().send().await.expect("an answer");
            let status = response.status().as_u16();
            let answer = response.bytes().await.expect("a body").len();
            if status != 503 || Instant::now() > deadline {
                return Cost { status, processor: self.program.processor() - before, answer };
            }
        }
    }

    /// Sends something at a quarter of its size and at full size, and checks the law between them.
    async fn holds(&self, name: &str, lines: bool, size: usize, request: impl Fn(usize) -> RequestBuilder) {
        let (part, whole) = (self.cost(|| request(size / 4)).await, self.cost(|| request(size)).await);
        let told = format!(
            "{name}: {size} bytes, {} then {}, {:?} then {:?}, answers of {} and {} bytes",
            part.status, whole.status, part.processor, whole.processor, part.answer, whole.answer
        );
        println!("{told}");
        assert!((400..500).contains(&whole.status) || lines && whole.status == 200, "{told}");
        // Ticks are coarse, and the process has other work.
        assert!(whole.processor <= part.processor * 7 + Duration::from_millis(300), "{told}");
        let most = if lines { part.answer * 5 + ANSWER } else { ANSWER };
        assert!(whole.answer <= most, "{told}");
    }
}

fn run(test: impl AsyncFnOnce(&Watched)) {
    let place = TempDir::new().expect("a temporary folder");
    let url = format!("sqlite://{}/arcana.db", place.path().display());
    let program = Program::start(arcana(&["--database-url", &url, "--threads", "2", "--request-timeout", "600"]));
    let watched = Watched { program, client: Client::new() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test(&watched));
    let peak = watched.program.peak_memory();
    println!("{peak} KiB at the peak");
    assert!(peak < MEMORY, "{peak} KiB at the peak");
}

#[test]
fn bodies_cost_no_more_than_their_length() {
    run(async |watched| {
        for Shape { name, path, media_type, most, body } in shapes() {
            let request = |size: usize| {
                let url = format!("{}{path}", watched.program.address);
                watched.client.post(url).header("content-type", media_type).body(body(size))
            };
            watched.holds(&format!("{name} to {path}"), media_type == LINES, most, request).await;
        }
    });
}

/// Readable routes, each with a known parameter.
const READ: [(&str, &str); 14] = [
    ("/healthz", "x"),
    ("/v1/games", "player"),
    ("/v1/games", "winner"),
    ("/v1/games", "fields"),
    ("/v1/statistics/fortunes", "player"),
    ("/v1/games/0199aa00-0000-7000-8000-000000000000", "x"),
    ("/v1/games/0199aa00-0000-7000-8000-000000000000/states/0", "view"),
    ("/v1/games/0199aa00-0000-7000-8000-000000000000/readings/0", "layout"),
    ("/v1/readings", "querent"),
    ("/v1/decks/fortunes/cards/wa02", "x"),
    ("/v1/keys", "cursor"),
    ("/v1/rulesets", "x"),
    ("/games", "player"),
    ("/rules", "x"),
];

#[test]
fn queries_paths_and_headers_cost_no_more_than_their_length() {
    run(async |watched| {
        let url = |path: &str| format!("{}{path}", watched.program.address);
        let get = |path: String| watched.client.request(Method::GET, url(&path));
        for (path, known) in READ {
            let many = |size: usize| (0..size / 6).map(|number| format!("{number:x}")).collect::<Vec<_>>().join("&");
            watched.holds(&format!("names to {path}"), true, HEAD, |size| get(format!("{path}?{}", many(size)))).await;
            let again = |size: usize| vec![format!("{known}=%0"); size / (known.len() + 4)].join("&");
            watched
                .holds(&format!("{known} to {path}"), true, HEAD, |size| get(format!("{path}?{}", again(size))))
                .await;
            let long =
                |size: usize| get(format!("{path}?{}={}", "n".repeat(size / 2 - 100), "v".repeat(size / 2 - 100)));
            watched.holds(&format!("a long name to {path}"), true, HEAD, long).await;
        }
        let path = |size: usize| get(format!("/v1/games/{}", "a/".repeat(size / 2 - 100)));
        watched.holds("a long path", false, HEAD, path).await;
        let card = |size: usize| get(format!("/v1/decks/fortunes/cards/{}", "a".repeat(size - 100)));
        watched.holds("a long card", false, HEAD, card).await;
        for (name, item) in [
            ("accept", "text/x;q=0.1,"),
            ("accept-encoding", "x;q=0,"),
            ("accept-language", "x;q=0.1,"),
            ("if-none-match", "\"x\","),
            ("authorization", "Bearer x"),
            ("x-forwarded-for", "127.0.0.1,"),
            ("x-request-id", "x"),
            ("cookie", "a=b;"),
        ] {
            let request =
                |size: usize| get("/v1/rulesets/none".to_owned()).header(name, item.repeat(size / item.len()));
            watched.holds(name, false, HEAD, request).await;
        }
    });
}

impl Program {
    /// Processor time of the process.
    fn processor(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.id())).expect("it runs");
        let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        // Fields 14 and 15 in hundredths of a second; the first two fields are cut off.
        let ticks: u64 = fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum();
        Duration::from_millis(ticks * 10)
    }

    /// Peak memory of the process in KiB.
    fn peak_memory(&self) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id())).expect("it runs");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        peak.trim().trim_end_matches(" kB").parse().expect("a number")
    }
}
