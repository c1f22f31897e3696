//! The projection of a replicated database. It is maintained on the primary, which is also read first.

use async_trait::async_trait;
use uuid::Uuid;

use super::{Replicated, primary_first};
use crate::{
    games::Ruleset,
    reading::rarity::RarityFilter,
    service::{
        projection::{
            Pair, Profile, ProjectionStore, RatedPosition, Standing, StoredLayouts,
            records::{Advance, NextGame, Progress, StandingKey, Writer},
        },
        store::{Page, PageSize, Position, StoreError},
    },
};

#[async_trait]
impl ProjectionStore for Replicated {
    async fn progress(&self) -> Result<Progress, StoreError> {
        primary_first!(self, progress)
    }

    async fn lease_standings(&self, writer: Writer) -> Result<Option<Progress>, StoreError> {
        self.primary.lease_standings(writer).await
    }

    async fn release_standings(&self, follower: Uuid) -> Result<(), StoreError> {
        self.primary.release_standings(follower).await
    }

    async fn next_games(&self, after: Option<Position>, limit: u32) -> Result<Vec<NextGame>, StoreError> {
        self.primary.next_games(after, limit).await
    }

    async fn standings(&self, writer: Writer, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError> {
        self.primary.standings(writer, keys).await
    }

    async fn advance_standings(&self, writer: Writer, from: &Progress, advance: &Advance) -> Result<bool, StoreError> {
        self.primary.advance_standings(writer, from, advance).await
    }

    async fn begin_reindexing(&self, reindexing: Uuid) -> Result<(), StoreError> {
        self.primary.begin_reindexing(reindexing).await
    }

    async fn sweep_standings(&self, reindexing: Uuid, limit: u32) -> Result<bool, StoreError> {
        self.primary.sweep_standings(reindexing, limit).await
    }

    async fn swap_standings(&self, reindexing: Uuid, swapped: Uuid) -> Result<bool, StoreError> {
        self.primary.swap_standings(reindexing, swapped).await
    }

    async fn profile(&self, name: &str, most: u32) -> Result<Profile, StoreError> {
        primary_first!(self, profile, name, most)
    }

    async fn versus(&self, name: &str, other: &str) -> Result<Vec<Pair>, StoreError> {
        primary_first!(self, versus, name, other)
    }

    async fn leaderboard(
        &self,
        ruleset: Ruleset,
        min_games: u32,
        from: Option<&RatedPosition>,
        size: PageSize,
    ) -> Result<Page<Standing, RatedPosition>, StoreError> {
        primary_first!(self, leaderboard, ruleset, min_games, from, size)
    }

    async fn stored_layouts(&self, filter: &RarityFilter) -> Result<StoredLayouts, StoreError> {
        primary_first!(self, stored_layouts, filter)
    }
}
