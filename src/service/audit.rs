//! The audit log: who created, revoked or misused keys, and who deleted or erased what. Target `audit`.

use std::{fmt, net::IpAddr};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::records::{Erased, Erasure, GameId, KeyId, OwnerId, SimulationId, TableId};

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The holder of this key.
    Key(KeyId),
    /// A caller from this address without a key.
    Address(IpAddr),
    /// The operator, with a command of the program.
    Command,
    /// The service itself, after this many days (`--keep-days`).
    Retention(u32),
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Key(key) => write!(f, "key {key}"),
            Actor::Address(address) => write!(f, "address {address}"),
            Actor::Command => f.write_str("command"),
            Actor::Retention(days) => write!(f, "retention of {days} days"),
        }
    }
}

/// A key was created.
pub fn key_created(actor: Actor, key: KeyId, owner: OwnerId) {
    tracing::info!(target: "audit", %actor, created = %key, owner = owner.0, "key created");
}

/// A key was revoked.
pub fn key_revoked(actor: Actor, key: KeyId) {
    tracing::info!(target: "audit", %actor, revoked = %key, "key revoked");
}

/// All keys created before a time were revoked: `count` of them.
pub fn keys_revoked(actor: Actor, before: DateTime<Utc>, count: u64) {
    tracing::info!(target: "audit", %actor, %before, count, "keys revoked");
}

/// A request with an invalid key was rejected.
pub fn key_rejected(address: IpAddr) {
    tracing::warn!(target: "audit", actor = %Actor::Address(address), "key rejected");
}

/// Something was deleted: a `game`, a `reading`, or a `simulation`.
pub fn deleted(actor: Actor, kind: &'static str, id: Uuid) {
    tracing::info!(target: "audit", %actor, kind, %id, "deleted");
}

/// A game was corrected.
pub fn game_changed(actor: Actor, id: GameId) {
    tracing::info!(target: "audit", %actor, %id, "game changed");
}

/// A table was closed.
pub fn table_closed(actor: Actor, id: TableId) {
    tracing::info!(target: "audit", %actor, %id, "table closed");
}

/// A simulation was cancelled.
pub fn simulation_cancelled(actor: Actor, id: SimulationId) {
    tracing::info!(target: "audit", %actor, %id, "simulation cancelled");
}

/// Data of a person was erased. The log does not say whose, since that may be a name.
pub fn erased(actor: Actor, erasure: &Erasure, erased: Erased) {
    let Erased { games, readings, tables, simulations, commitments, idempotency_records, day_results, notes, events } =
        erased;
    tracing::info!(
        target: "audit", %actor, kind = erasure.kind(), games, readings, tables, simulations, commitments,
        idempotency_records, day_results, notes, events, "erased"
    );
}
