//! The Arcana deck: a scene for each card, and a back, as `assets/deck` composes them.

use std::{collections::HashMap, sync::LazyLock};

use arcana_engine::cards::Card;
use maud::{Markup, PreEscaped, html};

use super::face;

/// All scenes in one document, a line each, in an area of 200 by 340 units.
const CARDS: &str = include_str!("../../../deck/cards.svg");

/// The style sheet of the scenes, with the colours of light and dark mode, of high contrast and of print.
pub(super) const COLOURS: &str = include_str!("../../../deck/colours.css");

/// The attribute by which a document with scenes is told from others.
const CLASS: &str = "class=\"arc ";

/// The name of the back among the scenes.
const BACK: &str = "back";

/// Margin of the scenes, outside the edge of the card.
const MARGIN: f32 = 5.0;

/// Where the card's centre is, its height inside the margin, and the room around a card that stands alone.
const CENTRE: (f32, f32) = (100.0, 170.0);
const RIM: f32 = 1.0;
const DRAWN: f32 = 2.0 * (CENTRE.1 - MARGIN);

/// A line of the document: the attributes of a group, what it shows in a sentence, and the drawing.
struct Scene {
    attributes: &'static str,
    shows: &'static str,
    drawing: &'static str,
}

/// The scenes by the ids of their cards.
static SCENES: LazyLock<HashMap<&str, Scene>> = LazyLock::new(|| CARDS.lines().filter_map(parsed).collect());

fn parsed(line: &'static str) -> Option<(&'static str, Scene)> {
    let (id, rest) = line.strip_prefix("<g id=\"")?.split_once("\" ")?;
    let (attributes, rest) = rest.split_once("><desc>")?;
    let (shows, rest) = rest.split_once("</desc>")?;
    Some((id, Scene { attributes, shows, drawing: rest.strip_suffix("</g>")? }))
}

fn found(name: &str) -> &'static Scene {
    SCENES.get(name).expect("the deck is whole")
}

/// The card's scene about (0, 0), with the height of a face.
pub(super) fn scene(card: Card) -> Markup {
    named(&card.id())
}

/// The back of the deck, likewise.
pub(super) fn back() -> Markup {
    named(BACK)
}

fn named(name: &str) -> Markup {
    let Scene { attributes, drawing, .. } = found(name);
    let scale = face::HEIGHT as f32 / DRAWN;
    let (x, y) = (-CENTRE.0 * scale, -CENTRE.1 * scale);
    PreEscaped(format!("<g transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\" {attributes}>{drawing}</g>"))
}

/// What the card's scene shows, in a sentence.
pub fn shown(card: Card) -> &'static str {
    found(&card.id()).shows
}

/// The scene alone, upright, for a page that links the style sheet. It is decorative: [`shown`] is for screen readers.
pub fn picture(card: Card) -> String {
    let (width, height) = (face::HEIGHT as f32 * (CENTRE.0 - MARGIN) / (CENTRE.1 - MARGIN), face::HEIGHT as f32);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true"
            viewBox={ (-width / 2.0 - RIM) " " (-height / 2.0 - RIM) " " (width + 2.0 * RIM) " " (height + 2.0 * RIM) } {
            (scene(card))
        }
    };
    picture.into_string()
}

/// Does a document show scenes, so that it needs their style sheet?
pub(super) fn are_in(document: &str) -> bool {
    document.contains(CLASS)
}

#[cfg(test)]
mod tests {
    use arcana_engine::cards::PACK;

    use super::*;

    #[test]
    fn every_card_and_the_back_have_a_scene_of_at_most_8_kilobytes() {
        assert_eq!(SCENES.len(), PACK.len() + 1);
        for markup in PACK.map(scene).into_iter().chain([back()]) {
            let text = markup.into_string();
            assert!(are_in(&text) && text.ends_with("</g>") && text.len() <= 8_192, "{text}");
        }
        assert!(CARDS.len() <= 350_000, "{}", CARDS.len());
    }

    #[test]
    fn a_scene_has_no_colours_and_no_styles_of_its_own() {
        assert!(!CARDS.contains("style=") && !CARDS.contains("fill=\"") && !CARDS.contains("stroke=\""));
    }
}
