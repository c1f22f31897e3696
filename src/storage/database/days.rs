//! Implements [`DayStore`] for a database.

use async_trait::async_trait;
use chrono::NaiveDate;

use super::{Backend, Database};
use crate::{
    service::{
        records::{DayRecord, DayResult, OwnerId},
        store::{DayStore, StoreError},
    },
    storage::{borrow::with_connection, days},
};

#[async_trait]
impl<D: Backend> DayStore for Database<D> {
    async fn add_day(&self, day: &DayRecord) -> Result<(), StoreError> {
        with_connection!(self.writer, days::add::<D>, day)
    }

    async fn set_bot_version(&self, date: NaiveDate, version: u32) -> Result<(), StoreError> {
        with_connection!(self.writer, days::set_bot_version::<D>, date, version)
    }

    async fn set_par(&self, date: NaiveDate, par: u8) -> Result<(), StoreError> {
        with_connection!(self.writer, days::set_par::<D>, date, par)
    }

    async fn day(&self, date: NaiveDate) -> Result<Option<DayRecord>, StoreError> {
        with_connection!(self.reader, days::by_date::<D>, date)
    }

    async fn days(&self, before: Option<NaiveDate>, limit: u32) -> Result<Vec<DayRecord>, StoreError> {
        with_connection!(self.reader, days::list::<D>, before, limit)
    }

    async fn day_scores(&self, date: NaiveDate) -> Result<Vec<(u8, u32)>, StoreError> {
        with_connection!(self.reader, days::scores::<D>, date)
    }

    async fn adepts_of_day(&self, date: NaiveDate) -> Result<Option<Vec<u8>>, StoreError> {
        with_connection!(self.reader, days::adepts::<D>, date)
    }

    async fn set_adepts_of_day(&self, date: NaiveDate, points: &[u8]) -> Result<(), StoreError> {
        with_connection!(self.writer, days::set_adepts::<D>, date, points)
    }

    async fn day_result(&self, owner: OwnerId, date: NaiveDate) -> Result<Option<DayResult>, StoreError> {
        with_connection!(self.reader, days::result::<D>, owner, date)
    }

    async fn day_results(
        &self,
        owner: OwnerId,
        before: Option<NaiveDate>,
        limit: u32,
    ) -> Result<Vec<DayResult>, StoreError> {
        with_connection!(self.reader, days::results::<D>, owner, before, limit)
    }

    async fn set_day_note(&self, owner: OwnerId, date: NaiveDate, note: &str) -> Result<bool, StoreError> {
        with_connection!(self.writer, days::set_note::<D>, owner, date, note)
    }
}
