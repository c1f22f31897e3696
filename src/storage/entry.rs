//! What is written whole or not at all.

use std::sync::Arc;

use crate::service::{
    store::{SpreadWrite, Write},
    tables::TableWrite,
};

/// A whole write.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// A game with everything that belongs to it.
    Game(Arc<Write>),
    /// A reading of a spread.
    Spread(Arc<SpreadWrite>),
    /// What a table changes into.
    Table(Arc<TableWrite>),
}
