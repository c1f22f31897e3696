//! Copies a whole database into an empty one, of either kind.
//!
//! Rows are copied as they are stored, in the order of their keys, a page in a transaction. So a copy that was interrupted
//! holds the first rows of each table and goes on after them, once they are found to be the same. At the end both databases are
//! read again and compared.

mod rows;
mod tables;

use std::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

use self::tables::TABLES;
use crate::{
    hex::hex,
    service::store::{CopiedRow, CopiedTable, Store, StoreError},
};

/// Maximum number of rows per transaction.
const PAGE: u32 = 200;

/// Why a database was not copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// There are other rows than a copy has.
    #[error("the target holds something else: its `{0}` are not those of the source. Nothing was copied")]
    HoldsOther(&'static str),
    /// What was copied is not what there is.
    #[error(
        "the `{table}` differ after the copy: {source_rows}, copied {target_rows}. Was the source written meanwhile?"
    )]
    Differs {
        /// The table.
        table: &'static str,
        /// What the source has of it.
        source_rows: Summary,
        /// What the target has.
        target_rows: Summary,
    },
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The rows of a table, summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Their number.
    pub rows: u64,
    /// SHA-256 of their contents in the order of the key, in hex.
    pub checksum: String,
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} rows, {}", self.rows, self.checksum)
    }
}

/// Copies everything into a database that is empty, or that an interrupted copy of the same one has left; returns what both
/// have of each table. `report` is told how many more rows were copied.
///
/// # Errors
/// As of [`CopyError`].
pub async fn copy(
    from: &dyn Store,
    to: &dyn Store,
    report: impl Fn(&'static str, usize),
) -> Result<Vec<(&'static str, Summary)>, CopyError> {
    let mut begun = Vec::with_capacity(TABLES.len());
    for table in TABLES.iter() {
        begun.push((table, matched(from, to, table).await?));
    }
    let position = from.latest_news().await?;
    for (table, mut after) in begun {
        loop {
            let rows = from.copied_rows(table, after.as_ref(), PAGE).await?;
            if rows.is_empty() {
                break;
            }
            to.add_rows(table, &rows).await?;
            report(table.name, rows.len());
            after = rows.into_iter().last();
        }
    }
    to.go_on_after(position).await?;
    let mut summaries = Vec::with_capacity(TABLES.len());
    for table in TABLES.iter() {
        let (source_rows, target_rows) = (summary(from, table).await?, summary(to, table).await?);
        if source_rows != target_rows {
            return Err(CopyError::Differs { table: table.name, source_rows, target_rows });
        }
        summaries.push((table.name, target_rows));
    }
    Ok(summaries)
}

/// The last row of the source that the target has, if what the target has are the first rows of the source.
async fn matched(
    from: &dyn Store,
    to: &dyn Store,
    table: &'static CopiedTable,
) -> Result<Option<CopiedRow>, CopyError> {
    let (mut last, mut copied) = (None::<CopiedRow>, None::<CopiedRow>);
    loop {
        let there = to.copied_rows(table, copied.as_ref(), PAGE).await?;
        if there.is_empty() {
            return Ok(last);
        }
        let here = from.copied_rows(table, last.as_ref(), u32::try_from(there.len()).unwrap_or(PAGE)).await?;
        let is_same = |(one, other): (&CopiedRow, &CopiedRow)| one.content(table) == other.content(table);
        if here.len() != there.len() || !here.iter().zip(&there).all(is_same) {
            return Err(CopyError::HoldsOther(table.name));
        }
        (last, copied) = (here.into_iter().last(), there.into_iter().last());
    }
}

/// The rows of a table, summed up in the same way for both kinds of databases.
async fn summary(store: &dyn Store, table: &'static CopiedTable) -> Result<Summary, StoreError> {
    let (mut rows, mut checksum, mut after) = (0, Checksum::default(), None::<CopiedRow>);
    loop {
        let page = store.copied_rows(table, after.as_ref(), PAGE).await?;
        if page.is_empty() {
            return Ok(Summary { rows, checksum: hex(&checksum.0.finalize()) });
        }
        rows += page.len() as u64;
        page.iter().for_each(|row| row.content(table).hash(&mut checksum));
        after = page.into_iter().last();
    }
}

/// SHA-256 of what is hashed.
#[derive(Default)]
struct Checksum(Sha256);

impl Hasher for Checksum {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Not asked for.
    fn finish(&self) -> u64 {
        0
    }
}
