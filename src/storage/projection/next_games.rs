//! The games that the projection has not counted yet, in commit order.

use uuid::Uuid;

use crate::{
    service::{
        projection::records::NextGame,
        records::StoredGame,
        store::{Position, StoreError},
    },
    storage::{
        dialect::Dialect,
        games,
        history::ORDER,
        keyset::{Order, PageRequest},
        query::{Cells, Statement},
    },
};

/// Only logs of Fortunes, which is stored as ruleset 1, are read: their layouts are counted.
const LOG: &str = ", case when games.ruleset = 1 then games.log else null end";

/// The games after a position. A damaged one is skipped: a scrub reports it.
pub(crate) async fn after<D: Dialect>(
    connection: &mut D::Connection,
    after: Option<Position>,
    limit: u32,
) -> Result<Vec<NextGame>, StoreError> {
    let request = PageRequest { order: Order::Commits, from: after, limit };
    let mut statement = Statement::<D>::new("select games.id, games.position, games.created_at, ");
    statement.push(&games::COLUMNS).push(LOG).push(" from games where true");
    request.begin(&mut statement, ORDER);
    request.cut(&mut statement, ORDER, limit);
    statement.rows(connection).await?.iter().map(read::<D>).collect()
}

fn read<D: Dialect>(row: &D::Row) -> Result<NextGame, StoreError> {
    let mut cells = Cells::<D>::of(row);
    let (id, position): (Uuid, i64) = (cells.next()?, cells.next()?);
    let stored_at = cells.time()?;
    let game = games::read(&mut cells).ok().filter(|record| !record.unlisted);
    let game = match game {
        Some(record) => Some(StoredGame { record, log: cells.next::<Option<Vec<u8>>>()?.unwrap_or_default() }),
        None => None,
    };
    Ok(NextGame { position: Position { rank: Some(position), id }, stored_at, game })
}
