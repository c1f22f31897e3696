//! Responses of handlers.

pub mod csv;
pub mod events;
pub mod ndjson;
pub mod problem;
pub mod response;
pub mod waiting;
