//! Steps in sentences, for pages and the terminal.

pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
mod names;
pub mod reversal;

use crate::games::Observe;

pub use names::{Names, Narration, known};

/// A game whose steps can be put into sentences.
pub trait Narrate: Observe {
    /// What a step did.
    fn narrate(names: &Names<'_>, step: &Self::Step) -> Narration;
}
