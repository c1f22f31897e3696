//! Implements [`ProfileStore`] for a database.

use async_trait::async_trait;

use super::{
    Database,
    borrow::{in_transaction, with_connection},
};
use crate::{
    service::{
        KeyRecord, Name, Profile,
        records::OwnerId,
        store::{ProfileError, ProfileStore, StoreError},
    },
    storage::{dialect::Dialect, profiles},
};

#[async_trait]
impl<D: Dialect> ProfileStore for Database<D> {
    async fn add_profile(&self, profile: &Profile, key: &KeyRecord) -> Result<(), ProfileError> {
        in_transaction!(self.writer, profiles::add::<D>, profile, key)
    }

    async fn profile(&self, owner: OwnerId) -> Result<Option<Profile>, StoreError> {
        with_connection!(self.reader, profiles::of_owner::<D>, owner)
    }

    async fn is_name_free(&self, name: &Name, owner: OwnerId) -> Result<bool, StoreError> {
        with_connection!(self.reader, profiles::is_free::<D>, name, owner)
    }
}
