//! Exporting games from a database and importing them into another.

use std::sync::Arc;

use arcana::{
    clock::SystemClock,
    games::Ruleset,
    players::Skill,
    service::{ExternalId, GameSetup, Name, PlayRequest, SeatRequest, Service, WorkerPool, records::OwnerId},
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::run::{arcana, fed, fed_unheard, out, run};
use crate::database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite};

/// Plays this many games of every ruleset into a database, some with external ids.
async fn fill(database: &TestDatabase, each: usize) {
    let service = Service::new(database.open().await, Arc::new(SystemClock), WorkerPool::new(2), 0);
    for number in 0..each {
        for ruleset in Ruleset::ALL {
            let count = usize::from(ruleset.info().players.default);
            let seat = |seat| SeatRequest {
                name: Name::new(&format!("Player {}", (number + seat) % 9)).ok(),
                bot: Skill::from_id("random"),
            };
            let request = PlayRequest {
                setup: GameSetup::with_defaults(ruleset, None).expect("the defaults"),
                players: (0..count).map(seat).collect(),
                seed: None,
                client_seed: Default::default(),
                commitment: None,
                tags: Vec::new(),
                external_id: (number % 2 == 0)
                    .then(|| ExternalId::new(&format!("{} {number}", ruleset.id())).expect("an id")),
            };
            service.play(OwnerId::ANONYMOUS, request, None).await.expect("a game");
        }
    }
    service.close().await;
}

/// An exported line without the time and place of storage.
fn of_the_game(line: &str) -> Value {
    let line: Value = serde_json::from_str(line).expect("a line of JSON");
    let names: Vec<_> =
        line["players"].as_array().expect("players").iter().map(|player| player["name"].clone()).collect();
    let same = ["ruleset", "rules_version", "played_at", "external_id", "options", "step_count", "result", "log"];
    json!({"names": names, "same": same.map(|field| line[field].clone())})
}

/// Exports a database, imports the games into another one, and exports that one too.
fn out_and_in_again(from: &TestDatabase, to: &TestDatabase) {
    block_on(fill(from, 40));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.ndjson");
    let path = file.to_str().expect("a plain path");
    let written = run(&["export", "--database-url", from.url(), "--output", path]);
    assert!(written.status.success(), "{written:?}");
    let before = std::fs::read_to_string(&file).expect("a file");
    assert_eq!(before.lines().count(), 200);
    let stored = run(&["import", path, "--database-url", to.url()]);
    assert_eq!((out(&stored).as_str(), stored.status.code()), ("200 stored, 0 rejected\n", Some(0)), "{stored:?}");
    let after = out(&run(&["export", "--database-url", to.url()]));
    assert_eq!(after.lines().count(), 200);
    for (before, after) in before.lines().zip(after.lines()) {
        assert_eq!(of_the_game(before), of_the_game(after));
    }
}

#[test]
fn an_import_of_an_export_gives_equal_games_on_both_databases() {
    let (sqlite, postgres) = block_on(async { (fresh_sqlite().await, fresh_postgres().await) });
    out_and_in_again(&sqlite, &postgres);
    let (sqlite, postgres) = block_on(async { (fresh_sqlite().await, fresh_postgres().await) });
    out_and_in_again(&postgres, &sqlite);
}

#[test]
fn an_export_of_release_0_1_0_is_imported_with_the_same_results() {
    const EXPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exports/0.1.0.ndjson");
    let before = std::fs::read_to_string(EXPORT).expect("a file");
    for database in block_on(async { [fresh_sqlite().await, fresh_postgres().await] }) {
        let stored = run(&["import", EXPORT, "--database-url", database.url()]);
        assert_eq!(out(&stored), "10 stored, 0 rejected\n", "{stored:?}");
        let after = out(&run(&["export", "--database-url", database.url()]));
        let games = |text: &str| text.lines().map(of_the_game).collect::<Vec<_>>();
        assert_eq!(games(&after), games(&before));
    }
}

#[test]
fn an_export_is_narrowed_by_its_flags() {
    let database = block_on(fresh_sqlite());
    block_on(fill(&database, 3));
    let count = |flags: &[&str]| {
        let output = run(&[&["export", "--database-url", database.url()], flags].concat());
        assert!(output.status.success(), "{output:?}");
        out(&output).lines().count()
    };
    assert_eq!(count(&[]), 15);
    assert_eq!(count(&["--ruleset", "foolery"]), 3);
    assert_eq!(count(&["--player", "Player 0", "--player", "Player 1", "--ruleset", "reversal"]), 1);
    assert_eq!((count(&["--since", "2100-01-01T00:00:00Z"]), count(&["--until", "2100-01-01T00:00:00Z"])), (0, 15));
    let without = out(&run(&["export", "--database-url", database.url(), "--no-log"]));
    assert!(without.lines().all(|line| !line.contains("\"steps\"")));
    let wrong = run(&["export", "--database-url", database.url(), "--since", "yesterday"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("--since"), "{wrong:?}");
}

#[test]
fn games_are_imported_with_tags_and_exported_by_them() {
    let [database, other] = block_on(async { [fresh_sqlite().await, fresh_sqlite().await] });
    let log = out(&run(&["play", "reversal", "--seed", "x", "--bot", "random", "--log"]));
    let tagged = log.trim().replacen('{', r#"{"tags": ["cup", "club"], "#, 1);
    let flags = ["--tag", "club", "--tag", "season 3"];
    let import = [&["import", "-", "--database-url", database.url()], &flags[..]].concat();
    assert_eq!(out(&fed(&import, &format!("{log}{tagged}"))), "2 stored, 0 rejected\n");
    fed(&["import", "-", "--database-url", database.url()], &log);
    let exported = |database: &TestDatabase, flags: &[&str]| {
        out(&run(&[&["export", "--database-url", database.url()], flags].concat()))
    };
    let tags = |lines: &str| {
        let tags = |line: &str| serde_json::from_str::<Value>(line).expect("a line of JSON")["tags"].clone();
        lines.lines().map(tags).collect::<Vec<_>>()
    };
    let lines = exported(&database, &flags);
    assert_eq!(tags(&lines), [json!(["club", "season 3"]), json!(["club", "season 3", "cup"])]);
    assert_eq!(tags(&exported(&database, &["--tag", "cup"])).len(), 1);
    assert_eq!(out(&fed(&["import", "-", "--database-url", other.url()], &lines)), "2 stored, 0 rejected\n");
    assert_eq!(tags(&exported(&other, &[])), tags(&lines));
    for command in ["import -", "export"] {
        let wrong =
            [&command.split(' ').collect::<Vec<_>>()[..], &["--database-url", other.url(), "--tag", ""]].concat();
        let wrong = fed(&wrong, "");
        assert_eq!(wrong.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&wrong.stderr).contains("--tag"), "{wrong:?}");
    }
}

#[test]
fn refused_lines_are_reported_with_their_numbers_and_exit_1() {
    let database = block_on(fresh_sqlite());
    let log = out(&run(&["play", "reversal", "--seed", "x", "--bot", "random", "--log"]));
    let mut bad: Value = serde_json::from_str(&log).expect("JSON");
    bad["steps"][1] = json!({"type": "sing"});
    let exported = format!(r#"{{"id": 7, "external_id": "mine", "played_at": null, "log": {}}}"#, log.trim());
    let lines = [log.trim(), "", &bad.to_string(), &exported, &exported, "{", &log.replace("Player 1", "")];
    let output = fed(&["import", "-", "--database-url", database.url()], &lines.join("\n"));
    assert_eq!((out(&output).as_str(), output.status.code()), ("2 stored, 4 rejected\n", Some(1)), "{output:?}");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    let beginnings = [
        "line 3: illegal_log: step 1: malformed: ",
        "line 5: external_id_taken: Game ",
        "line 6: bad_json: The line is not valid JSON: ",
        "line 7: illegal_log: malformed: The name of player 0 ",
    ];
    assert_eq!(told.lines().count(), beginnings.len(), "{told}");
    for (line, beginning) in told.lines().zip(beginnings) {
        assert!(line.starts_with(beginning), "{line}");
    }
}

#[test]
fn an_import_goes_on_where_nobody_reads_its_errors() {
    let database = block_on(fresh_sqlite());
    let log = out(&run(&["play", "reversal", "--seed", "x", "--bot", "random", "--log"]));
    let text = format!("{log}{{\n{log}");
    let output = fed_unheard(&["import", "-", "--database-url", database.url()], &text);
    assert_eq!((out(&output).as_str(), output.status.code()), ("2 stored, 1 rejected\n", Some(1)));
    assert_eq!(out(&run(&["export", "--database-url", database.url()])).lines().count(), 2);
    assert_eq!(fed_unheard(&["import", "no such file", "--database-url", database.url()], "").status.code(), Some(2));
}

#[test]
fn an_interrupted_export_leaves_no_file() {
    let database = block_on(fresh_sqlite());
    block_on(fill(&database, 40));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.ndjson");
    let path = file.to_str().expect("a plain path");
    let names = || std::fs::read_dir(folder.path()).expect("a folder").count();
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        // It ends too early for the signal now and then.
        let ended = (0..100).any(|_| {
            let mut child =
                arcana(&["export", "--database-url", database.url(), "--output", path]).spawn().expect("starts");
            while names() == 0 && child.try_wait().expect("a status").is_none() {
                std::thread::sleep(std::time::Duration::from_micros(200));
            }
            let _ = kill_process(Pid::from_child(&child), signal);
            let status = child.wait().expect("it ends");
            let interrupted = status.code() == Some(code);
            assert!(interrupted || status.success(), "{status:?}");
            assert_eq!(names(), usize::from(!interrupted));
            let _ = std::fs::remove_file(path);
            interrupted
        });
        assert!(ended, "it was never interrupted by {signal:?}");
    }
}

#[test]
fn an_export_goes_through_links_and_to_standard_output() {
    let database = block_on(fresh_sqlite());
    block_on(fill(&database, 1));
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("games.ndjson", &link).expect("a link");
    let export = |output: &str| out(&run(&["export", "--database-url", database.url(), "--output", output]));
    let printed = export("-");
    assert_eq!((printed.lines().count(), export(link.to_str().expect("a path")).as_str()), (5, ""));
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(folder.path().join("games.ndjson")).expect("a file"), printed);
}

#[test]
fn a_folder_is_not_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let refused = run(&["import", path, "--database-url", &format!("sqlite://{path}/new.db")]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&refused.stderr), format!("arcana: {path} is a folder\n"));
    assert!(!folder.path().join("new.db").exists());
}

#[test]
fn lines_before_and_after_a_long_gap_are_stored() {
    let database = block_on(fresh_sqlite());
    let log = out(&run(&["play", "reversal", "--seed", "x", "--bot", "random", "--log"]));
    let text = format!("{log}{}{log}", "\n".repeat(5 << 20));
    let output = fed(&["import", "-", "--database-url", database.url()], &text);
    assert_eq!(out(&output), "2 stored, 0 rejected\n");
}

#[test]
fn a_file_that_cannot_be_read_or_written_exits_2() {
    let database = block_on(fresh_sqlite());
    out(&run(&["migrate", "--database-url", database.url()]));
    let read = run(&["import", "no such file", "--database-url", database.url()]);
    let written = run(&["export", "--output", "no such folder/file", "--database-url", database.url()]);
    for output in [read, written] {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no such"), "{output:?}");
    }
}
