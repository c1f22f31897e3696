//! Simulations in a browser: many games among bots, started with a form and watched while they are counted.

mod form;
mod list;
mod progress;
mod stop;

pub use form::{form, start};
pub use progress::progress;
pub use stop::stop;
