//! Profiles.

use async_trait::async_trait;

use crate::service::{
    Name, Profile,
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

/// The profiles of a database.
#[async_trait]
pub trait ProfileStore: Send + Sync {
    /// Stores a new profile with its key. Of two with names that look alike, the first is stored.
    async fn add_profile(&self, profile: &Profile, key: &KeyRecord) -> Result<(), ProfileError>;

    /// The profile of an owner.
    async fn profile(&self, owner: OwnerId) -> Result<Option<Profile>, StoreError>;

    /// Whether no profile has a name that looks like this one, and no game of another owner bears it.
    async fn is_name_free(&self, name: &Name, owner: OwnerId) -> Result<bool, StoreError>;
}
