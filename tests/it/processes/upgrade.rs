//! Databases of earlier releases: opened, migrated, and compared with their responses at that time.

use std::{fs, process::Command};

use arcana::service::{records::OwnerId, store::ReadingFilter};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};

use crate::processes::{
    caller::{ask, client},
    crash::get,
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    program::{Program, arcana, ended, printed},
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/databases/0.1.0");

/// A database left by release 0.1.0, and that release's responses.
pub async fn old(kind: &str) -> (TestDatabase, Value) {
    let database = match kind {
        "sqlite" => {
            let database = fresh_sqlite().await;
            let file = database.url().strip_prefix("sqlite://").expect("a file");
            fs::copy(format!("{DATA}.db"), file).expect("a copy");
            database
        }
        _ => {
            let database = fresh_postgres().await;
            database.execute(&fs::read_to_string(format!("{DATA}.sql")).expect("a dump")).await;
            database
        }
    };
    let answers = fs::read_to_string(format!("{DATA}-{kind}.json")).expect("answers");
    (database, serde_json::from_str(&answers).expect("JSON"))
}

/// Asserts that a current response contains the former one.
fn assert_holds(now: &Value, then: &Value, place: &str) {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            for (name, then) in then {
                assert_holds(now.get(name).unwrap_or(&Value::Null), then, &format!("{place}/{name}"));
            }
        }
        (Value::Array(now), Value::Array(then)) => {
            assert_eq!(now.len(), then.len(), "{place}");
            for (index, (now, then)) in now.iter().zip(then).enumerate() {
                assert_holds(now, then, &format!("{place}/{index}"));
            }
        }
        (now, then) => assert_eq!(now, then, "{place}"),
    }
}

/// Removes the sentences of a stored reading: it is told by the texts of the release that is asked.
fn without_texts(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("text");
            fields.values_mut().for_each(without_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(without_texts),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

async fn lines(client: &Client, address: &str, query: &str) -> Vec<Value> {
    let asked = client.get(format!("{address}/v1/games?{query}")).header("accept", "application/x-ndjson");
    let text = asked.send().await.expect("an answer").text().await.expect("a text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

async fn everything_is_unchanged(kind: &str) {
    let (database, then) = old(kind).await;
    let checked = arcana(&["serve", "--database-url", database.url(), "--migrate", "check", "--listen", "127.0.0.1:0"]);
    let (status, said) = ended(checked);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("lacks migration 3: run `arcana migrate`"), "{said}");
    for reading in [&["export"][..], &["keys", "list"]] {
        let (status, said) = ended(arcana(&[reading, &["--database-url", database.url()]].concat()));
        assert_eq!(status, Some(2), "what reads does not change the schema: {said}");
    }
    let migrate = || printed(&mut arcana(&["migrate", "--database-url", database.url()]));
    let applied = migrate();
    assert!(applied.starts_with("Applied the migrations 3 to "), "{applied}");
    assert_eq!(migrate(), "The schema is up to date.\n");

    let keys = arcana(&["keys", "list", "--database-url", database.url()]).output().expect("the program starts");
    assert!(String::from_utf8_lossy(&keys.stdout).contains(&format!("old {kind}")));
    let service = Program::start(arcana(&["--database-url", database.url(), "--migrate", "check"]));
    let client = client();
    for (path, answer) in then["answers"].as_object().expect("answers") {
        let mut answer = answer.clone();
        if let Some(reading) = answer.get_mut("reading") {
            without_texts(reading);
        }
        assert_holds(&get(&client, &service.address, path).await, &answer, path);
    }
    let order = then["order"].as_array().expect("ids");
    let all: Vec<_> = lines(&client, &service.address, "").await.into_iter().map(|line| line["id"].clone()).collect();
    assert_eq!(all, *order, "the lines come in the order of before");
    let cursor = then["line"].as_str().expect("a cursor");
    let rest = lines(&client, &service.address, &format!("cursor={cursor}")).await;
    let rest: Vec<_> = rest.into_iter().map(|line| line["id"].clone()).collect();
    assert_eq!(rest, order[3..], "a follower goes on with the cursor that it has");
    let cursor = then["page"].as_str().expect("a cursor");
    let page = get(&client, &service.address, &format!("/v1/games?limit=100&cursor={cursor}")).await;
    let ids: Vec<_> = page["items"].as_array().expect("items").iter().map(|game| game["id"].clone()).collect();
    assert_eq!(ids, order.iter().rev().skip(3).cloned().collect::<Vec<_>>(), "and so does who turns pages");
    let draw = json!({"kind": "spread", "spread": "three-card", "querent": "Ada", "seed": "any text"});
    let asked = client.post(format!("{}/v1/readings", service.address)).json(&draw).send().await.expect("an answer");
    assert_eq!(asked.status(), StatusCode::CREATED);
    let reading: Value = asked.json().await.expect("JSON");
    let again = get(&client, &service.address, reading["links"]["self"].as_str().expect("a link")).await;
    assert_eq!(again["reading"], reading["reading"]);
    service.kill();
    readings_stand_behind_those_of_before(&database, &then, &reading["id"]).await;
}

/// Asserts that readings from before the upgrade come after newer ones.
async fn readings_stand_behind_those_of_before(database: &TestDatabase, then: &Value, newest: &Value) {
    let store = database.open().await;
    let all = store.readings_after(OwnerId::ANONYMOUS, &ReadingFilter::default(), None, 100).await.expect("readings");
    let ids: Vec<_> = all.items.iter().map(|(_, place)| place.id.to_string()).collect();
    let answers = then["answers"].as_object().expect("answers").keys();
    let mut before: Vec<_> = answers.filter_map(|path| path.strip_prefix("/v1/readings/")).collect();
    before.push(newest.as_str().expect("an id"));
    assert_eq!(ids, before);
    store.close().await;
}

/// A game that an older release stores concurrently, after the upgrade: a copy of the oldest, with another id.
const STORED_BY_AN_OLDER_RELEASE: [&str; 2] = [
    "insert into games (created_at, owner_id, step_count, ruleset, rules_version, source, deal_given, id, options, players, \
     winners, places, scores, log) select created_at, owner_id, step_count, ruleset, rules_version, source, deal_given, ",
    ", options, players, winners, places, scores, log from games order by id limit 1",
];

/// Games from before the upgrade, from a concurrent older release and from this one are found by name, newest first.
async fn names_are_found_in_all_games(kind: &str) {
    let (database, then) = old(kind).await;
    assert_eq!(ended(arcana(&["migrate", "--database-url", database.url()])).0, Some(0));
    let [before, behind] = STORED_BY_AN_OLDER_RELEASE;
    let id = "01a204e8-6bb6-71af-8cc6-b2eec34a47f5";
    let stored_id = if kind == "sqlite" { format!("x'{}'", id.replace('-', "")) } else { format!("'{id}'") };
    database.execute(&format!("{before}{stored_id}{behind}")).await;
    let player = format!("insert into game_players (name, game_id, winner) values ('Player 3', {stored_id}, '1')");
    database.execute(&player).await;
    let service = Program::start(arcana(&["--database-url", database.url(), "--migrate", "check"]));
    let (status, newest) = ask(&client(), &service.address, 1).await.expect("an answer");
    assert_eq!(status, StatusCode::CREATED, "{newest}");
    let page = get(&client(), &service.address, "/v1/games?player=Player%203&limit=100").await;
    let found: Vec<_> = page["items"].as_array().expect("items").iter().map(|game| game["id"].clone()).collect();
    assert_eq!(found[..2], [newest["id"].clone(), json!(id)]);
    let sits = |game: &&Value| game["players"].as_array().is_some_and(|seats| seats.iter().any(sits_as_player_3));
    let answers = then["answers"].as_object().expect("answers").values();
    let of_before: Vec<_> =
        answers.filter(|game| game["id"].is_string()).filter(sits).map(|game| &game["id"]).collect();
    assert!(of_before.len() > 1 && of_before.into_iter().all(|id| found[2..].contains(id)), "{found:?}");
}

fn sits_as_player_3(seat: &Value) -> bool {
    seat["name"] == "Player 3"
}

#[test]
fn names_are_found_in_all_games_of_a_sqlite_database() {
    block_on(names_are_found_in_all_games("sqlite"));
}

#[test]
fn names_are_found_in_all_games_of_a_postgres_database() {
    block_on(names_are_found_in_all_games("postgres"));
}

#[test]
fn a_sqlite_database_of_the_last_release_is_brought_up_to_date_without_loss() {
    block_on(everything_is_unchanged("sqlite"));
}

#[test]
fn a_postgres_database_of_the_last_release_is_brought_up_to_date_without_loss() {
    block_on(everything_is_unchanged("postgres"));
}

#[test]
fn a_database_that_another_session_uses_is_not_upgraded() {
    block_on(async {
        let (database, _) = old("postgres").await;
        // As a dump does.
        let mut other = PgConnection::connect(database.url()).await.expect("the server");
        other.execute("begin; lock table games in access share mode").await.expect("a lock");
        let migrate = || arcana(&["migrate", "--database-url", database.url()]);
        let (status, said) = ended(migrate());
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("another session (a dump, a long transaction) holds a lock"), "{said}");
        other.execute("commit").await.expect("the end of it");
        assert!(printed(&mut migrate()).starts_with("Applied the migrations 3 to "), "nothing was changed before");
    });
}

#[test]
fn a_database_that_was_partitioned_before_migration_14_is_upgraded() {
    block_on(async {
        let database = fresh_postgres().await;
        database.open().await.close().await;
        database
            .execute(
                "alter index games_by_position reset (fillfactor); alter index games_by_time reset (fillfactor); \
                 drop index tables_by_game; alter table projections drop column rated_id; \
                 alter index player_standings_by_rank rename to player_standings_by_rating; \
                 delete from _sqlx_migrations where version in (14, 15, 16, 17)",
            )
            .await;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operation/growth/partition.sql");
        let variables = ["--set", "ON_ERROR_STOP=1", "--set", "first=2200-01-01"];
        printed(Command::new("psql").arg(database.url()).args(variables).args(["--file", script]));
        let applied = printed(&mut arcana(&["migrate", "--database-url", database.url()]));
        assert_eq!(applied, "Applied the migrations 14 to 17.\n");
        let service = Program::start(arcana(&["--database-url", database.url(), "--migrate", "check"]));
        let (status, game) = ask(&client(), &service.address, 1).await.expect("an answer");
        assert_eq!(status, StatusCode::CREATED, "{game}");
    });
}

#[test]
fn the_schema_is_handled_at_the_start_as_documented() {
    block_on(async {
        for database in [fresh_sqlite().await, fresh_postgres().await] {
            let start = |migrate: &'static str| {
                arcana(&["--listen", "127.0.0.1:0", "--database-url", database.url(), "--migrate", migrate])
            };
            let (status, said) = ended(start("check"));
            assert_eq!(status, Some(2), "an empty database is not up to date: {said}");
            assert!(said.contains("lacks migration 1"), "{said}");
            Program::start(arcana(&["--database-url", database.url(), "--migrate", "auto"])).terminate();
            Program::start(arcana(&["--database-url", database.url(), "--migrate", "check"])).terminate();
            database.note_newer_schema().await;
            for migrate in ["auto", "check"] {
                let (status, said) = ended(start(migrate));
                assert_eq!(status, Some(2), "{said}");
                assert!(said.contains("the database has schema 9999 of a newer release"), "{said}");
            }
            let service = Program::start(arcana(&["--database-url", database.url(), "--migrate", "off"]));
            let (status, game) = ask(&client(), &service.address, 1).await.expect("an answer");
            assert_eq!(status, StatusCode::CREATED, "{game}");
            get(&client(), &service.address, "/readyz").await;
        }
    });
}
