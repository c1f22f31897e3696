//! Atomic writes.

use std::sync::Arc;

use crate::service::{
    store::{SpreadWrite, Write},
    tables::TableWrite,
};

/// An atomic write.
#[derive(Clone, Debug)]
pub(super) enum WriteEntry {
    /// A game with everything that belongs to it.
    Game(Arc<Write>),
    /// A reading of a spread.
    Spread(Arc<SpreadWrite>),
    /// A table's new version.
    Table(Arc<TableWrite>),
}
