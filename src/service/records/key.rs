//! API keys as stored.

use chrono::{DateTime, Utc};

use super::{KeyId, OwnerId};
use crate::service::Scopes;

/// An API key as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// Its id.
    pub id: KeyId,
    /// Owner of what this key creates.
    pub owner: OwnerId,
    /// Name of the key.
    pub name: String,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of expiry, if it expires.
    pub expires_at: Option<DateTime<Utc>>,
    /// Time of revocation.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// SHA-256 of its secret.
    pub secret_hash: [u8; 32],
}

impl KeyRecord {
    /// Is it valid at this time?
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|expires_at| now < expires_at)
    }
}
