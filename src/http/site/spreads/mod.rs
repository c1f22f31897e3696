//! Draws in a browser: choose a spread, then turn its cards one by one. Nothing is stored unless the reader saves it.
//! The URL of a draw contains its seed and always gives the same reading.

mod chosen;
mod drawn;
mod form;
mod list;
mod own;
mod parameters;

pub use drawn::{back, download, reading, store};
pub use form::form;
pub use list::list;
