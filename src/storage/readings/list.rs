//! Lists of readings, of games and of spreads in one order.

use super::rows::{COLUMNS, read};
use crate::{
    service::{
        records::{AnyReading, OwnerId, ReadingKind},
        store::{ListedReading, Page, Position, ReadingFilter, StoreError},
    },
    storage::{
        dialect::Dialect,
        games,
        keyset::{self, PageRequest},
        query::{Cells, Statement},
    },
};

/// The columns that lists of readings are ordered by.
pub(crate) const ORDER: keyset::Columns =
    keyset::Columns { id: "readings.id", moment: None, time: "readings.created_at", position: "readings.position" };

/// A page of the owner's readings that match, each with its position; readings of games come with the game.
pub(crate) async fn list<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    filter: &ReadingFilter,
    request: PageRequest,
) -> Result<Page<(ListedReading, Position)>, StoreError> {
    let request = request.resolved::<D>(connection, "readings", ORDER).await?;
    let edge = edge::<D>(connection, owner, filter, request).await?;
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(", ");
    request.order.select_place(&mut statement, ORDER);
    statement.push(", ").push(&games::COLUMNS).push(", games.log");
    statement.push(" from readings left join games on games.id = readings.game_id where ");
    walk(&mut statement, owner, filter, (request, edge));
    request.begin(&mut statement, ORDER);
    if let Some(edge) = edge {
        request.end_at(&mut statement, ORDER, edge);
    }
    narrow(&mut statement, filter, request);
    request.cut(&mut statement, ORDER, request.limit.saturating_add(1));
    let rows = statement.rows(connection).await?;
    let found: Result<Vec<_>, StoreError> = rows.iter().map(|row| read_with_position::<D>(row, request)).collect();
    Ok(request.page(found?, edge))
}

/// Where the page stops scanning, if a filter only narrows what the index finds and more rows follow.
async fn edge<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    filter: &ReadingFilter,
    request: PageRequest,
) -> Result<Option<Position>, StoreError> {
    let period = request.order == keyset::Order::Commits && filter.since.or(filter.until).is_some();
    let ReadingFilter { kind, querent, verdict, layout, since: _, until: _ } = filter;
    if kind.is_none() && querent.is_none() && verdict.is_none() && layout.is_none() && !period {
        return Ok(None);
    }
    let rows = |statement: &mut Statement<D>| {
        statement.push(" from readings where ");
        walk(statement, owner, filter, (request, None));
    };
    request.edge::<D>(ORDER, request.window(), connection, rows).await
}

/// Adds the conditions by which an index finds readings.
fn walk<D: Dialect>(
    statement: &mut Statement<D>,
    owner: OwnerId,
    filter: &ReadingFilter,
    (request, edge): (PageRequest, Option<Position>),
) {
    statement.push("readings.owner_id = ").bind(owner.0);
    if request.order == keyset::Order::NewestTime {
        let (since, until) = request.open_ends(edge, (filter.since, filter.until));
        keyset::narrow_to_period(statement, ORDER.time, since, until);
    }
}

/// Adds the other conditions.
fn narrow<D: Dialect>(statement: &mut Statement<D>, filter: &ReadingFilter, request: PageRequest) {
    match filter.kind {
        Some(ReadingKind::Fortunes) => statement.push(" and readings.spread is null"),
        Some(ReadingKind::Spread) => statement.push(" and readings.spread is not null"),
        None => statement,
    };
    if let Some(querent) = &filter.querent {
        statement.push(" and readings.querent = ").bind(querent.clone());
    }
    if let Some(verdict) = filter.verdict {
        statement.push(" and readings.verdict = ").bind(verdict.id().to_owned());
    }
    if let Some(layout) = filter.layout {
        statement.push(" and readings.layout = ").bind(layout.id().to_owned());
    }
    if request.order == keyset::Order::Commits {
        keyset::narrow_to_period(statement, "readings.created_at", filter.since, filter.until);
    }
}

fn read_with_position<D: Dialect>(row: &D::Row, request: PageRequest) -> Result<(ListedReading, Position), StoreError> {
    let mut cells = Cells::<D>::of(row);
    let reading = read(&mut cells)?;
    let position = request.order.read_position(&mut cells)?;
    let listed = match reading {
        AnyReading::Fortunes(reading) => AnyReading::Fortunes((reading, games::read_stored(&mut cells)?)),
        AnyReading::Spread(reading) => AnyReading::Spread(reading),
    };
    Ok((listed, position))
}
