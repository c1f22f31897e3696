//! Implements [`ProjectionStore`] for a database.

use async_trait::async_trait;
use uuid::Uuid;

use super::{Backend, Database};
use crate::{
    games::Ruleset,
    reading::rarity::RarityFilter,
    service::{
        projection::{
            Pair, PlayerProfile, RatedPosition, Standing, StoredLayouts,
            records::{Advance, NextGame, Progress, StandingKey, Writer},
        },
        store::{Page, PageSize, Position, ProjectionStore, StoreError},
    },
    storage::{
        borrow::{in_transaction, with_connection, with_list_connection},
        projection,
    },
};

#[async_trait]
impl<D: Backend> ProjectionStore for Database<D> {
    async fn progress(&self) -> Result<Progress, StoreError> {
        with_connection!(self.reader, projection::shown::<D>)
    }

    async fn lease_standings(&self, writer: Writer) -> Result<Option<Progress>, StoreError> {
        with_connection!(self.writer, projection::lease::<D>, writer)
    }

    async fn release_standings(&self, follower: Uuid) -> Result<(), StoreError> {
        with_connection!(self.writer, projection::release::<D>, follower)
    }

    async fn next_games(&self, after: Option<Position>, limit: u32) -> Result<Vec<NextGame>, StoreError> {
        with_list_connection!(self.lists, projection::next_games::<D>, after, limit)
    }

    async fn standings(&self, writer: Writer, keys: &[StandingKey]) -> Result<Vec<Standing>, StoreError> {
        with_connection!(self.reader, projection::of_writer::<D>, writer, keys)
    }

    async fn advance_standings(&self, writer: Writer, from: &Progress, advance: &Advance) -> Result<bool, StoreError> {
        in_transaction!(self.writer, projection::advance::<D>, writer, from, advance)
    }

    async fn begin_reindexing(&self, reindexing: Uuid) -> Result<(), StoreError> {
        with_connection!(self.writer, projection::begin::<D>, reindexing)
    }

    async fn sweep_standings(&self, reindexing: Uuid, limit: u32) -> Result<bool, StoreError> {
        in_transaction!(self.writer, projection::sweep::<D>, reindexing, limit)
    }

    async fn swap_standings(&self, reindexing: Uuid, swapped: Uuid) -> Result<bool, StoreError> {
        in_transaction!(self.writer, projection::swap::<D>, reindexing, swapped)
    }

    async fn player(&self, name: &str, most: u32) -> Result<PlayerProfile, StoreError> {
        with_connection!(self.reader, projection::player::<D>, name, most)
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
