//! The HTTP API: the real app on a socket, over SQLite and over Postgres.

/// Makes two tests of each: `sqlite::…` and `postgres::…`, each with an app on a fresh database.
macro_rules! on_both {
    ($($(#[$attribute:meta])* async fn $name:ident($app:ident: &TestApp) $body:block)+) => {
        $($(#[$attribute])* async fn $name($app: &crate::api::app::TestApp) $body)+

        mod sqlite {
            $(#[test]
            fn $name() {
                crate::api::on_sqlite(super::$name);
            })+
        }

        mod postgres {
            $(#[test]
            fn $name() {
                crate::api::on_postgres(super::$name);
            })+
        }
    };
}

mod agents;
mod answer;
mod anything;
mod app;
mod arbitrary;
mod bounds;
mod browser;
mod browsers;
mod cached;
mod caching;
mod care;
mod clarifiers;
mod commitments;
mod connections;
mod contract;
mod copying;
mod corrections;
mod days;
mod decks;
mod draws;
mod erasures;
mod examples;
mod explorer;
mod fair;
mod floods;
mod following;
mod forms;
mod games_import;
mod games_play;
mod history;
mod idempotency;
mod kept_databases;
mod keys;
mod layouts;
mod lines_in;
mod lines_out;
mod logs_and_states;
mod metrics;
mod names;
mod notes;
mod packed;
mod pictures;
mod players;
pub mod plays;
mod problems;
mod profiles;
mod raw;
mod readings;
mod rules;
mod rulesets;
mod sages;
mod seasons;
mod service;
mod simulations;
mod site;
mod site_deletion;
mod site_ended;
mod site_errors;
mod site_forms;
mod site_matches;
mod site_me;
mod site_simulations;
mod site_spreads;
mod site_standings;
mod site_statistics;
mod site_submissions;
mod site_tables;
mod spread_readings;
mod statistics;
mod strangers;
mod tables;
mod tables_events;
mod tables_of_figures;
mod tables_refused;
mod tables_seats;
mod tables_upkeep;
mod tags;
mod verification;

use crate::database::{TestDatabase, block_on, fresh_sqlite, migrated_postgres};
use app::TestApp;
use arcana::{http::Settings, service::WorkerPool};

fn on_sqlite(test: impl AsyncFn(&TestApp)) {
    block_on(async { on(fresh_sqlite().await, test).await });
}

/// Runs a test on an app with these settings.
fn on_app(settings: Settings, work: WorkerPool, test: impl AsyncFn(&TestApp)) {
    block_on(async {
        let app = TestApp::start_with(fresh_sqlite().await, Settings { workers: 1, ..settings }, work);
        test(&app).await;
        app.stop();
    });
}

fn on_postgres(test: impl AsyncFn(&TestApp)) {
    block_on(async { on(migrated_postgres().await, test).await });
}

async fn on(database: TestDatabase, test: impl AsyncFn(&TestApp)) {
    let app = TestApp::start(database);
    test(&app).await;
    app.stop();
}
