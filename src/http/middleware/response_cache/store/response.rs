//! A stored response: its variant, the resources that it shows, and how long it stays fresh.

use std::time::{Duration, Instant};

use actix_web::{
    http::header::{ContentEncoding, HeaderName, HeaderValue},
    web::Bytes,
};
use arrayvec::ArrayVec;
use uuid::Uuid;

use crate::http::extract::accept::Representation;

/// Lifetime of an entry.
pub(super) const TTL: Duration = Duration::from_secs(5);
/// Bytes of an entry besides its content: its places in two maps, the reference counts, the allocations.
pub(super) const OVERHEAD: usize = 512;

/// The variant of a response, of those at one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The media type; `None` if the address has only one.
    pub representation: Option<Representation>,
    /// The negotiated coding.
    pub coding: ContentEncoding,
}

/// The ids of the stored resources that a response shows.
pub type Subjects = ArrayVec<Uuid, 2>;

/// A response with status 200.
#[derive(Debug)]
pub struct CachedResponse {
    /// Time of creation.
    pub since: Instant,
    /// The pattern of its route.
    pub route: Option<&'static str>,
    /// Its headers.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// Its body, as sent.
    pub body: Bytes,
}

impl CachedResponse {
    pub(super) fn is_fresh(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) < TTL
    }

    pub(super) fn cost(&self, address: &str) -> usize {
        let headers = self.headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 64).sum::<usize>();
        OVERHEAD + 2 * address.len() + headers + self.body.len()
    }
}
