//! Implements [`GameStore`] for a database.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::time::sleep;

use super::{Backend, Database};
use crate::{
    service::{
        records::{GameId, GameRecord, StoredGame},
        store::{
            GameCount, GameFilter, GameStore, OwnerFilter, Page, Position, ReplicaState, StoreError, Write, WriteError,
        },
    },
    storage::{
        borrow::{
            MAX_POLLS, POLL_DELAY, in_transaction, list, list_in_commit_order, with_connection, with_list_connection,
        },
        entry::WriteEntry,
        games, history,
        keyset::{self, Order, PageRequest},
    },
};

#[async_trait]
impl<D: Backend> GameStore for Database<D> {
    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>> {
        let entries: Vec<WriteEntry> = writes.iter().cloned().map(WriteEntry::Game).collect();
        let mut results = Vec::with_capacity(writes.len());
        for (write, outcome) in writes.iter().zip(self.store(&entries).await) {
            results.push(self.resolve(write, outcome).await);
        }
        results
    }

    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        with_connection!(self.reader, games::by_id::<D>, id)
    }

    async fn games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<GameRecord>, StoreError> {
        let request = PageRequest { order: history::newest(filter), from, limit };
        list!(self.lists, history::games::<D>, filter, request)
    }

    async fn count_games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<GameCount, StoreError> {
        let request = PageRequest { order: history::newest(filter), from, limit };
        list!(self.lists, history::count::<D>, filter, request)
    }

    async fn logs(&self, ids: &[GameId]) -> Result<Vec<(GameId, Vec<u8>)>, StoreError> {
        list!(self.lists, games::logs::<D>, ids)
    }

    async fn games_after(
        &self,
        filter: &GameFilter,
        after: Option<Position>,
        limit: u32,
    ) -> Result<Page<(StoredGame, Position)>, StoreError> {
        list_in_commit_order!(self.lists, "games", history::ORDER, after, limit, history::stored_games::<D>, filter)
    }

    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError> {
        in_transaction!(self.writer, games::delete::<D>, id, owner)
    }
}
