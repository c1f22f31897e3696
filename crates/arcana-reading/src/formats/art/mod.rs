//! Pictures of the cards from a folder, in place of the drawn faces: for example scans of a deck.

mod collection;
mod files;
mod folder;
mod names;
mod scaled;

pub use collection::{Art, ROUTE, address, stands_for};
pub use folder::{BadArt, Loaded, first, load};
pub use scaled::{Scaled, Size};
