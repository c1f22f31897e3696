//! Stored tables: they come back unchanged, one of several concurrent changes is stored, and an end is stored as a
//! whole.

use std::{sync::Arc, time::Duration};

use arcana::{
    games::{Player, Ruleset},
    service::{
        Authority, ClientSeed, Erasure, IdempotencyKey, PageSize, PlayRequest, ServiceError,
        records::{AnyReading, BotRecord, CommitmentId, CommitmentRecord, GameId, OwnerId, ReadingId, Source, TableId},
        store::{GameFilter, Store, StoreError, TableWriteError, WriteError},
        tables::{
            CloseReason, Revision, SeatKind, SeatState, TableChanges, TableClock, TableFilter, TablePhase, TableRecord,
            TableWrite, WhenOut,
        },
    },
};
use chrono::{DateTime, Utc};
use futures::future::{join, join_all};

use crate::storage::{
    samples::{THEIRS, commitment, game, id, moment, play_request, promised_game, service, store_all, time, write},
    table_samples::{beginning, change, ending, next, one_step, seat, table},
};

fn key(number: u8) -> IdempotencyKey {
    IdempotencyKey { owner: OwnerId(8), request: [number; 32], body: [2; 32], at: moment(1), timeout: Duration::ZERO }
}

async fn added(store: &dyn Store, table: TableRecord) -> TableRecord {
    store.add_table(&table, &beginning(), None, moment(3_600_000)).await.expect("a table that is stored");
    table
}

async fn stored(store: &dyn Store, table: &TableRecord) -> TableRecord {
    store.table(table.id, None).await.expect("an answer").expect("the table is there").record
}

/// What happened at a table after this revision, or from the beginning.
async fn happened(store: &dyn Store, table: &TableRecord, known: Option<Revision>) -> TableChanges {
    store.table(table.id, known).await.expect("an answer").expect("the table is there").changes
}

/// Asserts that a table is unchanged, and that no game and reading with this timestamp exist.
async fn assert_untouched(store: &dyn Store, table: &TableRecord, milliseconds: i64) {
    assert_eq!(stored(store, table).await, *table);
    assert_eq!(store.game(GameId(id(milliseconds))).await.expect("an answer"), None);
    assert_eq!(store.reading(ReadingId(id(milliseconds))).await.expect("an answer"), None);
}

/// The ids of the tables that match, newest first, in milliseconds.
async fn found(store: &dyn Store, filter: TableFilter) -> Vec<TableId> {
    store.tables(&filter, None, 100).await.expect("tables").into_iter().map(|table| table.id).collect()
}

fn ids(milliseconds: &[i64]) -> Vec<TableId> {
    milliseconds.iter().map(|milliseconds| TableId(id(*milliseconds))).collect()
}

/// A commitment that tables can use.
async fn promise(store: &dyn Store, milliseconds: i64) -> CommitmentId {
    let promise = CommitmentRecord { owner: OwnerId(8), ..commitment(milliseconds) };
    store.add_commitment(&promise, None).await.expect("a commitment that is stored").id
}

fn promised(milliseconds: i64, commitment: CommitmentId) -> TableRecord {
    TableRecord { commitment: Some(commitment), ..table(milliseconds) }
}

on_both! {
    async fn a_table_comes_back_equal(database: &TestDatabase) {
        let store = database.open().await;
        let plain = added(&*store, table(1)).await;
        assert_eq!(stored(&*store, &plain).await, plain);
        assert_eq!(store.table(TableId(id(9)), None).await.expect("an answer"), None);

        let promise = promise(&*store, 1).await;
        let mut full = table(2);
        full.ruleset = Ruleset::Fortuno;
        full.options = r#"{"a":"é"}"#.to_owned();
        full.listed = true;
        full.created_at = time("2026-03-04T05:06:07.000001Z");
        full.clock = TableClock { step_seconds: None, speak_seconds: 0, when_out: WhenOut::Close, fill_seconds: Some(30) };
        full.seats.push(SeatState {
            bot: Some(BotRecord::new("random", 2)),
            away: true,
            token: Some("t".to_owned()),
            invitation: Some("i".to_owned()),
            client_seed: "tea \"leaves\"".to_owned(),
            question: "Will it rain?".to_owned(),
            reading: Some(ReadingId(id(5))),
            ..seat(SeatKind::Open, "Zoë ❤")
        });
        full.seed = std::array::from_fn(|place| place as u8);
        full.commitment = Some(promise);
        full.client_seed = "abc".to_owned();
        full.external_id = Some("mine".to_owned());
        full.deadline = Some(time("2026-03-04T05:06:07.000002Z"));
        let full = added(&*store, full).await;
        assert_eq!(stored(&*store, &full).await, full);
    }

    async fn all_that_changes_is_stored(database: &TestDatabase) {
        let store = database.open().await;
        let before = added(&*store, table(1)).await;
        let mut after = next(&before);
        after.phase = TablePhase::Closed;
        after.listed = true;
        after.touched_at = moment(5);
        after.seats[0].away = true;
        after.client_seed = "abc".to_owned();
        after.deadline = Some(moment(6));
        after.wake_at = moment(7);
        after.game = Some(GameId(id(8)));
        for closed in [CloseReason::Owner, CloseReason::Clock, CloseReason::Abandoned] {
            after.closed = Some(closed);
            let write = TableWrite {
                table: after.clone(),
                before: stored(&*store, &after).await.revision(),
                changes: one_step(),
                finished: None,
                score: None,
                idempotency_key: None,
            };
            store.update_table(&write).await.expect("a change that is stored");
            assert_eq!(stored(&*store, &after).await, after);
            after = next(&after);
        }
    }

    async fn of_many_changes_of_a_version_one_is_stored(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let before = added(&*stores[0], table(1)).await;
        let changes = (0..20_u8).map(|number| {
            let store = Arc::clone(&stores[usize::from(number) % 2]);
            let mut write = change(&before);
            write.changes.steps = format!("{number}\n");
            async move { store.update_table(&write).await.map(|()| number) }
        });
        let answers = join_all(changes).await;
        let winners: Vec<u8> = answers.iter().filter_map(|answer| answer.as_ref().ok().copied()).collect();
        assert_eq!(winners.len(), 1, "{answers:?}");
        let moved_on = |answer: &&Result<u8, TableWriteError>| matches!(answer, Err(TableWriteError::VersionConflict));
        assert_eq!(answers.iter().filter(moved_on).count(), 19, "{answers:?}");
        assert_eq!(happened(&*stores[1], &before, Some(before.revision())).await.steps, format!("{}\n", winners[0]));
    }

    async fn what_happened_is_read_from_any_revision_on(database: &TestDatabase) {
        let store = database.open().await;
        let mut now = added(&*store, table(1)).await;
        let other = added(&*store, table(2)).await;
        let mut revisions = vec![now.revision()];
        for number in 0..3 {
            let mut write = change(&now);
            write.changes.steps = format!("{number}\n");
            store.update_table(&write).await.expect("a change that is stored");
            now = write.table;
            revisions.push(now.revision());
        }
        let all = "1\n2\n3\n0\n1\n2\n";
        assert_eq!(happened(&*store, &now, None).await.steps, all);
        for (revision, steps) in revisions.iter().zip(["0\n1\n2\n", "1\n2\n", "2\n", ""]) {
            let read = store.table(now.id, Some(*revision)).await.expect("an answer").expect("the table is there");
            assert_eq!((read.record, read.after, &*read.changes.steps), (now.clone(), revision.version, steps));
        }
        assert_eq!(happened(&*store, &other, None).await, beginning());
        store.update_table(&change(&table(1))).await.expect_err("another version");
        assert_eq!(happened(&*store, &now, Some(revisions[2])).await.steps, "2\n", "what lost left nothing");
    }

    async fn a_revision_that_the_database_has_lost_is_not_built_upon(database: &TestDatabase) {
        let store = database.open().await;
        let first = added(&*store, table(1)).await;
        let lost = change(&first);
        // What somebody knows as the second version is lost, and another one is stored in its place.
        let mut second = change(&first);
        (second.table.mark, second.changes.steps) = (77, "other\n".to_owned());
        store.update_table(&second).await.expect("a change that is stored");
        for unknown in [lost.table.revision(), Revision { version: 9, ..lost.table.revision() }] {
            let read = store.table(first.id, Some(unknown)).await.expect("an answer").expect("the table is there");
            assert_eq!((read.after, read.changes.steps), (0, "1\n2\n3\nother\n".to_owned()), "{unknown:?}");
        }
        let refused = store.update_table(&change(&lost.table)).await;
        assert!(matches!(refused, Err(TableWriteError::VersionConflict)), "{refused:?}");
        assert!(!store.delete_table(first.id, lost.table.revision()).await.expect("an answer"));
        store.update_table(&change(&second.table)).await.expect("a change that is stored");
        let read = store.table(first.id, Some(lost.table.revision())).await.expect("an answer").expect("the table is there");
        assert_eq!((read.after, read.changes.steps), (0, "1\n2\n3\nother\n9\n".to_owned()));
        let read = store.table(first.id, Some(second.table.revision())).await.expect("an answer").expect("the table is there");
        assert_eq!((read.after, read.changes), (2, one_step()));
    }

    async fn many_tables_change_at_once(database: &TestDatabase) {
        let store = database.open().await;
        let tables = join_all((1..=50).map(|milliseconds| added(&*store, table(milliseconds)))).await;
        let changes = tables.iter().map(|table| {
            let write = change(table);
            let store = &store;
            async move { store.update_table(&write).await }
        });
        for answer in join_all(changes).await {
            answer.expect("a change that is stored");
        }
        let ids: Vec<TableId> = tables.iter().map(|table| table.id).collect();
        let mut revisions = store.table_revisions(&ids).await.expect("revisions");
        revisions.sort_by_key(|(id, _)| *id);
        let second = Revision { version: 2, mark: 2 };
        assert_eq!(revisions, ids.iter().map(|id| (*id, second)).collect::<Vec<_>>());
        let known = store.table_revisions(&[TableId(id(900)), ids[3], TableId(id(901))]).await.expect("revisions");
        assert_eq!(known, [(ids[3], second)]);
        assert_eq!(store.table_revisions(&[]).await.expect("revisions"), []);
    }

    async fn refused_changes_do_not_affect_others(database: &TestDatabase) {
        let store = database.open().await;
        let called = |milliseconds| TableRecord { external_id: Some("mine".to_owned()), ..table(milliseconds) };
        let tables = join_all((1..=30).map(|milliseconds| added(&*store, called(milliseconds)))).await;
        let mut first = game(100);
        (first.record.owner, first.record.external_id) = (OwnerId(8), Some("mine".to_owned()));
        store_all(&*store, [first]).await;
        let changes = tables.iter().zip(1..).map(|(table, number)| {
            let store = &store;
            async move {
                match number % 3 {
                    0 => store.update_table(&change(table)).await.is_ok(),
                    1 => {
                        let late = TableWrite { before: Revision { version: 7, ..table.revision() }, ..change(table) };
                        matches!(store.update_table(&late).await, Err(TableWriteError::VersionConflict))
                    }
                    _ => {
                        let taken = store.update_table(&ending(table, 1000 + number)).await;
                        matches!(taken, Err(TableWriteError::ExternalIdTaken))
                    }
                }
            }
        });
        let games = (0..10).map(|number| store.write(write(game(2000 + number))));
        let (changed, stored) = join(join_all(changes), join_all(games)).await;
        assert_eq!(changed, [true; 30]);
        assert!(stored.iter().all(Result::is_ok), "{stored:?}");
        let ids: Vec<TableId> = tables.iter().map(|table| table.id).collect();
        let revisions = store.table_revisions(&ids).await.expect("revisions");
        assert_eq!(revisions.iter().filter(|(_, revision)| revision.version == 2).count(), 10);
        assert_eq!(store.game_count().await.expect("a count"), 11);
    }

    async fn a_table_ends_with_its_game_and_its_readings(database: &TestDatabase) {
        let store = database.open().await;
        let promise = promise(&*store, 1).await;
        let before = added(&*store, promised(2, promise)).await;
        let write = ending(&before, 5);
        store.update_table(&write).await.expect("an end that is stored");
        assert_eq!(stored(&*store, &before).await, write.table);
        let finished = write.finished.expect("it has ended");
        let game = GameId(id(5));
        assert_eq!(store.game(game).await.expect("an answer"), Some(finished.game.clone()));
        assert_eq!(store.reading(ReadingId(id(5))).await.expect("an answer").and_then(AnyReading::fortunes).as_ref(), finished.readings.first());
        assert!(store.is_indexed(&finished.game.record).await.expect("an answer"));
        let used = store.commitment(promise).await.expect("an answer").expect("the commitment");
        assert_eq!((used.table, used.game), (Some(before.id), Some(game)));
        let of_tables = GameFilter { source: Some(Source::Table), ..GameFilter::default() };
        let listed = store.games(&of_tables, None, 10).await.expect("games").items;
        assert_eq!(listed.iter().map(|game| game.id).collect::<Vec<_>>(), [game]);
    }

    async fn a_refused_end_leaves_the_table_unchanged(database: &TestDatabase) {
        let store = database.open().await;
        let promise = promise(&*store, 1).await;
        let before = added(&*store, TableRecord { external_id: Some("mine".to_owned()), ..promised(2, promise) }).await;
        let mut first = game(3);
        first.record.owner = OwnerId(8);
        first.record.external_id = Some("mine".to_owned());
        store_all(&*store, [first]).await;
        let with_key = TableWrite { idempotency_key: Some(key(1)), ..ending(&before, 5) };
        for write in [ending(&before, 5), with_key] {
            let refusal = store.update_table(&write).await;
            assert!(matches!(refusal, Err(TableWriteError::ExternalIdTaken)), "{refusal:?}");
            assert_untouched(&*store, &before, 5).await;
            assert_eq!(store.idempotency_record(&key(1)).await.expect("an answer"), None);
            assert_eq!(store.commitment(promise).await.expect("an answer").and_then(|used| used.game), None);
        }
        // A duplicate game id has no specific error.
        let mut write = ending(&before, 5);
        let finished = write.finished.as_mut().expect("it ends");
        finished.game.record.external_id = None;
        finished.game.record.id = GameId(id(3));
        let refusal = store.update_table(&write).await;
        assert!(matches!(refusal, Err(TableWriteError::Store(StoreError::Broken(_)))), "{refusal:?}");
        assert_untouched(&*store, &before, 5).await;
        // Neither has an end that came too late.
        store.update_table(&change(&before)).await.expect("a change that is stored");
        let refusal = store.update_table(&ending(&before, 5)).await;
        assert!(matches!(refusal, Err(TableWriteError::VersionConflict)), "{refusal:?}");
        assert_untouched(&*store, &next(&before), 5).await;
    }

    async fn a_repeated_change_is_recognized(database: &TestDatabase) {
        let store = database.open().await;
        let before = table(1);
        store.add_table(&before, &beginning(), Some(key(1)), moment(1)).await.expect("a table that is stored");
        let again = store.add_table(&table(2), &beginning(), Some(key(1)), moment(1)).await;
        assert!(matches!(again, Err(WriteError::Repeated)), "{again:?}");
        assert_eq!(store.table(TableId(id(2)), None).await.expect("an answer"), None);
        let record = store.idempotency_record(&key(1)).await.expect("an answer").expect("a record");
        assert_eq!(record.created, before.id.0);

        let write = TableWrite { idempotency_key: Some(key(2)), ..change(&before) };
        store.update_table(&write).await.expect("a change that is stored");
        let again = store.update_table(&write).await;
        assert!(matches!(again, Err(TableWriteError::Repeated)), "{again:?}");
        let late = TableWrite { idempotency_key: Some(key(3)), ..change(&before) };
        assert!(matches!(store.update_table(&late).await, Err(TableWriteError::VersionConflict)));
        assert_eq!(store.idempotency_record(&key(3)).await.expect("an answer"), None, "it may be tried again");
        assert_eq!(stored(&*store, &before).await, next(&before));
    }

    async fn tables_are_due_in_the_order_of_their_times(database: &TestDatabase) {
        let store = database.open().await;
        assert_eq!(store.next_wake(moment(0)).await.expect("an answer"), None);
        let wakes: [(i64, DateTime<Utc>); 4] = [(1, moment(300)), (2, moment(100)), (3, moment(200)), (4, moment(400))];
        for (milliseconds, wake_at) in wakes {
            added(&*store, TableRecord { wake_at, ..table(milliseconds) }).await;
        }
        for (after, next) in [(0, Some(100)), (99, Some(100)), (100, Some(200)), (399, Some(400)), (400, None)] {
            let found = store.next_wake(moment(after)).await.expect("an answer");
            assert_eq!(found, next.map(moment), "{after}");
        }
        assert_eq!(store.tables_to_wake(moment(300), 100).await.expect("tables"), ids(&[2, 3, 1]));
        assert_eq!(store.tables_to_wake(moment(300), 2).await.expect("tables"), ids(&[2, 3]));
        assert_eq!(store.tables_to_wake(moment(99), 100).await.expect("tables"), []);
    }

    async fn a_damaged_table_is_left_out_of_lists_and_can_be_deleted(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        for milliseconds in 1..=5 {
            let waiting = TableRecord { listed: true, phase: TablePhase::Waiting, ..table(milliseconds) };
            added(&*store, waiting).await;
        }
        let others = "from tables) and created_at <> (select max(created_at) from tables)";
        database.execute(&format!("update tables set seats = '{{' where created_at <> (select min(created_at) {others}")).await;
        let all = TableFilter::default();
        assert_eq!(found(&*store, all.clone()).await, ids(&[5, 1]));
        let page = store.tables(&all, None, 2).await.expect("tables");
        assert_eq!(page.iter().map(|table| table.id).collect::<Vec<_>>(), ids(&[5, 1]), "a page is full");
        let first = service.tables(&all, None, PageSize::new(1)).await.expect("a page");
        assert_eq!((first.items.len(), first.next), (1, Some(TableId(id(5)))));
        let second = service.tables(&all, first.next, PageSize::new(1)).await.expect("a page");
        assert_eq!((second.items.len(), second.next), (1, None));
        assert!(matches!(service.close_table(TableId(id(3)), Authority::Owner(OwnerId(8))).await, Err(ServiceError::Internal(_))));
        service.close_table(TableId(id(3)), Authority::Admin(OwnerId(0))).await.expect("a deletion");
        assert_eq!(store.table(TableId(id(3)), None).await.expect("an answer"), None);
        assert_eq!(found(&*store, all).await, ids(&[5, 1]));
    }

    async fn tables_are_found_by_owner_ruleset_and_phase(database: &TestDatabase) {
        let store = database.open().await;
        let waiting = |milliseconds| TableRecord { listed: true, phase: TablePhase::Waiting, ..table(milliseconds) };
        added(&*store, waiting(1)).await;
        added(&*store, TableRecord { ruleset: Ruleset::Foolery, ..waiting(2) }).await;
        added(&*store, TableRecord { owner: OwnerId(9), ..waiting(3) }).await;
        added(&*store, TableRecord { listed: false, ..waiting(4) }).await;
        added(&*store, TableRecord { phase: TablePhase::Playing, ..waiting(5) }).await;
        let all = TableFilter::default();
        let open = TableFilter { phase: Some(TablePhase::Waiting), ..all.clone() };
        let mine = TableFilter { owner: Some(OwnerId(8)), ..all.clone() };
        assert_eq!(found(&*store, all.clone()).await, ids(&[5, 3, 2, 1]));
        assert_eq!(found(&*store, open.clone()).await, ids(&[3, 2, 1]));
        assert_eq!(found(&*store, TableFilter { ruleset: Some(Ruleset::Foolery), ..open.clone() }).await, ids(&[2]));
        assert_eq!(found(&*store, mine.clone()).await, ids(&[5, 4, 2, 1]));
        assert_eq!(found(&*store, TableFilter { phase: Some(TablePhase::Playing), ..mine.clone() }).await, ids(&[5]));
        assert_eq!(found(&*store, TableFilter { phase: Some(TablePhase::Over), ..mine.clone() }).await, []);

        let page = store.tables(&mine, None, 2).await.expect("tables");
        assert_eq!(page.iter().map(|table| table.id).collect::<Vec<_>>(), ids(&[5, 4]));
        let expected = TableRecord { listed: false, ..waiting(4) };
        assert_eq!(page[1], expected, "all but what was played");
        let rest = store.tables(&mine, Some(page[1].id), 2).await.expect("tables");
        assert_eq!(rest.iter().map(|table| table.id).collect::<Vec<_>>(), ids(&[2, 1]));
    }

    async fn a_table_of_another_revision_is_not_deleted(database: &TestDatabase) {
        let store = database.open().await;
        let before = added(&*store, table(1)).await;
        assert!(!store.delete_table(before.id, next(&before).revision()).await.expect("an answer"));
        assert_eq!(stored(&*store, &before).await, before);
        assert!(store.delete_table(before.id, before.revision()).await.expect("an answer"));
        assert!(!store.delete_table(before.id, before.revision()).await.expect("an answer"));
        let late = store.update_table(&change(&before)).await;
        assert!(matches!(late, Err(TableWriteError::VersionConflict)), "{late:?}");
    }

    async fn of_tables_and_games_one_gets_a_commitment(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        for round in 0..4 {
            let promise = promise(&*stores[0], 1 + round).await;
            let takers = (0..12_i64).map(|number| {
                let store = Arc::clone(&stores[number as usize % 2]);
                let milliseconds = 1000 * (round + 1) + number;
                async move {
                    if number % 3 == 0 {
                        let mut game = promised_game(milliseconds, promise);
                        game.record.owner = OwnerId(8);
                        store.write(write(game)).await
                    } else {
                        store.add_table(&promised(milliseconds, promise), &beginning(), None, moment(3_600_000)).await
                    }
                }
            });
            let answers = join_all(takers).await;
            assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
            let refused = |answer: &&Result<(), WriteError>| matches!(answer, Err(WriteError::CommitmentNotUsable));
            assert_eq!(answers.iter().filter(refused).count(), 11, "{answers:?}");
            let used = stores[1].commitment(promise).await.expect("an answer").expect("the commitment");
            assert!(used.table.is_some() != used.game.is_some(), "{used:?}");
        }
    }

    async fn a_table_cannot_use_an_invalid_commitment(database: &TestDatabase) {
        let store = database.open().await;
        let theirs = store.add_commitment(&commitment(1), None).await.expect("a commitment that is stored").id;
        let ours = promise(&*store, 2).await;
        let lapsed = store.add_table(&promised(3, ours), &beginning(), None, moment(604_800_000)).await;
        assert!(matches!(lapsed, Err(WriteError::CommitmentNotUsable)), "{lapsed:?}");
        for unusable in [theirs, CommitmentId(id(99))] {
            let refusal = store.add_table(&promised(3, unusable), &beginning(), None, moment(5)).await;
            assert!(matches!(refusal, Err(WriteError::CommitmentNotUsable)), "{refusal:?}");
        }
        assert_eq!(store.table(TableId(id(3)), None).await.expect("an answer"), None);
    }

    async fn no_game_uses_a_commitment_taken_by_a_table(database: &TestDatabase) {
        let (store, service) = (database.open().await, service(database).await);
        let promise = service.commit(OwnerId(8), None).await.expect("a commitment").value;
        store.add_table(&promised(2, promise.id), &beginning(), None, promise.created_at).await.expect("a table that is stored");
        let client_seed = ClientSeed::new("tea leaves").expect("a seed");
        let request = PlayRequest {
            seed: None,
            client_seed,
            commitment: Some(promise.id),
            ..play_request(Ruleset::Fortunes)
        };
        let refusal = service.play(OwnerId(8), request, None).await;
        assert!(matches!(refusal, Err(ServiceError::CommitmentUsed)), "{refusal:?}");
    }

    async fn a_taken_commitment_stays_valid_as_long_as_its_table(database: &TestDatabase) {
        let store = database.open().await;
        let promise = promise(&*store, 1).await;
        let table = added(&*store, promised(2, promise)).await;
        let late = moment(700_000_000);
        let old = Erasure::StoredBefore { time: late, now: late };
        assert_eq!(store.delete_expired(late, 100).await.expect("expired").commitments, 0);
        assert!(store.erase(&old, 100).await.expect("erased").is_nothing());
        assert!(store.delete_table(table.id, table.revision()).await.expect("an answer"));
        assert_eq!(store.erasable(&old).await.expect("a count").commitments, 1);
        assert_eq!(store.delete_expired(late, 100).await.expect("expired").commitments, 1);
    }

    async fn a_taken_external_id_is_reported_at_once(database: &TestDatabase) {
        let store = database.open().await;
        let mut first = game(1);
        (first.record.owner, first.record.external_id) = (OwnerId(8), Some("mine".to_owned()));
        store_all(&*store, [first]).await;
        let called = TableRecord { external_id: Some("mine".to_owned()), ..table(2) };
        let refusal = store.add_table(&called, &beginning(), None, moment(1)).await;
        assert!(matches!(refusal, Err(WriteError::ExternalIdTaken(first)) if first == GameId(id(1))), "{refusal:?}");
        added(&*store, TableRecord { owner: OwnerId(9), ..called }).await;
    }

    async fn a_table_in_play_is_in_no_list_of_games(database: &TestDatabase) {
        let store = database.open().await;
        added(&*store, table(1)).await;
        let all = GameFilter { unlisted: true, ..GameFilter::default() };
        assert_eq!(store.games(&all, None, 10).await.expect("games").items, []);
        assert_eq!(store.games_after(&all, None, 10).await.expect("games").items, []);
        assert_eq!(store.game_count().await.expect("a count"), 0);
        assert_eq!(store.game_ids(None, 10).await.expect("ids"), []);
        assert!(!store.delete_game(GameId(id(1)), THEIRS).await.expect("an answer"));
    }

    async fn tables_are_erased_with_their_owner_or_a_seated_player(database: &TestDatabase) {
        let store = database.open().await;
        let named = |milliseconds, name: &str| {
            let mut table = table(milliseconds);
            table.seats[0].name = name.to_owned();
            table
        };
        for (milliseconds, name) in [(1, "Zoë \"Z\" ❤"), (2, "Zo"), (3, "zoë"), (4, "Zoë \"Z\" ❤")] {
            added(&*store, named(milliseconds, name)).await;
        }
        let mut asked = named(5, "Eve");
        asked.seats[0].question = "\"name\":\"Zo\"".to_owned();
        added(&*store, TableRecord { owner: OwnerId(9), ..asked }).await;

        let zoe = Erasure::Name("Zoë \"Z\" ❤".to_owned());
        assert_eq!(store.erasable(&zoe).await.expect("a count").tables, 2);
        assert_eq!(store.erase(&zoe, 1).await.expect("a batch").tables, 1);
        assert_eq!(store.erase(&zoe, 1).await.expect("a batch").tables, 1);
        assert!(store.erase(&zoe, 1).await.expect("a batch").is_nothing());
        assert_eq!(store.erase(&Erasure::Name("Zo".to_owned()), 100).await.expect("a batch").tables, 1);
        let ours = Erasure::Owner(OwnerId(8));
        assert_eq!(store.erasable(&ours).await.expect("a count").tables, 1);
        assert_eq!(store.erase(&ours, 100).await.expect("a batch").tables, 1);
        assert_eq!(found(&*store, TableFilter { owner: Some(OwnerId(9)), ..TableFilter::default() }).await, ids(&[5]));
        let old = Erasure::StoredBefore { time: moment(1_000_000_000), now: moment(1_000_000_000) };
        assert!(store.erase(&old, 100).await.expect("a batch").is_nothing(), "tables have a life of their own");
        assert_eq!(database.number("select count(*) from table_changes").await, 1, "what happened goes with its table");
    }

    async fn a_table_goes_with_its_game(database: &TestDatabase) {
        let store = database.open().await;
        for milliseconds in [1, 2, 3] {
            let before = added(&*store, TableRecord { external_id: None, ..table(milliseconds) }).await;
            store.update_table(&ending(&before, 10 * milliseconds)).await.expect("an end that is stored");
        }
        added(&*store, TableRecord { external_id: None, ..table(4) }).await;
        let left = async || found(&*store, TableFilter { owner: Some(OwnerId(8)), ..TableFilter::default() }).await;
        assert!(store.delete_game(GameId(id(20)), THEIRS).await.expect("an answer"));
        assert_eq!(left().await, ids(&[4, 3, 1]));
        let old = Erasure::StoredBefore { time: moment(20), now: moment(20) };
        let counted = store.erasable(&old).await.expect("a count");
        assert_eq!((counted.games, counted.tables), (1, 1));
        assert_eq!(store.erase(&old, 100).await.expect("a batch"), counted);
        assert_eq!(left().await, ids(&[4, 3]));
        let erased = store.erase(&Erasure::Owner(OwnerId(8)), 100).await.expect("a batch");
        assert_eq!((erased.games, erased.tables), (1, 2));
    }

    async fn an_unreadable_table_is_reported(database: &TestDatabase) {
        let store = database.open().await;
        for damage in ["seats = '{'", "clock = '{}'", "phase = 9", "ruleset = 99", "closed = 9", "version = -1"] {
            database.execute("delete from tables").await;
            added(&*store, table(1)).await;
            database.execute(&format!("update tables set {damage}")).await;
            let read = store.table(TableId(id(1)), None).await;
            assert!(matches!(read, Err(StoreError::Broken(_))), "{damage}: {read:?}");
        }
    }

    async fn the_player_who_asked_for_a_reading_is_stored(database: &TestDatabase) {
        let store = database.open().await;
        let before = added(&*store, table(1)).await;
        let mut write = ending(&before, 5);
        let finished = write.finished.as_mut().expect("it ends");
        finished.readings[0].player = Player(3);
        store.update_table(&write).await.expect("an end that is stored");
        let reading = store.reading(ReadingId(id(5))).await.expect("an answer").and_then(AnyReading::fortunes).expect("the reading");
        assert_eq!(reading.player, Player(3));
    }
}
