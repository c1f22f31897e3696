//! Commands that work on a database: keys, erasure and scrubs.

use std::process::Output;

use sqlx::Connection;

use super::run::{arcana, fed, fed_unheard, out, run};

/// The URL of a database file in a folder.
pub fn database(folder: &tempfile::TempDir) -> String {
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
    // The times can be given to `--before`.
    let created = listed.split_whitespace().skip_while(|word| *word != "created").nth(1).expect("a time");
    assert!(created.ends_with('Z') && keys(&["revoke-all", "--before", created]).status.success(), "{listed}");
    let id = listed.split_whitespace().next().expect("an id");
    assert!(keys(&["revoke", id]).status.success());
    assert!(out(&keys(&["list"])).contains("revoked"));
    let nobody = keys(&["revoke", "0199aa00-0000-7000-8000-000000000000"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("there is no such key"), "{nobody:?}");
}

#[test]
fn a_key_is_printed_where_nobody_reads_standard_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = fed_unheard(&["keys", "create", "--name", "one", "--database-url", &database(&folder)], "");
    assert!(made.status.success() && out(&made).starts_with("arcana_"), "{made:?}");
}

#[test]
fn a_full_standard_output_does_not_hide_what_was_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(&folder);
    for (arguments, why) in [
        (&["migrate"][..], "the work is done, but its result cannot be written to standard output"),
        (&["erase", "--name", "Ada", "--yes"], "the work is done, but its result cannot"),
        (
            &["keys", "create", "--name", "one"],
            concat!("revoke it with `", env!("CARGO_BIN_EXE_arcana"), " keys revoke "),
        ),
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it opens");
        let arguments = [arguments, &["--database-url", &url]].concat();
        let output = arcana(&arguments).stdout(full).output().expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && told.contains(why), "{arguments:?}: {told}");
    }
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

/// A database with a game of bots for each of these lists of players.
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
    let counted = "2 games, 0 readings, 0 tables, 0 simulations, 0 commitments, 0 idempotency records, 0 day results, 0 notes, 0 events\n";
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
fn a_scrub_reports_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database_of_games(&folder, &["Ada Bel Cyd", "Ada Dov Eli", "Fay Gus Hal"]);
    let scrub = |arguments: &[&str]| run(&[&["scrub", "--database-url", &url], arguments].concat());
    let told = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let sound = scrub(&[]);
    assert!(sound.status.success(), "{sound:?}");
    assert_eq!(
        (out(&sound), told(&sound)),
        (String::new(), "3 games, 0 readings and 0 simulations checked, 0 damaged\n".to_owned())
    );
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
    assert!(told(&damaged).contains("3 games, 0 readings and 0 simulations checked, 1 damaged"));
}

#[test]
fn an_unknown_scope_is_refused() {
    let output = run(&["keys", "create", "--name", "x", "--scopes", "read,rule"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`rule` is not a scope"), "{output:?}");
}

#[test]
fn keys_of_a_database_that_does_not_exist_are_not_revoked() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = database(&folder);
    for what in
        [&["revoke-all", "--before", "2100-01-01T00:00:00Z"][..], &["revoke", "0199aa00-0000-7000-8000-000000000000"]]
    {
        let refused = run(&[&["keys", "--database-url", &url], what].concat());
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && told.contains("there is no such file"), "{told}");
    }
    assert!(!folder.path().join("arcana.db").exists());
}
