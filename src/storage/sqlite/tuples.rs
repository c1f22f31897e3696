//! Rows as tuples: `values (?, ?), (?, ?)`.

use sqlx::{Arguments, Sqlite, error::BoxDynError, sqlite::SqliteArguments};

use crate::storage::dialect::{Column, RowWriter};

/// Numbers of rows in a statement, descending to 1: few, so that each text is prepared once, and one that is large,
/// since each statement costs a round trip to the connection's thread.
const SIZES: [usize; 4] = [64, 16, 4, 1];

/// The number of rows for the next statement, of those left.
pub(super) fn part_of(rows: usize) -> usize {
    SIZES.into_iter().find(|size| *size <= rows).unwrap_or_default()
}

/// Rows that are bound cell by cell.
pub(crate) struct Tuples {
    sql: String,
    arguments: SqliteArguments,
    error: Option<BoxDynError>,
}

impl RowWriter<Sqlite> for Tuples {
    fn after(mut sql: String, arguments: SqliteArguments) -> Self {
        sql.push_str("values ");
        Tuples { sql, arguments, error: None }
    }

    fn row(&mut self, cells: impl FnOnce(&mut Self)) {
        self.sql.push_str(if self.sql.ends_with(')') { ", (" } else { "(" });
        cells(self);
        self.sql.push(')');
    }

    fn cell<T: Column>(&mut self, value: T) -> &mut Self {
        self.sql.push_str(if self.sql.ends_with('(') { "?" } else { ", ?" });
        if let Err(error) = self.arguments.add(value) {
            return self.fail(error);
        }
        self
    }

    fn fail(&mut self, error: BoxDynError) -> &mut Self {
        self.error.get_or_insert(error);
        self
    }

    fn finish(self) -> Result<(String, SqliteArguments), BoxDynError> {
        self.error.map_or(Ok((self.sql, self.arguments)), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_tuples() {
        let mut rows = Tuples::after("insert into t ".to_owned(), SqliteArguments::default());
        for number in [1, 2] {
            rows.row(|row| _ = row.cell(number).cell("x".to_owned()));
        }
        let (sql, arguments) = rows.finish().expect("a statement");
        assert_eq!((sql.as_str(), arguments.len()), ("insert into t values (?, ?), (?, ?)", 4));
    }
}
