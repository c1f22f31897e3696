//! The latest removals, so that a response computed before one is not stored after it.

use std::collections::VecDeque;

use uuid::Uuid;

use super::response::Subjects;

/// Number of removals that are remembered, for responses that were being computed meanwhile.
pub(super) const REMOVALS: usize = 1024;

/// Number of removals before the computation of a response began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

/// The latest removals.
#[derive(Debug, Default)]
pub(super) struct Removals {
    count: u64,
    /// The last of them, in order.
    recent: VecDeque<Uuid>,
}

impl Removals {
    /// Taken before the computation of a response.
    pub(super) fn ticket(&self) -> Ticket {
        Ticket(self.count)
    }

    pub(super) fn note(&mut self, removed: Uuid) {
        self.count += 1;
        if self.recent.len() == REMOVALS {
            self.recent.pop_front();
        }
        self.recent.push_back(removed);
    }

    /// Records that everything was removed.
    pub(super) fn note_all(&mut self) {
        self.count += 1;
        self.recent.clear();
    }

    /// Whether one of these was removed since the ticket was taken. Removals no longer remembered count as such.
    pub(super) fn concern(&self, subjects: &Subjects, ticket: Ticket) -> bool {
        let since = usize::try_from(self.count - ticket.0).unwrap_or(usize::MAX);
        since > self.recent.len() || self.recent.iter().rev().take(since).any(|removed| subjects.contains(removed))
    }
}
