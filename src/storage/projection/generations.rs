//! Generations of the projection: the lease on following, progress, replacement and removal.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    layouts, pairs,
    progress::{COLUMNS, NOTHING, one, read},
    standings,
};
use crate::{
    service::{
        projection::records::{Advance, Progress},
        store::{Position, StoreError},
    },
    storage::{
        dialect::Dialect,
        error::damaged,
        query::{DeletedRows, Statement},
    },
};

/// Takes or renews the lease.
pub(crate) async fn lease<D: Dialect>(
    connection: &mut D::Connection,
    generation: i64,
    holder: Uuid,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::new("update projections set lease_holder = ");
    statement.bind(holder).push(", lease_until = ").bind_time(until);
    statement.push(" where generation = ").bind(generation);
    statement.push(" and (lease_holder is null or lease_holder = ").bind(holder);
    statement.push(" or lease_until < ").bind_time(now).push(")");
    Ok(statement.execute(connection).await? > 0)
}

/// Writes the changes of a batch. The generation's row is updated first, so that a concurrent deletion waits.
///
/// Runs inside the caller's transaction.
pub(crate) async fn advance<D: Dialect>(
    connection: &mut D::Connection,
    from: &Progress,
    advance: &Advance,
) -> Result<bool, StoreError> {
    let (position, id) = key(from.position);
    let mut statement = Statement::<D>::new("update projections set position = ");
    statement
        .bind(advance.position.rank.ok_or_else(|| damaged("position"))?)
        .push(", game_id = ")
        .bind(advance.position.id);
    if let Some(as_of) = advance.as_of {
        statement.push(", listed_id = ").bind(as_of.game.0).push(", listed_at = ").bind_time(as_of.stored_at);
    }
    statement.push(" where generation = ").bind(from.generation).push(" and state <> 3");
    statement.push(" and position = ").bind(position).push(" and game_id = ").bind(id);
    statement.push(" and changes = ").bind(from.changes);
    if statement.execute(connection).await? == 0 {
        return Ok(false);
    }
    standings::write::<D>(connection, from.generation, &advance.standings).await?;
    pairs::add::<D>(connection, from.generation, &advance.pairs).await?;
    layouts::add::<D>(connection, from.generation, &advance.layouts).await?;
    Ok(true)
}

/// A position as it is stored.
fn key(position: Option<Position>) -> (i64, Uuid) {
    position.map_or((NOTHING, Uuid::nil()), |position| (position.rank.unwrap_or_default(), position.id))
}

/// Increments `changes` of the next generation after this one, and returns its progress. Its row stays locked until the
/// transaction ends.
pub(super) async fn next_changed<D: Dialect>(
    connection: &mut D::Connection,
    mut after: i64,
) -> Result<Option<Progress>, StoreError> {
    loop {
        let mut next = Statement::<D>::new("select generation from projections where generation > ");
        next.bind(after).push(" order by generation limit 1");
        let Some(next) = next.read_one(connection, |cells| cells.next()).await? else { return Ok(None) };
        after = next;
        let mut change = Statement::<D>::new("update projections set changes = changes + 1 where generation = ");
        change.bind(after).push(" returning ").push(COLUMNS);
        // It may have been deleted meanwhile.
        if let Some(row) = change.row(connection).await? {
            return read::<D>(&row).map(Some);
        }
    }
}

/// Increments `changes` of the current generation, and returns its progress.
async fn change_current<D: Dialect>(connection: &mut D::Connection) -> Result<Progress, StoreError> {
    let mut statement = Statement::<D>::new("update projections set changes = changes + 1 where state = 1");
    statement.push(" returning ").push(COLUMNS);
    let row = statement.row(connection).await?.ok_or_else(|| damaged("projections"))?;
    read::<D>(&row)
}

/// Starts a new generation. The current one is updated first: a concurrent deletion has then ended, or finds the new
/// generation after it.
///
/// Runs inside the caller's transaction.
pub(crate) async fn begin<D: Dialect>(connection: &mut D::Connection) -> Result<Progress, StoreError> {
    change_current::<D>(connection).await?;
    Statement::<D>::new("update projections set state = 3 where state = 2").execute(connection).await?;
    let mut statement =
        Statement::<D>::new("insert into projections (generation, state, position, game_id, changes) select ");
    statement.push("max(generation) + 1, 2, -1, ").bind(Uuid::nil()).push(", 0 from projections");
    statement.push(" returning ").push(COLUMNS);
    let row = statement.row(connection).await?.ok_or_else(|| damaged("projections"))?;
    read::<D>(&row)
}

/// Makes a generation the current one. False if the current one has counted more games, or this one has changed.
///
/// Runs inside the caller's transaction.
pub(crate) async fn replace<D: Dialect>(connection: &mut D::Connection, with: &Progress) -> Result<bool, StoreError> {
    let current = change_current::<D>(connection).await?;
    if current.generation == with.generation {
        return Ok(true);
    }
    let same = one::<D>(connection, with.generation).await?.is_some_and(|now| now == *with);
    if !same || has_games_between::<D>(connection, with.position, current.position).await? {
        return Ok(false);
    }
    Statement::<D>::new("update projections set state = 3 where state = 1").execute(connection).await?;
    let mut statement = Statement::<D>::new("update projections set state = 1 where generation = ");
    statement.bind(with.generation);
    Ok(statement.execute(connection).await? > 0)
}

/// Are there games after one position, up to another? The last counted game may have been deleted since.
async fn has_games_between<D: Dialect>(
    connection: &mut D::Connection,
    after: Option<Position>,
    up_to: Option<Position>,
) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::new("select 1 from games where (position, id)");
    for (sign, position) in [(" > (", after), (" and (position, id) <= (", up_to)] {
        let (position, id) = key(position);
        statement.push(sign).item(position).item(id).push(")");
    }
    statement.push(" limit 1");
    Ok(statement.row(connection).await?.is_some())
}

/// Deletes up to `limit` rows of each table from the oldest replaced generation, and its own row after the last of
/// them; false if there is no such generation.
///
/// Runs inside the caller's transaction.
pub(crate) async fn sweep<D: Dialect>(connection: &mut D::Connection, limit: u32) -> Result<bool, StoreError> {
    const PARTS: [(&str, &str, &str); 3] = [
        ("player_standings", "sweep_standings", "generation, name, ruleset"),
        ("player_pairs", "sweep_pairs", "generation, name, ruleset, other"),
        ("layout_counts", "sweep_layouts", "generation, layout, verdict, place, card, disposition"),
    ];
    let oldest = Statement::<D>::new("select generation from projections where state = 3 order by generation limit 1");
    let Some(generation): Option<i64> = oldest.read_one(connection, |cells| cells.next()).await? else {
        return Ok(false);
    };
    let mut deleted = 0;
    for (table, purpose, key) in PARTS {
        let rows = DeletedRows { table, purpose, key, order: key, limit };
        let statement = Statement::<D>::delete_some(rows, |statement| {
            statement.push("generation = ").bind(generation);
        });
        deleted += statement.execute(connection).await?;
    }
    if deleted == 0 {
        let mut statement = Statement::<D>::delete_from("projections", "sweep_generation");
        statement.push(" and state = 3 and generation = ").bind(generation);
        statement.execute(connection).await?;
    }
    Ok(true)
}
