//! Draws for people: a spread is chosen, its cards lie face down and are turned one by one. Nothing is stored unless the
//! reader keeps it: the address of a draw holds its seed, so that the same address has the same reading.

mod asked;
mod chosen;
mod drawn;
mod form;
mod list;
mod own;

pub use drawn::{download, keep, reading};
pub use form::form;
pub use list::list;
