//! Events of their own, under the target `audit`: who made and revoked keys, showed bad ones, and deleted what.

use std::{fmt, net::IpAddr};

use uuid::Uuid;

use super::records::{KeyId, OwnerId};

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Whoever shows this key.
    Key(KeyId),
    /// Whoever calls from this address without a key.
    Address(IpAddr),
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Key(key) => write!(f, "key {key}"),
            Actor::Address(address) => write!(f, "address {address}"),
        }
    }
}

/// A key was made.
pub fn key_made(actor: Actor, key: KeyId, owner: OwnerId) {
    tracing::info!(target: "audit", %actor, created = %key, owner = owner.0, "key created");
}

/// A key was revoked.
pub fn key_revoked(actor: Actor, key: KeyId) {
    tracing::info!(target: "audit", %actor, revoked = %key, "key revoked");
}

/// A key was shown that is not valid.
pub fn key_refused(address: IpAddr) {
    tracing::warn!(target: "audit", actor = %Actor::Address(address), "key rejected");
}

/// A thing was deleted: a `game`, or a `reading`.
pub fn deleted(actor: Actor, kind: &'static str, id: Uuid) {
    tracing::info!(target: "audit", %actor, kind, %id, "deleted");
}
