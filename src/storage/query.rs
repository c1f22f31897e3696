//! Builds statements from fixed text and bound values, and reads their rows.

use std::{fmt::Write, mem, str::FromStr};

use chrono::{DateTime, Utc};
use futures::future;
use serde::de::DeserializeOwned;
use sqlx::{Arguments, Row, error::BoxDynError};
use uuid::Uuid;

use super::{
    dialect::{Column, Dialect, RowWriter},
    error::damaged,
};
use crate::{
    games::Ruleset,
    service::store::{OwnerFilter, StoreError},
};

/// The rows of a table that a statement deletes: at most `limit` of those that meet a condition, the first in this
/// order.
pub(super) struct DeletedRows {
    pub(super) table: &'static str,
    pub(super) purpose: &'static str,
    /// The columns of a unique key.
    pub(super) key: &'static str,
    pub(super) order: &'static str,
    pub(super) limit: u32,
}

/// A statement under construction. Its text comes from the source code only; all values are bound.
pub(super) struct Statement<D: Dialect> {
    sql: String,
    arguments: D::Arguments,
    error: Option<BoxDynError>,
}

impl<D: Dialect> Statement<D> {
    /// A statement with this beginning.
    pub(super) fn new(sql: &'static str) -> Self {
        Statement { sql: sql.to_owned(), arguments: D::Arguments::default(), error: None }
    }

    /// A statement that stores rows into a table.
    pub(super) fn insert(into: &'static str) -> Self {
        let mut statement = Statement::new("insert ");
        statement.push(into);
        statement
    }

    /// A delete statement that begins with a condition specific to its purpose. If a pooler mixes up statements and
    /// runs it with another one's arguments, it deletes nothing.
    pub(super) fn delete_from(table: &'static str, purpose: &'static str) -> Self {
        let mut statement = Statement::new("delete from ");
        statement.push(table).push(" where ").bind(purpose.to_owned());
        statement.push(" = '").push(purpose).push("'");
        statement
    }

    /// A delete statement for some of the rows that meet a condition. The condition is repeated for the rows found, which
    /// another transaction may have changed meanwhile.
    pub(super) fn delete_some(rows: DeletedRows, condition: impl Fn(&mut Self)) -> Self {
        let DeletedRows { table, purpose, key, order, limit } = rows;
        let mut statement = Statement::delete_from(table, purpose);
        statement.push(" and (").push(key).push(") in (select ").push(key).push(" from ").push(table).push(" where ");
        condition(&mut statement);
        statement.push(" order by ").push(order).push(" limit ").number(limit).push(") and ");
        condition(&mut statement);
        statement
    }

    /// Deletes some of the rows that meet a condition; returns how many.
    pub(super) async fn delete_rows(
        connection: &mut D::Connection,
        rows: DeletedRows,
        condition: impl Fn(&mut Self),
    ) -> Result<u64, StoreError> {
        Ok(Statement::delete_some(rows, condition).execute(connection).await?)
    }

    /// Adds text.
    pub(super) fn push(&mut self, sql: &'static str) -> &mut Self {
        self.sql.push_str(sql);
        self
    }

    /// Adds a placeholder and binds its value.
    pub(super) fn bind<T: Column>(&mut self, value: T) -> &mut Self {
        if let Err(error) = D::add(&mut self.arguments, value) {
            self.error.get_or_insert(error);
        }
        D::placeholder(&mut self.sql, self.arguments.len());
        self
    }

    /// Adds rows, at least one, as a query whose columns are `column1`, `column2` and so on.
    pub(super) fn rows_of<T>(&mut self, rows: &[T], cells: impl Fn(&mut D::Rows, &T)) -> &mut Self {
        let mut writer = D::Rows::after(mem::take(&mut self.sql), mem::take(&mut self.arguments));
        for row in rows {
            writer.row(|writer| cells(writer, row));
        }
        match writer.finish() {
            Ok((sql, arguments)) => (self.sql, self.arguments) = (sql, arguments),
            Err(error) => _ = self.error.get_or_insert(error),
        }
        self
    }

    /// Adds a number to the text, for limits that the plan depends on. For a bound limit Postgres assumes a tenth of
    /// all rows, and therefore makes a new plan each time.
    pub(super) fn number(&mut self, number: u32) -> &mut Self {
        write!(self.sql, "{number}").expect("a string takes any text");
        self
    }

    /// Adds a placeholder and binds a time.
    pub(super) fn bind_time(&mut self, time: DateTime<Utc>) -> &mut Self {
        self.bind(D::time(time))
    }

    /// Restricts the statement to an owner, by this column.
    pub(super) fn owned(&mut self, column: &'static str, owner: OwnerFilter) -> &mut Self {
        match owner {
            OwnerFilter::Any => self,
            OwnerFilter::Owner(owner) => self.push(" and ").push(column).push(" = ").bind(owner.0),
        }
    }

    /// Restricts a list to the rows with lower ids than this, and to a number of them; the highest id comes first.
    pub(super) fn ids_below(&mut self, before: Option<Uuid>, limit: u32) -> &mut Self {
        if let Some(before) = before {
            self.push(" and id < ").bind(before);
        }
        self.push(" order by id desc limit ").number(limit)
    }

    /// Restricts a list to the rows with higher ids than this, and to a number of them; the lowest id comes first.
    pub(super) fn ids_above(&mut self, after: Option<Uuid>, limit: u32) -> &mut Self {
        if let Some(after) = after {
            self.push(" and id > ").bind(after);
        }
        self.push(" order by id limit ").number(limit)
    }

    /// Adds a value to a list, with a comma unless it is the first.
    pub(super) fn item<T: Column>(&mut self, value: T) -> &mut Self {
        self.comma().bind(value)
    }

    /// Adds a value to a list, or an error if a number is out of range for its column.
    pub(super) fn try_item<T: Column>(&mut self, value: Result<T, BoxDynError>) -> &mut Self {
        match value {
            Ok(value) => self.item(value),
            Err(error) => {
                self.error.get_or_insert(error);
                self
            }
        }
    }

    /// Adds an assignment to a list, or an error if the value is out of range for its column.
    pub(super) fn try_set<T: Column>(&mut self, column_is: &'static str, value: Result<T, BoxDynError>) -> &mut Self {
        self.comma().push(column_is);
        self.try_item(value)
    }

    /// Adds a number to a list, or an error if it is out of range for its column.
    pub(super) fn narrow_item<T: Column, N: TryInto<T, Error: Into<BoxDynError>>>(&mut self, number: N) -> &mut Self {
        self.try_item(number.try_into().map_err(Into::into))
    }

    /// Adds the condition that the preceding column is one of these values: at least one, and not too many for a
    /// statement.
    pub(super) fn one_of<T: Column + Clone>(&mut self, values: impl ExactSizeIterator<Item = T> + Clone) -> &mut Self {
        // The last one is repeated to limit the number of different texts, each of which the database must plan.
        let repeated = values.clone().last().into_iter().cycle().take(values.len().next_power_of_two() - values.len());
        self.push(" in (");
        for value in values.chain(repeated) {
            self.item(value);
        }
        self.push(")")
    }

    /// Adds a comma unless a list has just begun.
    pub(super) fn comma(&mut self) -> &mut Self {
        if self.sql.ends_with([' ', '(']) { self } else { self.push(", ") }
    }

    /// Runs the statement; returns its rows.
    pub(super) async fn rows(self, connection: &mut D::Connection) -> sqlx::Result<Vec<D::Row>> {
        let (sql, arguments) = self.finished()?;
        D::rows(connection, sql, arguments).await
    }

    /// Runs the statement; returns its only row, if any.
    pub(super) async fn row(self, connection: &mut D::Connection) -> sqlx::Result<Option<D::Row>> {
        Ok(self.rows(connection).await?.into_iter().next())
    }

    /// Runs the statement; returns what it reads from each row.
    pub(super) async fn read_all<T>(
        self,
        connection: &mut D::Connection,
        read: impl Fn(&mut Cells<'_, D>) -> Result<T, StoreError> + Send,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.rows(connection).await?;
        rows.iter().map(|row| read(&mut Cells::of(row))).collect()
    }

    /// Runs the statement; returns what it reads from its only row, if any.
    pub(super) async fn read_one<T>(
        self,
        connection: &mut D::Connection,
        read: impl FnOnce(&mut Cells<'_, D>) -> Result<T, StoreError> + Send,
    ) -> Result<Option<T>, StoreError> {
        let row = self.row(connection).await?;
        row.map(|row| read(&mut Cells::of(&row))).transpose()
    }

    /// Runs the statement; returns the number that it selects.
    pub(super) async fn count(self, connection: &mut D::Connection) -> Result<u64, StoreError> {
        let count: Option<i64> = self.read_one(connection, |cells| cells.next()).await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Runs the statement; returns the number of affected rows.
    pub(super) async fn execute(self, connection: &mut D::Connection) -> sqlx::Result<u64> {
        let (sql, arguments) = self.finished()?;
        D::execute(connection, sql, arguments).await
    }

    /// The text and the bound values.
    pub(super) fn finished(self) -> sqlx::Result<(String, D::Arguments)> {
        match self.error {
            Some(error) => Err(sqlx::Error::Encode(error)),
            None => Ok((self.sql, self.arguments)),
        }
    }
}

/// Reads the cells of a row from left to right, in the order of the selected columns.
pub(super) struct Cells<'r, D: Dialect> {
    row: &'r D::Row,
    next: usize,
}

impl<'r, D: Dialect> Cells<'r, D> {
    /// The cells of a row.
    pub(super) fn of(row: &'r D::Row) -> Self {
        Cells { row, next: 0 }
    }

    /// The last cells of a row, so many.
    pub(super) fn last(row: &'r D::Row, count: usize) -> Self {
        Cells { row, next: row.len().saturating_sub(count) }
    }

    /// The next cell.
    pub(super) fn next<T: Column>(&mut self) -> Result<T, StoreError> {
        let value = D::get(self.row, self.next)?;
        self.next += 1;
        Ok(value)
    }

    /// The next cell as the value that it stands for, if it stands for one.
    pub(super) fn value<T: Column, V>(
        &mut self,
        what: &str,
        value_of: impl FnOnce(T) -> Option<V>,
    ) -> Result<V, StoreError> {
        value_of(self.next()?).ok_or_else(|| damaged(what))
    }

    /// The next cell as the value that its text names, if it has one.
    pub(super) fn named<V: FromStr>(&mut self, what: &str) -> Result<Option<V>, StoreError> {
        let name: Option<String> = self.next()?;
        name.map(|name| name.parse().map_err(|_| damaged(what))).transpose()
    }

    /// The next cell as what its JSON holds.
    pub(super) fn json<V: DeserializeOwned>(&mut self, what: &str) -> Result<V, StoreError> {
        self.value(what, |text: String| serde_json::from_str(&text).ok())
    }

    /// The next cell as 32 bytes.
    pub(super) fn bytes32(&mut self, what: &str) -> Result<[u8; 32], StoreError> {
        self.value(what, |bytes: Vec<u8>| bytes.try_into().ok())
    }

    /// The next cell as a ruleset.
    pub(super) fn ruleset(&mut self) -> Result<Ruleset, StoreError> {
        self.value("ruleset", Ruleset::from_number)
    }

    /// The next cell as a time.
    pub(super) fn time(&mut self) -> Result<DateTime<Utc>, StoreError> {
        self.optional_time()?.ok_or_else(|| damaged("a time is missing"))
    }

    /// The next cell as a nullable time.
    pub(super) fn optional_time(&mut self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let stored: Option<D::Time> = self.next()?;
        stored.map(|time| D::utc(time).ok_or_else(|| damaged("a time is out of bounds"))).transpose()
    }

    /// The next cell as a non-negative number.
    pub(super) fn count(&mut self) -> Result<u32, StoreError> {
        let number: i32 = self.next()?;
        u32::try_from(number).map_err(|_| damaged("a number is negative"))
    }

    /// The next cell as a small non-negative number.
    pub(super) fn small_count(&mut self) -> Result<u32, StoreError> {
        let number: i16 = self.next()?;
        u32::try_from(number).map_err(|_| damaged("a number is negative"))
    }
}

/// Splits rows into parts for a statement each.
pub(super) fn parts<D: Dialect, T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let (part, rest) = rows.split_at(D::part_of(rows.len()));
        rows = rest;
        (!part.is_empty()).then_some(part)
    })
}

/// Runs a statement for all rows, as many at a time as possible: `begin`, rows, `tail`. While the database runs one,
/// the next is built.
pub(super) async fn each_row<D: Dialect, T: Sync>(
    connection: &mut D::Connection,
    rows: &[T],
    begin: impl Fn() -> Statement<D> + Send + Sync,
    cells: impl Fn(&mut D::Rows, &T) + Send + Sync,
    tail: &'static str,
) -> sqlx::Result<()> {
    let build = |part: &[T]| {
        let mut statement = begin();
        statement.rows_of(part, &cells).push(tail);
        statement
    };
    let mut parts = parts::<D, T>(rows);
    let mut next = parts.next().map(build);
    while let Some(statement) = next {
        // Polled in this order: the statement is on its way before the next is built.
        let (executed, built) = future::join(statement.execute(connection), async { parts.next().map(build) }).await;
        executed?;
        next = built;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use sqlx::{Postgres, Sqlite};

    use super::*;

    fn sizes<D: Dialect>(rows: usize) -> Vec<usize> {
        let rows: Vec<usize> = (0..rows).collect();
        let parts: Vec<&[usize]> = parts::<D, usize>(&rows).collect();
        assert_eq!(parts.concat(), rows);
        parts.into_iter().map(<[usize]>::len).collect()
    }

    #[test]
    fn parts_have_the_sizes_of_the_database_and_cover_all_rows_in_order() {
        assert_eq!(sizes::<Sqlite>(103), [64, 16, 16, 4, 1, 1, 1]);
        assert_eq!(sizes::<Postgres>(2_500), [1_024, 1_024, 452]);
        assert!(sizes::<Sqlite>(0).is_empty() && sizes::<Postgres>(0).is_empty());
    }

    fn check(folder: &Path) -> usize {
        let mut files = 0;
        for file in fs::read_dir(folder).expect("a folder") {
            let path = file.expect("a file").path();
            if path.is_dir() {
                files += check(&path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            let deletions = text.matches(concat!("\"delete", " from")).count();
            let here = path.ends_with("storage/query.rs");
            assert_eq!(deletions, usize::from(here), "{}: use Statement::delete_from", path.display());
            files += 1;
        }
        files
    }

    #[test]
    fn every_delete_statement_states_its_purpose() {
        let files = check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/storage"));
        assert!(files > 20, "the sources were not found");
    }
}
