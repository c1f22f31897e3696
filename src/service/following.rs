//! Waiting at the end of what is followed, until more is stored by this service or by another one.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::{
    Derive, ExportedGame, Position, Range, Service, ServiceError, records::OwnerId, store::GameFilter, watchers::Watch,
};

/// How often it is looked for what other services have stored.
pub(super) const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Minimum time between two looks, however much is stored.
const MIN_REST: Duration = Duration::from_millis(100);

impl Service {
    /// Wakes those who follow an owner: something was stored.
    pub(super) fn announce(&self, owner: OwnerId) {
        self.shared.news.notify(Some(owner));
    }

    /// Wakes those who follow an owner, or the games of anybody: a game was stored.
    pub(super) fn announce_game(&self, owner: OwnerId) {
        self.announce(owner);
        self.shared.news.notify(None);
    }

    /// The position after which the games come that are stored from now on.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn latest_game(&self) -> Result<Position, ServiceError> {
        Ok(self.store.latest_game().await?)
    }

    /// The next games that match, in commit order. If there are none yet, it waits for the first ones, up to a limit. Also
    /// the position to go on from.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next_games(
        &self,
        filter: &GameFilter,
        (mut after, limit): (Position, u32),
        derive: Derive,
        wait: Duration,
    ) -> Result<(Vec<ExportedGame>, Position), ServiceError> {
        let (until, mut watch) = (Instant::now() + wait, self.shared.news.watch(None));
        loop {
            let range = Range { after: Some(after), limit: Some(limit) };
            let mut export = self.export_games(filter.clone(), range, false).with(derive);
            let mut games = Vec::new();
            while let Some(batch) = export.next().await? {
                games.extend(batch);
            }
            after = games.last().map(|game| game.position).or(export.reached()).unwrap_or(after);
            if !games.is_empty() || timeout_at(until, rest(&mut watch, POLL_INTERVAL)).await.is_err() {
                return Ok((games, after));
            }
        }
    }
}

/// Waits until there may be more: until it is announced, or until it is time to look.
pub(super) async fn rest(watch: &mut Watch, interval: Duration) {
    sleep(MIN_REST).await;
    let _ = timeout(interval, watch.changed()).await;
}
