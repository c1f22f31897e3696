//! The history: lists and counts the games that match a filter.

mod key;
mod period;
mod plan;

use self::plan::Plan;
use super::{
    dialect::Dialect,
    games,
    keyset::{self, PageRequest},
    query::Cells,
};
use crate::service::{
    left_out,
    records::{GameRecord, StoredGame},
    store::{GameCount, GameFilter, Page, Position, StoreError},
};

pub(super) use self::period::{ORDER, newest};

/// A page of the games that match.
pub(super) async fn games<D: Dialect>(
    connection: &mut D::Connection,
    filter: &GameFilter,
    request: PageRequest,
) -> Result<Page<GameRecord>, StoreError> {
    let page = found::<D, _>(connection, filter, request, "", games::read).await?;
    Ok(keyset::without_positions(page))
}

/// The same with the logs and the position of each game.
pub(super) async fn stored_games<D: Dialect>(
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
            return without_damaged(request.page(rows?, None));
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
    without_damaged(request.page(rows?, edge))
}

/// Leaves out games that cannot be read.
fn without_damaged<T>(page: Page<(Result<T, StoreError>, Position)>) -> Result<Page<(T, Position)>, StoreError> {
    let readable = |(game, position): (Result<T, StoreError>, Position)| match game {
        Ok(game) => Some(Ok((game, position))),
        Err(StoreError::Broken(error)) => {
            left_out("game", position.id, &error);
            None
        }
        Err(error @ StoreError::Unavailable(_)) => Some(Err(error)),
    };
    let items: Result<Vec<_>, StoreError> = page.items.into_iter().filter_map(readable).collect();
    Ok(Page { items: items?, next: page.next })
}

/// Number of games that are looked through at a time when they are counted: a fiftieth of a second.
const COUNTED: u32 = 2_500;

/// Counts the games that match, among the first [`COUNTED`] if the filter narrows them.
pub(super) async fn count<D: Dialect>(
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
