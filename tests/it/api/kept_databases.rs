//! Databases that earlier releases have made: this one opens them, answers as those did, and goes on writing. The answers were
//! recorded by `scripts/keep-database`; later releases may add fields to them.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use arcana::games::Ruleset;
use chrono::{DateTime, Utc};
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::{
    api::{app::TestApp, players::counted, plays::text},
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
};

/// A folder for each release.
fn releases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/databases");
    let releases: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    assert!(!releases.is_empty());
    releases
}

fn unpacked(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(file).expect("a file")).read_to_end(&mut bytes).expect("gzip");
    bytes
}

/// Why an answer lacks something of the recorded one, if it does.
fn lacks(answer: &Value, recorded: &Value, place: &str) -> Option<String> {
    match (answer, recorded) {
        (Value::Object(answer), Value::Object(recorded)) => recorded.iter().find_map(|(name, value)| {
            lacks(answer.get(name).unwrap_or(&Value::Null), value, &format!("{place}/{name}"))
        }),
        (Value::Array(answer), Value::Array(recorded)) if answer.len() == recorded.len() => {
            let mut both = answer.iter().zip(recorded).enumerate();
            both.find_map(|(index, (answer, recorded))| lacks(answer, recorded, &format!("{place}/{index}")))
        }
        (answer, recorded) => (answer != recorded).then(|| format!("{place}: {answer} instead of {recorded}")),
    }
}

fn is_kept(database: TestDatabase, release: &Path) {
    let lines = String::from_utf8(unpacked(&release.join("answers.ndjson.gz"))).expect("UTF-8");
    let mut lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let about = lines.next().expect("a line");
    let made_at: DateTime<Utc> = text(&about["made_at"]).parse().expect("a time");
    block_on(async {
        // Whatever is deleted after a while is still there.
        let app = TestApp::start_at(database, made_at);
        *app.key.lock() = Some(text(&about["key"]).to_owned());
        // What follows from the games is not copied, but counted anew.
        counted(&app).await;
        for line in lines {
            let answer = app.get(text(&line["path"])).await;
            assert_eq!(lacks(&answer.json(), &line["answer"], ""), None, "{}", answer.asked);
        }
        app.play_of(Ruleset::Fortunes, "written by a later release").await;
        app.stop();
    });
}

#[test]
fn files_of_earlier_releases_answer_as_they_did() {
    for release in releases() {
        let database = block_on(fresh_sqlite());
        let file = database.url().strip_prefix("sqlite://").expect("a path");
        fs::write(file, unpacked(&release.join("sqlite.db.gz"))).expect("a file");
        is_kept(database, &release);
    }
}

#[test]
fn databases_on_postgres_of_earlier_releases_answer_as_they_did() {
    for release in releases() {
        let database = block_on(fresh_postgres());
        let dump = String::from_utf8(unpacked(&release.join("postgres.sql.gz"))).expect("UTF-8");
        block_on(database.execute(&dump));
        is_kept(database, &release);
    }
}
