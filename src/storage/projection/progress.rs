//! Who writes standings, and how far the games are counted.
//!
//! Whoever writes standings, in a transaction, first locks the only row of `standings_lease`: the service that counts new
//! games, a reindexing, and a deletion of games. So a deletion finds everything that was counted, and what was read
//! before a deletion is not written after it.

use uuid::Uuid;

use super::{Tables, layouts, pairs, standings};
use crate::{
    service::{
        projection::records::{Advance, AsOf, NextGame, Progress, Writer},
        records::{GameId, StoredGame},
        store::{Position, StoreError},
    },
    storage::{
        dialect::Dialect,
        error::damaged,
        games::{self, ORDER},
        keyset::{Order, PageRequest},
        query::{Cells, DeletedRows, Statement},
    },
};

/// The stored position where no games are counted.
const NOTHING: i64 = -1;

/// Only logs of Fortunes, which is stored as ruleset 1, are read: their layouts are counted.
const LOG: &str = ", case when games.ruleset = 1 then games.log else null end";

/// Adds the query of the progress in these tables.
fn select<D: Dialect>(tables: &Tables) -> Statement<D> {
    let mut statement = Statement::new("select position, game_id, listed_id, listed_at, deletions from ");
    statement.push(tables.progress).push(" cross join standings_lease");
    statement
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<Progress, StoreError> {
    let (position, id) = (cells.next()?, cells.next::<Uuid>()?);
    let (listed, stored_at) = (cells.next::<Option<Uuid>>()?, cells.optional_time()?);
    Ok(Progress {
        position: (position != NOTHING).then_some(Position { rank: Some(position), id }),
        as_of: listed.zip(stored_at).map(|(id, stored_at)| AsOf { game: GameId(id), stored_at }),
        deletions: cells.next()?,
    })
}

/// A position as it is stored.
fn key(position: Option<Position>) -> (i64, Uuid) {
    position.map_or((NOTHING, Uuid::nil()), |position| (position.rank.unwrap_or_default(), position.id))
}

/// How far the games are counted in these tables.
pub(super) async fn of<D: Dialect>(connection: &mut D::Connection, tables: &Tables) -> Result<Progress, StoreError> {
    select::<D>(tables).read_one(connection, read).await?.ok_or_else(|| damaged("standings_progress"))
}

/// How far the games are counted in what callers are shown.
pub(crate) async fn shown<D: Dialect>(connection: &mut D::Connection) -> Result<Progress, StoreError> {
    of::<D>(connection, &Tables::SHOWN).await
}

/// The games after a position. A damaged one is skipped: a scrub reports it.
pub(crate) async fn next_games<D: Dialect>(
    connection: &mut D::Connection,
    after: Option<Position>,
    limit: u32,
) -> Result<Vec<NextGame>, StoreError> {
    let request = PageRequest { order: Order::Commits, from: after, limit };
    let mut statement = Statement::<D>::new("select games.id, games.position, games.created_at, ");
    statement.push(&games::COLUMNS).push(LOG).push(" from games where true");
    request.begin(&mut statement, ORDER);
    request.cut(&mut statement, ORDER, limit);
    let read = |cells: &mut Cells<'_, D>| {
        let (id, position): (Uuid, i64) = (cells.next()?, cells.next()?);
        let stored_at = cells.time()?;
        let game = match games::read(cells).ok().filter(|record| !record.unlisted) {
            Some(record) => Some(StoredGame { record, log: cells.next::<Option<Vec<u8>>>()?.unwrap_or_default() }),
            None => None,
        };
        Ok(NextGame { position: Position { rank: Some(position), id }, stored_at, game })
    };
    statement.read_all(connection, read).await
}

/// Adds the condition that this writer may write.
fn push_writes<D: Dialect>(statement: &mut Statement<D>, writer: Writer) {
    match writer {
        Writer::Follower(id) => statement.push(" where holder = ").bind(id),
        Writer::Reindexing(id) => statement.push(" where reindexing = ").bind(id),
    };
}

/// Takes or renews the lease of a follower; returns the progress of what this writer writes if it may write.
pub(crate) async fn lease<D: Dialect>(
    connection: &mut D::Connection,
    writer: Writer,
) -> Result<Option<Progress>, StoreError> {
    if let Writer::Follower(id) = writer {
        let mut take = Statement::<D>::new("update standings_lease set holder = ");
        take.bind(id).push(", held_until = ").push(D::LEASE_END);
        take.push(" where holder is null or holder = ").bind(id);
        take.push(" or held_until not between ").push(D::NOW).push(" and ").push(D::LEASE_END);
        take.execute(connection).await?;
    }
    let mut statement = select::<D>(Tables::of(writer));
    push_writes(&mut statement, writer);
    statement.read_one(connection, read).await
}

/// Ends the lease of a follower.
pub(crate) async fn release<D: Dialect>(connection: &mut D::Connection, follower: Uuid) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::new("update standings_lease set holder = null, held_until = null");
    push_writes(&mut statement, Writer::Follower(follower));
    statement.execute(connection).await?;
    Ok(())
}

/// Locks standings until the transaction ends, and has those who are counting games discard what they have counted, since
/// games are deleted or the tables swapped. It comes before other locks.
pub(crate) async fn lock_and_discard<D: Dialect>(connection: &mut D::Connection) -> Result<(), StoreError> {
    let statement = Statement::<D>::new("update standings_lease set deletions = deletions + 1");
    statement.execute(connection).await?;
    Ok(())
}

/// Locks standings until the transaction ends; returns the number of deletions, or `None` if this writer may not write.
async fn lock<D: Dialect>(connection: &mut D::Connection, writer: Writer) -> Result<Option<i64>, StoreError> {
    let mut statement = Statement::<D>::new("select deletions from standings_lease");
    push_writes(&mut statement, writer);
    statement.push(D::FOR_UPDATE);
    statement.read_one(connection, |cells| cells.next()).await
}

/// Writes the changes of a batch with its position. Requires a transaction.
pub(crate) async fn advance<D: Dialect>(
    transaction: &mut D::Connection,
    writer: Writer,
    from: &Progress,
    advance: &Advance,
) -> Result<bool, StoreError> {
    if lock::<D>(transaction, writer).await? != Some(from.deletions) {
        return Ok(false);
    }
    let tables = Tables::of(writer);
    let ((position, id), (next, next_id)) = (key(from.position), key(Some(advance.position)));
    let mut statement = Statement::<D>::new("update ");
    statement.push(tables.progress).push(" set position = ").bind(next).push(", game_id = ").bind(next_id);
    if let Some(as_of) = advance.as_of {
        statement.push(", listed_id = ").bind(as_of.game.0).push(", listed_at = ").bind_time(as_of.stored_at);
    }
    // A transaction of this writer whose outcome it has not learned may have moved it on.
    statement.push(" where position = ").bind(position).push(" and game_id = ").bind(id);
    if statement.execute(transaction).await? == 0 {
        return Ok(false);
    }
    standings::write::<D>(transaction, tables, &advance.standings).await?;
    pairs::add::<D>(transaction, tables, &advance.pairs).await?;
    layouts::add::<D>(transaction, tables, &advance.layouts).await?;
    Ok(true)
}

/// Begins a reindexing in the place of any other.
pub(crate) async fn begin<D: Dialect>(connection: &mut D::Connection, reindexing: Uuid) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::new("update standings_lease set reindexing = ");
    statement.bind(reindexing);
    statement.execute(connection).await?;
    Ok(())
}

/// Deletes up to `limit` rows of each of the other tables, and their progress after the last of them; false if none are
/// left, or another reindexing has begun. Requires a transaction.
pub(crate) async fn sweep<D: Dialect>(
    transaction: &mut D::Connection,
    reindexing: Uuid,
    limit: u32,
) -> Result<bool, StoreError> {
    let Tables { progress, standings, pairs, layouts } = Tables::OTHER;
    if lock::<D>(transaction, Writer::Reindexing(reindexing)).await?.is_none() {
        return Ok(false);
    }
    let mut deleted = 0;
    for (table, purpose, key) in [
        (standings, "sweep_standings", "name, ruleset"),
        (pairs, "sweep_pairs", "name, ruleset, other"),
        (layouts, "sweep_layouts", "layout, verdict, place, card, disposition"),
    ] {
        let rows = DeletedRows { table, purpose, key, order: key, limit };
        let statement = Statement::<D>::delete_some(rows, |statement| _ = statement.push("true"));
        deleted += statement.execute(transaction).await?;
    }
    if deleted == 0 {
        let mut statement = Statement::<D>::new("update ");
        statement.push(progress).push(" set position = ").bind(NOTHING).push(", game_id = ").bind(Uuid::nil());
        statement.push(", listed_id = null, listed_at = null");
        statement.execute(transaction).await?;
    }
    Ok(deleted > 0)
}

/// Gives the other tables the names of those that callers are shown, and the reverse, and the reindexing its next id;
/// false if more games are counted in these, or another reindexing has begun. Requires a transaction.
pub(crate) async fn swap<D: Dialect>(
    transaction: &mut D::Connection,
    reindexing: Uuid,
    swapped: Uuid,
) -> Result<bool, StoreError> {
    if lock::<D>(transaction, Writer::Reindexing(swapped)).await?.is_some() {
        return Ok(true);
    }
    if lock::<D>(transaction, Writer::Reindexing(reindexing)).await?.is_none() {
        return Ok(false);
    }
    let (shown, counted) = (of::<D>(transaction, &Tables::SHOWN).await?, of::<D>(transaction, &Tables::OTHER).await?);
    if has_games_between::<D>(transaction, counted.position, shown.position).await? {
        return Ok(false);
    }
    // A batch that is being counted began from the tables that are shown until now.
    lock_and_discard::<D>(transaction).await?;
    begin::<D>(transaction, swapped).await?;
    const RENAMED: Tables = Tables {
        progress: "standings_progress_shown",
        standings: "player_standings_shown",
        pairs: "player_pairs_shown",
        layouts: "layout_counts_shown",
    };
    for (from, to) in [(Tables::SHOWN, RENAMED), (Tables::OTHER, Tables::SHOWN), (RENAMED, Tables::OTHER)] {
        for (from, to) in from.names().into_iter().zip(to.names()) {
            let mut statement = Statement::<D>::new("alter table ");
            statement.push(from).push(" rename to ").push(to);
            statement.execute(transaction).await?;
        }
    }
    Ok(true)
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
