//! Extraction of what handlers need from a request.

pub mod accept;
pub mod body;
pub mod idempotency_key;
pub mod line_reader;
pub mod list_query;
pub mod path;
pub mod query;
pub mod unpack;
