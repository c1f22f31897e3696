//! What handlers answer with.

pub mod events;
pub mod ndjson;
pub mod problem;
pub mod response;
pub mod time;
