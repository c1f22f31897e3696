//! Shorthand for requesting games.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use arcana::{
    clock::Clock,
    games::Ruleset,
    service::{
        Ids,
        records::{GameId, OwnerId, StoredGame},
        store::{GameFilter, ReadingFilter, Write},
    },
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::api::app::TestApp;

/// An id that does not exist.
pub const NOBODY: &str = "0199aa00-0000-7000-8000-000000000000";

/// A field that holds text.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// SHA-256 of a text, in hex.
pub fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The integers of a list.
pub fn numbers(value: &Value) -> Vec<i64> {
    let items = value.as_array().unwrap_or_else(|| panic!("no list: {value}"));
    items.iter().map(|item| item.as_i64().expect("an integer")).collect()
}

/// The value without a field.
pub fn without(value: &Value, field: &str) -> Value {
    let mut value = value.clone();
    value.as_object_mut().expect("an object").shift_remove(field);
    value
}

/// The value with a field.
pub fn with(value: &Value, field: &str, content: Value) -> Value {
    let mut value = value.clone();
    value[field] = content;
    value
}

impl TestApp {
    /// Waits until a line is among the metrics.
    pub async fn until_metric(&self, line: &str) {
        let begun = Instant::now();
        while !self.get("/metrics").await.text(200).contains(&format!("\n{line}\n")) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{line}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The game that a body requests.
    pub async fn play(&self, body: &Value) -> Value {
        self.post("/v1/games", body).await.is(201)
    }

    /// A game of a ruleset with a seed.
    pub async fn play_of(&self, ruleset: Ruleset, seed: &str) -> Value {
        self.play(&json!({"ruleset": ruleset, "seed": seed})).await
    }

    /// The game imported from a log.
    pub async fn import(&self, log: &Value) -> Value {
        self.post("/v1/games/import", log).await.is(201)
    }

    /// A game's log document.
    pub async fn log(&self, game: &Value) -> Value {
        self.get(text(&game["links"]["log"])).await.is(200)
    }

    /// Stores many copies of a game with changes; returns their ids.
    pub async fn store_many(&self, like: &Value, count: usize, change: impl Fn(usize, &mut StoredGame)) -> Vec<String> {
        let store = self.database.open().await;
        let like = GameId(text(&like["id"]).parse().expect("an id"));
        let like = store.game(like).await.expect("an answer").expect("a game");
        let (ids, now) = (Ids::default(), self.clock.now());
        let made = (0..count).map(|number| {
            let mut game = like.clone();
            game.record.id = GameId(ids.at(now));
            change(number, &mut game);
            Arc::new(Write { game, reading: None, now, idempotency_key: None })
        });
        let writes: Vec<Arc<Write>> = made.collect();
        let told = writes.iter().map(|write| write.game.record.id.to_string()).collect();
        // Large games are too many for one batch within the database's timeout on a busy machine.
        for batch in writes.chunks(10) {
            for written in store.write_all(batch.to_vec()).await {
                written.expect("a stored game");
            }
        }
        told
    }

    /// Number of stored games and readings.
    pub async fn stored(&self) -> (usize, usize) {
        let store = self.database.open().await;
        let all = GameFilter { unlisted: true, ..GameFilter::default() };
        let games = store.games(&all, None, 1000).await.expect("games");
        let readings =
            store.readings(OwnerId::ANONYMOUS, &ReadingFilter::default(), None, 1000).await.expect("readings");
        store.close().await;
        assert!(games.next.is_none() && readings.next.is_none(), "too many to be counted");
        (games.items.len(), readings.items.len())
    }
}
