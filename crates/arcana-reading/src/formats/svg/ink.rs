//! The colours of the pictures, for light and dark mode.

use arcana_engine::cards::Deck;
use strum::VariantArray;

use crate::SuitOrStars;

/// The role of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(super) enum Ink {
    Table,
    Face,
    TurnedFace,
    Edge,
    Text,
    Muted,
    Faint,
    Turned,
    Wands,
    Cups,
    Swords,
    Pentacles,
    Stars,
}

impl Ink {
    /// The colour of a suit in a deck: French suits are black and red.
    pub const fn of(suit: SuitOrStars, deck: Deck) -> Ink {
        match (suit, deck) {
            (SuitOrStars::Wands | SuitOrStars::Swords, Deck::French) => Ink::Text,
            (SuitOrStars::Cups | SuitOrStars::Pentacles, Deck::French) => Ink::Turned,
            (SuitOrStars::Wands, Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth) => Ink::Wands,
            (SuitOrStars::Cups, Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth) => Ink::Cups,
            (SuitOrStars::Swords, Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth) => Ink::Swords,
            (SuitOrStars::Pentacles, Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth) => Ink::Pentacles,
            (SuitOrStars::Stars, _) => Ink::Stars,
        }
    }

    /// Its name, and its colour in light and in dark mode.
    const fn row(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Ink::Table => ("table", "#f6f1e5", "#17161d"),
            Ink::Face => ("face", "#fffdf7", "#2b2934"),
            Ink::TurnedFace => ("turned-face", "#ece4d2", "#211f28"),
            Ink::Edge => ("edge", "#6b604e", "#8d8699"),
            Ink::Text => ("text", "#2a241c", "#f0eae0"),
            Ink::Muted => ("muted", "#6a5f4e", "#b3aabf"),
            Ink::Faint => ("faint", "#ddd2bb", "#383541"),
            Ink::Turned => ("turned", "#9c2f2f", "#f09a94"),
            Ink::Wands => ("wands", "#a63c18", "#f0865c"),
            Ink::Cups => ("cups", "#1f6490", "#6fb7e2"),
            Ink::Swords => ("swords", "#53567f", "#aeb2e6"),
            Ink::Pentacles => ("pentacles", "#4d6b22", "#a5c96b"),
            Ink::Stars => ("stars", "#7d5a0e", "#e9c25a"),
        }
    }

    /// Its colour in light mode, for pictures without a style sheet.
    pub const fn light(self) -> &'static str {
        self.row().1
    }

    /// Its colour in dark mode.
    pub const fn dark(self) -> &'static str {
        self.row().2
    }

    /// The class that fills with this ink.
    pub fn fill(self) -> String {
        format!("fill-{}", self.row().0)
    }

    /// The class that draws lines with this ink.
    pub fn line(self) -> String {
        format!("line-{}", self.row().0)
    }
}

/// The style sheet of these colours: the same as in attributes, and those of dark mode.
pub(super) fn style_sheet() -> String {
    let rules = |colour: fn(Ink) -> &'static str| {
        Ink::VARIANTS.iter().copied().map(move |ink| {
            let (name, colour) = (ink.row().0, colour(ink));
            format!(".arcana .fill-{name}{{fill:{colour}}}.arcana .line-{name}{{stroke:{colour}}}\n")
        })
    };
    let light = rules(|ink| ink.row().1).collect::<String>();
    let dark = rules(|ink| ink.row().2).collect::<String>();
    format!("{light}@media screen and (prefers-color-scheme:dark){{\n{dark}}}\n")
}

/// The colours of a deck's suits and Stars for the style sheet of a page, as `--wa` to `--pe` and `--ar` of what a
/// selector finds.
pub fn suit_colours(deck: Deck, selector: &str) -> String {
    let names = [
        (SuitOrStars::Wands, "wa"),
        (SuitOrStars::Cups, "cu"),
        (SuitOrStars::Swords, "sw"),
        (SuitOrStars::Pentacles, "pe"),
        (SuitOrStars::Stars, "ar"),
    ];
    let rule = |colour: fn(Ink) -> &'static str| {
        let colours = names.map(|(suit, name)| format!("--{name}:{}", colour(Ink::of(suit, deck))));
        format!("{selector}{{{}}}", colours.join(";"))
    };
    let (light, dark) = (rule(Ink::light), rule(Ink::dark));
    format!("{light}\n@media screen and (prefers-color-scheme:dark){{{dark}}}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, 0 … 1 (WCAG 2).
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("two hex digits")) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn texts_have_enough_contrast_in_light_and_dark_mode() {
        let read = [Ink::Text, Ink::Muted, Ink::Turned, Ink::Wands, Ink::Cups, Ink::Swords, Ink::Pentacles, Ink::Stars];
        for ground in [Ink::Table, Ink::Face, Ink::TurnedFace] {
            for ink in read {
                let ((_, light, dark), (_, light_ground, dark_ground)) = (ink.row(), ground.row());
                assert!(contrast(light, light_ground) >= 4.5, "{ink:?} on {ground:?} in the light");
                assert!(contrast(dark, dark_ground) >= 4.5, "{ink:?} on {ground:?} in the dark");
            }
        }
    }

    #[test]
    fn a_page_has_the_suits_in_the_colours_of_the_pictures() {
        let colours = suit_colours(Deck::Fortunes, ":root");
        assert!(colours.starts_with(":root{--wa:#a63c18;--cu:#1f6490;"), "{colours}");
        assert!(
            colours.contains("dark){:root{--wa:#f0865c;--cu:#6fb7e2;--sw:#aeb2e6;--pe:#a5c96b;--ar:#e9c25a}}"),
            "{colours}"
        );
    }

    #[test]
    fn french_suits_are_black_and_red() {
        let (black, red) = (Ink::Text.light(), Ink::Turned.light());
        let colours = suit_colours(Deck::French, ".french span.card");
        let light =
            format!(".french span.card{{--wa:{black};--cu:{red};--sw:{black};--pe:{red};--ar:#7d5a0e}}\n@media");
        assert!(colours.starts_with(&light), "{colours}");
    }

    #[test]
    fn the_style_sheet_has_every_class() {
        let sheet = style_sheet();
        for ink in Ink::VARIANTS.iter().copied() {
            let name = ink.row().0;
            assert_eq!(sheet.matches(&format!(".fill-{name}{{")).count(), 2, "{name}");
            assert_eq!(sheet.matches(&format!(".line-{name}{{")).count(), 2, "{name}");
        }
    }
}
