//! The projection of a replicated database. It is maintained on the primary, which is also read first.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Replicated, primary_first};
use crate::{
    games::Ruleset,
    reading::rarity::RarityFilter,
    service::{
        projection::{
            Pair, Profile, ProjectionStore, RatedPosition, Standing, StoredLayouts,
            records::{Advance, NextGame, Progress, StandingKey},
        },
        store::{Page, PageSize, Position, StoreError},
    },
};

#[async_trait]
impl ProjectionStore for Replicated {
    async fn progress(&self) -> Result<Progress, StoreError> {
        primary_first!(self, progress)
    }

    async fn lease_projection(
        &self,
        generation: i64,
        holder: Uuid,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.primary.lease_projection(generation, holder, now, until).await
    }

    async fn next_games(&self, after: Option<Position>, limit: u32) -> Result<Vec<NextGame>, StoreError> {
        self.primary.next_games(after, limit).await
    }

    async fn standings(&self, generation: i64, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError> {
        self.primary.standings(generation, keys).await
    }

    async fn advance_projection(&self, from: &Progress, advance: &Advance) -> Result<bool, StoreError> {
        self.primary.advance_projection(from, advance).await
    }

    fn reindex_batch(&self) -> u32 {
        self.primary.reindex_batch()
    }

    async fn begin_generation(&self) -> Result<Progress, StoreError> {
        self.primary.begin_generation().await
    }

    async fn generation(&self, generation: i64) -> Result<Option<Progress>, StoreError> {
        self.primary.generation(generation).await
    }

    async fn replace_generation(&self, with: &Progress) -> Result<bool, StoreError> {
        self.primary.replace_generation(with).await
    }

    async fn sweep_generations(&self, limit: u32) -> Result<bool, StoreError> {
        self.primary.sweep_generations(limit).await
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
