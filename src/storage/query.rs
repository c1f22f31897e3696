//! Statements put together from fixed text and bound values, and the rows they give.

use std::fmt::Write;

use chrono::{DateTime, Utc};
use sqlx::{Arguments, error::BoxDynError};
use uuid::Uuid;

use super::{
    dialect::{Column, Dialect},
    error::damaged,
};
use crate::service::store::{OwnerFilter, StoreError};

/// A statement under construction: its text is made of what stands in this source, all else is bound.
pub(super) struct Statement<D: Dialect> {
    sql: String,
    arguments: D::Arguments,
    fault: Option<BoxDynError>,
}

impl<D: Dialect> Statement<D> {
    /// A statement that begins so.
    pub(super) fn new(sql: &'static str) -> Self {
        Statement { sql: sql.to_owned(), arguments: D::Arguments::default(), fault: None }
    }

    /// A statement that deletes rows of a table, and that begins with a condition that only its own purpose meets: with
    /// another statement's arguments, as a pooler may mix them up, it deletes nothing.
    pub(super) fn delete_from(table: &'static str, purpose: &'static str) -> Self {
        let mut statement = Statement::new("delete from ");
        statement.push(table).push(" where ").bind(purpose.to_owned());
        statement.push(" = '").push(purpose).push("'");
        statement
    }

    /// Adds text.
    pub(super) fn push(&mut self, sql: &'static str) -> &mut Self {
        self.sql.push_str(sql);
        self
    }

    /// Adds a placeholder and its value.
    pub(super) fn bind<T: Column>(&mut self, value: T) -> &mut Self {
        if let Err(fault) = D::add(&mut self.arguments, value) {
            self.fault.get_or_insert(fault);
        }
        write!(self.sql, "${}", self.arguments.len()).expect("a string takes any text");
        self
    }

    /// Adds a number as part of the text, where the plan depends on it: Postgres takes a limit that it does not know for
    /// a tenth of everything, and so plans anew each time.
    pub(super) fn number(&mut self, number: u32) -> &mut Self {
        write!(self.sql, "{number}").expect("a string takes any text");
        self
    }

    /// Adds a placeholder and its time.
    pub(super) fn bind_time(&mut self, time: DateTime<Utc>) -> &mut Self {
        self.bind(D::time(time))
    }

    /// Narrows it to what belongs to this owner, by the column that says so.
    pub(super) fn owned(&mut self, column: &'static str, owner: OwnerFilter) -> &mut Self {
        match owner {
            OwnerFilter::Any => self,
            OwnerFilter::Owner(owner) => self.push(" and ").push(column).push(" = ").bind(owner.0),
        }
    }

    /// Adds a value to a list: after a comma, unless it is the first.
    pub(super) fn item<T: Column>(&mut self, value: T) -> &mut Self {
        self.comma().bind(value)
    }

    /// Adds a value to a list, if there is one: a column may be too narrow for a number.
    pub(super) fn try_item<T: Column>(&mut self, value: Result<T, BoxDynError>) -> &mut Self {
        match value {
            Ok(value) => self.item(value),
            Err(fault) => {
                self.fault.get_or_insert(fault);
                self
            }
        }
    }

    /// Adds a column to a list with the value that it gets, if there is one.
    pub(super) fn try_set<T: Column>(&mut self, column_is: &'static str, value: Result<T, BoxDynError>) -> &mut Self {
        self.comma().push(column_is);
        self.try_item(value)
    }

    /// Adds a number to a list, which the column may be too narrow for.
    pub(super) fn narrow_item<T: Column, N: TryInto<T, Error: Into<BoxDynError>>>(&mut self, number: N) -> &mut Self {
        self.try_item(number.try_into().map_err(Into::into))
    }

    /// Adds the condition that the column before it is one of these ids: at least one, and not too many for a statement.
    pub(super) fn one_of(&mut self, ids: impl ExactSizeIterator<Item = Uuid> + Clone) -> &mut Self {
        // The last is repeated so that the texts are few, each of which the database plans anew.
        let repeated = ids.clone().last().into_iter().cycle().take(ids.len().next_power_of_two() - ids.len());
        self.push(" in (");
        for id in ids.chain(repeated) {
            self.item(id);
        }
        self.push(")")
    }

    /// A comma, unless a list has just begun.
    pub(super) fn comma(&mut self) -> &mut Self {
        if self.sql.ends_with([' ', '(']) { self } else { self.push(", ") }
    }

    /// Runs it; gives its rows.
    pub(super) async fn rows(self, connection: &mut D::Connection) -> sqlx::Result<Vec<D::Row>> {
        let (sql, arguments) = self.finished()?;
        D::rows(connection, sql, arguments).await
    }

    /// Runs it; gives its one row, if there is one.
    pub(super) async fn row(self, connection: &mut D::Connection) -> sqlx::Result<Option<D::Row>> {
        Ok(self.rows(connection).await?.into_iter().next())
    }

    /// Runs it; gives the number that it counts.
    pub(super) async fn count(self, connection: &mut D::Connection) -> Result<u64, StoreError> {
        let row = self.row(connection).await?;
        let count: i64 = row.map(|row| Cells::<D>::of(&row).next()).transpose()?.unwrap_or_default();
        Ok(count.unsigned_abs())
    }

    /// Runs it; tells how many rows it touched.
    pub(super) async fn execute(self, connection: &mut D::Connection) -> sqlx::Result<u64> {
        let (sql, arguments) = self.finished()?;
        D::execute(connection, sql, arguments).await
    }

    /// Its text and what is bound to it.
    pub(super) fn finished(self) -> sqlx::Result<(String, D::Arguments)> {
        match self.fault {
            Some(fault) => Err(sqlx::Error::Encode(fault)),
            None => Ok((self.sql, self.arguments)),
        }
    }
}

/// A row's cells, read from left to right: in the order in which the statement names its columns.
pub(super) struct Cells<'r, D: Dialect> {
    row: &'r D::Row,
    next: usize,
}

impl<'r, D: Dialect> Cells<'r, D> {
    /// The cells of a row, from the first.
    pub(super) fn of(row: &'r D::Row) -> Self {
        Cells { row, next: 0 }
    }

    /// The next cell.
    pub(super) fn next<T: Column>(&mut self) -> Result<T, StoreError> {
        let value = D::get(self.row, self.next)?;
        self.next += 1;
        Ok(value)
    }

    /// The next cell, a time.
    pub(super) fn time(&mut self) -> Result<DateTime<Utc>, StoreError> {
        self.optional_time()?.ok_or_else(|| damaged("a time is missing"))
    }

    /// The next cell, a time that may be missing.
    pub(super) fn optional_time(&mut self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let kept: Option<D::Time> = self.next()?;
        kept.map(|time| D::utc(time).ok_or_else(|| damaged("a time is out of bounds"))).transpose()
    }

    /// The next cell, a number that is never negative.
    pub(super) fn count(&mut self) -> Result<u32, StoreError> {
        let number: i32 = self.next()?;
        u32::try_from(number).map_err(|_| damaged("a number is negative"))
    }

    /// The next cell, a small number that is never negative.
    pub(super) fn small_count(&mut self) -> Result<u32, StoreError> {
        let number: i16 = self.next()?;
        u32::try_from(number).map_err(|_| damaged("a number is negative"))
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

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
    fn no_statement_deletes_without_its_purpose() {
        let files = check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/storage"));
        assert!(files > 20, "the source is not here");
    }
}
