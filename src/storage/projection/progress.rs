//! The progress of generations.

use uuid::Uuid;

use crate::{
    service::{
        projection::records::{AsOf, Progress},
        records::GameId,
        store::{Position, StoreError},
    },
    storage::{
        dialect::Dialect,
        error::damaged,
        query::{Cells, Statement},
    },
};

/// SQL expression for the generation that is queried.
pub(super) const QUERIED: &str = "(select generation from projections where state = 1)";

/// The stored position of a generation that has counted no games.
pub(super) const NOTHING: i64 = -1;

/// The columns that [`read`] reads.
pub(super) const COLUMNS: &str = "generation, position, game_id, listed_id, listed_at, changes";

fn select<D: Dialect>() -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(COLUMNS).push(" from projections where ");
    statement
}

/// Reads a row's cells.
pub(super) fn read<D: Dialect>(row: &D::Row) -> Result<Progress, StoreError> {
    let mut cells = Cells::<D>::of(row);
    let (generation, position, id) = (cells.next()?, cells.next()?, cells.next::<Uuid>()?);
    let (listed, stored_at) = (cells.next::<Option<Uuid>>()?, cells.optional_time()?);
    Ok(Progress {
        generation,
        position: (position != NOTHING).then_some(Position { rank: Some(position), id }),
        as_of: listed.zip(stored_at).map(|(id, stored_at)| AsOf { game: GameId(id), stored_at }),
        changes: cells.next()?,
    })
}

/// The progress of the generation that is queried.
pub(crate) async fn queried<D: Dialect>(connection: &mut D::Connection) -> Result<Progress, StoreError> {
    let mut statement = select::<D>();
    statement.push("state = 1");
    let row = statement.row(connection).await?.ok_or_else(|| damaged("projections"))?;
    read::<D>(&row)
}

/// The progress of a generation; `None` if it was replaced or deleted.
pub(crate) async fn one<D: Dialect>(
    connection: &mut D::Connection,
    generation: i64,
) -> Result<Option<Progress>, StoreError> {
    let mut statement = select::<D>();
    statement.push("state <> 3 and generation = ").bind(generation);
    statement.row(connection).await?.map(|row| read::<D>(&row)).transpose()
}
