//! Implements [`ProjectionStore`] for a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Database,
    borrow::{in_transaction, with_connection, with_list_connection},
};
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
    storage::{dialect::Dialect, projection},
};

#[async_trait]
impl<D: Dialect> ProjectionStore for Database<D> {
    async fn progress(&self) -> Result<Progress, StoreError> {
        with_connection!(self.reader, projection::queried::<D>)
    }

    async fn lease_projection(
        &self,
        generation: i64,
        holder: Uuid,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        with_connection!(self.writer, projection::lease::<D>, generation, holder, now, until)
    }

    async fn next_games(&self, after: Option<Position>, limit: u32) -> Result<Vec<NextGame>, StoreError> {
        with_list_connection!(self.lists, projection::next_games::<D>, after, limit)
    }

    async fn standings(&self, generation: i64, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError> {
        with_connection!(self.reader, projection::of_names::<D>, generation, keys)
    }

    async fn advance_projection(&self, from: &Progress, advance: &Advance) -> Result<bool, StoreError> {
        in_transaction!(self.writer, projection::advance::<D>, from, advance)
    }

    fn reindex_batch(&self) -> u32 {
        D::REINDEX_BATCH
    }

    async fn begin_generation(&self) -> Result<Progress, StoreError> {
        in_transaction!(self.writer, projection::begin::<D>)
    }

    async fn generation(&self, generation: i64) -> Result<Option<Progress>, StoreError> {
        with_connection!(self.reader, projection::one::<D>, generation)
    }

    async fn replace_generation(&self, with: &Progress) -> Result<bool, StoreError> {
        in_transaction!(self.writer, projection::replace::<D>, with)
    }

    async fn sweep_generations(&self, limit: u32) -> Result<bool, StoreError> {
        in_transaction!(self.writer, projection::sweep::<D>, limit)
    }

    async fn profile(&self, name: &str, most: u32) -> Result<Profile, StoreError> {
        with_connection!(self.reader, projection::profile::<D>, name, most)
    }

    async fn versus(&self, name: &str, other: &str) -> Result<Vec<Pair>, StoreError> {
        with_connection!(self.reader, projection::versus::<D>, name, other)
    }

    async fn leaderboard(
        &self,
        ruleset: Ruleset,
        min_games: u32,
        from: Option<&RatedPosition>,
        size: PageSize,
    ) -> Result<Page<Standing, RatedPosition>, StoreError> {
        with_connection!(self.reader, projection::best::<D>, ruleset, min_games, from, size)
    }

    async fn stored_layouts(&self, filter: &RarityFilter) -> Result<StoredLayouts, StoreError> {
        with_connection!(self.reader, projection::count_layouts::<D>, filter)
    }
}
