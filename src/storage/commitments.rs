//! Commitments: the statements that store, use and read them.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    dialect::Dialect,
    error::damaged,
    statement::{Cells, Statement},
};
use crate::service::{
    records::{CommitmentId, CommitmentRecord, GameId, GameRecord, OwnerId},
    store::StoreError,
};

/// Stores a new commitment.
pub(super) async fn add<D: Dialect>(
    connection: &mut D::Connection,
    commitment: &CommitmentRecord,
) -> Result<(), StoreError> {
    let mut statement =
        Statement::<D>::new("insert into commitments (id, owner_id, seed, created_at, expires_at, game_id) select ");
    statement
        .item(commitment.id.0)
        .item(commitment.owner.0)
        .item(commitment.seed.to_vec())
        .item(D::time(commitment.created_at))
        .item(D::time(commitment.expires_at))
        .item(commitment.game.map(|game| game.0));
    statement.execute(connection).await?;
    Ok(())
}

/// Adds the statement that uses a commitment up for a game, if it can be used.
pub(super) fn use_up<D: Dialect>(
    statement: &mut Statement<D>,
    commitment: CommitmentId,
    game: &GameRecord,
    now: DateTime<Utc>,
) {
    statement.push("update commitments set game_id = ").bind(game.id.0);
    statement.push(" where id = ").bind(commitment.0).push(" and owner_id = ").bind(game.owner.0);
    statement.push(" and game_id is null and expires_at > ").bind_time(now);
}

/// The commitment of this id.
pub(super) async fn by_id<D: Dialect>(
    connection: &mut D::Connection,
    id: CommitmentId,
) -> Result<Option<CommitmentRecord>, StoreError> {
    let mut statement =
        Statement::<D>::new("select id, owner_id, seed, created_at, expires_at, game_id from commitments where id = ");
    statement.bind(id.0);
    let row = statement.row(connection).await?;
    row.map(|row| read(&mut Cells::<D>::of(&row))).transpose()
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<CommitmentRecord, StoreError> {
    Ok(CommitmentRecord {
        id: CommitmentId(cells.next()?),
        owner: OwnerId(cells.next()?),
        seed: cells.next::<Vec<u8>>()?.try_into().map_err(|_| damaged("seed"))?,
        created_at: cells.time()?,
        expires_at: cells.time()?,
        game: cells.next::<Option<Uuid>>()?.map(GameId),
    })
}
