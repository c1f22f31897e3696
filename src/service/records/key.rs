//! What is stored of a key.

use chrono::{DateTime, Utc};

use super::{KeyId, OwnerId};
use crate::service::Scopes;

/// A key as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// Its id.
    pub id: KeyId,
    /// Whom belongs what it makes.
    pub owner: OwnerId,
    /// Name of the key.
    pub name: String,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// From when on it is good no longer; never, when none.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was taken back.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// SHA-256 of its secret.
    pub secret_hash: [u8; 32],
}

impl KeyRecord {
    /// Can it be used at this time?
    pub fn is_good(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|expires_at| now < expires_at)
    }
}
