//! Keyset pagination: the order of lists, where a page begins, and how many rows it scans.
//!
//! If an index finds the matches, a page has the requested length. If a filter only narrows what an index finds, a page
//! ends after [`MAX_SCANNED`] rows, so that no statement scans a whole table.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    dialect::Dialect,
    query::{Cells, Statement},
};
use crate::service::{
    left_out,
    store::{Page, Position, StoreError},
};

/// Maximum number of rows that a page scans.
pub(super) const MAX_SCANNED: u32 = 5_000;

/// A request for a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageRequest {
    /// The order of the list.
    pub(super) order: Order,
    /// The position after which the page begins; `None`: at the start of the list.
    pub(super) from: Option<Position>,
    /// Maximum number of items.
    pub(super) limit: u32,
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By id, newest first.
    NewestId,
    /// By time, newest first, then by id.
    NewestTime,
    /// By position in commit order, then by id.
    Commits,
}

/// The columns that lists of a table are ordered by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// The id.
    pub(super) id: &'static str,
    /// The time, of storage or another.
    pub(super) time: &'static str,
    /// The position in commit order.
    pub(super) position: &'static str,
}

impl Order {
    /// The order of a list that starts with the newest. A list limited to a period is ordered by time.
    pub(super) fn newest(since: Option<DateTime<Utc>>, until: Option<DateTime<Utc>>) -> Order {
        if since.or(until).is_some() { Order::NewestTime } else { Order::NewestId }
    }

    /// The column before the id in the sort key.
    fn rank(self, columns: Columns) -> Option<&'static str> {
        match self {
            Order::NewestId => None,
            Order::NewestTime => Some(columns.time),
            Order::Commits => Some(columns.position),
        }
    }

    /// The operators for "after a position" and "at or after a position".
    const fn later(self) -> (&'static str, &'static str) {
        match self {
            Order::NewestId | Order::NewestTime => (" < ", " <= "),
            Order::Commits => (" > ", " >= "),
        }
    }

    /// The operator for "at or before a position".
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

    /// Adds the columns of a row's position.
    pub(super) fn select_place<D: Dialect>(self, statement: &mut Statement<D>, columns: Columns) {
        statement.push(columns.id);
        if let Some(rank) = self.rank(columns) {
            statement.push(", ").push(rank);
        }
    }

    /// Number of cells of [`select_place`](Order::select_place).
    pub(super) const fn places(self) -> usize {
        match self {
            Order::NewestId => 1,
            Order::NewestTime | Order::Commits => 2,
        }
    }

    /// Reads the cells of [`select_place`](Order::select_place).
    pub(super) fn read_position<D: Dialect>(self, cells: &mut Cells<'_, D>) -> Result<Position, StoreError> {
        let id = cells.next()?;
        let rank = match self {
            Order::NewestId => None,
            Order::NewestTime => Some(cells.time()?.timestamp_micros()),
            Order::Commits => Some(cells.next()?),
        };
        Ok(Position { rank, id })
    }

    fn bind_rank<D: Dialect>(self, statement: &mut Statement<D>, rank: i64) {
        match self {
            Order::NewestTime => statement.bind_time(micros(rank)),
            Order::NewestId | Order::Commits => statement.bind(rank),
        };
    }
}

/// A time in a position. Values outside the range are clamped.
fn micros(rank: i64) -> DateTime<Utc> {
    let nearest = if rank < 0 { DateTime::<Utc>::MIN_UTC } else { DateTime::<Utc>::MAX_UTC };
    in_bounds(DateTime::from_timestamp_micros(rank).unwrap_or(nearest))
}

/// The time, clamped to the range of both databases.
fn in_bounds(time: DateTime<Utc>) -> DateTime<Utc> {
    const FIRST: i64 = -62_135_596_800;
    const LAST: i64 = 253_402_300_799;
    let second = |second| DateTime::from_timestamp(second, 0).expect("a second of the years 1 to 9999");
    time.clamp(second(FIRST), second(LAST))
}

impl PageRequest {
    /// Adds the conditions that a row comes after the start of the page and, in commit order, that no row can appear
    /// before it any more.
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

    /// Adds the condition that a row does not come after this position.
    pub(super) fn end_at<D: Dialect>(&self, statement: &mut Statement<D>, columns: Columns, edge: Position) {
        let until_there = self.order.until_there();
        self.compare(statement, columns, edge, until_there, until_there);
    }

    /// Adds a comparison of sort key and id. The sort key is also compared alone, which is redundant but allows the use
    /// of an index.
    fn compare<D: Dialect>(
        &self,
        statement: &mut Statement<D>,
        columns: Columns,
        position: Position,
        rank_sign: &'static str,
        sign: &'static str,
    ) {
        let Some((column, rank)) = self.order.rank(columns).zip(position.rank) else {
            statement.push(" and ").push(columns.id).push(sign).bind(position.id);
            return;
        };
        statement.push(" and ").push(column).push(rank_sign);
        self.order.bind_rank(statement, rank);
        statement.push(" and (").push(column).push(", ").push(columns.id).push(")").push(sign).push("(");
        self.order.bind_rank(statement, rank);
        statement.push(", ").bind(position.id).push(")");
    }

    /// Ends the statement with the order of the list and a limit.
    pub(super) fn cut<D: Dialect>(&self, statement: &mut Statement<D>, columns: Columns, limit: u32) {
        statement.push(" order by ");
        if let Some(rank) = self.order.rank(columns) {
            statement.push(rank).push(self.order.direction()).push(", ");
        }
        statement.push(columns.id).push(self.order.direction()).push(" limit ").number(limit);
    }

    /// Number of rows scanned first, enough for most filters to fill a page.
    pub(super) fn first_window(&self) -> u32 {
        self.limit.saturating_add(1).saturating_mul(4).min(self.window())
    }

    /// Maximum number of rows scanned.
    pub(super) fn window(&self) -> u32 {
        self.limit.saturating_add(1).max(MAX_SCANNED)
    }

    /// Where a page stops scanning, if `rows`, the sources and conditions of its statement, has more rows than the
    /// window.
    pub(super) async fn edge<D: Dialect>(
        &self,
        columns: Columns,
        window: u32,
        connection: &mut D::Connection,
        rows: impl FnOnce(&mut Statement<D>),
    ) -> Result<Option<Position>, StoreError> {
        let mut statement = Statement::<D>::new("select ");
        self.order.select_place(&mut statement, columns);
        rows(&mut statement);
        self.begin(&mut statement, columns);
        self.cut(&mut statement, columns, 1);
        statement.push(" offset ").number(window - 1);
        let Some(row) = statement.row(connection).await? else { return Ok(None) };
        self.order.read_position(&mut Cells::<D>::of(&row)).map(Some)
    }

    /// The ends of a period, without those that the positions imply between which the rows are: of two bounds SQLite
    /// would use the wider one, and scan all rows up to it.
    pub(super) fn open_ends(
        &self,
        edge: Option<Position>,
        (since, until): (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
    ) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
        let rank = |position: Option<Position>| position.and_then(|position| position.rank);
        let (from, edge) = (rank(self.from), rank(edge));
        let since = since.filter(|since| edge.is_none_or(|edge| edge < since.timestamp_micros()));
        let until = until.filter(|until| from.is_none_or(|from| from >= until.timestamp_micros()));
        (since, until)
    }

    /// Makes a page from up to one row more than it may have.
    pub(super) fn page<T>(&self, mut rows: Vec<(T, Position)>, edge: Option<Position>) -> Page<(T, Position)> {
        let more = rows.len() > self.limit as usize;
        rows.truncate(self.limit as usize);
        let next = if more { rows.last().map(|(_, position)| *position).or(self.from) } else { edge };
        Page { items: rows, next }
    }

    /// Resolves the position of an old cursor, from before its list had positions.
    ///
    /// If the row no longer exists, the sort key of its neighbour is used, which is adjacent by id.
    pub(super) async fn resolved<D: Dialect>(
        mut self,
        connection: &mut D::Connection,
        table: &'static str,
        columns: Columns,
    ) -> Result<PageRequest, StoreError> {
        let (Some(Position { rank: None, id }), Some(column)) = (self.from, self.order.rank(columns)) else {
            return Ok(self);
        };
        for (sign, direction) in [(" >= ", " limit 1"), (" < ", " desc limit 1")] {
            let mut statement = Statement::<D>::new("select ");
            statement.push(columns.id).push(", ").push(column).push(" from ").push(table).push(" where ");
            statement.push(columns.id).push(sign).bind(id).push(" order by ").push(columns.id).push(direction);
            if let Some(row) = statement.row(connection).await? {
                let Position { rank, .. } = self.order.read_position(&mut Cells::<D>::of(&row))?;
                self.from = Some(Position { rank, id });
                return Ok(self);
            }
        }
        self.from = None;
        Ok(self)
    }
}

/// Adds the condition that a time is in the half-open period.
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

/// Is any row of this table committed, but not visible in commit order yet?
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

/// The position in the commit order of a table after which comes whatever is committed from now on.
pub(super) async fn latest<D: Dialect>(
    connection: &mut D::Connection,
    table: &'static str,
) -> Result<Position, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    match D::HORIZON {
        Some(horizon) => statement.push(horizon).push(" - 1"),
        // Positions of deleted rows are not given again, so the next one may come long after those that there are.
        None => statement
            .push("max(coalesce((select seq from sqlite_sequence where name = '")
            .push(table)
            .push("'), 0), coalesce((select max(position) from ")
            .push(table)
            .push("), 0))"),
    };
    let rank = statement.read_one(connection, |cells| cells.next()).await?;
    Ok(Position { rank: Some(rank.unwrap_or_default()), id: Uuid::max() })
}

/// Drops the positions.
pub(super) fn without_positions<T>(page: Page<(T, Position)>) -> Page<T> {
    Page { items: page.items.into_iter().map(|(item, _)| item).collect(), next: page.next }
}

/// Leaves out items that cannot be read.
pub(super) fn without_damaged<T>(
    what: &'static str,
    page: Page<(Result<T, StoreError>, Position)>,
) -> Result<Page<(T, Position)>, StoreError> {
    let readable = |(item, position): (Result<T, StoreError>, Position)| match item {
        Ok(item) => Some(Ok((item, position))),
        Err(StoreError::Broken(error)) => {
            left_out(what, position.id, &error);
            None
        }
        Err(error @ StoreError::Unavailable(_)) => Some(Err(error)),
    };
    let items: Result<Vec<_>, StoreError> = page.items.into_iter().filter_map(readable).collect();
    Ok(Page { items: items?, next: page.next })
}

#[cfg(test)]
mod tests {
    use sqlx::Sqlite;

    use super::*;

    const COLUMNS: Columns = Columns { id: "id", time: "created_at", position: "position" };

    fn request(order: Order, rank: Option<i64>) -> PageRequest {
        PageRequest { order, from: Some(Position { rank, id: Uuid::nil() }), limit: 2 }
    }

    fn sql(of: impl Fn(&mut Statement<Sqlite>)) -> String {
        let mut statement = Statement::new("");
        of(&mut statement);
        statement.finished().expect("no error").0
    }

    #[test]
    fn a_page_begins_after_its_position() {
        let begin = |request: PageRequest| sql(|statement| request.begin(statement, COLUMNS));
        assert_eq!(begin(request(Order::NewestId, None)), " and id < ?");
        assert_eq!(begin(request(Order::NewestTime, Some(1))), " and created_at <= ? and (created_at, id) < (?, ?)");
        assert_eq!(begin(request(Order::Commits, Some(1))), " and position >= ? and (position, id) > (?, ?)");
    }

    #[test]
    fn a_page_ends_at_its_edge() {
        let end = |order, rank| {
            sql(|statement| request(order, rank).end_at(statement, COLUMNS, Position { rank, id: Uuid::nil() }))
        };
        assert_eq!(end(Order::NewestId, None), " and id >= ?");
        assert_eq!(end(Order::NewestTime, Some(1)), " and created_at >= ? and (created_at, id) >= (?, ?)");
        assert_eq!(end(Order::Commits, Some(1)), " and position <= ? and (position, id) <= (?, ?)");
    }

    #[test]
    fn the_next_page_begins_after_the_last_row_or_where_scanning_stopped() {
        let position = |rank| Position { rank: Some(rank), id: Uuid::nil() };
        let rows = |count: i64| (0..count).map(|number| ((), position(number))).collect();
        let request = request(Order::Commits, None);
        assert_eq!(request.page::<()>(rows(3), Some(position(9))).next, Some(position(1)));
        assert_eq!(request.page::<()>(rows(2), Some(position(9))).next, Some(position(9)));
        assert_eq!(request.page::<()>(rows(2), None).next, None);
    }

    #[test]
    fn any_number_in_a_position_is_a_time() {
        assert_eq!(micros(i64::MIN), in_bounds(DateTime::<Utc>::MIN_UTC));
        assert_eq!(micros(1), DateTime::from_timestamp_micros(1).expect("a time"));
        assert_eq!(micros(i64::MAX), in_bounds(DateTime::<Utc>::MAX_UTC));
    }

    #[test]
    fn of_two_bounds_on_a_time_only_the_closer_one_is_asked_for() {
        let at = |micros: i64| DateTime::from_timestamp_micros(micros);
        let place = |micros| Some(Position { rank: Some(micros), id: Uuid::nil() });
        let open = |from, edge, period| {
            let request = PageRequest { order: Order::NewestTime, from, limit: 1 };
            request.open_ends(edge, period)
        };
        assert_eq!(open(None, None, (at(10), at(20))), (at(10), at(20)));
        assert_eq!(open(None, place(12), (at(10), at(20))), (None, at(20)));
        assert_eq!(open(place(19), place(12), (at(10), at(20))), (None, None));
        // A position outside the period does not widen it.
        assert_eq!(open(place(20), place(9), (at(10), at(20))), (at(10), at(20)));
    }
}
