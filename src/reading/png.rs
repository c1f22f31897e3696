//! Readings and cards as PNG: their SVG, drawn with fonts that the program brings along.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

use super::{Disposition, Heading, Reading, svg};
use crate::cards::{Card, Deck};

/// The fonts: a family for Latin letters in three faces, and one for other scripts.
const FONTS: [&[u8]; 4] = [
    include_bytes!("../../assets/fonts/Gelasio-Regular.ttf"),
    include_bytes!("../../assets/fonts/Gelasio-Italic.ttf"),
    include_bytes!("../../assets/fonts/Gelasio-Bold.ttf"),
    include_bytes!("../../assets/fonts/DejaVuSans-Scripts.ttf"),
];

/// How wide a picture is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(u32);

impl Width {
    /// The narrowest there is.
    pub const LEAST: u32 = 200;
    /// The widest there is.
    pub const MOST: u32 = 2000;

    /// This many pixels; none when that is too few or too many.
    pub const fn new(pixels: u32) -> Option<Width> {
        if pixels >= Width::LEAST && pixels <= Width::MOST { Some(Width(pixels)) } else { None }
    }
}

impl Width {
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

/// The reading as a PNG file, on a light ground.
pub fn picture(reading: &Reading, heading: &Heading, width: Width) -> Vec<u8> {
    drawn(&svg::picture(reading, heading), width)
}

/// One card as a PNG file, on a light ground.
pub fn card(card: Card, deck: Deck, disposition: Disposition, width: Width) -> Vec<u8> {
    drawn(&svg::card(card, deck, disposition), width)
}

fn drawn(svg: &str, width: Width) -> Vec<u8> {
    static OPTIONS: LazyLock<Options<'_>> = LazyLock::new(options);
    let tree = Tree::from_str(svg, &OPTIONS).expect("our own pictures are well-formed");
    let scale = width.0 as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(width.0, height).expect("neither side is zero");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().expect("a picture in memory can be written to memory")
}

fn options() -> Options<'static> {
    let mut fonts = Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_serif_family("Gelasio");
    Options { font_family: "Gelasio".to_owned(), fontdb: Arc::new(fonts), ..Options::default() }
}
