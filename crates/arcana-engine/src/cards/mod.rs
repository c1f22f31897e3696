//! Cards: one byte each, sets of them as one `u128`, and their names in every deck.
//!
//! See `docs/rules/README.md`, "Cards". Callers may also use common names of cards: `by_name`.

mod by_name;
mod card;
mod hand;
mod names;

pub use by_name::{Refusal, by_name};
pub use card::{Card, PACK, Rank, Spelled, Suit};
pub use hand::{Counted, Hand};
pub use names::{Deck, UnknownDeck};
