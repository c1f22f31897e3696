//! Renders a picture from SVG to a file: parsed, drawn in strips from top to bottom, compressed.

use std::io::Write;

use png::{ColorType, DeflateCompression, Encoder, Filter};
use resvg::{
    tiny_skia::{Color, Pixmap},
    usvg::Tree,
};

use super::{fonts::Fonts, strip, width::Width};

/// Number of rows drawn at a time.
const STRIP: u32 = 256;
/// Maximum number of pixels drawn at a time.
const STRIP_DOTS: u32 = 4 << 20;

/// Compression level. No PNG filters are used, because our pictures are plain areas with sharp edges. Files are a
/// quarter smaller than with the default filters and level 6, and take half the time.
const COMPRESSION: DeflateCompression = DeflateCompression::Level(3);

const IN_MEMORY: &str = "a picture in memory can be written to memory";

/// A picture of ours with its texts as outlines, to be drawn at any width.
#[derive(Debug)]
pub struct Sheet {
    tree: Tree,
    /// Whether it contains other pictures.
    illustrated: bool,
}

impl Sheet {
    /// Parses a picture of ours and converts its texts to outlines.
    pub fn of(svg: &str, fonts: &Fonts) -> Sheet {
        Sheet { tree: fonts.tree(svg), illustrated: svg.contains("<image") }
    }

    /// A PNG file, on a light background.
    pub fn file(&self, width: Width) -> Vec<u8> {
        self.in_strips(width, self.strip(width))
    }

    /// Number of rows at this width.
    pub fn height(&self, width: Width) -> u32 {
        (self.tree.size().height() * self.scale(width)).ceil() as u32
    }

    /// Its rows at this width, from top to bottom: red, green and blue of each pixel.
    pub fn rows(&self, width: Width, row: impl FnMut(&[u8])) {
        self.rows_in(width, self.strip(width), row);
    }

    fn scale(&self, width: Width) -> f32 {
        width.pixels() as f32 / self.tree.size().width()
    }

    /// An embedded picture is decoded for each strip, so few strips are used.
    fn strip(&self, width: Width) -> u32 {
        if self.illustrated { STRIP_DOTS / width.pixels() } else { STRIP }
    }

    /// Drawn and compressed in strips: the widest picture has tens of megabytes of pixels, a strip only a few.
    fn in_strips(&self, width: Width, strip: u32) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width.pixels(), self.height(width));
        encoder.set_color(ColorType::Rgb);
        encoder.set_deflate_compression(COMPRESSION);
        encoder.set_filter(Filter::NoFilter);
        let mut header = encoder.write_header().expect(IN_MEMORY);
        let mut dots = header.stream_writer().expect(IN_MEMORY);
        self.rows_in(width, strip, |row| dots.write_all(row).expect(IN_MEMORY));
        dots.finish().expect(IN_MEMORY);
        header.finish().expect(IN_MEMORY);
        file
    }

    fn rows_in(&self, width: Width, strip: u32, mut row: impl FnMut(&[u8])) {
        let (scale, height) = (self.scale(width), self.height(width));
        let mut dots = Pixmap::new(width.pixels(), strip.min(height)).expect("neither side is zero");
        let mut bytes = vec![0; 3 * width.pixels() as usize];
        for top in (0..height).step_by(strip as usize) {
            dots.fill(Color::WHITE);
            strip::draw(&self.tree, (scale, top), &mut dots);
            for line in dots.pixels().chunks_exact(width.pixels() as usize).take((height - top) as usize) {
                for (place, dot) in bytes.chunks_exact_mut(3).zip(line) {
                    place.copy_from_slice(&[dot.red(), dot.green(), dot.blue()]);
                }
                row(&bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_equal_the_picture_drawn_at_once() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 250\"><g opacity=\"0.5\">\
                   <circle cx=\"50\" cy=\"120\" r=\"49\" fill=\"teal\"/><text y=\"64\">Fate</text></g></svg>";
        let (sheet, width) = (Sheet::of(svg, &Fonts::default()), Width::new(200).expect("wide enough"));
        let whole = sheet.in_strips(width, 500);
        for strip in [64, 499] {
            assert!(sheet.in_strips(width, strip) == whole, "strips of {strip}");
        }
    }
}
