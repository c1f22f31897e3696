//! The program, run as a person would run it.

mod bulk;
mod play;
mod pseudo_terminal;
mod run;
mod tables;

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Output, Stdio},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    thread,
};

use sqlx::Connection;

use run::{arcana, fed, out, run};

/// Runs `verify -` on this text.
fn verify(text: &str) -> Output {
    fed(&["verify", "-"], text)
}

/// A service on a free port, in a folder of its own.
struct Served {
    child: Child,
    address: String,
    lines: std::io::Lines<BufReader<std::process::ChildStderr>>,
}

fn serve(folder: &std::path::Path, arguments: &[&str]) -> Served {
    let mut child = arcana(arguments)
        .env("ARCANA_LISTEN", "127.0.0.1:0")
        .env("ARCANA_LOG_FORMAT", "json")
        .env_remove("ARCANA_ANONYMOUS")
        .current_dir(folder)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let line =
        lines.find_map(|line| line.ok().filter(|line| line.contains("\"address\""))).expect("the address is logged");
    let line: serde_json::Value = serde_json::from_str(&line).expect("a line of JSON");
    let address = line["address"].as_str().expect("an address").to_owned();
    Served { child, address, lines }
}

/// Sends a request to a service on a connection of its own; gives the answer.
fn ask(address: &str, request: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
    let length = body.len();
    let text = format!(
        "{head}\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Content-Length: {length}\r\nConnection: close\r\nx-request-id: asked\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

impl Served {
    /// Tells it to stop.
    fn tell(&self) {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().expect("kill runs");
        assert!(told.success());
    }

    /// Sends a request on a connection of its own; gives the answer.
    fn ask(&self, request: &str) -> String {
        ask(&self.address, request)
    }

    /// Waits for a log line with this word.
    fn hear(&mut self, word: &str) {
        let heard = self.lines.by_ref().map_while(Result::ok).any(|line| line.contains(word));
        assert!(heard, "nothing was said of {word}");
    }

    /// Tells it to stop; gives all that it logged since.
    fn last_lines(mut self) -> Vec<String> {
        self.tell();
        let lines = self.lines.by_ref().map_while(Result::ok).collect();
        assert!(self.child.wait().expect("it ends").success());
        lines
    }

    /// Tells it to stop and waits: did it end well?
    fn stop(mut self) -> bool {
        self.tell();
        let status = self.child.wait().expect("it ends");
        let last = self.lines.map_while(Result::ok).last().unwrap_or_default();
        status.success() && last.contains("stopped")
    }
}

#[test]
fn help_explains_every_flag_and_variable() {
    let help = out(&run(&["serve", "--help"]));
    for word in [
        "--listen",
        "ARCANA_LISTEN",
        "127.0.0.1:8080",
        "--database-url",
        "DATABASE_URL",
        "sqlite://./data/arcana.db",
        "--anonymous",
        "ARCANA_ANONYMOUS",
        "--database-connections",
        "ARCANA_DATABASE_CONNECTIONS",
        "--threads",
        "ARCANA_THREADS",
        "--body-limit",
        "ARCANA_BODY_LIMIT",
        "--log-limit",
        "ARCANA_LOG_LIMIT",
        "--lines-limit",
        "ARCANA_LINES_LIMIT",
        "--step-limit",
        "ARCANA_STEP_LIMIT",
        "--shutdown-seconds",
        "ARCANA_SHUTDOWN_SECONDS",
        "--work-waiting",
        "ARCANA_WORK_WAITING",
        "--body-memory",
        "ARCANA_BODY_MEMORY",
        "--body-timeout",
        "ARCANA_BODY_TIMEOUT",
        "--request-timeout",
        "ARCANA_REQUEST_TIMEOUT",
        "--rate-limit",
        "ARCANA_RATE_LIMIT",
        "--rate-burst",
        "ARCANA_RATE_BURST",
        "--forwarded-for",
        "ARCANA_FORWARDED_FOR",
        "--cors-origin",
        "ARCANA_CORS_ORIGIN",
        "--drain-seconds",
        "ARCANA_DRAIN_SECONDS",
        "--keep-days",
        "ARCANA_KEEP_DAYS",
        "--log-format",
        "ARCANA_LOG_FORMAT",
        "--log",
        "ARCANA_LOG",
    ] {
        assert!(help.contains(word), "{word} is missing:\n{help}");
    }
    let all = out(&run(&["--help"]));
    for command in ["serve", "play", "verify", "keys", "export", "import", "erase", "scrub", "openapi", "health"] {
        assert!(all.contains(command), "{command} is missing:\n{all}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game_trick_by_trick() {
    let first = out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random"]));
    assert_eq!(first, out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random"])));
    assert_eq!(first.lines().filter(|line| line.contains(" leads ")).count(), 19);
    assert!(first.contains("UNIVERSE") || first.contains("FUTURE"), "no reading:\n{first}");
    assert_ne!(first, out(&run(&["play", "fortunes", "--seed", "y", "--bot", "random"])));
}

#[test]
fn a_played_log_verifies() {
    let log = out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random", "--log"]));
    let verdict = verify(&log);
    assert!(verdict.status.success());
    assert!(out(&verdict).starts_with("77 steps of Fortunes, all legal."), "{}", out(&verdict));
}

#[test]
fn a_bad_log_exits_1_with_the_problem() {
    let log = out(&run(&["play", "fortunes", "--seed", "x", "--bot", "random", "--log"]));
    let mut log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    log["steps"][5]["player"] = 3.into();
    let verdict = verify(&log.to_string());
    assert_eq!(verdict.status.code(), Some(1));
    let problem: serde_json::Value = serde_json::from_str(&out(&verdict)).expect("a problem");
    assert_eq!(problem["code"], "illegal_log");
    assert_eq!(problem["index"], 5);
    assert_eq!(problem["reason"], "wrong_player");
    assert!(problem["legal"].as_array().is_some_and(|legal| !legal.is_empty()));
}

#[test]
fn a_file_that_is_not_there_exits_2() {
    let output = run(&["verify", "no such file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such file"));
}

#[test]
fn bad_options_are_named() {
    let output = run(&["play", "fortunes", "--options", r#"{"sky": 1}"#]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/options/sky"));
}

#[test]
fn with_nothing_set_up_it_serves_and_stops_when_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&[][..], &["serve"]] {
        let served = serve(folder.path(), arguments);
        assert!(folder.path().join("data/arcana.db").exists());
        assert!(run(&["health", "--listen", &served.address]).status.success());
        let address = served.address.clone();
        assert!(served.stop());
        assert_eq!(run(&["health", "--listen", &address]).status.code(), Some(1));
    }
}

#[test]
fn a_database_that_cannot_be_is_a_clear_error() {
    let output = run(&["serve", "--listen", "127.0.0.1:0", "--database-url", "mysql://nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("mysql"), "{output:?}");
}

/// The URL of a database file in a folder.
fn database(folder: &tempfile::TempDir) -> String {
    format!("sqlite://{}", folder.path().join("arcana.db").display())
}

#[test]
fn a_key_is_made_listed_and_revoked() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(&folder);
    let keys = |arguments: &[&str]| run(&[&["keys", "--database-url", &url], arguments].concat());
    let key = out(&keys(&["create", "--name", "phone app", "--scopes", "read,admin", "--owner", "77", "--days", "9"]));
    assert!(key.starts_with("arcana_") && key.trim_end().len() == 7 + 32 + 1 + 64, "{key}");
    let listed = out(&keys(&["list"]));
    for word in ["owner 77 ", "read,admin", "until ", "used never", "phone app"] {
        assert!(listed.contains(word), "{word} is missing: {listed}");
    }
    let id = listed.split_whitespace().next().expect("an id");
    assert!(keys(&["revoke", id]).status.success());
    assert!(out(&keys(&["list"])).contains("revoked"));
    let nobody = keys(&["revoke", "0199aa00-0000-7000-8000-000000000000"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("there is no such key"), "{nobody:?}");
}

#[test]
fn all_keys_from_before_a_time_are_revoked() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(&folder);
    let keys = |arguments: &[&str]| run(&[&["keys", "--database-url", &url], arguments].concat());
    for name in ["one", "other"] {
        assert!(keys(&["create", "--name", name]).status.success());
    }
    let told = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let early = keys(&["revoke-all", "--before", "2020-01-01T00:00:00Z"]);
    assert!(early.status.success() && told(&early).contains("Keys revoked: 0"), "{early:?}");
    let late = keys(&["revoke-all", "--before", "2100-01-01T00:00:00Z"]);
    assert!(late.status.success() && told(&late).contains("Keys revoked: 2"), "{late:?}");
    assert_eq!(out(&keys(&["list"])).matches("revoked").count(), 2);
    for wrong in [&["revoke-all"][..], &["revoke-all", "--before", "yesterday"]] {
        let refused = keys(wrong);
        assert!(refused.status.code() == Some(2) && told(&refused).contains("--before"), "{refused:?}");
    }
}

/// A database with a game of each of these lists of players, played by bots.
fn database_of_games(folder: &tempfile::TempDir, games: &[&str]) -> String {
    let url = database(folder);
    for players in games {
        let log = out(&run(&["play", "foolery", "--bot", "random", "--players", "3", "--log"]));
        let mut log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
        for (index, name) in players.split(' ').enumerate() {
            log["players"][index]["name"] = name.into();
        }
        let stored = fed(&["import", "-", "--database-url", &url], &log.to_string());
        assert!(stored.status.success(), "{stored:?}");
    }
    url
}

#[test]
fn a_name_is_erased_when_that_is_confirmed() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database_of_games(&folder, &["Ada Bel Cyd", "Ada Dov Eli", "Fay Gus Hal"]);
    let erase = |arguments: &[&str]| run(&[&["erase", "--database-url", &url], arguments].concat());
    let counted = "2 games, 0 readings, 0 tables, 0 commitments, 0 idempotency records\n";
    assert_eq!(out(&erase(&["--name", "Ada", "--dry-run"])), format!("to erase: {counted}"));
    let unconfirmed = erase(&["--name", "Ada"]);
    assert_eq!((unconfirmed.status.code(), out(&unconfirmed)), (Some(1), format!("to erase: {counted}")));
    assert_eq!(out(&erase(&["--name", " Ada ", "--yes"])), format!("erased: {counted}"));
    let left = out(&run(&["export", "--database-url", &url]));
    assert!(left.contains("Fay") && !left.contains("Ada"), "{left}");
    assert!(out(&erase(&["--owner", "7", "--yes"])).starts_with("erased: 0 games"));
    for wrong in [&[][..], &["--name", "Ada", "--owner", "7"], &["--owner", "0"], &["--name", ""]] {
        assert_eq!(erase(&[wrong, &["--yes"]].concat()).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_scrub_tells_what_is_damaged_and_where_to_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database_of_games(&folder, &["Ada Bel Cyd", "Ada Dov Eli", "Fay Gus Hal"]);
    let scrub = |arguments: &[&str]| run(&[&["scrub", "--database-url", &url], arguments].concat());
    let told = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let sound = scrub(&[]);
    assert!(sound.status.success(), "{sound:?}");
    assert_eq!((out(&sound), told(&sound)), (String::new(), "3 games and 0 readings checked, 0 damaged\n".to_owned()));
    let damage = "update games set scores = '9,9,9' where players like '%Dov%'";
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("a file of SQLite");
        sqlx::query(damage).execute(&mut connection).await.expect("damaged");
        connection.close().await.expect("closed");
    });
    let damaged = scrub(&[]);
    assert_eq!(damaged.status.code(), Some(1), "{damaged:?}");
    let line = out(&damaged);
    assert!(line.starts_with("game ") && line.contains("result") && line.lines().count() == 1, "{line}");
    assert!(told(&damaged).contains("3 games and 0 readings checked, 1 damaged"));
    let id = line.split([' ', ':']).nth(1).expect("an id").to_owned();
    let behind = scrub(&["--after", &id]);
    assert!(behind.status.success() && told(&behind).starts_with("1 games"), "{behind:?}");
    let first = scrub(&["--limit", "1"]);
    assert!(first.status.success() && told(&first).starts_with("1 games"), "{first:?}");
}

#[test]
fn a_scope_that_is_none_is_refused() {
    let output = run(&["keys", "create", "--name", "x", "--scopes", "read,rule"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`rule` is not a scope"), "{output:?}");
}

#[test]
fn where_others_can_call_it_does_not_start_without_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(&folder);
    let mut open = arcana(&["--listen", "0.0.0.0:0", "--database-url", &url]);
    let refused = open.env_remove("ARCANA_ANONYMOUS").output().expect("the program starts");
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    for word in ["there is no key", "arcana keys create", "--anonymous write"] {
        assert!(told.contains(word), "{word} is missing: {told}");
    }
    // With a key in the database it starts, and so it does when anonymous use is named.
    let named = serve(folder.path(), &["--listen", "0.0.0.0:0", "--database-url", &url, "--anonymous", "read"]);
    assert!(run(&["health", "--listen", &named.address]).status.success());
    assert!(named.stop());
    assert!(run(&["keys", "create", "--name", "me", "--database-url", &url]).status.success());
    let kept = serve(folder.path(), &["--listen", "0.0.0.0:0", "--database-url", &url]);
    assert!(run(&["health", "--listen", &kept.address]).status.success());
    assert!(kept.stop());
}

#[test]
fn a_service_told_to_stop_is_unready_first_and_still_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut served = serve(folder.path(), &["--drain-seconds", "3600"]);
    assert!(served.ask("GET /readyz HTTP/1.1").starts_with("HTTP/1.1 200 "));
    served.tell();
    served.hear("draining");
    let unready = served.ask("GET /readyz HTTP/1.1");
    assert!(unready.starts_with("HTTP/1.1 503 ") && unready.contains("\"code\":\"unavailable\""), "{unready}");
    assert_eq!(run(&["health", "--listen", &served.address]).status.code(), Some(1));
    assert!(served.ask("GET /healthz HTTP/1.1").starts_with("HTTP/1.1 200 "));
    let played = served.ask("POST /v1/games HTTP/1.1\n\n{\"ruleset\": \"reversal\"}");
    assert!(played.starts_with("HTTP/1.1 201 "), "{played}");
    // The second time it waits no longer.
    assert!(served.stop());
}

#[test]
fn a_password_is_never_told() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    for address in [
        format!("postgres://ada:sesame@127.0.0.1:{port}/x"),
        format!("postgres://ada:sesame@127.0.0.1:{port}/x?sslmode=nonsense"),
        "postgres://ada:sesame@127.0.0.1:port/x".to_owned(),
        "postgres://ada:sesame@[::1/x".to_owned(),
        "mysql://ada:sesame@127.0.0.1/x".to_owned(),
        "sqlite://ada:sesame@nowhere?mode=ro".to_owned(),
    ] {
        let output = run(&["serve", "--listen", "127.0.0.1:0", "--log", "trace", "--database-url", &address]);
        assert_eq!(output.status.code(), Some(2), "{address}");
        let said = out(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(!said.is_empty() && !said.contains("sesame"), "{said}");
    }
}

/// The commands that the help of another lists, `help` left out.
fn listed_commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.filter(|name| *name != "help").map(ToOwned::to_owned).collect()
}

/// The help of a command and of all below it, with a password in the environment.
fn helps(command: &[&str]) -> Vec<String> {
    let mut helps = Vec::new();
    for flag in ["--help", "-h"] {
        let mut asked = arcana(&[command, &[flag]].concat());
        helps.push(out(&asked.env("DATABASE_URL", "postgres://ada:sesame@nowhere/x").output().expect("it starts")));
    }
    for name in listed_commands(&helps[0]) {
        helps.extend(self::helps(&[command, &[&name]].concat()));
    }
    helps
}

#[test]
fn no_help_tells_the_password_of_the_database() {
    let helps = helps(&[]);
    assert!(helps.len() > 20, "{}", helps.len());
    assert!(helps.iter().filter(|help| help.contains("DATABASE_URL")).count() >= 8);
    for help in helps {
        assert!(!help.contains("sesame"), "{help}");
    }
}

#[test]
fn no_command_tells_the_password_of_the_database() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let commands: [&[&str]; 5] =
        [&["export"], &["import", "-"], &["keys", "list"], &["scrub"], &["erase", "--name", "Ada"]];
    for command in commands {
        for address in [format!("postgres://ada:sesame@127.0.0.1:{port}/x"), "postgres://ada:sesame@[::1/x".to_owned()]
        {
            let output = run(&[command, &["--database-url", &address]].concat());
            assert_eq!(output.status.code(), Some(2), "{command:?}");
            let said = out(&output) + &String::from_utf8_lossy(&output.stderr);
            assert!(!said.is_empty() && !said.contains("sesame"), "{said}");
        }
    }
}

#[test]
fn every_request_is_logged_and_no_secret_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), &["--log", "debug"]);
    let played = served.ask(
        "POST /v1/games HTTP/1.1\n\n{\"ruleset\": \"reversal\", \"seed\": \"sesame\", \"client_seed\": \"sesame\"}",
    );
    assert!(played.starts_with("HTTP/1.1 201 "), "{played}");
    assert!(served.ask("GET /v1/games?seed=sesame HTTP/1.1").starts_with("HTTP/1.1 200 "));
    assert!(served.ask("GET /v1/made/up?key=sesame HTTP/1.1").starts_with("HTTP/1.1 404 "));
    let refused = served.ask("GET /v1/rulesets HTTP/1.1\r\nAuthorization: Bearer sesame");
    assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
    let lines = served.last_lines();
    assert!(!lines.iter().any(|line| line.contains("sesame")), "{lines:#?}");
    let lines = lines.iter().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let told: Vec<_> = lines.filter(|line| line["message"] == "request completed").collect();
    let line = |line: &serde_json::Value| {
        assert_eq!(line["request_id"], "asked");
        assert!(line["micros"].is_u64(), "{line}");
        let text = |name: &str| line[name].as_str().unwrap_or("none").to_owned();
        (text("method"), text("path"), text("route"), line["status"].as_u64().unwrap_or_default())
    };
    let told: Vec<_> = told.iter().map(line).collect();
    let wanted =
        |method: &str, path: &str, route: &str, status| (method.to_owned(), path.to_owned(), route.to_owned(), status);
    assert_eq!(
        told,
        [
            wanted("POST", "/v1/games", "/v1/games", 201),
            wanted("GET", "/v1/games", "/v1/games", 200),
            wanted("GET", "/v1/made/up", "none", 404),
            wanted("GET", "/v1/rulesets", "/v1/rulesets", 401),
        ]
    );
}

#[test]
fn a_setting_that_cannot_be_is_a_clear_error() {
    for (flag, value, told) in [
        ("--cors-origin", "https://example.org/path", "`https://example.org/path` is not an origin"),
        ("--body-memory", "1000", "--body-memory must hold"),
        ("--request-timeout", "0", "--request-timeout"),
        ("--rate-burst", "0", "--rate-burst"),
    ] {
        let output = run(&["serve", "--listen", "127.0.0.1:0", flag, value]);
        assert_eq!(output.status.code(), Some(2), "{flag}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(told), "{output:?}");
    }
}

#[test]
fn a_service_told_to_stop_under_load_drops_no_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut served = serve(folder.path(), &["--drain-seconds", "3600"]);
    let (unready, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let games = thread::scope(|scope| {
        // Four callers, who stop when they see that the service is not ready any more, as a load balancer does.
        let caller = || {
            let mut games = Vec::new();
            while !unready.load(Relaxed) {
                let answer = served.ask("POST /v1/games HTTP/1.1\n\n{\"ruleset\": \"reversal\"}");
                assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
                games.extend(answer.lines().find_map(|line| line.strip_prefix("location: ")).map(ToOwned::to_owned));
                answered.fetch_add(1, Relaxed);
            }
            games
        };
        let callers: Vec<_> = (0..4).map(|_| scope.spawn(caller)).collect();
        let wait_for = |count: usize| {
            while answered.load(Relaxed) < count {
                assert!(callers.iter().all(|caller| !caller.is_finished()), "a request is dropped");
                thread::yield_now();
            }
        };
        wait_for(20);
        served.tell();
        while served.ask("GET /readyz HTTP/1.1").starts_with("HTTP/1.1 200 ") {
            thread::yield_now();
        }
        wait_for(answered.load(Relaxed) + 20);
        unready.store(true, Relaxed);
        callers.into_iter().flat_map(|caller| caller.join().expect("no request is dropped")).collect::<Vec<_>>()
    });
    served.hear("draining");
    assert!(served.stop());
    assert!(games.len() >= 40);
    let again = serve(folder.path(), &[]);
    for game in games {
        assert!(again.ask(&format!("GET {game} HTTP/1.1")).starts_with("HTTP/1.1 200 "), "{game} is not stored");
    }
    assert!(again.stop());
}

#[test]
fn a_request_that_is_none_is_no_error_of_ours() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), &["serve"]);
    assert!(served.ask("GET / HTTP/1.1\r\n: x").starts_with("HTTP/1.1 400"));
    assert!(served.ask("GET /healthz HTTP/1.1").starts_with("HTTP/1.1 200"));
    served.tell();
    let errors: Vec<String> = served.lines.map_while(Result::ok).filter(|line| line.contains("ERROR")).collect();
    assert_eq!(errors, Vec::<String>::new());
}
