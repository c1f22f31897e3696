//! Analyses in the database: made in turns under leases, and deleted with their games.

use arcana::{
    games::Player,
    players::Effort,
    service::{
        records::{AnalysisKey, AnalysisRecord, GameId, NewAnalysis},
        store::{OwnerFilter, Store},
    },
};
use uuid::Uuid;

use crate::storage::samples::{game, id, moment, store_all};

const ONE: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);
const ENGINE: &str = "fortunes@1";

/// The analysis of a player of the game that was stored at this time.
fn key(milliseconds: i64, player: u8) -> AnalysisKey {
    AnalysisKey { game: GameId(id(milliseconds)), player: Player(player), effort: Effort::USUAL }
}

fn new(key: AnalysisKey, caller: &str) -> NewAnalysis {
    let (engine, caller) = (ENGINE.to_owned(), caller.as_bytes().to_vec());
    let engines = vec![engine.clone()];
    NewAnalysis { key, engine, engines, caller, created_at: moment(1), most: 2, most_of_all: 3 }
}

async fn added(store: &dyn Store, new: &NewAnalysis) -> bool {
    store.add_analysis(new).await.expect("an answer")
}

async fn taken(store: &dyn Store, worker: Uuid, milliseconds: i64) -> Option<AnalysisRecord> {
    store.take_analysis(worker, &[ENGINE.to_owned()], moment(milliseconds)).await.expect("an answer")
}

async fn saved(store: &dyn Store, made: &AnalysisRecord, items: &str, worker: Uuid) -> bool {
    store.save_analysis(made, items, worker, moment(9)).await.expect("an answer")
}

async fn parts(store: &dyn Store, key: AnalysisKey) -> Vec<String> {
    store.analysis_parts(key).await.expect("an answer")
}

on_both! {
    async fn an_analysis_is_made_in_turns_and_deleted_with_its_game(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        assert!(!added(&*store, &new(key(7, 0), "somebody")).await, "there is no such game");
        let made = new(key(1, 0), "somebody");
        assert!(added(&*store, &made).await);
        assert!(!added(&*store, &made).await, "it is made once");
        let begun = AnalysisRecord {
            key: made.key, engine: ENGINE.to_owned(), done: 0, fortune: None, finished: false,
        };
        assert_eq!(store.analysis(made.key).await.expect("an answer"), Some(begun.clone()));
        assert_eq!(taken(&*store, ONE, 10).await, Some(begun.clone()));
        assert_eq!(taken(&*store, OTHER, 11).await, None, "it is leased");
        assert!(store.renew_analysis(made.key, ONE).await.expect("an answer"));
        assert!(!store.renew_analysis(made.key, OTHER).await.expect("an answer"));
        let half = AnalysisRecord { done: 40, ..begun };
        assert!(!saved(&*store, &half, "[0]", OTHER).await && saved(&*store, &half, "[1]", ONE).await);
        assert!(!saved(&*store, &half, "[3]", ONE).await, "the lease has ended");
        assert_eq!(parts(&*store, made.key).await, ["[1]"]);
        assert_eq!(taken(&*store, OTHER, 12).await, Some(half.clone()), "another goes on from there");
        let whole = AnalysisRecord { done: 77, fortune: Some("{}".to_owned()), finished: true, ..half };
        assert!(saved(&*store, &whole, "[2]", OTHER).await);
        assert_eq!(parts(&*store, made.key).await, ["[1]", "[2]"], "only what is new is written");
        assert_eq!(taken(&*store, ONE, 13).await, None);
        assert_eq!(store.analysis(made.key).await.expect("an answer"), Some(whole));
        assert!(store.delete_game(made.key.game, OwnerFilter::Any).await.expect("an answer"));
        assert_eq!(store.analysis(made.key).await.expect("an answer"), None);
        assert_eq!(parts(&*store, made.key).await, [""; 0]);
    }

    async fn what_a_service_has_left_is_taken_by_another(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        let made = new(key(1, 0), "somebody");
        assert!(added(&*store, &made).await);
        assert!(taken(&*store, ONE, 10).await.is_some());
        database.execute("update analyses set taken_until = created_at").await;
        assert!(taken(&*store, OTHER, 20).await.is_some());
        assert!(!store.renew_analysis(made.key, ONE).await.expect("an answer"), "it is another's");
    }

    async fn so_many_are_unfinished_for_a_caller_and_for_all(database: &TestDatabase) {
        let store = database.open().await;
        store_all(&*store, [game(1)]).await;
        assert!(added(&*store, &new(key(1, 0), "one")).await && added(&*store, &new(key(1, 1), "one")).await);
        assert!(!added(&*store, &new(key(1, 2), "one")).await, "the caller has two");
        assert!(added(&*store, &new(key(1, 2), "other")).await);
        let unfinished = store.unfinished_analyses(&[ENGINE.to_owned()], b"one").await.expect("an answer");
        assert_eq!(unfinished, [2, 3]);
        assert!(!added(&*store, &new(key(1, 3), "third")).await, "all have three");
        // A release that analyses otherwise begins them anew.
        let half = AnalysisRecord { done: 40, ..taken(&*store, ONE, 9).await.expect("one that waits") };
        assert!(half.key == key(1, 0) && saved(&*store, &half, "[1]", ONE).await);
        let later = NewAnalysis { engine: "fortunes@2".to_owned(), engines: vec!["fortunes@2".to_owned()], ..new(key(1, 0), "one") };
        assert!(added(&*store, &later).await);
        assert_eq!(store.analysis(later.key).await.expect("an answer").map(|it| it.engine), Some("fortunes@2".to_owned()));
        assert_eq!(parts(&*store, later.key).await, [""; 0]);
        // What nobody goes on with is deleted, unless another release is at it.
        assert_eq!(taken(&*store, ONE, 10).await.map(|it| it.key), Some(key(1, 1)));
        let deleted = async || store.delete_abandoned_analyses(&later.engines).await.expect("an answer");
        assert_eq!(deleted().await, 1);
        assert_eq!(store.analysis(key(1, 2)).await.expect("an answer"), None);
        assert!(store.delete_analysis(key(1, 1), ONE).await.expect("an answer"));
        assert!(!store.delete_analysis(key(1, 1), ONE).await.expect("an answer"));
        assert!(store.analysis(later.key).await.expect("an answer").is_some());
    }
}
