//! The letters of the pages: Gelasio, which the pictures are set in, cut down and packed for browsers
//! (`assets/fonts/README.md` has the command).

use super::asset::{Asset, made};

const WOFF2: &str = "font/woff2";

/// A file of the family: its name, its bytes, how bold it is and how it stands.
struct Font {
    name: &'static str,
    bytes: &'static [u8],
    weight: u16,
    style: &'static str,
}

/// The one that nearly every page needs first.
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

/// The files, as they are served.
pub fn files() -> [Asset; FONTS.len()] {
    FONTS.map(|font| made(font.name, WOFF2, font.bytes))
}

/// The rules that name these files, and what is shown until they are there.
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
