//! Simulations: many games among bots, started by a form and counted while somebody looks on.

mod form;
mod progress;
mod stop;

pub use form::{form, start};
pub use progress::progress;
pub use stop::stop;
