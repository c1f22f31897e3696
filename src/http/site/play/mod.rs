//! Forms to play with, which work without script.
//!
//! Each game describes its inputs and buttons in its own file ([`PlayPage`]). Submitted forms are parsed in the same
//! way for all games (`posted`).

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
