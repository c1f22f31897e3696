//! The bot that plays Fortunes with sense.

use super::{Bot, Played, Random};
use crate::games::fortunes::Fortunes;

impl Played for Fortunes {
    const ADEPT_VERSION: u32 = 0;

    fn adept() -> Box<dyn Bot<Fortunes>> {
        Box::new(Random)
    }
}
