//! The history: which games match a filter.

mod plan;

use self::plan::Plan;
use super::{
    dialect::Dialect,
    games,
    keyset::{self, Asked},
    query::Cells,
};
use crate::service::{
    records::{GameRecord, StoredGame},
    store::{Counted, GameFilter, Page, Place, StoreError},
};

pub(super) use self::plan::{ORDER, newest};

/// The games of a page of those that match.
pub(super) async fn games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    asked: Asked,
) -> Result<Page<GameRecord>, StoreError> {
    let page = found::<D, _>(connection, filter, asked, "", games::read).await?;
    Ok(keyset::without_places(page))
}

/// The same with their logs and their places.
pub(super) async fn stored_games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    asked: Asked,
) -> Result<Page<(StoredGame, Place)>, StoreError> {
    found::<D, _>(connection, filter, asked, ", games.log", games::read_stored).await
}

async fn found<D: Dialect, T>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    asked: Asked,
    further: &'static str,
    read: impl Fn(&mut Cells<'_, D>) -> Result<T, StoreError> + Send + Sync,
) -> Result<Page<(T, Place)>, StoreError> {
    let plan = Plan::of::<D>(connection, filter, asked.order).await?;
    let asked = asked.resolved::<D>(connection, "games", plan.order_columns()).await?;
    let row = |row| {
        let mut cells = Cells::<D>::of(row);
        Ok((read(&mut cells)?, asked.order.read_place(&mut cells)?))
    };
    let mut window = asked.first_window();
    if let Some(statement) = plan.of_first_names::<D>(asked, further) {
        let rows = statement.rows(connection).await?;
        if rows.len() > asked.limit as usize {
            let rows: Result<Vec<_>, StoreError> = rows.iter().map(row).collect();
            return Ok(asked.page(rows?, None));
        }
        window = asked.window();
    }
    let mut edge = plan.edge::<D>(connection, asked, window).await?;
    let mut rows = plan.statement::<D>(asked, further, edge).rows(connection).await?;
    if edge.is_some() && rows.len() <= asked.limit as usize && window < asked.window() {
        edge = plan.edge::<D>(connection, asked, asked.window()).await?;
        rows = plan.statement::<D>(asked, further, edge).rows(connection).await?;
    }
    let rows: Result<Vec<_>, StoreError> = rows.iter().map(row).collect();
    Ok(asked.page(rows?, edge))
}

/// How many games match, as far as a page looks.
pub(super) async fn count<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    asked: Asked,
) -> Result<Counted, StoreError> {
    let plan = Plan::of::<D>(connection, filter, asked.order).await?;
    let asked = asked.resolved::<D>(connection, "games", plan.order_columns()).await?;
    let edge = plan.edge::<D>(connection, asked, asked.window()).await?;
    let row = plan.counting::<D>(asked, edge).row(connection).await?;
    let games: i64 = row.map_or(Ok(0), |row| Cells::<D>::of(&row).next())?;
    let games = u32::try_from(games).unwrap_or(u32::MAX);
    Ok(Counted { games: games.min(asked.limit), more: games > asked.limit, next: edge })
}
