//! Rows as arrays, one for each column: `select * from unnest($1, $2)`. The text is the same for any number of rows,
//! and the server does not plan and set up each cell of each row: a row of `player_pairs` by itself costs it 7 µs
//! instead of 12.

use std::{any::Any, fmt::Write};

use sqlx::{Arguments, Postgres, error::BoxDynError, postgres::PgArguments};

use crate::storage::dialect::{Column, RowWriter};

/// Maximum number of rows in a statement. More gained nothing.
const MAX_ROWS: usize = 1_024;

/// The number of rows for the next statement, of those left.
pub(super) fn part_of(rows: usize) -> usize {
    rows.min(MAX_ROWS)
}

/// The values of a column: a `Vec<T>` of a type that is not known before the first row.
trait Values: Any + Send {
    fn len(&self) -> usize;

    fn bind(self: Box<Self>, arguments: &mut PgArguments) -> Result<(), BoxDynError>;
}

impl<T: Column> Values for Vec<T> {
    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn bind(self: Box<Self>, arguments: &mut PgArguments) -> Result<(), BoxDynError> {
        arguments.add(*self)
    }
}

/// Rows that are bound column by column.
pub(crate) struct Arrays {
    sql: String,
    arguments: PgArguments,
    columns: Vec<Box<dyn Values>>,
    error: Option<BoxDynError>,
    rows: usize,
    /// The column of the next cell, from 0.
    next: usize,
}

impl RowWriter<Postgres> for Arrays {
    fn after(sql: String, arguments: PgArguments) -> Self {
        Arrays { sql, arguments, columns: Vec::new(), error: None, rows: 0, next: 0 }
    }

    fn row(&mut self, cells: impl FnOnce(&mut Self)) {
        self.rows += 1;
        self.next = 0;
        cells(self);
    }

    /// A value of another type than those before is left out: its column then is too short, an error at the end.
    fn cell<T: Column>(&mut self, value: T) -> &mut Self {
        if self.next == self.columns.len() {
            self.columns.push(Box::new(Vec::<T>::new()));
        }
        let values: &mut dyn Any = self.columns[self.next].as_mut();
        if let Some(values) = values.downcast_mut::<Vec<T>>() {
            values.push(value);
        }
        self.next += 1;
        self
    }

    fn fail(&mut self, error: BoxDynError) -> &mut Self {
        self.error.get_or_insert(error);
        self
    }

    fn finish(mut self) -> Result<(String, PgArguments), BoxDynError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let (mut placeholders, mut names) = (Vec::new(), Vec::new());
        for (index, values) in self.columns.into_iter().enumerate() {
            let name = format!("column{}", index + 1);
            if values.len() != self.rows {
                return Err(format!("{name} has {} values of its type in {} rows", values.len(), self.rows).into());
            }
            values.bind(&mut self.arguments)?;
            placeholders.push(format!("${}", self.arguments.len()));
            names.push(name);
        }
        let (placeholders, names) = (placeholders.join(", "), names.join(", "));
        write!(self.sql, "select * from unnest({placeholders}) as cell ({names})")?;
        Ok((self.sql, self.arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(fill: impl FnOnce(&mut Arrays)) -> Result<(String, PgArguments), String> {
        let mut rows = Arrays::after("insert into t ".to_owned(), PgArguments::default());
        fill(&mut rows);
        rows.finish().map_err(|error| error.to_string())
    }

    #[test]
    fn rows_are_arrays_of_their_columns() {
        let (sql, arguments) = finished(|rows| {
            for number in [1_i64, 2, 3] {
                rows.row(|row| _ = row.cell(number).cell("x".to_owned()));
            }
        })
        .expect("a statement");
        assert_eq!(sql, "insert into t select * from unnest($1, $2) as cell (column1, column2)");
        assert_eq!(arguments.len(), 2);
    }

    #[test]
    fn rows_of_different_types_or_lengths_are_an_error() {
        let types = finished(|rows| {
            rows.row(|row| _ = row.cell(1_i64));
            rows.row(|row| _ = row.cell(1_i32));
        });
        assert_eq!(types.err().as_deref(), Some("column1 has 1 values of its type in 2 rows"));
        let lengths = finished(|rows| {
            rows.row(|row| _ = row.cell(1_i64).cell(1_i64));
            rows.row(|row| _ = row.cell(1_i64));
        });
        assert_eq!(lengths.err().as_deref(), Some("column2 has 1 values of its type in 2 rows"));
    }
}
