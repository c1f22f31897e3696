//! Implements [`ProfileStore`] for a database.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{Backend, Database};
use crate::{
    service::{
        KeyRecord, Likeness, Name, Profile,
        records::OwnerId,
        store::{LinkError, LinkRecord, ProfileError, ProfileStore, StoreError},
    },
    storage::{
        borrow::{in_transaction, with_connection},
        profile_links, profiles,
    },
};

#[async_trait]
impl<D: Backend> ProfileStore for Database<D> {
    async fn add_profile(&self, profile: &Profile, key: &KeyRecord) -> Result<(), ProfileError> {
        in_transaction!(self.writer, profiles::add::<D>, profile, key)
    }

    async fn profile(&self, owner: OwnerId) -> Result<Option<Profile>, StoreError> {
        with_connection!(self.reader, profiles::of_owner::<D>, owner)
    }

    async fn keys_until(&self, owner: OwnerId) -> Result<Option<DateTime<Utc>>, StoreError> {
        with_connection!(self.reader, profiles::keys_until::<D>, owner)
    }

    async fn is_name_free(&self, name: &Name, owner: OwnerId) -> Result<bool, StoreError> {
        with_connection!(self.reader, profiles::is_free::<D>, name, owner)
    }

    async fn profiles_like(&self, likenesses: &[&Likeness]) -> Result<Vec<(Likeness, OwnerId)>, StoreError> {
        if likenesses.is_empty() {
            return Ok(Vec::new());
        }
        with_connection!(self.reader, profiles::like::<D>, likenesses)
    }

    async fn add_link(&self, link: &LinkRecord, now: DateTime<Utc>) -> Result<(), StoreError> {
        in_transaction!(self.writer, profile_links::add::<D>, link, now)
    }

    async fn link(&self, secret_hash: [u8; 32], now: DateTime<Utc>) -> Result<LinkRecord, LinkError> {
        with_connection!(self.reader, profile_links::find::<D>, secret_hash, now)
    }

    async fn use_link(&self, secret_hash: [u8; 32], device: &KeyRecord, now: DateTime<Utc>) -> Result<(), LinkError> {
        in_transaction!(self.writer, profile_links::take::<D>, secret_hash, device, now)
    }
}
