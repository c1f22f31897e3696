//! What somebody at a table may do, as forms that work without a script.
//!
//! A game says in a file of its own which inputs and buttons make its steps ([`PlayPage`]). A form is read back in one
//! way for all games ([`posted`]).

mod controls;
mod foolery;
mod form;
mod fortuna;
mod fortunes;
mod fortuno;
mod posted;
mod reversal;

#[cfg(test)]
mod tests;

pub use controls::{Choices, PlayPage};
pub use form::{Acting, Carried};
pub use posted::posted;
