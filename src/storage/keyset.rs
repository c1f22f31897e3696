//! Pages: how a list is ordered, where a page begins, and how far it looks for what matches.
//!
//! Where an index finds what matches, a page is as long as the caller wants it. Where a filter only narrows what an index
//! finds, a page ends after [`WALK`] rows: no statement goes through a whole table.

use chrono::{DateTime, Utc};

use super::{
    dialect::Dialect,
    query::{Cells, Statement},
};
use crate::service::store::{Page, Place, StoreError};

/// The most rows that a page looks at for what matches.
pub(super) const WALK: u32 = 5_000;

/// A page that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// How its list is ordered.
    pub(super) order: Order,
    /// The place that it begins behind; `None`: at the list's beginning.
    pub(super) from: Option<Place>,
    /// The most that stand on it.
    pub(super) limit: u32,
}

/// How a list is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By ids, from the newest to older ones.
    NewestId,
    /// By times, from the newest to older ones; by ids within.
    NewestTime,
    /// By positions, in the order of commits; by ids within.
    Commits,
}

/// The columns that lists of a table are ordered by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// The id.
    pub(super) id: &'static str,
    /// The time, of storing or another.
    pub(super) time: &'static str,
    /// The position in the order of commits.
    pub(super) position: &'static str,
}

impl Order {
    /// The order of a list that goes back from the newest: a period is found by its times.
    pub(super) fn newest(since: Option<DateTime<Utc>>, until: Option<DateTime<Utc>>) -> Order {
        if since.or(until).is_some() { Order::NewestTime } else { Order::NewestId }
    }

    /// The column that comes before the id.
    fn rank(self, columns: Columns) -> Option<&'static str> {
        match self {
            Order::NewestId => None,
            Order::NewestTime => Some(columns.time),
            Order::Commits => Some(columns.position),
        }
    }

    /// The signs of what comes later in the list than a place, and of that together with the place.
    const fn later(self) -> (&'static str, &'static str) {
        match self {
            Order::NewestId | Order::NewestTime => (" < ", " <= "),
            Order::Commits => (" > ", " >= "),
        }
    }

    /// The sign of what comes in the list up to a place.
    const fn until_there(self) -> &'static str {
        match self {
            Order::NewestId | Order::NewestTime => " >= ",
            Order::Commits => " <= ",
        }
    }

    const fn direction(self) -> &'static str {
        match self {
            Order::NewestId | Order::NewestTime => " desc",
            Order::Commits => "",
        }
    }

    /// Adds the columns of a row's place, after others.
    pub(super) fn select_place<D: Dialect>(self, statement: &mut Statement<D>, columns: Columns) {
        statement.push(columns.id);
        if let Some(rank) = self.rank(columns) {
            statement.push(", ").push(rank);
        }
    }

    /// Reads the cells of [`select_place`](Order::select_place).
    pub(super) fn read_place<D: Dialect>(self, cells: &mut Cells<'_, D>) -> Result<Place, StoreError> {
        let id = cells.next()?;
        let rank = match self {
            Order::NewestId => None,
            Order::NewestTime => Some(cells.time()?.timestamp_micros()),
            Order::Commits => Some(cells.next()?),
        };
        Ok(Place { rank, id })
    }

    fn bind_rank<D: Dialect>(self, statement: &mut Statement<D>, rank: i64) {
        match self {
            Order::NewestTime => statement.bind_time(micros(rank)),
            Order::NewestId | Order::Commits => statement.bind(rank),
        };
    }
}

/// A time as a place holds it; one that is no time is taken for the nearest that is.
fn micros(rank: i64) -> DateTime<Utc> {
    let nearest = if rank < 0 { DateTime::<Utc>::MIN_UTC } else { DateTime::<Utc>::MAX_UTC };
    in_bounds(DateTime::from_timestamp_micros(rank).unwrap_or(nearest))
}

/// The time, or the nearest one that both databases can hold.
fn in_bounds(time: DateTime<Utc>) -> DateTime<Utc> {
    const FIRST: i64 = -62_135_596_800;
    const LAST: i64 = 253_402_300_799;
    let second = |second| DateTime::from_timestamp(second, 0).expect("a second of the years 1 to 9999");
    time.clamp(second(FIRST), second(LAST))
}

impl Asked {
    /// Adds the conditions that a row stands behind where the page begins and, of commits, that nothing can come before
    /// it any more.
    pub(super) fn begin<D: Dialect>(&self, statement: &mut Statement<D>, columns: Columns) {
        if let Some(from) = self.from {
            let (later, from_there) = self.order.later();
            self.compare(statement, columns, from, from_there, later);
        }
        if self.order == Order::Commits
            && let Some(horizon) = D::HORIZON
        {
            statement.push(" and ").push(columns.position).push(" < ").push(horizon);
        }
    }

    /// Adds the condition that a row does not stand behind this place.
    pub(super) fn end_at<D: Dialect>(&self, statement: &mut Statement<D>, columns: Columns, edge: Place) {
        let until_there = self.order.until_there();
        self.compare(statement, columns, edge, until_there, until_there);
    }

    /// Adds a comparison of rank and id together. The rank by itself says nothing new, but each index can use it.
    fn compare<D: Dialect>(
        &self,
        statement: &mut Statement<D>,
        columns: Columns,
        place: Place,
        rank_sign: &'static str,
        sign: &'static str,
    ) {
        let Some((column, rank)) = self.order.rank(columns).zip(place.rank) else {
            statement.push(" and ").push(columns.id).push(sign).bind(place.id);
            return;
        };
        statement.push(" and ").push(column).push(rank_sign);
        self.order.bind_rank(statement, rank);
        statement.push(" and (").push(column).push(", ").push(columns.id).push(")").push(sign).push("(");
        self.order.bind_rank(statement, rank);
        statement.push(", ").bind(place.id).push(")");
    }

    /// Ends a statement: what it selects comes in the list's order, `limit` rows of it.
    pub(super) fn cut<D: Dialect>(&self, statement: &mut Statement<D>, columns: Columns, limit: u32) {
        statement.push(" order by ");
        if let Some(rank) = self.order.rank(columns) {
            statement.push(rank).push(self.order.direction()).push(", ");
        }
        statement.push(columns.id).push(self.order.direction()).push(" limit ").number(limit);
    }

    /// How many rows are looked at first: most filters fill a page with them.
    pub(super) fn first_window(&self) -> u32 {
        self.limit.saturating_add(1).saturating_mul(4).min(self.window())
    }

    /// The most rows that are looked at.
    pub(super) fn window(&self) -> u32 {
        self.limit.saturating_add(1).max(WALK)
    }

    /// Where a page of these rows stops looking, when there are more of them than the window has.
    pub(super) async fn edge<D: Dialect>(
        &self,
        mut rows: Statement<D>,
        columns: Columns,
        window: u32,
        connection: &mut D::Connection,
    ) -> Result<Option<Place>, StoreError> {
        self.cut(&mut rows, columns, 1);
        rows.push(" offset ").number(window - 1);
        let row = rows.row(connection).await?;
        row.map(|row| self.order.read_place(&mut Cells::<D>::of(&row))).transpose()
    }

    /// The page, of up to one row more than it may have.
    pub(super) fn page<T>(&self, mut rows: Vec<(T, Place)>, edge: Option<Place>) -> Page<(T, Place)> {
        let more = rows.len() > self.limit as usize;
        rows.truncate(self.limit as usize);
        let next = if more { rows.last().map(|(_, place)| *place).or(self.from) } else { edge };
        Page { items: rows, next }
    }

    /// The same page with its place looked up, if that was given out before its list had positions.
    ///
    /// Where the row is there no longer, its neighbour's rank is taken: by ids the place lies beside it.
    pub(super) async fn resolved<D: Dialect>(
        mut self,
        connection: &mut D::Connection,
        table: &'static str,
        columns: Columns,
    ) -> Result<Asked, StoreError> {
        let (Some(Place { rank: None, id }), Some(column)) = (self.from, self.order.rank(columns)) else {
            return Ok(self);
        };
        for (sign, direction) in [(" >= ", " limit 1"), (" < ", " desc limit 1")] {
            let mut statement = Statement::<D>::new("select ");
            statement.push(columns.id).push(", ").push(column).push(" from ").push(table).push(" where ");
            statement.push(columns.id).push(sign).bind(id).push(" order by ").push(columns.id).push(direction);
            if let Some(row) = statement.row(connection).await? {
                let Place { rank, .. } = self.order.read_place(&mut Cells::<D>::of(&row))?;
                self.from = Some(Place { rank, id });
                return Ok(self);
            }
        }
        self.from = None;
        Ok(self)
    }
}

/// Adds the conditions that something's time lies in the half-open period.
pub(super) fn narrow_to_period<D: Dialect>(
    statement: &mut Statement<D>,
    time: &'static str,
    since: Option<DateTime<Utc>>,
    until: Option<DateTime<Utc>>,
) {
    if let Some(since) = since {
        statement.push(" and ").push(time).push(" >= ").bind_time(in_bounds(since));
    }
    if let Some(until) = until {
        statement.push(" and ").push(time).push(" < ").bind_time(in_bounds(until));
    }
}

/// Is something of this table committed that lists of commits do not show yet?
pub(super) async fn hides_any<D: Dialect>(
    connection: &mut D::Connection,
    table: &'static str,
    columns: Columns,
) -> Result<bool, StoreError> {
    let Some(horizon) = D::HORIZON else { return Ok(false) };
    let mut statement = Statement::<D>::new("select 1 from ");
    statement.push(table).push(" where ").push(columns.position).push(" >= ").push(horizon).push(" limit 1");
    Ok(statement.row(connection).await?.is_some())
}

/// Leaves the places out.
pub(super) fn without_places<T>(page: Page<(T, Place)>) -> Page<T> {
    Page { items: page.items.into_iter().map(|(item, _)| item).collect(), next: page.next }
}

#[cfg(test)]
mod tests {
    use sqlx::Sqlite;
    use uuid::Uuid;

    use super::*;

    const COLUMNS: Columns = Columns { id: "id", time: "created_at", position: "position" };

    fn asked(order: Order, rank: Option<i64>) -> Asked {
        Asked { order, from: Some(Place { rank, id: Uuid::nil() }), limit: 2 }
    }

    fn sql(of: impl Fn(&mut Statement<Sqlite>)) -> String {
        let mut statement = Statement::new("");
        of(&mut statement);
        statement.finished().expect("no fault").0
    }

    #[test]
    fn a_page_begins_behind_its_place() {
        let begin = |asked: Asked| sql(|statement| asked.begin(statement, COLUMNS));
        assert_eq!(begin(asked(Order::NewestId, None)), " and id < $1");
        assert_eq!(begin(asked(Order::NewestTime, Some(1))), " and created_at <= $1 and (created_at, id) < ($2, $3)");
        assert_eq!(begin(asked(Order::Commits, Some(1))), " and position >= $1 and (position, id) > ($2, $3)");
    }

    #[test]
    fn a_page_ends_at_its_edge() {
        let end = |order, rank| {
            sql(|statement| asked(order, rank).end_at(statement, COLUMNS, Place { rank, id: Uuid::nil() }))
        };
        assert_eq!(end(Order::NewestId, None), " and id >= $1");
        assert_eq!(end(Order::NewestTime, Some(1)), " and created_at >= $1 and (created_at, id) >= ($2, $3)");
        assert_eq!(end(Order::Commits, Some(1)), " and position <= $1 and (position, id) <= ($2, $3)");
    }

    #[test]
    fn a_page_goes_on_behind_its_last_row_or_where_it_stopped_looking() {
        let place = |rank| Place { rank: Some(rank), id: Uuid::nil() };
        let rows = |count: i64| (0..count).map(|number| ((), place(number))).collect();
        let asked = asked(Order::Commits, None);
        assert_eq!(asked.page::<()>(rows(3), Some(place(9))).next, Some(place(1)));
        assert_eq!(asked.page::<()>(rows(2), Some(place(9))).next, Some(place(9)));
        assert_eq!(asked.page::<()>(rows(2), None).next, None);
    }

    #[test]
    fn a_place_of_any_number_is_a_time() {
        assert_eq!(micros(i64::MIN), in_bounds(DateTime::<Utc>::MIN_UTC));
        assert_eq!(micros(1), DateTime::from_timestamp_micros(1).expect("a time"));
        assert_eq!(micros(i64::MAX), in_bounds(DateTime::<Utc>::MAX_UTC));
    }
}
