//! Tables in a browser: setting up, joining, playing and watching. Everything works with pages and forms; scripts only
//! avoid reloading.

mod act;
mod ended;
mod hint;
mod in_play;
mod open;
mod open_seats;
mod page;
mod parameters;
mod parting;
mod person;
mod play_now;
mod presence;
pub mod qr;
mod rematch;
pub mod seat_cookie;
mod setup;
mod waiting;

pub use act::{back, close, delete, invite_anew, leave, seat_bots, step, take_seat};
pub use open::{open, own_tables};
pub use page::{events, page};
pub use person::OwnName;
pub use play_now::{form as with_others_form, play_now, with_others};
pub use rematch::rematch;
pub use setup::{ask, make};
