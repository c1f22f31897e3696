//! The fonts of the pages: Gelasio, as in the pictures, reduced and compressed for browsers. `assets/fonts/README.md`
//! has the command.

use super::asset::{Asset, made};

const WOFF2: &str = "font/woff2";

/// A font file: name, content, weight and style.
struct Font {
    name: &'static str,
    bytes: &'static [u8],
    weight: u16,
    style: &'static str,
}

/// The font that nearly every page needs first.
pub const REGULAR: &str = "Gelasio-Regular.woff2";

const FONTS: [Font; 3] = [
    Font {
        name: REGULAR,
        bytes: include_bytes!("../../../../assets/fonts/web/Gelasio-Regular.woff2"),
        weight: 400,
        style: "normal",
    },
    Font {
        name: "Gelasio-Bold.woff2",
        bytes: include_bytes!("../../../../assets/fonts/web/Gelasio-Bold.woff2"),
        weight: 700,
        style: "normal",
    },
    Font {
        name: "Gelasio-Italic.woff2",
        bytes: include_bytes!("../../../../assets/fonts/web/Gelasio-Italic.woff2"),
        weight: 400,
        style: "italic",
    },
];

/// The font files.
pub fn files() -> [Asset; FONTS.len()] {
    FONTS.map(|font| made(font.name, WOFF2, font.bytes))
}

/// The `@font-face` rules of these files, and a fallback.
pub fn faces(files: &[Asset]) -> String {
    let face = |font: &Font| {
        let Font { name, weight, style, .. } = font;
        let hash = files.iter().find(|file| file.name == *name).map_or("", |file| file.hash.as_str());
        format!(
            "@font-face{{font-family:Gelasio;font-weight:{weight};font-style:{style};font-display:swap;\
             src:url(/assets/{name}?{hash}) format('woff2')}}\n"
        )
    };
    FONTS.iter().map(face).collect()
}
