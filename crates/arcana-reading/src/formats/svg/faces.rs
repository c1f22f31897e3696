//! The appearance of the cards in a picture: drawn by us, or the pictures of an art folder.

use maud::{Markup, html};

use super::ink::Ink;
use crate::art::{self, Art, Size};
use arcana_engine::cards::{Card, Deck};

/// The appearance of the cards in a picture.
#[derive(Clone, Copy, Debug, Default)]
pub enum Faces<'a> {
    /// Drawn by us.
    #[default]
    Drawn,
    /// Pictures of this size, embedded in the document; cards without one are drawn.
    Held(&'a Art, Size),
    /// Pictures linked by their URLs; cards without one are drawn.
    Linked(&'a Art, Size),
}

impl Faces<'_> {
    /// The card's picture centred at (0, 0), with this height, if there is one.
    pub(super) fn picture(self, card: Card, deck: Deck, height: f32) -> Option<Markup> {
        let shown = art::stands_for(card, deck)?;
        let (picture, address) = match self {
            Faces::Drawn => return None,
            Faces::Held(art, size) => {
                let picture = art.picture(shown, size);
                (picture, picture.data_url())
            }
            Faces::Linked(art, size) => {
                let picture = art.picture(shown, size);
                (picture, art::address(shown, size, picture))
            }
        };
        let width = height / picture.ratio();
        let (x, y) = (-width / 2.0, -height / 2.0);
        Some(html! {
            image x=(x) y=(y) width=(width) height=(height) href=(address) preserveAspectRatio="none" {}
            rect x=(x) y=(y) width=(width) height=(height) rx="2" fill="none" class=(Ink::Edge.line())
                stroke=(Ink::Edge.light()) {}
        })
    }
}
