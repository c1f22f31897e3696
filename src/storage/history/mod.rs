//! The history: lists, counts and deletes the games that match a filter.

mod plan;

use std::sync::Arc;

use async_trait::async_trait;
use tokio::time::sleep;

use self::plan::Plan;
use super::{
    borrow::{
        MAX_POLLS, POLL_DELAY, in_transaction, list, list_in_commit_order, with_connection, with_list_connection,
    },
    database::Database,
    dialect::Dialect,
    entry::{WriteEntry, WriteOutcome, Written},
    game_players,
    games::{self, ORDER},
    keyset::{self, Order, PageRequest},
    projection::{self, deletion},
    query::{Cells, Statement},
    readings, tables,
};
use crate::service::{
    records::{GameId, GameRecord, StoredGame},
    store::{
        GameCount, GameFilter, GameStore, OwnerFilter, Page, Position, ReplicaState, StoreError, Write, WriteError,
    },
};

#[async_trait]
impl<D: Dialect> GameStore for Database<D> {
    async fn write_all(&self, writes: Vec<Arc<Write>>) -> Vec<Result<(), WriteError>> {
        let entries: Vec<WriteEntry> = writes.iter().cloned().map(WriteEntry::Game).collect();
        let mut results = Vec::with_capacity(writes.len());
        for (write, outcome) in writes.iter().zip(self.store(&entries).await) {
            results.push(self.resolve(write, outcome).await);
        }
        results
    }

    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        let mut statement = Statement::new("select ");
        statement.push(&games::COLUMNS).push(", games.log from games where games.id = ").bind(id.0);
        self.reader.read_one(statement, games::read_stored).await
    }

    async fn games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<Page<GameRecord>, StoreError> {
        let request = PageRequest { order: plan::newest(filter), from, limit };
        list!(self.lists, found::<D, _>, filter, request, "", games::read).map(keyset::without_positions)
    }

    async fn count_games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
    ) -> Result<GameCount, StoreError> {
        let request = PageRequest { order: plan::newest(filter), from, limit };
        list!(self.lists, count::<D>, filter, request)
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
        list_in_commit_order!(self.lists, "games", ORDER, after, limit, stored_games::<D>, filter)
    }

    async fn latest_game(&self) -> Result<Position, StoreError> {
        with_connection!(self.reader, keyset::latest::<D>, "games")
    }

    async fn correct_game(&self, before: &GameRecord, after: &GameRecord) -> Result<bool, WriteError> {
        let corrected: Result<Written, StoreError> = in_transaction!(self.writer, correct::<D>, before, after);
        match corrected? {
            Written::Stored => Ok(true),
            Written::Taken(error) => match self.with_same_external_id(after).await? {
                Some(first) => Err(WriteError::ExternalIdTaken(first)),
                None => Err(error.into()),
            },
            Written::VersionConflict | Written::CommitmentNotUsable | Written::Repeated => Ok(false),
        }
    }

    async fn delete_game(&self, id: GameId, owner: OwnerFilter) -> Result<bool, StoreError> {
        in_transaction!(self.writer, delete::<D>, id, owner)
    }
}

/// A page of games with their logs, each with its position.
async fn stored_games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    request: PageRequest,
) -> Result<Page<(StoredGame, Position)>, StoreError> {
    found::<D, _>(connection, filter, request, ", games.log", games::read_stored).await
}

async fn found<D: Dialect, T>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    request: PageRequest,
    more_columns: &'static str,
    read: impl Fn(&mut Cells<'_, D>) -> Result<T, StoreError> + Send + Sync,
) -> Result<Page<(T, Position)>, StoreError> {
    let plan = Plan::of::<D>(connection, filter, request.order).await?;
    let request = request.resolved::<D>(connection, "games", plan.order_columns()).await?;
    let row = |row| {
        let position = request.order.read_position(&mut Cells::<D>::last(row, request.order.places()))?;
        Ok((read(&mut Cells::<D>::of(row)), position))
    };
    let mut window = request.first_window();
    if let Some(statement) = plan.of_first_names::<D>(request, more_columns) {
        let rows = statement.rows(connection).await?;
        if rows.len() > request.limit as usize {
            let rows: Result<Vec<_>, StoreError> = rows.iter().map(row).collect();
            return keyset::without_damaged("game", request.page(rows?, None));
        }
        window = request.window();
    }
    let mut edge = plan.edge::<D>(connection, request, window).await?;
    let mut rows = plan.statement::<D>(request, more_columns, edge).rows(connection).await?;
    if edge.is_some() && rows.len() <= request.limit as usize && window < request.window() {
        edge = plan.edge::<D>(connection, request, request.window()).await?;
        rows = plan.statement::<D>(request, more_columns, edge).rows(connection).await?;
    }
    let rows: Result<Vec<_>, StoreError> = rows.iter().map(row).collect();
    keyset::without_damaged("game", request.page(rows?, edge))
}

/// Number of games that are looked through at a time when they are counted: a fiftieth of a second.
const COUNTED: u32 = 2_500;

/// Counts the games that match, among the first [`COUNTED`] if the filter narrows them.
async fn count<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    request: PageRequest,
) -> Result<GameCount, StoreError> {
    let plan = Plan::of::<D>(connection, filter, request.order).await?;
    let request = request.resolved::<D>(connection, "games", plan.order_columns()).await?;
    let edge = plan.edge::<D>(connection, request, COUNTED).await?;
    let games = plan.counting::<D>(request, edge).count(connection).await?;
    let games = u32::try_from(games).unwrap_or(u32::MAX);
    Ok(GameCount { games: games.min(request.limit), more: games > request.limit, next: edge })
}

/// Corrects a game that is still as it was before.
async fn correct<D: Dialect>(connection: &mut D::Connection, before: &GameRecord, after: &GameRecord) -> WriteOutcome {
    let is_counted = before.players != after.players || before.played_at != after.played_at;
    if is_counted {
        projection::lock_and_discard::<D>(connection).await?;
    }
    let mut game = Statement::<D>::new("select ");
    game.push(&games::COLUMNS).push(", games.position from games where games.id = ").bind(before.id.0);
    game.push(D::FOR_UPDATE);
    let found = game.read_one(connection, |cells| Ok((games::read(cells)?, cells.next::<i64>()?))).await?;
    let Some((_, position)) = found.filter(|(record, _)| record == before) else { return Ok(Written::VersionConflict) };
    let mut savepoint = D::begin(connection).await?;
    let written = games::correct::<D>(&mut savepoint, before, after).await;
    let written = savepoint.settle(written, Written::is_stored).await?;
    if written.is_stored() && is_counted {
        readings::respell::<D>(connection, before, after).await?;
        deletion::correct::<D>(connection, position, before, after).await?;
    }
    Ok(written)
}

/// Deletes a game and the table at which it was played. A foreign key deletes its readings. Returns false if this owner
/// has no such game.
async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    id: GameId,
    owner: OwnerFilter,
) -> Result<bool, StoreError> {
    let mut game = Statement::<D>::new("select 1 from games where id = ");
    game.bind(id.0).owned("owner_id", owner);
    if game.row(connection).await?.is_none() {
        return Ok(false);
    }
    projection::lock_and_discard::<D>(connection).await?;
    let mut game = Statement::<D>::delete_from("games", "delete_game");
    game.push(" and id = ").bind(id.0).owned("owner_id", owner).push(" returning ").push(&deletion::COLUMNS);
    let Some(row) = game.row(connection).await? else { return Ok(false) };
    let deleted = deletion::read::<D>(&row)?;
    match &deleted.players {
        Some(players) => {
            let rows: Vec<_> = players.iter().map(|seat| (seat.name.as_str(), id)).collect();
            game_players::delete::<D>(connection, &rows, "delete_game_players").await?;
        }
        None => game_players::delete_all::<D>(connection, id, "delete_game_players").await?,
    }
    deletion::take_out::<D>(connection, &[deleted]).await?;
    tables::delete_of_games::<D>(connection, [id.0]).await?;
    Ok(true)
}
