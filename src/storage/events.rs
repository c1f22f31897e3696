//! What happens to an owner's things: at tables, at days and in simulations. Games and readings have positions of their own.

use async_trait::async_trait;
use chrono::NaiveDate;
use uuid::Uuid;

use super::{
    borrow::{list, with_connection, with_list_connection},
    database::Database,
    dialect::Dialect,
    error::damaged,
    games,
    keyset::{self, Columns, Order, PageRequest},
    query::{Cells, Statement},
    readings,
};
use crate::service::{
    records::{GameId, GameRecord, OwnerEvent, OwnerId, SimulationId, TableId, TableNews},
    simulations::SimulationPhase,
    store::{EventStore, News, NewsPosition, Page, Position, ReadingFilter, ReplicaState, StoreError},
    tables::{TablePhase, TableRecord},
};

/// The columns that events are ordered by. They have no time.
const ORDER: Columns =
    Columns { id: "owner_events.id", time: "owner_events.position", position: "owner_events.position" };

/// The stored numbers of what happened.
const TABLE_CHANGED: i16 = 1;
const TABLE_OVER: i16 = 2;
const TABLE_CLOSED: i16 = 3;
const SIMULATION_ENDED: i16 = 4;
const DAY_FINISHED: i16 = 5;

#[async_trait]
impl<D: Dialect> EventStore for Database<D> {
    async fn latest_news(&self) -> Result<NewsPosition, StoreError> {
        with_connection!(self.reader, latest::<D>)
    }

    async fn news_after(&self, owner: OwnerId, after: NewsPosition, limit: u32) -> Result<News, StoreError> {
        list!(self.lists, news::<D>, owner, after, limit)
    }
}

async fn latest<D: Dialect>(connection: &mut D::Connection) -> Result<NewsPosition, StoreError> {
    Ok(NewsPosition {
        events: keyset::latest::<D>(connection, "owner_events").await?,
        games: keyset::latest::<D>(connection, "games").await?,
        readings: keyset::latest::<D>(connection, "readings").await?,
    })
}

async fn news<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    after: NewsPosition,
    limit: u32,
) -> Result<News, StoreError> {
    let from = |position| PageRequest { order: Order::Commits, from: Some(position), limit };
    let events = events::<D>(connection, owner, from(after.events)).await?;
    let games = games::<D>(connection, owner, from(after.games)).await?;
    let readings = readings::results::<D>(connection, owner, &ReadingFilter::default(), from(after.readings)).await?;
    Ok(News {
        reached: NewsPosition {
            events: reached(&events, after.events),
            games: reached(&games, after.games),
            readings: reached(&readings, after.readings),
        },
        events: keyset::without_damaged("event", events)?,
        games: keyset::without_damaged("game", games)?,
        readings: keyset::without_damaged("reading", readings)?,
    })
}

/// The position of the last item of a page, whether it can be read or not; that before the page if there is none.
fn reached<T>(page: &Page<(T, Position)>, after: Position) -> Position {
    page.items.last().map_or(after, |(_, position)| *position)
}

/// A page of an owner's events; an error for one that cannot be read.
async fn events<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    request: PageRequest,
) -> Result<Page<(Result<OwnerEvent, StoreError>, Position)>, StoreError> {
    let mut statement = Statement::<D>::new(
        "select owner_events.id, owner_events.position, owner_events.kind, owner_events.version, owner_events.table_id, \
         tables.game_id, owner_events.simulation_id, simulations.phase, owner_events.day from owner_events \
         left join tables on tables.id = owner_events.table_id \
         left join simulations on simulations.id = owner_events.simulation_id where owner_events.owner_id = ",
    );
    statement.bind(owner.0);
    request.begin(&mut statement, ORDER);
    request.cut(&mut statement, ORDER, request.limit.saturating_add(1));
    let read = |cells: &mut Cells<'_, D>| {
        let position = request.order.read_position(cells)?;
        Ok((read(cells), position))
    };
    Ok(request.page(statement.read_all(connection, read).await?, None))
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<OwnerEvent, StoreError> {
    let (kind, version): (i16, Option<i32>) = (cells.next()?, cells.next()?);
    let (table, game): (Option<Uuid>, Option<Uuid>) = (cells.next()?, cells.next()?);
    let (simulation, phase): (Option<Uuid>, Option<i16>) = (cells.next()?, cells.next()?);
    let day: Option<NaiveDate> = cells.next()?;
    let missing = |what: &'static str| move || damaged(what);
    let table = |change| {
        let id = TableId(table.ok_or_else(missing("table_id"))?);
        let version = version.ok_or_else(missing("version"))?.unsigned_abs();
        Ok(OwnerEvent::Table { id, version, change })
    };
    match kind {
        TABLE_CHANGED => table(TableNews::Changed),
        TABLE_OVER => table(TableNews::Over(game.map(GameId))),
        TABLE_CLOSED => table(TableNews::Closed),
        SIMULATION_ENDED => {
            let id = SimulationId(simulation.ok_or_else(missing("simulation_id"))?);
            let phase = phase.and_then(SimulationPhase::from_repr).ok_or_else(missing("phase"))?;
            Ok(OwnerEvent::Simulation { id, phase })
        }
        DAY_FINISHED => Ok(OwnerEvent::DayFinished { date: day.ok_or_else(missing("day"))? }),
        _ => Err(damaged("kind")),
    }
}

/// A page of an owner's games, as they are listed; an error for one that cannot be read.
async fn games<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    request: PageRequest,
) -> Result<Page<(Result<GameRecord, StoreError>, Position)>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    request.order.select_place(&mut statement, games::ORDER);
    statement.push(", ").push(&games::COLUMNS).push(" from games where not games.unlisted");
    statement.push(" and games.owner_id <> 0 and games.owner_id = ").bind(owner.0);
    request.begin(&mut statement, games::ORDER);
    request.cut(&mut statement, games::ORDER, request.limit.saturating_add(1));
    let read = |cells: &mut Cells<'_, D>| {
        let position = request.order.read_position(cells)?;
        Ok((games::read(cells), position))
    };
    Ok(request.page(statement.read_all(connection, read).await?, None))
}

/// Notes a change of a table for each owner to whom it is told. Requires the change's transaction.
pub(super) async fn of_table<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
) -> Result<(), StoreError> {
    let kind = match (table.phase, table.game) {
        (TablePhase::Waiting | TablePhase::Playing, _) | (TablePhase::Over, None) => TABLE_CHANGED,
        (TablePhase::Over, Some(_)) => TABLE_OVER,
        (TablePhase::Closed, _) => TABLE_CLOSED,
    };
    let version = i32::try_from(table.version).map_err(|_| damaged("version"))?;
    for owner in table.followers() {
        let mut statement =
            Statement::<D>::new("insert into owner_events (owner_id, kind, version, table_id) values (");
        statement.item(owner.0).item(kind).item(version).item(table.id.0).push(")");
        statement.execute(transaction).await?;
    }
    Ok(())
}

/// Notes that an owner's try at a day was finished. Requires the transaction in which it is.
pub(super) async fn of_day<D: Dialect>(
    transaction: &mut D::Connection,
    owner: OwnerId,
    table: TableId,
    date: NaiveDate,
) -> sqlx::Result<()> {
    let mut statement = Statement::<D>::new("insert into owner_events (owner_id, kind, table_id, day) values (");
    statement.item(owner.0).item(DAY_FINISHED).item(table.0).item(date).push(")");
    statement.execute(transaction).await.map(drop)
}

/// Notes that a simulation ended, unless it is nobody's. Requires the transaction in which it does.
pub(super) async fn of_simulation<D: Dialect>(transaction: &mut D::Connection, id: SimulationId) -> sqlx::Result<()> {
    let mut statement =
        Statement::<D>::new("insert into owner_events (owner_id, kind, simulation_id) select owner_id, ");
    statement.bind(SIMULATION_ENDED).push(", id from simulations where owner_id <> 0 and id = ").bind(id.0);
    statement.execute(transaction).await.map(drop)
}
