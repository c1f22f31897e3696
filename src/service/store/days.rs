//! Deals of the day. A try is begun and finished by the writes of its table.

use async_trait::async_trait;
use chrono::NaiveDate;

use crate::service::{
    records::{DayRecord, DayResult, OwnerId},
    store_error::StoreError,
};

/// The deals of the day of a database.
#[async_trait]
pub trait DayStore: Send + Sync {
    /// Stores a day, unless another service has made it.
    async fn add_day(&self, day: &DayRecord) -> Result<(), StoreError>;

    /// Gives a day to come to the adepts of another version.
    async fn set_bot_version(&self, date: NaiveDate, version: u32) -> Result<(), StoreError>;

    /// Stores the par of a day, unless it is known.
    async fn set_par(&self, date: NaiveDate, par: u8) -> Result<(), StoreError>;

    /// One day.
    async fn day(&self, date: NaiveDate) -> Result<Option<DayRecord>, StoreError>;

    /// The newest days before this one, or of all, newest first.
    async fn days(&self, before: Option<NaiveDate>, limit: u32) -> Result<Vec<DayRecord>, StoreError>;

    /// Points that counted players of a day have made, ascending, each with the number of players.
    async fn day_scores(&self, date: NaiveDate) -> Result<Vec<(u8, u32)>, StoreError>;

    /// Points that adepts make of a day, if that is known.
    async fn adepts_of_day(&self, date: NaiveDate) -> Result<Option<Vec<u8>>, StoreError>;

    /// Stores the points that adepts make of a day, unless that is known.
    async fn set_adepts_of_day(&self, date: NaiveDate, points: &[u8]) -> Result<(), StoreError>;

    /// An owner's try at a day.
    async fn day_result(&self, owner: OwnerId, date: NaiveDate) -> Result<Option<DayResult>, StoreError>;

    /// An owner's tries at days before this one, or at all, newest first.
    async fn day_results(
        &self,
        owner: OwnerId,
        before: Option<NaiveDate>,
        limit: u32,
    ) -> Result<Vec<DayResult>, StoreError>;

    /// Writes a line beside an owner's finished try; false if there is none.
    async fn set_day_note(&self, owner: OwnerId, date: NaiveDate, note: &str) -> Result<bool, StoreError>;
}
