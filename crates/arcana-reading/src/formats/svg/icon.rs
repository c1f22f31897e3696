//! The icon of the site, as browsers show it beside a title.

use maud::html;

use super::{ink::Ink, signs};
use crate::SuitOrStars;
use arcana_engine::cards::Deck;

/// The icon in an area of 32 units: a star on the table at night.
pub fn icon() -> String {
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" {
            rect width="32" height="32" fill=(Ink::Table.dark()) {}
            rect x="7" y="3" width="18" height="26" rx="2.5" fill="none" stroke=(Ink::Stars.dark()) stroke-width="2" {}
            path transform="translate(16 16) scale(.62 .82)" fill=(Ink::Stars.dark())
                d=(signs::suit(SuitOrStars::Stars, Deck::Fortunes)) {}
        }
    };
    picture.into_string()
}
