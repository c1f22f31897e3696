//! Data older than `--keep-days` is deleted while the service runs, and nothing else.

use reqwest::StatusCode;

use crate::processes::{
    caller::{ask, client},
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    program::{Program, arcana},
};

/// Makes everything stored five days older; `ago` is that time in SQL.
async fn age(database: &TestDatabase, ago: &str) {
    for table in ["games", "readings"] {
        database.execute(&format!("update {table} set created_at = created_at - {ago}")).await;
    }
}

/// Stores a reading with its game, and another game; returns the three paths.
async fn store(address: &str, first: usize) -> Vec<String> {
    let mut places = Vec::new();
    for number in [first, first + 1] {
        let (status, answer) = ask(&client(), address, number).await.expect("an answer");
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        places.extend(["self", "game"].iter().filter_map(|link| answer["links"][link].as_str()).map(ToOwned::to_owned));
    }
    assert_eq!(places.len(), 3);
    places
}

async fn assert_all(service: &Program, places: &[String], expected: StatusCode) {
    for place in places {
        let answer = client().get(format!("{}{place}", service.address)).send().await.expect("an answer");
        assert_eq!(answer.status(), expected, "{place}");
    }
}

async fn what_is_old_goes(database: TestDatabase, ago: &str) {
    let service = Program::serve(database.url());
    let old = store(&service.address, 0).await;
    age(&database, ago).await;
    let newer = store(&service.address, 3).await;
    age(&database, ago).await;
    service.kill();

    let service = Program::start(arcana(&["--database-url", database.url(), "--keep-days", "9"]));
    let erased = service.logged(|line| line["message"] == "erased" && line["actor"] == "retention of 9 days");
    assert_eq!((&erased["games"], &erased["readings"]), (&2.into(), &1.into()), "{erased}");
    assert_all(&service, &old, StatusCode::NOT_FOUND).await;
    assert_all(&service, &newer, StatusCode::OK).await;
}

#[test]
fn data_beyond_its_retention_is_deleted_from_sqlite() {
    block_on(async { what_is_old_goes(fresh_sqlite().await, "432000000000").await });
}

#[test]
fn data_beyond_its_retention_is_deleted_from_postgres() {
    block_on(async { what_is_old_goes(fresh_postgres().await, "interval '5 days'").await });
}
