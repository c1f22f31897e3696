//! Cards: one byte each, sets of them as one `u128`, and their names in every deck.
//!
//! See `docs/rules/README.md`, "Cards".

mod card;
mod hand;
mod names;
mod pack;

pub use card::{Card, Rank, Spelled, Suit};
pub use hand::Hand;
pub use names::{Deck, UnknownDeck};
pub use pack::PACK;
