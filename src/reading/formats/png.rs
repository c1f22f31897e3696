//! Pictures as PNG: our SVG, drawn with fonts that the program brings along and with those of the machine.

mod coverage;
mod fonts;
mod loaded;
mod parted;

use std::{io::Write, time::Duration};

use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::svg;

pub use fonts::{Fonts, NoFonts};

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

/// How many rows are drawn at a time.
const BAND: u32 = 256;
/// How many dots are drawn at a time at most.
const BAND_DOTS: u32 = 4 << 20;

const IN_MEMORY: &str = "a picture in memory can be written to memory";

/// It takes so long for each dot of a square.
const DOT: Duration = Duration::from_nanos(160);

impl Default for Width {
    fn default() -> Width {
        Width(1000)
    }
}

/// A picture of ours as a PNG file, on a light ground.
pub fn drawn(svg: &str, width: Width, fonts: &Fonts) -> Vec<u8> {
    // A picture within the picture is decoded for each band: then there are few bands.
    let band = if svg.contains("<image") { BAND_DOTS / width.0 } else { BAND };
    in_bands(svg, width, fonts, band)
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

/// Drawn and compressed in bands from top to bottom: the widest picture has tens of megabytes of dots, a band few.
fn in_bands(svg: &str, width: Width, fonts: &Fonts, band_height: u32) -> Vec<u8> {
    let tree = fonts.tree(svg);
    let scale = width.0 as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width.0, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut header = encoder.write_header().expect(IN_MEMORY);
    let mut dots = header.stream_writer().expect(IN_MEMORY);
    let mut band = Pixmap::new(width.0, band_height.min(height)).expect("neither side is zero");
    let mut row = Vec::with_capacity(3 * width.0 as usize);
    for top in (0..height).step_by(band_height as usize) {
        band.fill(Color::WHITE);
        resvg::render(&tree, Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -(top as f32)), &mut band.as_mut());
        for line in band.pixels().chunks_exact(width.0 as usize).take((height - top) as usize) {
            row.clear();
            row.extend(line.iter().flat_map(|dot| [dot.red(), dot.green(), dot.blue()]));
            dots.write_all(&row).expect(IN_MEMORY);
        }
    }
    dots.finish().expect(IN_MEMORY);
    header.finish().expect(IN_MEMORY);
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

    #[test]
    fn bands_join_to_the_picture_that_is_drawn_at_once() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 250\"><g opacity=\"0.5\">\
                   <circle cx=\"50\" cy=\"120\" r=\"49\" fill=\"teal\"/><text y=\"64\">Fate</text></g></svg>";
        let width = Width::new(200).expect("wide enough");
        let whole = in_bands(svg, width, &Fonts::default(), 500);
        for band_height in [64, 499] {
            assert!(in_bands(svg, width, &Fonts::default(), band_height) == whole, "bands of {band_height}");
        }
    }
}
