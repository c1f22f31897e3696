//! Deals of the day in a database: promised once, tried once, and counted in the write of the last step.

use arcana::service::{
    Erasure,
    records::{Attempt, DayRecord, DayScore, OwnerId, TableDay, TableId},
    store::WriteError,
    tables::{TableRecord, TableWrite},
};
use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::storage::{
    samples::id,
    table_samples::{beginning, change, table},
};

fn date() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 12, 3).expect("a date")
}

fn noon() -> DateTime<Utc> {
    date().and_hms_opt(12, 0, 0).expect("a time").and_utc()
}

fn day(seed: u8) -> DayRecord {
    let made_at = noon() - TimeDelta::days(7);
    DayRecord { date: date(), seed: [seed; 32], made_at, bot_version: 3, par: None, best_line: None, finished: 0 }
}

/// The table of an owner's try.
fn of_owner(owner: i64, attempt: Attempt) -> TableRecord {
    let day = Some(TableDay { date: date(), attempt });
    TableRecord { owner: OwnerId(owner), id: TableId(id(owner)), day, ..table(owner) }
}

fn score(points: u8, finished_at: DateTime<Utc>) -> DayScore {
    DayScore { points, against: 10, tricks: 9, self_card: "ar17".parse().ok(), finished_at }
}

fn finishing(table: &TableRecord, score: DayScore) -> TableWrite {
    TableWrite { score: Some(score), ..change(table) }
}

on_both! {
    async fn the_first_seed_of_a_day_is_kept(database: &TestDatabase) {
        let store = database.open().await;
        store.add_day(&day(1)).await.expect("it is stored");
        store.add_day(&day(2)).await.expect("another service has made it");
        assert_eq!(store.day(date()).await.expect("a database"), Some(day(1)));
        assert_eq!(store.days(None, 10).await.expect("a database"), [day(1)]);
        assert_eq!(store.days(Some(date()), 10).await.expect("a database"), []);
        store.set_adepts_of_day(date(), &[20, 31]).await.expect("it is stored");
        store.set_adepts_of_day(date(), &[1]).await.expect("another service has played them");
        assert_eq!(store.adepts_of_day(date()).await.expect("a database"), Some(vec![20, 31]));
        for par in [21, 30] {
            store.set_par(date(), par).await.expect("the first one is stored");
            store.set_best_line(date(), par + 2).await.expect("the first one is stored");
        }
        let known = async || store.day(date()).await.expect("a database").map(|day| (day.par, day.best_line, day.bot_version));
        assert_eq!(known().await, Some((Some(21), Some(23), 3)));
        store.set_bot_version(date(), 4).await.expect("it is stored");
        assert_eq!(known().await, Some((None, None, 4)));
        assert_eq!(store.adepts_of_day(date()).await.expect("a database"), None, "they were other adepts");
        store.close().await;
    }

    async fn a_try_is_used_by_the_table_that_is_stored_first(database: &TestDatabase) {
        let store = database.open().await;
        let first = of_owner(5, Attempt::Counted);
        store.add_table(&first, &beginning(), None, noon()).await.expect("it is stored");
        let second = TableRecord { id: TableId(id(6)), ..first.clone() };
        let refused = store.add_table(&second, &beginning(), None, noon()).await;
        assert!(matches!(refused, Err(WriteError::DayPlayed(table)) if table == first.id), "{refused:?}");
        assert_eq!(store.table(second.id, None).await.expect("a database"), None, "nothing of it is stored");
        let stored = store.table(first.id, None).await.expect("a database").expect("a table");
        assert_eq!(stored.record, first);
        let guest = TableRecord { id: TableId(id(7)), day: first.day.map(|day| TableDay { attempt: Attempt::Guest, ..day }), ..first.clone() };
        store.add_table(&guest, &beginning(), None, noon()).await.expect("a guest has no tries to use up");
        let result = store.day_result(OwnerId(5), date()).await.expect("a database").expect("a try");
        assert_eq!((result.table, result.score, result.counted), (first.id, None, false));
        assert!(!store.set_day_note(OwnerId(5), date(), "too early").await.expect("a database"));
        store.close().await;
    }

    async fn the_board_counts_what_is_finished_in_time(database: &TestDatabase) {
        let store = database.open().await;
        store.add_day(&day(1)).await.expect("it is stored");
        for owner in 1..=40 {
            let attempt = if owner % 7 == 0 { Attempt::Uncounted } else { Attempt::Counted };
            let table = of_owner(owner, attempt);
            store.add_table(&table, &beginning(), None, noon()).await.expect("it is stored");
            let late = if owner % 5 == 0 { TimeDelta::hours(12) } else { TimeDelta::hours(11) };
            let write = finishing(&table, score((owner % 9) as u8 + 15, noon() + late));
            store.update_table(&write).await.expect("it is stored");
            store.update_table(&write).await.expect_err("it is stored once");
        }
        let scores = store.day_scores(date()).await.expect("a database");
        let all: u32 = scores.iter().map(|(_, players)| players).sum();
        assert_eq!(all, (1..=40).filter(|owner| owner % 7 != 0 && owner % 5 != 0).count() as u32);
        for (points, players) in &scores {
            let by_hand = format!(
                "select count(*) from day_results where day = '2026-12-03' and points = {points} and counted \
                 and owner_id % 7 <> 0 and owner_id % 5 <> 0"
            );
            assert_eq!(database.number(&by_hand).await, i64::from(*players), "{points}");
        }
        assert!(scores.is_sorted());
        assert_eq!(store.day(date()).await.expect("a database").map(|day| day.finished), Some(all));
        let result = store.day_result(OwnerId(8), date()).await.expect("a database").expect("a try");
        assert_eq!((result.score, result.counted), (Some(score(23, noon() + TimeDelta::hours(11))), true));
        let late = store.day_result(OwnerId(5), date()).await.expect("a database").expect("a try");
        assert_eq!((late.counted, late.is_in_time()), (false, false));
        // Erased tries are counted no more, and those that were not counted change nothing.
        for owner in [8, 7, 5] {
            let erased = store.erase(&Erasure::Owner(OwnerId(owner)), 100).await.expect("it is erased");
            assert_eq!((erased.day_results, erased.tables), (1, 1));
        }
        let left: u32 = store.day_scores(date()).await.expect("a database").iter().map(|(_, players)| players).sum();
        assert_eq!(left, all - 1);
        // What is old is erased, and stays counted.
        let (time, now) = (noon() + TimeDelta::days(1), noon() + TimeDelta::days(30));
        let erased = store.erase(&Erasure::StoredBefore { time, now }, 100).await.expect("it is erased");
        assert_eq!(erased.day_results, 37);
        let left: u32 = store.day_scores(date()).await.expect("a database").iter().map(|(_, players)| players).sum();
        assert_eq!(left, all - 1);
        store.close().await;
    }

    async fn results_of_an_owner_are_listed_newest_first(database: &TestDatabase) {
        let store = database.open().await;
        for back in 0..3 {
            let day = Some(TableDay { date: date() - Days::new(back), attempt: Attempt::Uncounted });
            let table = TableRecord { id: TableId(id(back as i64 + 1)), day, ..of_owner(9, Attempt::Uncounted) };
            store.add_table(&table, &beginning(), None, noon()).await.expect("it is stored");
        }
        let dates = async |before, limit| -> Vec<NaiveDate> {
            store.day_results(OwnerId(9), before, limit).await.expect("a database").iter().map(|one| one.date).collect()
        };
        assert_eq!(dates(None, 2).await, [date(), date() - Days::new(1)]);
        assert_eq!(dates(Some(date() - Days::new(1)), 2).await, [date() - Days::new(2)]);
        assert_eq!(store.day_results(OwnerId(8), None, 2).await.expect("a database"), []);
        store.close().await;
    }
}
