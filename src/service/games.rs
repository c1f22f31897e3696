//! Stored games: their lists, logs, snapshots and replays.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::{
    Authority, Cached, Class, GameDetails, INLINE_REPLAY_STEPS, ResourceKind, Service, ServiceError, Snapshot,
    Verification, engine,
    records::{GameId, GameRecord, StoredGame},
    replay_cache::ReplayCache,
    replaying,
    scrub::readable,
    store::{GameFilter, OwnerFilter, Page, Position},
};
use crate::{
    games::{self, Viewer, with_game},
    narration::{Names, Narrate, joined},
    scenes::Scene,
};

/// In how many parts of up to 2,500 games a filter that narrows them is counted: it takes half a second, for which the
/// caller pays, and others are served in between.
const COUNTED_PARTS: u32 = 20;

impl Service {
    /// One game, with the detail of its result.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn game(&self, id: GameId) -> Result<GameDetails, ServiceError> {
        self.detailed(self.stored(id).await?).await
    }

    /// A game as text: who played and who won, then a sentence for each step.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn story(&self, id: GameId) -> Result<String, ServiceError> {
        let stored = self.stored(id).await?;
        with_game!(stored.record.ruleset, G => self.with_log::<G, _>(stored, |record, log| told(&record, log)).await)
    }

    /// A page of games, newest first, without details.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<GameDetails>, ServiceError> {
        let _permit = self.shared.list_permits.acquire(self.work.caller()).await;
        let page = self.store.games(filter, from, limit).await?;
        let listed = |record: GameRecord| readable("game", record.id.0, Service::listed(record));
        let items = page.items.into_iter().filter_map(listed).collect::<Result<_, _>>()?;
        Ok(Page { items, next: page.next })
    }

    /// These games with their logs; games that were deleted meanwhile are left out.
    pub(super) async fn with_logs(&self, records: Vec<GameRecord>) -> Result<Vec<StoredGame>, ServiceError> {
        let ids: Vec<_> = records.iter().map(|record| record.id).collect();
        let mut logs: HashMap<_, _> = self.store.logs(&ids).await?.into_iter().collect();
        let with_log = |record: GameRecord| Some(StoredGame { log: logs.remove(&record.id)?, record });
        Ok(records.into_iter().filter_map(with_log).collect())
    }

    /// Counts the games that match, up to a limit; the flag is true if there are more, or may be: if few of many games
    /// match, only the first [`COUNTED_PARTS`] are looked through, each in a query of its own.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn count_games(&self, filter: &GameFilter, limit: u32) -> Result<(u32, bool), ServiceError> {
        let (mut games, mut from) = (0, None);
        for _ in 0..COUNTED_PARTS {
            let _permit = self.shared.list_permits.acquire(self.work.caller()).await;
            let counted = self.store.count_games(filter, from, limit - games).await?;
            games += counted.games;
            if counted.more || counted.next.is_none() {
                return Ok((games, counted.more));
            }
            from = counted.next;
        }
        Ok((games, true))
    }

    /// Deletes a game with its readings and its table.
    ///
    /// # Errors
    /// `NotFound`, `Forbidden`, `Unavailable`, `Internal`.
    pub async fn delete_game(&self, id: GameId, authority: Authority) -> Result<(), ServiceError> {
        if let Some(whose) = self.owners_of_deletable_game(id, authority).await?
            && self.store.delete_game(id, whose).await?
        {
            self.shared.replays.forget(id);
            return Ok(());
        }
        self.stored(id).await?;
        Err(ServiceError::Forbidden(ResourceKind::Game))
    }

    /// The owners whose game this authority may delete. The token of a table deletes its game.
    pub(super) async fn owners_of_deletable_game(
        &self,
        id: GameId,
        authority: Authority,
    ) -> Result<Option<OwnerFilter>, ServiceError> {
        let whose = self.deletable_owners(authority, id.into()).await?;
        match (whose, authority) {
            (None, Authority::Creator(_)) => match self.store.table_of_game(id).await? {
                Some(table) => self.deletable_owners(authority, table.into()).await,
                None => Ok(None),
            },
            (whose, _) => Ok(whose),
        }
    }

    /// A game's log: the record, the options complete with defaults, and the steps as JSON.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn log(&self, id: GameId) -> Result<(GameRecord, Box<RawValue>, Box<RawValue>), ServiceError> {
        let stored = self.stored(id).await?;
        let steps = stored.record.step_count;
        self.work
            .run_inline_if(steps <= INLINE_REPLAY_STEPS, replaying(steps), move |_| {
                let options = engine::complete_options(stored.record.ruleset, &stored.record.options)?;
                let steps = engine::steps(&stored)?;
                Ok((stored.record, options, steps))
            })
            .await?
    }

    /// A game after a number of steps, for the viewer named by `view`. The name is parsed here, since that requires the
    /// number of players.
    ///
    /// # Errors
    /// `NotFound` past the last step; `BadParameter` for an unknown view; `Unavailable`, `Internal`.
    pub async fn snapshot(&self, id: GameId, step: usize, view: &str) -> Result<Snapshot, ServiceError> {
        self.viewed(id, view, move |cache, game, viewer| engine::snapshot(cache, game, step, viewer)).await
    }

    /// The scene of a stored game after a number of steps, for a viewer.
    ///
    /// # Errors
    /// As [`snapshot`](Service::snapshot).
    pub async fn scene(&self, id: GameId, step: usize, view: &str) -> Result<Scene, ServiceError> {
        self.viewed(id, view, move |cache, game, viewer| engine::scene(cache, game, step, viewer)).await
    }

    /// What a viewer, as named in a URL, is shown of a stored game.
    async fn viewed<T: Send + 'static>(
        &self,
        id: GameId,
        view: &str,
        show: impl FnOnce(&ReplayCache, &StoredGame, Viewer) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<T, ServiceError> {
        let stored = self.stored(id).await?;
        let players = stored.record.players.len();
        let viewer: Viewer = engine::viewer(view, players).ok_or_else(|| ServiceError::BadParameter {
            parameter: "view",
            detail: format!("Expected `all`, `public` or a player's index from 0 to {}.", players - 1),
        })?;
        let service = self.clone();
        let is_cached = with_game!(stored.record.ruleset, G => self.shared.replays.has::<games::Trail<G>>(id));
        self.work
            .run(viewing(&stored.record, is_cached), move |_| show(&service.shared.replays, &stored, viewer))
            .await?
    }

    /// Applies `work` to a value that `find` derives from a stored game's log. The value is cached if the game is long.
    ///
    /// # Errors
    /// Those of `find`; `Unavailable`, `Internal`.
    pub async fn with_cached<G: games::LogCodec, T: Cached, R: Send + 'static>(
        &self,
        stored: StoredGame,
        find: fn(games::Log<G>) -> Result<T, games::Refusal>,
        work: impl FnOnce(GameRecord, &T) -> R + Send + 'static,
    ) -> Result<R, ServiceError> {
        let (service, is_cached) = (self.clone(), self.shared.replays.has::<T>(stored.record.id));
        self.work
            .run(viewing(&stored.record, is_cached), move |_| {
                let value = engine::cached(&service.shared.replays, &stored, find)?;
                Ok(work(stored.record, &value))
            })
            .await?
    }

    /// Runs work on the log of a stored game in the worker pool.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn with_log<G: games::LogCodec, T: Send + 'static>(
        &self,
        stored: StoredGame,
        work: impl FnOnce(GameRecord, &games::Log<G>) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.work
            .run(replaying(stored.record.step_count), move |_| {
                let log = engine::stored_log::<G>(&stored)?;
                Ok(work(stored.record, &log))
            })
            .await?
    }

    /// Verifies a game by replaying it.
    pub(super) async fn replayed(&self, stored: StoredGame) -> Result<Verification, ServiceError> {
        self.work.run(replaying(stored.record.step_count), move |_| engine::verify(&stored)).await
    }

    /// One game, as stored.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn stored(&self, id: GameId) -> Result<StoredGame, ServiceError> {
        self.store.game(id).await?.ok_or(ServiceError::NotFound(ResourceKind::Game))
    }
}

fn told<G: Narrate>(record: &GameRecord, log: &games::Log<G>) -> String {
    let players: Vec<_> = record.players.iter().map(|seat| seat.name.as_str()).collect();
    let names = Names { players, deck: G::INFO.deck.unwrap_or_default() };
    let scores: Vec<_> =
        names.players.iter().zip(&record.scores).map(|(name, score)| format!("{name} {score}")).collect();
    let won = match record.winners.as_slice() {
        [] => "Nobody won.".to_owned(),
        winners => {
            format!("Won by {}.", joined(&winners.iter().map(|winner| names.player(*winner)).collect::<Vec<_>>()))
        }
    };
    let steps =
        log.steps.iter().enumerate().map(|(n, step)| format!("{}. {}\n", n + 1, G::narrate(&names, step).sentence));
    let line = "=".repeat(G::INFO.name.chars().count());
    format!("{}\n{line}\n{}. {won}\n\n{}", G::INFO.name, scores.join(", "), steps.collect::<String>())
}

/// The class of work for viewing a game, which is quick if the replay of a long game is cached.
const fn viewing(record: &GameRecord, is_cached: bool) -> Class {
    if is_cached { Class::Read } else { replaying(record.step_count) }
}
