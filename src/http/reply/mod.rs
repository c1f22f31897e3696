//! What handlers answer with.

pub mod ndjson;
pub mod problem;
pub mod response;
pub mod time;
