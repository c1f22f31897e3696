//! What was deleted here lately: the replica may still have it.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use uuid::Uuid;

/// Number of deletions remembered.
const DELETED: usize = 4096;

/// How long after an erasure single items are not read from the replica.
const ERASED: Duration = Duration::from_secs(60);

/// Ids deleted here that the replica may still have.
#[derive(Debug, Default)]
pub(crate) struct Deleted(Mutex<(VecDeque<Uuid>, Option<Instant>)>);

impl Deleted {
    pub(super) fn add(&self, id: Uuid) {
        let mut deleted = self.0.lock();
        if deleted.0.len() == DELETED {
            deleted.0.pop_front();
        }
        deleted.0.push_back(id);
    }

    pub(super) fn erased(&self) {
        self.0.lock().1 = Some(Instant::now());
    }

    pub(super) fn may_have(&self, id: Uuid) -> bool {
        let deleted = self.0.lock();
        deleted.1.is_some_and(|at| at.elapsed() < ERASED) || deleted.0.contains(&id)
    }
}
