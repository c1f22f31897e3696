//! The cards: a list of all, and a page for each.

mod deck;
mod list;
mod page;

pub use list::list;
pub use page::page;
