//! Idempotency records.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::OwnerId;

/// How long a record is stored.
const LIFETIME: TimeDelta = TimeDelta::hours(24);

/// Identifies a repeated request: its key, and what it was sent for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Owner of what the request creates.
    pub owner: OwnerId,
    /// SHA-256 of method, path and key, and for a caller without an API key of what tells it from others.
    pub request: [u8; 32],
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// Time of the request.
    pub at: DateTime<Utc>,
    /// How long it waits while the same request is in progress, before it is refused.
    pub timeout: Duration,
}

impl IdempotencyKey {
    /// Records created before this time have expired.
    pub fn expired_before(now: DateTime<Utc>) -> DateTime<Utc> {
        now - LIFETIME
    }
}

/// The result of a request with an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// SHA-256 of the body.
    pub body: [u8; 32],
    /// What was created.
    pub created: Uuid,
}

/// How many expired records were deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    /// Idempotency records.
    pub idempotency_records: u64,
    /// Unused commitments.
    pub commitments: u64,
    /// Simulations that ended long ago or were abandoned.
    pub simulations: u64,
}
