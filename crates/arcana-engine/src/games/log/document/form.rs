//! The form of a log document: the fields it may have, and which of them belong to the caller.

/// A document's own fields.
pub(super) const FIELDS: [&str; 5] = ["ruleset", "rules_version", "options", "players", "steps"];

/// Which fields are accepted besides those of a log document.
#[derive(Clone, Copy, Debug)]
pub struct Form<'k> {
    /// Fields beside the document's own that belong to the caller.
    pub extra: &'k [&'k str],
    /// Fields of an object whose field `log` is the document; their values are not read. Empty if there is no such
    /// object.
    pub around: &'k [&'k str],
    /// Maximum number of steps read. A caller with a lower limit detects longer logs without the cost of reading them.
    pub steps: usize,
}

impl Form<'_> {
    /// The fields that an object may have.
    pub(super) fn names(&self) -> Vec<&str> {
        let log: &[&str] = if self.around.is_empty() { &[] } else { &["log"] };
        [&FIELDS, self.extra, log, self.around].concat()
    }
}
