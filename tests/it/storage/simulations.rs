//! Simulations in the database: leases of chunks, each of which is counted once.

use std::{collections::BTreeSet, sync::Arc};

use arcana::{
    games::Ruleset,
    service::{
        Erased, Erasure, Expired,
        records::{BotRecord, OwnerId, SimulationId},
        simulations::{ChunkLease, NewSimulation, SimulationPhase, SimulationRecord},
        store::{OwnerFilter, Store, StoreError, WriteError},
    },
};
use futures::future::join_all;
use uuid::Uuid;

use crate::storage::samples::{THEIRS, id, moment};

const ONE: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);
const ENGINE: &str = "fortunes@1";

/// A simulation of ten games in chunks of three, created at this time.
fn simulation(milliseconds: i64) -> SimulationRecord {
    SimulationRecord {
        id: SimulationId(id(milliseconds)),
        owner: OwnerId(8),
        ruleset: Ruleset::Fortunes,
        rules_version: 1,
        options: "{}".to_owned(),
        bots: vec![BotRecord::new("random", 1); 4],
        seed: "any text".to_owned(),
        games: 10,
        rotate: false,
        chunk_games: 3,
        engine: ENGINE.to_owned(),
        created_at: moment(milliseconds),
        started_at: None,
        finished_at: None,
        phase: SimulationPhase::Waiting,
        version: 0,
        done: 0,
        tally: Vec::new(),
    }
}

fn new(record: SimulationRecord) -> NewSimulation {
    NewSimulation { record, caller: b"somebody".to_vec(), most: 4 }
}

async fn added(store: &dyn Store, record: SimulationRecord) -> SimulationRecord {
    store.add_simulation(&new(record.clone()), None).await.expect("a simulation that is stored");
    record
}

/// Takes up to so many chunks at this time.
async fn taken(store: &dyn Store, worker: Uuid, most: usize, milliseconds: i64) -> Vec<(SimulationId, u32)> {
    let engines = ["none@1".to_owned(), ENGINE.to_owned()];
    let mut taken = Vec::new();
    while taken.len() < most {
        let chunk = store.take_chunk(worker, &engines, moment(milliseconds)).await.expect("an answer");
        let Some((simulation, number)) = chunk else { break };
        taken.push((simulation.id, number));
    }
    taken
}

fn lease(worker: Uuid, record: &SimulationRecord, number: u32) -> ChunkLease {
    ChunkLease { worker, simulation: record.id, number }
}

/// Counts a chunk, if it is still leased; the stored tally has one byte for each.
async fn counted(store: &dyn Store, lease: ChunkLease) -> bool {
    let games = if lease.number == 3 { 1 } else { 3 };
    let merge = |stored: &[u8]| Ok([stored, &[lease.number as u8]].concat());
    store.count_chunk(lease, games, moment(500), &merge).await.expect("an answer")
}

async fn renewed(store: &dyn Store, lease: ChunkLease) -> bool {
    store.renew_chunk(lease).await.expect("an answer")
}

async fn stored(store: &dyn Store, record: &SimulationRecord) -> SimulationRecord {
    store.simulation(record.id).await.expect("an answer").expect("the simulation")
}

on_both! {
    async fn a_simulation_is_stored_unchanged(database: &TestDatabase) {
        let store = database.open().await;
        let made = added(&*store, SimulationRecord { rotate: true, options: "{\"deals\":3}".to_owned(), ..simulation(1) }).await;
        assert_eq!(stored(&*store, &made).await, made);
        assert_eq!(store.simulation_version(made.id).await.expect("an answer"), Some(0));
        assert_eq!(store.simulation(SimulationId(id(2))).await.expect("an answer"), None);
        assert_eq!(store.simulation_version(SimulationId(id(2))).await.expect("an answer"), None);
        let theirs = added(&*store, SimulationRecord { owner: OwnerId(9), ..simulation(2) }).await;
        let newest = added(&*store, simulation(3)).await;
        let list = async |owner, before| store.simulations(OwnerId(owner), before, 5).await.expect("simulations");
        assert_eq!(list(8, None).await, [newest.clone(), made.clone()]);
        assert_eq!(list(8, Some(newest.id)).await, [made]);
        assert_eq!(list(9, None).await, [theirs]);
    }

    async fn chunks_are_taken_once_and_counted_until_all_are_done(database: &TestDatabase) {
        let store = database.open().await;
        let made = added(&*store, simulation(1)).await;
        assert_eq!(taken(&*store, ONE, 3, 10).await, [(made.id, 0), (made.id, 1), (made.id, 2)]);
        assert_eq!(taken(&*store, OTHER, 3, 20).await, [(made.id, 3)]);
        assert_eq!(taken(&*store, OTHER, 3, 30).await, []);
        let running = stored(&*store, &made).await;
        let begun = SimulationRecord { started_at: Some(moment(10)), phase: SimulationPhase::Running, version: 1, ..made.clone() };
        assert_eq!(running, begun);

        assert!(counted(&*store, lease(OTHER, &made, 3)).await);
        assert!(counted(&*store, lease(ONE, &made, 2)).await && counted(&*store, lease(ONE, &made, 0)).await);
        assert!(!counted(&*store, lease(ONE, &made, 0)).await, "it was counted before");
        assert!(!counted(&*store, lease(OTHER, &made, 1)).await, "it is another's");
        let so_far = SimulationRecord { version: 4, done: 7, tally: vec![3, 2, 0], ..begun.clone() };
        assert_eq!(stored(&*store, &made).await, so_far);
        assert!(counted(&*store, lease(ONE, &made, 1)).await);
        let done = SimulationRecord {
            finished_at: Some(moment(500)),
            phase: SimulationPhase::Done,
            version: 5,
            done: 10,
            tally: vec![3, 2, 0, 1],
            ..begun
        };
        assert_eq!(stored(&*store, &made).await, done);
        assert_eq!(taken(&*store, ONE, 3, 1_000_000).await, []);
    }

    async fn chunks_left_by_a_service_are_taken_by_another_and_counted_once(database: &TestDatabase) {
        let store = database.open().await;
        let made = added(&*store, SimulationRecord { games: 6, ..simulation(1) }).await;
        assert_eq!(taken(&*store, ONE, 2, 0).await, [(made.id, 0), (made.id, 1)]);
        assert!(renewed(&*store, lease(ONE, &made, 0)).await);
        assert!(!renewed(&*store, lease(ONE, &made, 2)).await, "that is not taken");
        assert_eq!(taken(&*store, OTHER, 2, 0).await, [], "it lasts ten seconds");
        database.execute("update simulation_chunks set taken_until = (select created_at from simulations) where number = 1").await;
        assert_eq!(taken(&*store, OTHER, 2, 0).await, [(made.id, 1)], "its time has run out");
        assert!(renewed(&*store, lease(ONE, &made, 0)).await && !renewed(&*store, lease(ONE, &made, 1)).await);
        assert!(!counted(&*store, lease(ONE, &made, 1)).await);
        assert_eq!(stored(&*store, &made).await.done, 0);
        store.release_chunk(lease(ONE, &made, 1)).await.expect("an answer");
        assert_eq!(taken(&*store, ONE, 2, 0).await, [], "it is another's");
        assert!(counted(&*store, lease(ONE, &made, 0)).await);
        store.release_chunk(lease(OTHER, &made, 1)).await.expect("an answer");
        assert_eq!(taken(&*store, ONE, 2, 0).await, [(made.id, 1)], "at once");
        assert!(!counted(&*store, lease(OTHER, &made, 1)).await && counted(&*store, lease(ONE, &made, 1)).await);
        assert_eq!(stored(&*store, &made).await.tally, [0, 1]);
    }

    async fn a_lease_by_a_clock_that_was_ahead_is_void(database: &TestDatabase) {
        let store = database.open().await;
        let far = chrono::DateTime::from_timestamp(4_102_444_800, 0).expect("the year 2100");
        let made = added(&*store, SimulationRecord { created_at: far, ..simulation(1) }).await;
        assert_eq!(taken(&*store, ONE, 1, 0).await, [(made.id, 0)]);
        database.execute("update simulation_chunks set taken_until = (select created_at from simulations)").await;
        assert_eq!(taken(&*store, OTHER, 1, 0).await, [(made.id, 0)]);
    }

    async fn simulations_take_turns(database: &TestDatabase) {
        let store = database.open().await;
        let [one, other] = [added(&*store, simulation(1)).await.id, added(&*store, simulation(2)).await.id];
        for (milliseconds, next) in [(10, (one, 0)), (20, (other, 0)), (30, (one, 1)), (40, (other, 1))] {
            assert_eq!(taken(&*store, ONE, 1, milliseconds).await, [next]);
        }
    }

    async fn a_simulation_of_other_rules_or_bots_is_not_taken(database: &TestDatabase) {
        let store = database.open().await;
        let made = added(&*store, SimulationRecord { engine: "fortunes@2".to_owned(), ..simulation(1) }).await;
        assert_eq!(taken(&*store, ONE, 3, 10).await, []);
        let theirs = store.take_chunk(OTHER, &["fortunes@2".to_owned()], moment(10)).await.expect("an answer");
        assert_eq!(theirs.map(|(simulation, number)| (simulation.id, number)), Some((made.id, 0)));
        store.release_chunk(lease(OTHER, &made, 0)).await.expect("an answer");
        assert_eq!(taken(&*store, ONE, 3, 20).await, [], "not when it was left, either");
    }

    async fn invalid_chunks_are_not_counted(database: &TestDatabase) {
        let store = database.open().await;
        let made = added(&*store, simulation(1)).await;
        taken(&*store, ONE, 1, 10).await;
        let broken = |_: &[u8]| Err(StoreError::Broken("no".to_owned()));
        let refused = store.count_chunk(lease(ONE, &made, 0), 3, moment(500), &broken).await;
        assert!(matches!(refused, Err(StoreError::Broken(_))), "{refused:?}");
        assert_eq!((stored(&*store, &made).await.done, stored(&*store, &made).await.tally), (0, Vec::new()));
        assert!(counted(&*store, lease(ONE, &made, 0)).await, "it is there still");
    }

    async fn of_a_cancelled_simulation_nothing_more_is_played_or_counted(database: &TestDatabase) {
        let store = database.open().await;
        let made = added(&*store, simulation(1)).await;
        taken(&*store, ONE, 2, 10).await;
        assert!(counted(&*store, lease(ONE, &made, 0)).await);
        assert!(!store.cancel_simulation(made.id, OwnerFilter::Owner(OwnerId(9)), moment(20)).await.expect("an answer"));
        assert!(store.cancel_simulation(made.id, THEIRS, moment(20)).await.expect("an answer"));
        assert!(!store.cancel_simulation(made.id, THEIRS, moment(30)).await.expect("an answer"), "it is cancelled");
        assert!(!counted(&*store, lease(ONE, &made, 1)).await && !renewed(&*store, lease(ONE, &made, 1)).await);
        assert_eq!(taken(&*store, OTHER, 3, 1_000_000).await, []);
        let left = stored(&*store, &made).await;
        assert_eq!((left.phase, left.finished_at, left.done), (SimulationPhase::Cancelled, Some(moment(20)), 3));
        assert_eq!((left.version, left.tally), (3, vec![0]));

        assert!(!store.delete_simulation(made.id, OwnerFilter::Owner(OwnerId(9))).await.expect("an answer"));
        assert!(store.delete_simulation(made.id, OwnerFilter::Any).await.expect("an answer"));
        assert_eq!(store.simulation(made.id).await.expect("an answer"), None);
        let running = added(&*store, simulation(2)).await;
        taken(&*store, ONE, 2, 10).await;
        assert!(store.delete_simulation(running.id, THEIRS).await.expect("an answer"), "with its chunks");
        assert!(!counted(&*store, lease(ONE, &running, 0)).await);
    }

    async fn a_caller_may_have_four_unfinished_simulations(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let answers = join_all((1..=12).map(|milliseconds| {
            let store = Arc::clone(&stores[milliseconds as usize % 2]);
            async move { store.add_simulation(&new(simulation(milliseconds)), None).await }
        }))
        .await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 4, "{answers:?}");
        let refused = |answer: &&Result<(), WriteError>| matches!(answer, Err(WriteError::TooManySimulations));
        assert_eq!(answers.iter().filter(refused).count(), 8, "{answers:?}");
        let store = &*stores[0];
        let others = NewSimulation { caller: b"somebody else".to_vec(), ..new(simulation(20)) };
        store.add_simulation(&others, None).await.expect("it is another's");
        let first = store.simulations(OwnerId(8), None, 9).await.expect("simulations").pop().expect("one");
        assert!(store.cancel_simulation(first.id, THEIRS, moment(20)).await.expect("an answer"));
        added(store, simulation(21)).await;
        let refused = store.add_simulation(&new(simulation(22)), None).await;
        assert!(matches!(refused, Err(WriteError::TooManySimulations)), "{refused:?}");
        for (simulation, number) in taken(store, ONE, 100, 30).await {
            assert!(counted(store, ChunkLease { worker: ONE, simulation, number }).await);
        }
        added(store, simulation(23)).await;
    }

    async fn services_that_take_and_count_at_once_count_everything_once(database: &TestDatabase) {
        let stores = [database.open().await, database.open().await];
        let made = added(&*stores[0], SimulationRecord { games: 40, chunk_games: 1, ..simulation(1) }).await;
        let work = (1..=6).map(|number| {
            let (store, made) = (Arc::clone(&stores[number % 2]), made.clone());
            async move {
                let worker = Uuid::from_u128(number as u128);
                let engines = [ENGINE.to_owned()];
                while let Some((_, number)) = store.take_chunk(worker, &engines, moment(10)).await.expect("an answer") {
                    let merge = |stored: &[u8]| Ok([stored, &[number as u8]].concat());
                    let counted = store.count_chunk(lease(worker, &made, number), 1, moment(500), &merge).await;
                    assert!(counted.expect("an answer"));
                }
            }
        });
        join_all(work).await;
        let done = stored(&*stores[0], &made).await;
        assert_eq!((done.phase, done.done, done.tally.len()), (SimulationPhase::Done, 40, 40));
        assert_eq!(done.tally.into_iter().collect::<BTreeSet<_>>(), (0..40).collect());
    }

    async fn simulations_are_deleted_with_their_owner_and_when_expired(database: &TestDatabase) {
        let store = database.open().await;
        const DAY: i64 = 86_400_000;
        let [done, untouched, running] = [
            added(&*store, simulation(1)).await, added(&*store, simulation(2)).await, added(&*store, simulation(3)).await,
        ];
        assert!(store.cancel_simulation(done.id, THEIRS, moment(DAY)).await.expect("an answer"));
        taken(&*store, ONE, 2, 2 * DAY).await;
        assert!(store.cancel_simulation(untouched.id, THEIRS, moment(2 * DAY)).await.expect("an answer"));
        let old = Erasure::StoredBefore { time: moment(2), now: moment(3 * DAY) };
        assert_eq!(store.erasable(&old).await.expect("a count"), Erased { simulations: 1, ..Erased::default() });
        let expire = async |days| store.delete_expired(moment(days * DAY), 100).await.expect("an answer");
        assert_eq!(expire(30).await, Expired::default());
        assert_eq!(expire(31).await, Expired { simulations: 1, ..Expired::default() });
        assert_eq!(store.simulation(done.id).await.expect("an answer"), None);
        assert_eq!(expire(32).await.simulations, 2, "nobody has worked on the other for as long");
        assert_eq!(store.simulation(running.id).await.expect("an answer"), None);

        for milliseconds in [4, 5] {
            added(&*store, simulation(milliseconds)).await;
        }
        added(&*store, SimulationRecord { owner: OwnerId(9), ..simulation(6) }).await;
        let ours = Erasure::Owner(OwnerId(8));
        assert_eq!(store.erasable(&ours).await.expect("a count").simulations, 2);
        assert_eq!(store.erase(&ours, 100).await.expect("a batch").simulations, 2);
        assert_eq!(store.simulations(OwnerId(9), None, 9).await.expect("simulations").len(), 1);
        let old = Erasure::StoredBefore { time: moment(DAY), now: moment(DAY) };
        assert!(store.erase(&old, 100).await.expect("a batch").is_nothing(), "one that goes on is not old");
    }

    async fn an_unreadable_simulation_is_reported(database: &TestDatabase) {
        let store = database.open().await;
        for damage in ["bots = '{'", "phase = 9", "ruleset = 99", "version = -1"] {
            database.execute("delete from simulations").await;
            let made = added(&*store, simulation(1)).await;
            database.execute(&format!("update simulations set {damage}")).await;
            let read = store.simulation(made.id).await;
            assert!(matches!(read, Err(StoreError::Broken(_))), "{damage}: {read:?}");
        }
    }
}
