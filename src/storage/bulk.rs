//! Multi-row statements.

use futures::future;

use super::{dialect::Dialect, query::Statement};

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
}
