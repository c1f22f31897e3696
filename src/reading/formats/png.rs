//! Pictures as PNG: our SVG, drawn with fonts that the program brings along and with those of the machine.

mod coverage;
mod fonts;
mod loaded;
mod parted;
mod sheet;
mod strip;

use std::time::Duration;

use super::svg;

pub use fonts::{Fonts, NoFonts};
pub use sheet::Sheet;

/// How wide a picture is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(u32);

impl Width {
    /// The narrowest there is.
    pub const LEAST: u32 = 200;
    /// The widest there is.
    pub const MOST: u32 = 2000;

    /// This many pixels; `None` when that is too few or too many.
    pub const fn new(pixels: u32) -> Option<Width> {
        if pixels >= Width::LEAST && pixels <= Width::MOST { Some(Width(pixels)) } else { None }
    }
}

impl Width {
    /// In pixels.
    pub const fn pixels(self) -> u32 {
        self.0
    }

    /// As wide as preview pictures are.
    pub const PREVIEW: Width = Width(1200);
    /// As wide as the sign of a site is.
    const ICON: Width = Width(32);

    /// Are its cards so large that small pictures of them would be blurred?
    pub(super) const fn is_wide(self) -> bool {
        self.0 > 1400
    }

    /// About how long drawing a picture takes that is so wide, at most.
    pub const fn drawing(self) -> Duration {
        Duration::from_nanos(DOT.as_nanos() as u64 * self.0 as u64 * self.0 as u64)
    }
}

/// It takes so long for each dot of a square.
const DOT: Duration = Duration::from_nanos(160);

impl Default for Width {
    fn default() -> Width {
        Width(1000)
    }
}

/// A picture of ours as a PNG file, on a light ground.
pub fn drawn(svg: &str, width: Width, fonts: &Fonts) -> Vec<u8> {
    Sheet::of(svg, fonts).file(width)
}

/// The sign of the site as an icon file (ICO, with a PNG inside).
pub fn icon() -> Vec<u8> {
    let picture = drawn(&svg::icon(), Width::ICON, &Fonts::default());
    // An icon's head and its one entry: a side of 32 dots, no palette, one plane of 24 bits, and where its picture is.
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
    fn an_icon_says_where_its_picture_is() {
        let icon = icon();
        let number = |at: usize| u32::from_le_bytes(icon[at..at + 4].try_into().expect("four bytes")) as usize;
        assert_eq!((icon.len() - number(14), number(18)), (22, 22));
        assert_eq!(&icon[22..30], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&icon[38..46], [0, 0, 0, 32, 0, 0, 0, 32]);
    }
}
