//! Stored games: their history, the page and the replay of each, and the forms that play or import one.

mod analysis;
pub mod history;
pub mod import;
mod page;
pub mod replay;
pub mod verdict;
pub mod watch_form;

pub use page::{game, proof, table, when};
