//! Profiles.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::service::{
    Likeness, Name, Profile,
    records::{KeyRecord, OwnerId},
    store_error::{StoreError, store_failures},
};

/// Why a profile was not stored.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// Another profile has a name that looks like it, or games of other owners bear it.
    #[error("the name is taken")]
    NameTaken,
    /// The owner has this one.
    #[error("the owner has a profile")]
    Exists(Profile),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

store_failures!(ProfileError);

/// A link that takes a profile to another device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRecord {
    /// SHA-256 of its secret.
    pub secret_hash: [u8; 32],
    /// The owner of the profile.
    pub owner: OwnerId,
    /// Time of expiry.
    pub expires_at: DateTime<Utc>,
}

/// Why a link cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// There is no such link.
    #[error("the link is unknown")]
    Unknown,
    /// It has expired.
    #[error("the link has expired")]
    Expired,
    /// It was used.
    #[error("the link was used")]
    Used,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

store_failures!(LinkError);

/// The profiles of a database.
#[async_trait]
pub trait ProfileStore: Send + Sync {
    /// Stores a new profile with its key. Of two with names that look alike, the first is stored.
    async fn add_profile(&self, profile: &Profile, key: &KeyRecord) -> Result<(), ProfileError>;

    /// The profile of an owner.
    async fn profile(&self, owner: OwnerId) -> Result<Option<Profile>, StoreError>;

    /// When the keys of an owner's profile end; `None`: never.
    async fn keys_until(&self, owner: OwnerId) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Whether no profile has a name that looks like this one, and no game of another owner bears it.
    async fn is_name_free(&self, name: &Name, owner: OwnerId) -> Result<bool, StoreError>;

    /// The profiles whose names look like one of these, each with its owner.
    async fn profiles_like(&self, likenesses: &[&Likeness]) -> Result<Vec<(Likeness, OwnerId)>, StoreError>;

    /// Stores a new link at this time, and deletes old ones of its owner.
    async fn add_link(&self, link: &LinkRecord, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// The link with this hash, if it can be used at this time.
    async fn link(&self, secret_hash: [u8; 32], now: DateTime<Utc>) -> Result<LinkRecord, LinkError>;

    /// Uses a link up and stores the key that the device gets for it.
    async fn use_link(&self, secret_hash: [u8; 32], device: &KeyRecord, now: DateTime<Utc>) -> Result<(), LinkError>;
}
