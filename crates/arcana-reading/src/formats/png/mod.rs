//! Pictures as PNG: our SVG, rendered with embedded fonts and with those of the machine.

mod fonts;

use std::{io::Write, time::Duration};

use png::{ColorType, DeflateCompression, Encoder, Filter};
use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::svg;

pub use self::fonts::{Fonts, NoFonts};

/// Maximum number of pixels of a picture: drawing one takes four bytes of memory for each.
const MOST_DOTS: u32 = 16_000_000;

/// Compression level. No PNG filters are used, because our pictures are plain areas with sharp edges. Files are a
/// quarter smaller than with the default filters and level 6, and take half the time.
const COMPRESSION: DeflateCompression = DeflateCompression::Level(3);

const IN_MEMORY: &str = "a picture in memory can be written to memory";

/// A picture that would be so high at the requested width that it has too many pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Expected at most {widest}: at a greater width this picture has more than 16 million pixels.")]
pub struct TooLarge {
    /// The greatest width that it can have.
    pub widest: u32,
}

/// A picture of ours as a PNG file, on a light background.
///
/// # Errors
/// It would have more than 16 million pixels.
pub fn drawn(svg: &str, width: Width, fonts: &Fonts) -> Result<Vec<u8>, TooLarge> {
    let tree = fonts.tree(svg);
    let (scale, width) = (width.pixels() as f32 / tree.size().width(), width.pixels());
    let height = (tree.size().height() * scale).ceil() as u32;
    if u64::from(width) * u64::from(height) > u64::from(MOST_DOTS) {
        let ratio = tree.size().height() / tree.size().width();
        // The height is rounded up.
        return Err(TooLarge { widest: (MOST_DOTS as f32 / ratio).sqrt() as u32 - 1 });
    }
    let mut dots = Pixmap::new(width, height).expect("neither side is zero");
    dots.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut dots.as_mut());
    Ok(file(&dots))
}

/// The sign of the site as a PNG file of 512 pixels, for a screen of apps.
pub fn large_icon() -> Vec<u8> {
    drawn(&svg::icon(false), Width::LARGE_ICON, &Fonts::default()).expect("an icon is small")
}

/// The sign of the site as an icon file (ICO, with a PNG inside).
pub fn icon() -> Vec<u8> {
    let picture = drawn(&svg::icon(false), Width::ICON, &Fonts::default()).expect("an icon is small");
    // An icon's header and its only entry: a side of 32 pixels, no palette, one plane of 24 bits, and the offset of its
    // picture.
    let mut file = vec![0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 24, 0];
    file.extend((picture.len() as u32).to_le_bytes());
    file.extend((file.len() as u32 + 4).to_le_bytes());
    file.extend(picture);
    file
}

/// The pixels as a file. Our pictures are opaque, so it has no alpha channel.
fn file(dots: &Pixmap) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, dots.width(), dots.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_deflate_compression(COMPRESSION);
    encoder.set_filter(Filter::NoFilter);
    let mut header = encoder.write_header().expect(IN_MEMORY);
    let mut rows = header.stream_writer().expect(IN_MEMORY);
    let mut row = Vec::with_capacity(3 * dots.width() as usize);
    for line in dots.pixels().chunks_exact(dots.width() as usize) {
        row.clear();
        row.extend(line.iter().flat_map(|dot| [dot.red(), dot.green(), dot.blue()]));
        rows.write_all(&row).expect(IN_MEMORY);
    }
    rows.finish().expect(IN_MEMORY);
    header.finish().expect(IN_MEMORY);
    file
}

/// Width of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(u32);

impl Width {
    /// Minimum width.
    pub const LEAST: u32 = 200;
    /// Maximum width.
    pub const MOST: u32 = 2000;
    /// Width of preview pictures.
    pub const PREVIEW: Width = Width(1200);
    /// Width of the site's icon.
    const ICON: Width = Width(32);
    /// Width of the site's icon among those of apps.
    const LARGE_ICON: Width = Width(512);

    /// This many pixels; `None` when that is too few or too many.
    pub const fn new(pixels: u32) -> Option<Width> {
        if pixels >= Width::LEAST && pixels <= Width::MOST { Some(Width(pixels)) } else { None }
    }

    /// In pixels.
    pub const fn pixels(self) -> u32 {
        self.0
    }

    /// Whether its cards are so large that small pictures of them would be blurred.
    pub(in crate::formats) const fn is_wide(self) -> bool {
        self.0 > 1400
    }

    /// Approximate maximum time to draw a picture of this width.
    pub const fn drawing(self) -> Duration {
        Duration::from_nanos(DOT.as_nanos() as u64 * self.0 as u64 * self.0 as u64)
    }
}

/// Drawing time per pixel of a square.
const DOT: Duration = Duration::from_nanos(160);

impl Default for Width {
    fn default() -> Width {
        Width(1000)
    }
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

    #[test]
    fn a_picture_with_too_many_pixels_is_refused_with_the_width_that_it_can_have() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 1000\"/>";
        let drawn = |width| drawn(svg, Width::new(width).expect("within the limits"), &Fonts::default());
        let TooLarge { widest } = drawn(2000).expect_err("40 million pixels");
        assert_eq!(widest, 1263);
        assert!(drawn(widest).is_ok());
        assert_eq!(drawn(widest + 2), Err(TooLarge { widest }));
    }
}
