//! Readings: the form that asks for one, tricks entered by hand, stored readings, and those of this browser.

pub mod by_hand;
mod deal_nav;
pub mod form;
mod list;
mod page;
mod stored_spread;
mod tools;

pub use list::readings;
pub use page::{of_player, reading};
