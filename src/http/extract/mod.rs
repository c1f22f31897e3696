//! Extraction of what handlers need from a request.

pub mod accept;
pub mod body;
pub mod body_memory;
pub mod cards;
pub mod cursor;
pub mod i_json;
pub mod idempotency_key;
pub mod line_reader;
pub mod list_query;
pub mod parameters;
pub mod path;
pub mod query;
pub mod unpack;
pub mod urlencoded;
