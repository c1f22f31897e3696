//! What belongs to an owner: keys, profiles, and the news of the owner's things in commit order.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{ListedReading, StoreError, error::store_failures};
use crate::service::{
    Likeness, Name, Profile,
    page::{Page, Position},
    records::{GameRecord, KeyId, KeyRecord, OwnerEvent, OwnerId},
};

/// The keys of a database.
#[async_trait]
pub trait KeyStore: Send + Sync {
    /// Stores a new key.
    async fn add_key(&self, key: &KeyRecord) -> Result<(), StoreError>;

    /// One key, even if it is expired or revoked.
    async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError>;

    /// The newest keys that are older than `before`, newest first.
    async fn keys(&self, before: Option<KeyId>, limit: u32) -> Result<Vec<KeyRecord>, StoreError>;

    /// Is there a key that is valid at this time and that the operator gave? Those of profiles change nothing for others.
    async fn has_key(&self, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Revokes a key from this time on, unless it is already revoked; false if there is no such key.
    async fn revoke_key(&self, id: KeyId, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// The valid keys of an owner that the operator has not given, newest first, up to a hundred.
    async fn keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<Vec<KeyRecord>, StoreError>;

    /// Revokes the keys of an owner that the operator has not given, from this time on.
    async fn revoke_keys_of_profile(&self, owner: OwnerId, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Records when a key was last used.
    async fn key_used(&self, id: KeyId, at: DateTime<Utc>) -> Result<(), StoreError>;

    /// Revokes every key created before a time, from `now` on; returns how many were not yet revoked.
    async fn revoke_keys(&self, created_before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Number of revocations of keys seen so far, by any service. A change means that cached keys are out of date.
    fn revocations(&self) -> u64 {
        0
    }
}

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

/// How far an owner's news are known: a position in the commit order of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewsPosition {
    /// Of events.
    pub events: Position,
    /// Of games.
    pub games: Position,
    /// Of readings.
    pub readings: Position,
}

/// The next news of an owner, each with its position. What cannot be read is left out.
#[derive(Debug)]
pub struct News {
    /// Events.
    pub events: Page<(OwnerEvent, Position)>,
    /// Games.
    pub games: Page<(GameRecord, Position)>,
    /// Readings.
    pub readings: Page<(ListedReading, Position)>,
    /// The position after all these, and after what is left out.
    pub reached: NewsPosition,
}

/// The news of owners.
#[async_trait]
pub trait EventStore: Send + Sync {
    /// The position after which comes whatever is committed from now on.
    async fn latest_news(&self) -> Result<NewsPosition, StoreError>;

    /// What happened to an owner's things after a position, up to a number of each kind. Nothing that is committed later gets
    /// a position before the last of them.
    async fn news_after(&self, owner: OwnerId, after: NewsPosition, limit: u32) -> Result<News, StoreError>;
}
