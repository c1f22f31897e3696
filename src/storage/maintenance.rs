//! Expiry in batches, erasure, and lists of ids, which work even if the rows themselves are damaged.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{
    borrow::{in_transaction, with_connection},
    commitments::not_reserved,
    database::Database,
    dialect::Dialect,
    erasure, game_players, games,
    query::{DeletedRows, Statement},
    simulations,
};
use crate::service::{
    Erased, Erasure, Expired, IdempotencyKey,
    records::{CommitmentRecord, GameId, GameRecord, ReadingId},
    simulations::SimulationRecord,
    store::{MaintenanceStore, StoreError, TableChange},
};

#[async_trait]
impl<D: Dialect> MaintenanceStore for Database<D> {
    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError> {
        let records = expired_records(IdempotencyKey::expired_before(now), limit);
        let commitments = expired_commitments(CommitmentRecord::deletable_before(now), limit);
        let simulations = expired_simulations(SimulationRecord::expired_before(now), limit);
        Ok(Expired {
            idempotency_records: self.writer.execute(records).await?,
            commitments: self.writer.execute(commitments).await?,
            simulations: self.writer.execute(simulations).await?,
        })
    }

    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError> {
        let erased: Result<Erased, StoreError> = in_transaction!(self.writer, erasure::batch::<D>, erasure, limit);
        let erased = erased?;
        if erased.tables > 0 {
            self.announce(TableChange::Any);
        }
        Ok(erased)
    }

    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError> {
        with_connection!(self.reader, erasure::count::<D>, erasure)
    }

    async fn purge(&self) -> Result<bool, StoreError> {
        with_connection!(self.writer, D::purge)
    }

    async fn game_count(&self) -> Result<u64, StoreError> {
        let statement = Statement::new("select count(*) from games");
        let count: Option<i64> = self.reader.read_one(statement, |cells| cells.next()).await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let mut statement = Statement::new("select id from games where true");
        statement.ids_above(after.map(|after| after.0), limit);
        self.reader.read_all(statement, |cells| cells.next().map(GameId)).await
    }

    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError> {
        let mut statement = Statement::new("select id from readings where game_id = ");
        statement.bind(game.0).push(" order by id");
        self.reader.read_all(statement, |cells| cells.next().map(ReadingId)).await
    }

    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError> {
        let mut statement = Statement::new("select id from readings where spread is not null");
        statement.ids_above(after.map(|after| after.0), limit);
        self.reader.read_all(statement, |cells| cells.next().map(ReadingId)).await
    }

    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError> {
        with_connection!(self.reader, is_indexed::<D>, game)
    }
}

/// A key that was used again since its record was found has a later time.
fn expired_records<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let (table, purpose) = ("idempotency_records", "delete_expired_records");
    let rows = DeletedRows { table, purpose, key: "owner_id, request", order: "created_at", limit };
    Statement::delete_some(rows, |statement| {
        statement.push("created_at <= ").bind_time(before);
    })
}

fn expired_commitments<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let (table, purpose) = ("commitments", "delete_expired_commitments");
    let rows = DeletedRows { table, purpose, key: "id", order: "expires_at", limit };
    Statement::delete_some(rows, |statement| {
        statement.push("game_id is null and reading_id is null and expires_at <= ").bind_time(before);
        not_reserved(statement);
    })
}

/// A service may have resumed a simulation since it was found.
fn expired_simulations<D: Dialect>(before: DateTime<Utc>, limit: u32) -> Statement<D> {
    let (table, purpose) = ("simulations", "delete_expired_simulations");
    let rows = DeletedRows { table, purpose, key: "id", order: "id", limit };
    Statement::delete_some(rows, |statement| simulations::ended_before(statement, before))
}

/// Is a game indexed under the name of each player and of each winner, and under its tags?
async fn is_indexed<D: Dialect>(connection: &mut D::Connection, game: &GameRecord) -> Result<bool, StoreError> {
    if games::tags_indexed::<D>(connection, game.id).await? != game.tags.iter().cloned().collect() {
        return Ok(false);
    }
    game_players::is_found::<D>(connection, game).await
}
