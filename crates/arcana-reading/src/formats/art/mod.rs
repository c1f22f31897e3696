//! Pictures of the cards from a folder, in place of the drawn faces: for example scans of a deck.

mod folder;

use std::io::Cursor;

use arcana_engine::{
    cards::{Card, Deck},
    hex::hex,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage, codecs::jpeg::JpegEncoder};
use sha2::{Digest, Sha256};

pub use self::folder::{BadArt, Loaded, first, load};

/// Path of the pictures of cards.
const ROUTE: &str = "/art";

/// Pictures of all cards, each in all sizes, as JPEG.
#[derive(Debug)]
pub struct Art {
    cards: Vec<[Scaled; 3]>,
}

impl Art {
    /// The pictures of a whole pack, in its order.
    fn new(cards: Vec<[Scaled; 3]>) -> Art {
        Art { cards }
    }

    /// The picture of a card in the folder.
    pub fn picture(&self, card: Card, size: Size) -> &Scaled {
        &self.cards[card.index()][size as usize]
    }
}

/// The card whose picture is shown for a card of a deck. A folder is assumed to be of the deck of Waite and Smith;
/// French cards look too different.
pub fn stands_for(card: Card, deck: Deck) -> Option<Card> {
    (deck != Deck::French).then(|| deck.counterpart(card))
}

/// The URL of a card's picture.
pub fn address(card: Card, size: Size, picture: &Scaled) -> String {
    format!("{ROUTE}/{card}-{}.jpg?{}", size.width(), picture.hash)
}

/// Maximum number of pixels; decoding takes several bytes for each.
const PIXELS: u64 = 12_000_000;
/// Maximum length of a side, in pixels.
const SIDE: u32 = 8000;
/// Minimum width, in pixels.
const LEAST: u32 = 100;
/// Maximum memory for decoding, in bytes.
const MEMORY: u64 = 96 << 20;
/// The colour behind transparent pixels.
const GROUND: [u8; 3] = [255, 253, 247];
/// JPEG quality, 0 … 100.
const QUALITY: u8 = 84;

/// The maximum width of a stored picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For one card of many.
    Small,
    /// For a few cards, or a wide picture of many.
    Medium,
    /// For one card.
    Large,
}

impl Size {
    /// All of them, the smallest first.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// In pixels.
    pub const fn width(self) -> u32 {
        match self {
            Size::Small => 160,
            Size::Medium => 320,
            Size::Large => 640,
        }
    }
}

/// A picture in one size.
#[derive(Clone, Debug)]
pub struct Scaled {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The file.
    pub jpeg: Vec<u8>,
    /// The beginning of its SHA-256, in hex.
    pub hash: String,
}

impl Scaled {
    /// The picture as a `data:` URL.
    pub fn data_url(&self) -> String {
        format!("data:image/jpeg;base64,{}", STANDARD.encode(&self.jpeg))
    }

    /// Ratio of height to width.
    pub fn ratio(&self) -> f32 {
        self.size.1 as f32 / self.size.0 as f32
    }
}

/// A file's picture in all sizes.
///
/// # Errors
/// What is wrong with it, as the predicate of a sentence about the file.
pub fn sizes(file: &[u8]) -> Result<[Scaled; 3], String> {
    let mut picture = decoded(file)?;
    let mut scaled = Vec::with_capacity(Size::ALL.len());
    for size in Size::ALL.into_iter().rev() {
        picture = smaller(picture, size.width());
        scaled.insert(0, written(&picture)?);
    }
    scaled.try_into().map_err(|_| "cannot be scaled".to_owned())
}

fn decoded(file: &[u8]) -> Result<DynamicImage, String> {
    let unreadable = |error: image::ImageError| format!("cannot be decoded: {error}");
    let mut reader = ImageReader::new(Cursor::new(file)).with_guessed_format().map_err(|error| error.to_string())?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) {
        return Err("is not a JPEG, PNG or WebP picture".to_owned());
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > SIDE || u64::from(width) * u64::from(height) > PIXELS {
        return Err(format!("is too large: {width} x {height} pixels, and at most {PIXELS} are accepted"));
    }
    let orientation = decoder.orientation().map_err(unreadable)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    picture.apply_orientation(orientation);
    match (picture.width(), picture.height()) {
        (width, height) if width >= height => Err(format!("is not upright: {width} x {height} pixels")),
        (width, _) if width < LEAST => {
            Err(format!("is too small: {width} pixels wide, and at least {LEAST} are expected"))
        }
        _ => Ok(opaque(picture)),
    }
}

/// The picture on a card's background.
fn opaque(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8().into();
    }
    let picture = picture.into_rgba8();
    let picture = RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        let over = |colour: u8, ground: u8| {
            let (colour, ground, alpha) = (u32::from(colour), u32::from(ground), u32::from(alpha));
            ((colour * alpha + ground * (255 - alpha) + 127) / 255) as u8
        };
        image::Rgb([over(red, GROUND[0]), over(green, GROUND[1]), over(blue, GROUND[2])])
    });
    picture.into()
}

/// The picture no wider than this.
fn smaller(picture: DynamicImage, width: u32) -> DynamicImage {
    if picture.width() <= width {
        return picture;
    }
    let height = (u64::from(picture.height()) * u64::from(width)).div_ceil(u64::from(picture.width()));
    picture.thumbnail_exact(width, height as u32)
}

fn written(picture: &DynamicImage) -> Result<Scaled, String> {
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    picture.write_with_encoder(encoder).map_err(|error| format!("cannot be scaled: {error}"))?;
    jpeg.shrink_to_fit();
    let hash = hex(&Sha256::digest(&jpeg)[..8]);
    Ok(Scaled { size: (picture.width(), picture.height()), jpeg, hash })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    /// A picture of one colour, half transparent, as a file.
    pub fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let picture = DynamicImage::from(RgbaImage::from_pixel(width, height, Rgba([200, 30, 30, 128])));
        let picture = if format == ImageFormat::Jpeg { picture.into_rgb8().into() } else { picture };
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, format).expect("a file");
        file.into_inner()
    }

    #[test]
    fn every_size_is_a_jpeg_of_the_same_shape_and_none_is_enlarged() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let sizes = sizes(&file(400, 700, format)).expect("a picture");
            assert_eq!(sizes.each_ref().map(|one| one.size), [(160, 280), (320, 560), (400, 700)], "{format:?}");
            for one in &sizes {
                assert_eq!(image::guess_format(&one.jpeg).ok(), Some(ImageFormat::Jpeg));
            }
        }
    }

    #[test]
    fn transparent_pixels_get_the_background_of_a_card() {
        let shown = decoded(&file(100, 150, ImageFormat::Png)).expect("a picture").into_rgb8();
        assert_eq!(shown.get_pixel(50, 50).0, [227, 141, 138]);
    }

    #[test]
    fn unsuitable_pictures_are_refused_with_the_reason() {
        let why = |file: &[u8]| sizes(file).err().unwrap_or_default();
        assert_eq!(why(b"GIF89a not one of these"), "is not a JPEG, PNG or WebP picture");
        assert_eq!(why(&file(200, 150, ImageFormat::Png)), "is not upright: 200 x 150 pixels");
        assert!(why(&file(40, 80, ImageFormat::WebP)).starts_with("is too small: 40 pixels wide"));
        assert!(why(&file(2500, 5000, ImageFormat::Png)).starts_with("is too large: 2500 x 5000 pixels"));
        let whole = file(300, 500, ImageFormat::Png);
        assert!(why(&whole[..whole.len() / 2]).starts_with("cannot be decoded"), "{}", why(&whole[..whole.len() / 2]));
    }
}
