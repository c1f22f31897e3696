//! Whose things are meant.

use crate::service::records::OwnerId;

/// Whose things may be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerFilter {
    /// This owner's.
    Owner(OwnerId),
    /// Anybody's.
    Any,
}

impl OwnerFilter {
    /// May what belongs to this owner be deleted?
    pub fn includes(self, owner: OwnerId) -> bool {
        match self {
            OwnerFilter::Owner(own) => own == owner,
            OwnerFilter::Any => true,
        }
    }
}
