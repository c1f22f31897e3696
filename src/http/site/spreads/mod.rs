//! Draws for people: a spread is chosen, its cards lie face down and are turned one by one. Nothing is stored: the address
//! of a draw holds its seed, so that the same address has the same reading.

mod asked;
mod chosen;
mod drawn;
mod form;
mod list;
mod own;

pub use drawn::{download, reading};
pub use form::form;
pub use list::list;
