//! Pictures as PNG: our SVG, rendered with embedded fonts and with those of the machine.

mod coverage;
mod fonts;
mod loaded;
mod parted;
mod sheet;
mod strip;
mod width;

use super::svg;

pub use fonts::{Fonts, NoFonts};
pub use sheet::Sheet;
pub use width::Width;

/// A picture of ours as a PNG file, on a light background.
pub fn drawn(svg: &str, width: Width, fonts: &Fonts) -> Vec<u8> {
    Sheet::of(svg, fonts).file(width)
}

/// The sign of the site as an icon file (ICO, with a PNG inside).
pub fn icon() -> Vec<u8> {
    let picture = drawn(&svg::icon(), Width::ICON, &Fonts::default());
    // An icon's header and its only entry: a side of 32 pixels, no palette, one plane of 24 bits, and the offset of its
    // picture.
    let mut file = vec![0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 24, 0];
    file.extend((picture.len() as u32).to_le_bytes());
    file.extend((file.len() as u32 + 4).to_le_bytes());
    file.extend(picture);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_has_the_offset_of_its_picture() {
        let icon = icon();
        let number = |at: usize| u32::from_le_bytes(icon[at..at + 4].try_into().expect("four bytes")) as usize;
        assert_eq!((icon.len() - number(14), number(18)), (22, 22));
        assert_eq!(&icon[22..30], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&icon[38..46], [0, 0, 0, 32, 0, 0, 0, 32]);
    }
}
