//! What the cards of a picture look like: drawn by us, or the pictures of an art folder.

use maud::{Markup, html};

use super::ink::Ink;
use crate::{
    cards::{Card, Deck},
    reading::art::{self, Art, Size},
};

/// What the cards of a picture look like.
#[derive(Clone, Copy, Debug, Default)]
pub enum Faces<'a> {
    /// Drawn by us.
    #[default]
    Drawn,
    /// Pictures of this size, held by the picture itself; cards without one are drawn.
    Held(&'a Art, Size),
    /// Pictures that the page finds at their addresses; cards without one are drawn.
    Linked(&'a Art, Size),
}

impl Faces<'_> {
    /// The card's picture about (0, 0), so high, if there is one.
    pub(super) fn picture(self, card: Card, deck: Deck, height: f32) -> Option<Markup> {
        let shown = art::stands_for(card, deck)?;
        let (picture, address) = match self {
            Faces::Drawn => return None,
            Faces::Held(art, size) => {
                let picture = art.picture(shown, size)?;
                (picture, picture.data_url())
            }
            Faces::Linked(art, size) => {
                let picture = art.picture(shown, size)?;
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
