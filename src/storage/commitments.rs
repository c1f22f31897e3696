//! Commitments.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    borrow::in_transaction,
    database::Database,
    dialect::Dialect,
    error::damaged,
    idempotency,
    query::{Cells, Statement},
};
use crate::service::{
    IdempotencyKey,
    records::{ChainPlace, CommitmentId, CommitmentRecord, GameId, OwnerId, ReadingId, TableId},
    store::{CommitmentStore, StoreError, WriteError},
};

/// The columns of a commitment, in the order of writing and reading.
const COLUMNS: &str = "id, owner_id, seed, created_at, expires_at, game_id, number, previous, table_id, \
    reading_id";

#[async_trait]
impl<D: Dialect> CommitmentStore for Database<D> {
    async fn add_commitment(
        &self,
        commitment: &CommitmentRecord,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<CommitmentRecord, WriteError> {
        in_transaction!(self.writer, add::<D>, commitment, idempotency_key.as_ref())
    }

    async fn commitments(
        &self,
        owner: OwnerId,
        before: Option<CommitmentId>,
        limit: u32,
    ) -> Result<Vec<CommitmentRecord>, StoreError> {
        let mut statement = select();
        statement.push(" where owner_id = ").bind(owner.0).ids_below(before.map(|before| before.0), limit);
        self.reader.read_all(statement, read).await
    }

    async fn commitment(&self, id: CommitmentId) -> Result<Option<CommitmentRecord>, StoreError> {
        let mut statement = select();
        statement.push(" where id = ").bind(id.0);
        self.reader.read_one(statement, read).await
    }
}

fn select<D: Dialect>() -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(COLUMNS).push(" from commitments");
    statement
}

/// Stores a new commitment as its owner's next, and the idempotency key of its request; returns it with its place in the
/// owner's chain. Until the transaction ends, other commitments of the owner wait.
async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    commitment: &CommitmentRecord,
    idempotency_key: Option<&IdempotencyKey>,
) -> Result<CommitmentRecord, WriteError> {
    idempotency::claim::<D>(transaction, idempotency_key, commitment.id.0).await?;
    Ok(add_next::<D>(transaction, commitment).await?)
}

async fn add_next<D: Dialect>(
    transaction: &mut D::Connection,
    commitment: &CommitmentRecord,
) -> Result<CommitmentRecord, StoreError> {
    let place = next_place::<D>(transaction, commitment.owner).await?;
    let commitment = CommitmentRecord { chain: Some(place), ..commitment.clone() };
    let hash = commitment.chain_hash().map(|hash| hash.to_vec()).unwrap_or_default();
    let mut chain = Statement::<D>::new("update commitment_chains set hash = ");
    chain.bind(hash).push(" where owner_id = ").bind(commitment.owner.0);
    chain.execute(transaction).await?;
    insert::<D>(&commitment, place).execute(transaction).await?;
    Ok(commitment)
}

fn insert<D: Dialect>(commitment: &CommitmentRecord, place: ChainPlace) -> Statement<D> {
    let mut statement = Statement::new("insert into commitments (");
    statement
        .push(COLUMNS)
        .push(") select ")
        .item(commitment.id.0)
        .item(commitment.owner.0)
        .item(commitment.seed.to_vec())
        .item(D::time(commitment.created_at))
        .item(D::time(commitment.expires_at))
        .item(commitment.game.map(|game| game.0))
        .narrow_item::<i64, _>(place.number)
        .item(place.previous.map(|hash| hash.to_vec()))
        .item(commitment.table.map(|table| table.0))
        .item(commitment.reading.map(|reading| reading.0));
    statement
}

/// The place of the owner's next commitment, which is locked until the transaction ends.
async fn next_place<D: Dialect>(connection: &mut D::Connection, owner: OwnerId) -> Result<ChainPlace, StoreError> {
    let mut statement = Statement::<D>::new("insert into commitment_chains (owner_id, number, hash) values (");
    statement
        .item(owner.0)
        .item(1_i64)
        .item(Vec::<u8>::new())
        .push(") on conflict (owner_id) do update set number = commitment_chains.number + 1 returning number, hash");
    let end = statement.read_one(connection, |cells| Ok((cells.next()?, cells.next()?))).await?;
    let (number, hash): (i64, Vec<u8>) = end.ok_or_else(|| damaged("a chain has no end"))?;
    let previous = if hash.is_empty() { None } else { Some(hash) };
    read_position(Some(number), previous)?.ok_or_else(|| damaged("a chain has no number"))
}

fn read_position(number: Option<i64>, previous: Option<Vec<u8>>) -> Result<Option<ChainPlace>, StoreError> {
    let Some(number) = number else { return Ok(None) };
    let number = u64::try_from(number).map_err(|_| damaged("number"))?;
    let previous = previous.map(|hash| hash.try_into().map_err(|_| damaged("previous"))).transpose()?;
    Ok(Some(ChainPlace { number, previous }))
}

/// The statement that uses up a commitment for what this column names, or reserves it for a table, if it is usable.
pub(super) fn take<D: Dialect>(
    commitment: CommitmentId,
    (column, id): (&'static str, Uuid),
    owner: OwnerId,
    now: DateTime<Utc>,
) -> Statement<D> {
    let mut statement = Statement::new("update commitments set ");
    statement.push(column).push(" = ").bind(id);
    statement.push(" where id = ").bind(commitment.0).push(" and owner_id = ").bind(owner.0);
    statement.push(" and game_id is null and table_id is null and reading_id is null and expires_at > ").bind_time(now);
    statement
}

/// The statement that uses up the commitment reserved for a table. It affects no row if the commitment was deleted.
pub(super) fn use_up_reserved<D: Dialect>(commitment: CommitmentId, table: TableId, game: GameId) -> Statement<D> {
    let mut statement = Statement::new("update commitments set game_id = ");
    statement.bind(game.0).push(" where id = ").bind(commitment.0).push(" and table_id = ").bind(table.0);
    statement.push(" and game_id is null");
    statement
}

/// The statement that releases the commitment reserved for a table from which nothing was drawn.
pub(super) fn release<D: Dialect>(commitment: CommitmentId, table: TableId) -> Statement<D> {
    let mut statement = Statement::new("update commitments set table_id = null where id = ");
    statement.bind(commitment.0).push(" and table_id = ").bind(table.0).push(" and game_id is null");
    statement
}

/// Adds the condition that a commitment is not reserved for an existing table.
pub(super) fn not_reserved<D: Dialect>(statement: &mut Statement<D>) {
    statement.push(
        " and (commitments.table_id is null \
         or not exists (select 1 from tables where tables.id = commitments.table_id))",
    );
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<CommitmentRecord, StoreError> {
    Ok(CommitmentRecord {
        id: CommitmentId(cells.next()?),
        owner: OwnerId(cells.next()?),
        seed: cells.bytes32("seed")?,
        created_at: cells.time()?,
        expires_at: cells.time()?,
        game: cells.next::<Option<Uuid>>()?.map(GameId),
        chain: read_position(cells.next()?, cells.next()?)?,
        table: cells.next::<Option<Uuid>>()?.map(TableId),
        reading: cells.next::<Option<Uuid>>()?.map(ReadingId),
    })
}
