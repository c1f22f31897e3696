//! Stored games: their history, the page and the replay of each, and the forms that play or import one.

pub mod filters;
pub mod history;
pub mod import;
mod index;
pub mod new_game;
mod page;
mod replay;
pub mod replay_position;
pub mod verdict;
pub mod watch_form;

pub use page::{game, proof, table, when};
