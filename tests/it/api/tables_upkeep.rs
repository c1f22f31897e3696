//! Tables that nobody touches, that cannot be opened, and that fail: what becomes of them, and of the others.

use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use arcana::{
    clock::Clock,
    http::Settings,
    service::{
        Authority, Class, Service, WorkerPool,
        records::{OwnerId, TableId},
        tables::{TableChanges, TableWrite},
    },
};
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;
use parking_lot::Mutex;
use serde_json::json;

use crate::api::{
    app::{STEP_LIMIT, TestApp, TestClock},
    plays::text,
    tables::{Table, reversal},
};

on_both! {
    async fn a_table_that_nobody_touches_is_closed_and_then_deleted(app: &TestApp) {
        let seats = json!([{"type": "person"}, {"type": "open"}, {"type": "open"}, {"type": "bot"}]);
        let table = Table::set_up(app, &json!({"ruleset": "fortunes", "seats": seats})).await;
        let woken = async || app.aside(async |service| service.wake_tables().await).await.expect("a database");
        app.clock.advance(TimeDelta::days(3));
        let body = json!({"invitation": table.made["invitations"][0]["invitation"]});
        app.post(format!("{}/seats/1", table.path), &body).await.is(201);
        app.clock.advance(TimeDelta::days(6));
        let due = app.database.open().await.tables_to_wake(app.clock.now(), 10).await.expect("a database");
        assert_eq!(due, [], "it is left alone until a week after somebody came");
        woken().await;
        assert_eq!(app.get(&table.path).await.is(200)["phase"], "waiting");
        app.clock.advance(TimeDelta::days(1));
        woken().await;
        let closed = app.get(&table.path).await.is(200);
        assert_eq!((&closed["phase"], &closed["closed"]), (&json!("closed"), &json!("abandoned")));
        app.clock.advance(TimeDelta::days(7));
        woken().await;
        app.get(&table.path).await.problem(404, "not_found");
    }

    async fn tables_that_cannot_be_opened_do_not_keep_others_waiting(app: &TestApp) {
        let seats = json!([{"type": "person"}, {"type": "open"}, {"type": "open"}, {"type": "bot"}]);
        let body = json!({"ruleset": "fortunes", "seats": seats});
        let mut stuck = Vec::new();
        for _ in 0..201 {
            stuck.push(Table::set_up(app, &body).await.path);
        }
        app.database.execute("update tables set options = '{\"sky\": 1}'").await;
        app.clock.advance(TimeDelta::seconds(1));
        let good = Table::set_up(app, &body).await;
        app.clock.advance(TimeDelta::days(8));
        app.aside(async |service| {
            for _ in 0..2 {
                service.wake_tables().await.expect("a database");
            }
        }).await;
        assert_eq!(app.get(&good.path).await.is(200)["phase"], "closed");
        app.get(&stuck[0]).await.problem(500, "internal");
    }

    async fn tables_of_bots_do_not_keep_people_waiting(app: &TestApp) {
        let options = json!({"match": {"type": "race_exact", "target": 1000, "max_deals": 200}});
        let bots = json!({"ruleset": "fortunes", "options": options, "seats": vec![json!({"type": "bot", "bot": "random"}); 4]});
        for _ in 0..12 {
            assert_eq!(Table::set_up(app, &bots).await.made["phase"], "playing");
        }
        let table = Table::set_up(app, &json!({"ruleset": "fortunes", "clock": {"step_seconds": 5}})).await;
        app.clock.advance(TimeDelta::seconds(6));
        let clock: Arc<TestClock> = Arc::clone(&app.clock);
        let work = WorkerPool::new(1);
        let service = Service::new(app.database.open().await, clock, work.clone(), STEP_LIMIT);
        // Long games occupy all places for long games.
        let (played, games) = mpsc::channel::<()>();
        let games = Arc::new(Mutex::new(games));
        let long = (0..8).map(|_| {
            let games = Arc::clone(&games);
            work.run(Class::Long, move |_| games.lock().recv().is_ok())
        });
        let is_away = async {
            while app.get(&table.path).await.is(200)["seats"][0]["away"] != true {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::select! {
            () = service.clone().tend_tables() => panic!("it looks after tables as long as the service runs"),
            _ = join_all(long) => panic!("the games take long"),
            in_time = tokio::time::timeout(Duration::from_secs(60), is_away) => in_time.expect("the bot acts"),
        }
        drop(played);
        service.close().await;
    }

    async fn a_table_at_which_something_panics_does_not_stop_the_others(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "clock": {"step_seconds": 5}});
        let (broken, table) = (Table::set_up(app, &body).await, Table::set_up(app, &body).await);
        let store = app.database.open().await;
        let id = TableId(text(&broken.made["id"]).parse().expect("an id"));
        let mut record = store.table(id, None).await.expect("a database").expect("a table").record;
        // A week later there is no time.
        (record.touched_at, record.deadline) = (DateTime::<Utc>::MAX_UTC, None);
        let before = record.revision();
        record.version += 1;
        record.wake_at = record.created_at;
        let changes = TableChanges { journal: vec![0], steps: String::new() };
        let write = TableWrite { table: record, before, changes, finished: None, score: None, idempotency_key: None };
        store.update_table(&write).await.expect("it is stored");
        app.clock.advance(TimeDelta::seconds(6));
        app.aside(async |service| service.wake_tables().await).await.expect("a database");
        assert_eq!(app.get(&table.path).await.is(200)["seats"][0]["away"], true);
    }

    async fn a_table_that_cannot_be_opened_is_deleted_after_it_ended(app: &TestApp) {
        let table = Table::set_up(app, &reversal()).await;
        app.aside(async |service| {
            let id = TableId(text(&table.made["id"]).parse().expect("an id"));
            service.close_table(id, Authority::Admin(OwnerId(0))).await.expect("it is closed");
        })
        .await;
        app.database.execute("update tables set options = '{\"sky\": 1}'").await;
        let woken = async || app.aside(async |service| service.wake_tables().await).await.expect("a database");
        app.clock.advance(TimeDelta::days(6));
        woken().await;
        app.another(Settings::default()).get(&table.path).await.problem(500, "internal");
        app.clock.advance(TimeDelta::days(1));
        woken().await;
        app.get(&table.path).await.problem(404, "not_found");
    }

    async fn a_table_with_damaged_changes_is_reported_and_the_others_go_on(app: &TestApp) {
        let body = json!({"ruleset": "fortunes", "clock": {"step_seconds": 5}});
        let (broken, table) = (Table::set_up(app, &body).await, Table::set_up(app, &body).await);
        app.database.execute("create table kept as select * from table_changes").await;
        let of_broken = "table_id = (select id from tables where created_at = (select min(created_at) from tables) order by id limit 1)";
        let (first, other) = (text(&broken.made["id"]), text(&table.made["id"]));
        assert!(first < other, "the first one is damaged");
        let damages = [
            "update table_changes set steps = '{\"type\": \"deal\"}'",
            "update table_changes set steps = 'sky'",
            "delete from table_changes",
        ];
        for damage in damages {
            app.database.execute(&format!("{damage} where {of_broken}")).await;
            let fresh = app.another(Settings::default());
            fresh.get(&broken.path).await.problem(500, "internal");
            assert_eq!(fresh.get(&table.path).await.is(200)["phase"], "playing", "{damage}");
            app.database.execute("delete from table_changes; insert into table_changes select * from kept").await;
        }
        app.another(Settings::default()).get(&broken.path).await.is(200);
        app.database.execute(&format!("delete from table_changes where {of_broken}")).await;
        app.clock.advance(TimeDelta::seconds(6));
        app.aside(async |service| {
            service.wake_tables().await.expect("a database");
            let id: TableId = TableId(first.parse().expect("an id"));
            service.close_table(id, Authority::Admin(OwnerId(0))).await.expect("it is deleted");
        })
        .await;
        assert_eq!(app.get(&table.path).await.is(200)["seats"][0]["away"], true);
        app.get(&broken.path).await.problem(404, "not_found");
    }

    async fn a_table_goes_on_where_a_database_has_lost_its_last_change(app: &TestApp) {
        let persons = json!({"ruleset": "fortunes", "seats": vec![json!({"type": "person"}); 4]});
        let table = Table::set_up(app, &persons).await;
        let turn = async |app: &TestApp, choices: usize| {
            for seat in 0..4 {
                let seen = table.seen(app, seat).await;
                if seen["legal"].get(choices - 1).is_some() {
                    return (seat, seen);
                }
            }
            panic!("a person is due");
        };
        // Whoever leads has many cards to choose from; who follows may have one.
        let (seat, seen) = turn(app, 2).await;
        app.database.execute("create table kept as select * from tables").await;
        app.database.execute("create table kept_changes as select * from table_changes").await;
        let lost = table.step(app, seat, &seen["step_count"], &seen["legal"][0]).await.is(200);
        app.database.execute("delete from tables; insert into tables select * from kept").await;
        app.database.execute("insert into table_changes select * from kept_changes").await;
        // Somebody plays another card at another service.
        let other = app.another(Settings::default());
        let stored = table.step(&other, seat, &seen["step_count"], &seen["legal"][1]).await.is(200);
        assert_eq!((&stored["version"], &stored["step_count"]), (&lost["version"], &lost["step_count"]));
        let (next, seen) = turn(&other, 1).await;
        let step = &seen["legal"][0];
        let made = table.step(app, next, &seen["step_count"], step).await.is(200);
        for seat in 0..4 {
            let (here, there) = (table.seen(app, seat).await, table.seen(&other, seat).await);
            assert_eq!((&here["state"], &here["version"]), (&there["state"], &made["version"]));
            assert_eq!(here, table.seen(&app.another(Settings::default()), seat).await, "replayed");
        }
    }
}
