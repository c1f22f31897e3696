//! Tables in a browser: set up, joined, played at, and watched. Everything is a page and a form; a script only saves
//! loading them again.

mod act;
mod in_play;
mod page;
mod qr;
mod seat_cookie;
mod set_up;
mod waiting;

pub use act::{close, leave, step, take_seat};
pub use page::{events, page};
pub use set_up::{ask, make};
