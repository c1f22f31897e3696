//! Restricts statements to an owner.

use crate::service::records::OwnerId;

/// The owners whose resources may be changed or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerFilter {
    /// This owner.
    Owner(OwnerId),
    /// Any owner.
    Any,
}

impl OwnerFilter {
    /// Does the filter include this owner?
    pub fn includes(self, owner: OwnerId) -> bool {
        match self {
            OwnerFilter::Owner(own) => own == owner,
            OwnerFilter::Any => true,
        }
    }
}
