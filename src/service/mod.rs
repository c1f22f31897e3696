//! The use cases: play, import, find, read; each one transaction.

pub mod records;
pub mod store;
