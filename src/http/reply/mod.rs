//! Responses of handlers.

pub mod events;
pub mod ndjson;
pub mod problem;
pub mod response;
