//! API keys. A key is shown once. Only the SHA-256 of its secret is stored: the secret's 32 random bytes cannot be
//! guessed, so no slow hash is needed.

mod cache;

use std::{fmt, str::FromStr};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::IntoStaticStr;
use subtle::ConstantTimeEq;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Caller, FieldError, Page, PageSize, ResourceKind, Service, ServiceError,
    records::{KeyId, KeyKind, KeyRecord, OwnerId},
};
use crate::hex::{hex, unhex};

pub(super) use self::cache::KeyCache;

/// Prefix of every key, so that secret scanners find it.
const PREFIX: &str = "arcana_";

/// Resolution of the stored time of the last use: a write for each request would be too expensive.
const LAST_USE_RESOLUTION: TimeDelta = TimeDelta::minutes(1);

/// A request for a key.
#[derive(Clone, Debug)]
pub struct KeyRequest {
    /// Name of the key.
    pub name: String,
    /// Owner of what this key creates; `None`: a new owner.
    pub owner: Option<OwnerId>,
    /// Scopes of the key.
    pub scopes: Scopes,
    /// Time of expiry.
    pub expires_at: Option<DateTime<Utc>>,
}

/// A key's text: `arcana_`, its id and its secret in hex.
fn key_text(id: KeyId, secret: [u8; 32]) -> String {
    format!("{PREFIX}{}_{}", id.0.simple(), hex(&secret))
}

/// The id and the hash of the secret in a key's text.
fn read(text: &str) -> Option<(KeyId, [u8; 32])> {
    let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
    let id = Uuid::try_parse(id).ok().filter(|_| id.len() == 32)?;
    unhex(secret).map(|secret| (KeyId(id), Sha256::digest(secret).into()))
}

impl Service {
    /// Creates a key; returns its text, which cannot be retrieved later.
    ///
    /// # Errors
    /// `Invalid` for an expiry in the past; `Unavailable`, `Internal`.
    pub async fn create_key(&self, request: KeyRequest) -> Result<(KeyRecord, String), ServiceError> {
        if request.expires_at.is_some_and(|end| end <= self.clock.now()) {
            let past = FieldError::bad_value("/expires_at", "Expected a time in the future.");
            return Err(ServiceError::Invalid(vec![past]));
        }
        let (record, text) = self.new_key(request, KeyKind::Given);
        self.store.add_key(&record).await?;
        Ok((record, text))
    }

    /// A new key, not stored yet, with its text.
    pub(super) fn new_key(&self, request: KeyRequest, kind: KeyKind) -> (KeyRecord, String) {
        let created_at = self.clock.now();
        let (id, secret) = (KeyId(self.shared.ids.at(created_at)), self.shared.ids.secret());
        let record = KeyRecord {
            id,
            owner: request.owner.unwrap_or_else(|| self.shared.ids.owner()),
            name: request.name,
            scopes: request.scopes,
            created_at,
            expires_at: request.expires_at,
            revoked_at: None,
            last_used_at: None,
            secret_hash: Sha256::digest(secret).into(),
            kind,
        };
        (record, key_text(id, secret))
    }

    /// One key.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn key(&self, id: KeyId) -> Result<KeyRecord, ServiceError> {
        let key = self.store.key(id).await?.ok_or(ServiceError::NotFound(ResourceKind::Key))?;
        Ok(self.with_last_use(key))
    }

    /// A page of keys, newest first.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn keys(&self, before: Option<KeyId>, size: PageSize) -> Result<Page<KeyRecord, KeyId>, ServiceError> {
        let page = Page::of_one_more(self.store.keys(before, size.with_lookahead()).await?, size, |key| key.id);
        let items = page.items.into_iter().map(|key| self.with_last_use(key)).collect();
        Ok(Page { items, next: page.next })
    }

    /// Is any key valid?
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn has_key(&self) -> Result<bool, ServiceError> {
        Ok(self.store.has_key(self.clock.now()).await?)
    }

    /// Revokes a key: at once in this service, within seconds in others on the same database.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn revoke_key(&self, id: KeyId) -> Result<(), ServiceError> {
        let revoked = self.store.revoke_key(id, self.clock.now()).await?;
        self.shared.key_cache.forget(id);
        if revoked { Ok(()) } else { Err(ServiceError::NotFound(ResourceKind::Key)) }
    }

    /// Revokes every key created before a time, as [`revoke_key`](Service::revoke_key) does; returns how many.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn revoke_keys(&self, created_before: DateTime<Utc>) -> Result<u64, ServiceError> {
        let revoked = self.store.revoke_keys(created_before, self.clock.now()).await?;
        self.shared.key_cache.forget_all();
        Ok(revoked)
    }

    /// The caller with this key.
    ///
    /// # Errors
    /// `Unauthorized` for a key that is unknown, has expired or was revoked, or that is in the cookie of a browser;
    /// `Unavailable`, `Internal`.
    pub async fn caller(&self, text: &str) -> Result<Caller, ServiceError> {
        self.holder(text, |kind| kind != KeyKind::Device).await
    }

    /// The caller whose browser keeps this key.
    ///
    /// # Errors
    /// As [`caller`](Service::caller), `Unauthorized` for any other key.
    pub async fn device(&self, text: &str) -> Result<Caller, ServiceError> {
        self.holder(text, |kind| kind == KeyKind::Device).await
    }

    async fn holder(&self, text: &str, is_right: impl Fn(KeyKind) -> bool) -> Result<Caller, ServiceError> {
        let now = self.clock.now();
        let (id, hash) = read(text).ok_or(ServiceError::Unauthorized)?;
        self.shared.key_cache.follow(self.store.revocations());
        let known = match self.shared.key_cache.get(id, now) {
            Some(known) => Some(known),
            None => self.looked_up(id, now).await?,
        };
        let same = |key: &KeyRecord| bool::from(key.secret_hash.ct_eq(&hash)) && is_right(key.kind);
        let key = known.filter(|key| same(key) && key.is_valid(now)).ok_or(ServiceError::Unauthorized)?;
        if key.last_used_at.is_none_or(|at| at + LAST_USE_RESOLUTION <= now) {
            self.shared.key_cache.used(id, now);
            if self.shared.key_cache.uses.add(id, now) {
                tokio::spawn(self.clone().store_uses());
            }
        }
        Ok(Caller { owner: key.owner, key: Some(id), token: None, seat: None, scopes: key.scopes })
    }
}

impl Service {
    /// Stores when keys were last used. No request waits for it, so reads work on a database that accepts no writes.
    async fn store_uses(self) {
        while let Some((id, at)) = self.shared.key_cache.uses.next() {
            if let Err(error) = self.store.key_used(id, at).await {
                tracing::debug!(%error, key = %id, "the last use of a key was not recorded");
                return self.shared.key_cache.uses.put_back(id, at);
            }
        }
    }

    /// A key with its last use, which may not be stored yet.
    pub(super) fn with_last_use(&self, key: KeyRecord) -> KeyRecord {
        KeyRecord { last_used_at: key.last_used_at.max(self.shared.key_cache.last_use(key.id)), ..key }
    }

    async fn looked_up(&self, id: KeyId, now: DateTime<Utc>) -> Result<Option<KeyRecord>, ServiceError> {
        let forgotten = self.shared.key_cache.forgotten();
        Ok(self.store.key(id).await?.inspect(|key| self.shared.key_cache.put(key.clone(), now, forgotten)))
    }
}

/// A permission of a key; no scope includes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// Read stored resources, and have tricks read.
    Read,
    /// Play games, import logs and request readings; delete own resources.
    Write,
    /// Create and revoke keys; delete resources of any owner.
    Admin,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Write, Scope::Admin];

    /// The scope's id in the API.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Scope, String> {
        Scope::ALL.into_iter().find(|scope| scope.id() == text).ok_or_else(|| {
            let known = Scope::ALL.map(|scope| format!("`{}`", scope.id())).join(", ");
            format!("`{text}` is not a scope; the scopes are {known}")
        })
    }
}

/// A set of scopes: one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// No scope.
    pub const NONE: Scopes = Scopes(0);
    /// Only reading.
    pub const READ: Scopes = Scopes(0b1);
    /// Reading and writing.
    pub const READ_WRITE: Scopes = Scopes(0b11);

    /// Does the set contain this scope?
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }

    /// The scopes in order.
    pub fn list(self) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|scope| self.has(*scope)).collect()
    }

    /// The set as a bit mask: 1 read, 2 write, 4 admin.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of a bit mask; `None` if it has unknown bits.
    pub const fn from_bits(bits: u8) -> Option<Scopes> {
        if bits < 1 << Scope::ALL.len() { Some(Scopes(bits)) } else { None }
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | 1 << scope as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_its_id_and_its_secret() {
        let id = KeyId(Uuid::from_u128(0x0199_aa00_0000_7000_8000_0000_0000_0001));
        let text = key_text(id, [0xab; 32]);
        assert_eq!(text, format!("arcana_0199aa00000070008000000000000001_{}", "ab".repeat(32)));
        assert_eq!(read(&text), Some((id, Sha256::digest([0xab; 32]).into())));
    }

    #[test]
    fn malformed_keys_are_rejected() {
        let valid = key_text(KeyId(Uuid::nil()), [7; 32]);
        let upper = key_text(KeyId(Uuid::nil()), [0xab; 32]).replace("ab", "AB");
        let hyphens = valid.replacen(&"0".repeat(32), &Uuid::nil().to_string(), 1);
        for text in [
            "",
            "arcana_",
            "arcana__",
            &valid[1..],
            &valid[..valid.len() - 2],
            &valid[..valid.len() - 1],
            &upper,
            &hyphens,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_set_contains_the_scopes_it_was_collected_from() {
        let scopes: Scopes = [Scope::Admin, Scope::Read, Scope::Read].into_iter().collect();
        assert_eq!(scopes.list(), [Scope::Read, Scope::Admin]);
        assert_eq!(scopes.bits(), 5);
        assert_eq!(Scopes::from_bits(5), Some(scopes));
        assert_eq!(Scopes::from_bits(8), None);
        assert_eq!(Scopes::READ.list(), [Scope::Read]);
        assert_eq!(Scopes::READ_WRITE.list(), [Scope::Read, Scope::Write]);
    }
}
