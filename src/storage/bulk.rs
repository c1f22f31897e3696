//! Multi-row statements. They come in a few sizes only, so that each text is prepared once.

use futures::future;

use super::{dialect::Dialect, query::Statement};
use crate::service::store::StoreError;

/// Splits rows into parts of the sizes that this database uses.
pub(super) fn parts<D: Dialect, T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    parts_of(D::BATCH_ROWS, rows)
}

/// Splits rows into parts of these sizes, which descend to 1; the largest parts come first.
pub(super) fn parts_of<'r, T>(sizes: &'static [usize], mut rows: &'r [T]) -> impl Iterator<Item = &'r [T]> {
    std::iter::from_fn(move || {
        let size = sizes.iter().copied().find(|size| *size <= rows.len())?;
        let (part, rest) = rows.split_at(size);
        rows = rest;
        Some(part)
    })
}

/// Runs a statement for all rows, as many at a time as possible: `head (…), (…) tail`. While the database runs one, the
/// next is built.
pub(super) async fn each_row<D: Dialect, T: Sync>(
    connection: &mut D::Connection,
    rows: &[T],
    begin: impl Fn() -> Statement<D> + Send + Sync,
    cells: impl Fn(&mut Statement<D>, &T) + Send + Sync,
    tail: &'static str,
) -> Result<(), StoreError> {
    let build = |part: &[T]| {
        let mut statement = begin();
        for row in part {
            statement.comma().push("(");
            cells(&mut statement, row);
            statement.push(")");
        }
        statement.push(tail);
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

    #[test]
    fn parts_have_the_allowed_sizes_and_cover_all_rows_in_order() {
        let rows: Vec<usize> = (0..600).collect();
        let sizes = |rows| parts::<Postgres, usize>(rows).map(<[usize]>::len).collect::<Vec<_>>();
        assert_eq!(sizes(&rows), [256, 256, 32, 32, 4, 4, 4, 4, 4, 4]);
        assert_eq!(sizes(&rows[..3]), [1, 1, 1]);
        assert!(sizes(&rows[..0]).is_empty());
        assert_eq!(parts::<Sqlite, _>(&rows).flatten().copied().collect::<Vec<_>>(), rows);
    }
}
