//! What is stored of requests with an idempotency key.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::OwnerId;

/// How long a record is stored.
const LIFETIME: TimeDelta = TimeDelta::hours(24);

/// What identifies a repeated request: the key that its caller sent, and what it was sent for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The owner of what the request creates.
    pub owner: OwnerId,
    /// SHA-256 of method, path and key.
    pub request: [u8; 32],
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// Time of the request.
    pub at: DateTime<Utc>,
}

impl IdempotencyKey {
    /// Records created before this time have expired.
    pub fn expired_before(now: DateTime<Utc>) -> DateTime<Utc> {
        now - LIFETIME
    }
}

/// What a request with an idempotency key has created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// What was created.
    pub created: Uuid,
}

/// How much was deleted because it had expired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// Idempotency records.
    pub idempotency_records: u64,
    /// Commitments that no game used.
    pub commitments: u64,
    /// Simulations that ended long ago, or on which nobody works any more.
    pub simulations: u64,
}
