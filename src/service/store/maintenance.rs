//! Erasure, expiry, the checks of the command line, and rows as they are stored, for a copy of a whole database.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{NewsPosition, StoreError};
use crate::service::records::{Erased, Erasure, Expired, GameId, GameRecord, ReadingId};

/// What keeps a database clean, and what checks it.
#[async_trait]
pub trait MaintenanceStore: Send + Sync {
    /// Deletes records that have expired at this time, at most `limit` of each kind.
    async fn delete_expired(&self, now: DateTime<Utc>, limit: u32) -> Result<Expired, StoreError>;

    /// Deletes up to `limit` games, and as many of the other records to erase; nothing once none is left.
    async fn erase(&self, erasure: &Erasure, limit: u32) -> Result<Erased, StoreError>;

    /// What an erasure would delete.
    async fn erasable(&self, erasure: &Erasure) -> Result<Erased, StoreError>;

    /// Removes deleted data from the database files, as far as possible; false if a reader was in the way.
    async fn purge(&self) -> Result<bool, StoreError>;

    /// Number of games.
    async fn game_count(&self) -> Result<u64, StoreError>;

    /// The ids of the games after this one, ascending; damaged ones too.
    async fn game_ids(&self, after: Option<GameId>, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// The ids of a game's readings, ascending; damaged ones too.
    async fn reading_ids(&self, game: GameId) -> Result<Vec<ReadingId>, StoreError>;

    /// The ids of the readings of spreads after this one, ascending; damaged ones too.
    async fn spread_ids(&self, after: Option<ReadingId>, limit: u32) -> Result<Vec<ReadingId>, StoreError>;

    /// Is a game indexed under the name of each player and of each winner?
    async fn is_indexed(&self, game: &GameRecord) -> Result<bool, StoreError>;
}

/// A table that is copied: a new table is a name in `src/storage/copy/tables.rs`.
#[derive(Debug)]
pub struct CopiedTable {
    /// Its name.
    pub name: &'static str,
    /// Number of columns, the first ones, by which its rows are ordered, and which no two rows share.
    pub key: usize,
    /// Whether the first column is the position in the order of commits. Only the order of positions is copied where the
    /// databases give them differently.
    pub in_commit_order: bool,
    /// Its columns.
    pub columns: Vec<(&'static str, ColumnType)>,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// A flag.
    Bool,
    /// An integer of 16 bits.
    Small,
    /// An integer of 32 bits.
    Int,
    /// An integer of 64 bits.
    Big,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
    /// A UUID.
    Uuid,
    /// A time, to the microsecond.
    Time,
    /// A day.
    Date,
}

/// A value as it is stored, or null.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CopiedValue {
    /// A flag.
    Bool(Option<bool>),
    /// An integer of 16 bits.
    Small(Option<i16>),
    /// An integer of 32 bits.
    Int(Option<i32>),
    /// An integer of 64 bits.
    Big(Option<i64>),
    /// A text.
    Text(Option<String>),
    /// Bytes.
    Bytes(Option<Vec<u8>>),
    /// A UUID.
    Uuid(Option<Uuid>),
    /// A time.
    Time(Option<DateTime<Utc>>),
    /// A day.
    Date(Option<NaiveDate>),
}

/// A row.
#[derive(Clone, Debug)]
pub struct CopiedRow {
    /// Its values, in the order of the columns.
    pub values: Vec<CopiedValue>,
}

impl CopiedRow {
    /// What has to be the same in a copy.
    pub fn content(&self, table: &CopiedTable) -> &[CopiedValue] {
        self.values.get(usize::from(table.in_commit_order)..).unwrap_or_default()
    }
}

/// The rows of a database.
#[async_trait]
pub trait CopyStore: Send + Sync {
    /// The next rows of a table after this one, in the order of its key.
    async fn copied_rows(
        &self,
        table: &'static CopiedTable,
        after: Option<&CopiedRow>,
        limit: u32,
    ) -> Result<Vec<CopiedRow>, StoreError>;

    /// Stores rows of another database after those that are there, all or none.
    async fn add_rows(&self, table: &'static CopiedTable, rows: &[CopiedRow]) -> Result<(), StoreError>;

    /// Whatever is committed from now on comes after this position.
    async fn go_on_after(&self, position: NewsPosition) -> Result<(), StoreError>;
}
