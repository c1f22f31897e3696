//! Ratings and counters are updated asynchronously. Whatever is killed, each game counts once.

use std::time::{Duration, Instant};

use arcana::service::store::Store;
use tokio::time::sleep;

use crate::{
    processes::{
        caller::Callers,
        database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
        program::{Program, arcana, ended},
    },
    storage::projection::everything,
};

/// How often the services are killed.
const KILLS: usize = 3;

/// Waits until every game is counted.
async fn counted(store: &dyn Store) {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(120) {
        let progress = store.progress().await.expect("progress");
        if progress.position.is_some() && store.next_games(progress.position, 1).await.expect("games").is_empty() {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the games are not counted");
}

/// Asserts that the projection equals a rebuilt one, while a service runs.
async fn assert_equals_rebuilt(database: &TestDatabase) {
    let service = Program::serve(database.url());
    let store = database.open().await;
    counted(&*store).await;
    let followed = everything(&*store).await;
    assert!(!followed.0.is_empty());
    let (status, said) = ended(arcana(&["reindex", "--database-url", database.url()]));
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(everything(&*store).await, followed);
    store.close().await;
    service.kill();
}

async fn killed_in_the_middle(database: TestDatabase, services: usize) {
    for round in 1..=KILLS {
        let services: Vec<Program> = (0..services).map(|_| Program::serve(database.url())).collect();
        let callers: Vec<Callers> = services.iter().map(|service| Callers::start(&service.address, 4)).collect();
        for callers in &callers {
            callers.after(30 * round).await;
        }
        services.into_iter().for_each(Program::kill);
        for callers in callers {
            callers.stop().await;
        }
    }
    assert_equals_rebuilt(&database).await;
}

#[test]
fn killed_in_the_middle_of_games_it_counts_each_once_in_sqlite() {
    block_on(async { killed_in_the_middle(fresh_sqlite().await, 1).await });
}

#[test]
fn two_services_killed_in_the_middle_of_games_count_each_once_in_postgres() {
    block_on(async { killed_in_the_middle(fresh_postgres().await, 2).await });
}
