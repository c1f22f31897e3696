//! Styles, scripts and fonts, each with a URL that contains a hash of its content.

use std::{borrow::Cow, sync::OnceLock};

use actix_web::{HttpResponse, http::header};
use sha2::{Digest, Sha256};

use crate::{
    cards::{Card, Deck, PACK, Suit},
    hex::hex,
    http::middleware::rate_limit::ASSETS,
    reading::{html, svg},
};

const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

fn assets() -> &'static [Asset] {
    static ASSETS: OnceLock<Vec<Asset>> = OnceLock::new();
    ASSETS.get_or_init(|| {
        let fonts = font_files();
        let files = [
            made(
                "site.css",
                CSS,
                (font_faces(&fonts) + &svg::suit_colours(Deck::Fortunes, ":root") + include_str!("site.css"))
                    .into_bytes(),
            ),
            made("table.css", CSS, (include_str!("table.css").to_owned() + &dice()).into_bytes()),
            made("reading.css", CSS, html::style_sheet().into_bytes()),
            made("guide.css", CSS, include_str!("guide.css").as_bytes()),
            made("spread.css", CSS, include_str!("spread.css").as_bytes()),
            made("charts.css", CSS, include_str!("charts.css").as_bytes()),
            made("day.css", CSS, include_str!("day.css").as_bytes()),
            made("docs.css", CSS, include_str!("docs.css").as_bytes()),
            made("docs.js", SCRIPT, include_str!("docs.js").as_bytes()),
            made("swagger-ui.css", CSS, include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css")).as_slice()),
            made("swagger-ui.js", SCRIPT, include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js")).as_slice()),
            made("icon.svg", SVG, svg::icon(false).into_bytes()),
            made("icon-turn.svg", SVG, svg::icon(true).into_bytes()),
            made("chance.js", SCRIPT, include_str!("chance.js").as_bytes()),
            made("enlarge.js", SCRIPT, include_str!("enlarge.js").as_bytes()),
            made("my_readings.js", SCRIPT, include_str!("my_readings.js").as_bytes()),
            made("notes.js", SCRIPT, include_str!("notes.js").as_bytes()),
            made("own_spreads.js", SCRIPT, include_str!("own_spreads.js").as_bytes()),
            made("path.js", SCRIPT, include_str!("path.js").as_bytes()),
            made("reading.js", SCRIPT, include_str!("reading.js").as_bytes()),
            made("readings.js", SCRIPT, include_str!("readings.js").as_bytes()),
            made("site.js", SCRIPT, include_str!("site.js").as_bytes()),
            made("copies.js", SCRIPT, include_str!("copies.js").as_bytes()),
            made("play.js", SCRIPT, include_str!("play.js").as_bytes()),
            made("simulation.js", SCRIPT, include_str!("simulation.js").as_bytes()),
            made("turn.js", SCRIPT, include_str!("turn.js").as_bytes()),
            made("turns.js", SCRIPT, include_str!("turns.js").as_bytes()),
            made("replay.js", SCRIPT, include_str!("replay.js").as_bytes()),
        ];
        files
            .into_iter()
            .chain(fonts)
            .chain(Deck::ALL.map(|deck| made(deck_style(deck), CSS, pictures(deck).into_bytes())))
            .collect()
    })
}

/// The style sheet with the pictures of a deck.
pub const fn deck_style(deck: Deck) -> &'static str {
    match deck {
        Deck::Fortunes => "cards-fortunes.css",
        Deck::WaiteSmith => "cards-waite-smith.css",
        Deck::Thoth => "cards-thoth.css",
        Deck::French => "cards-french.css",
    }
}

/// A rule that uses a picture as the mask of a selector's elements, which are filled with the card's colour.
fn masked(selector: &str, picture: &str) -> String {
    let encoded =
        picture.replace('"', "'").replace('%', "%25").replace('#', "%23").replace('<', "%3C").replace('>', "%3E");
    format!("{selector}{{mask-image:url(\"data:image/svg+xml,{encoded}\")}}\n")
}

/// Rules for a deck's pictures: the signs of the suits, and the drawing on each card.
fn pictures(deck: Deck) -> String {
    let sign = |suit: Suit| {
        let path = svg::sign(suit, deck);
        let picture =
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-14 -14 28 28'><path d='{path}'/></svg>");
        masked(&format!("span.card.{}::before", suit.id()), &picture)
    };
    let drawing = |card: Card| masked(&format!("span.card.{card}::after"), &svg::mask(card, deck));
    let colours = (deck == Deck::French).then(|| svg::suit_colours(deck, ".french span.card"));
    colours.into_iter().chain(Suit::ALL.map(sign)).chain(PACK.into_iter().map(drawing)).collect()
}

/// Rules for the pips of dice.
fn dice() -> String {
    const PLACES: [&[(u8, u8)]; 6] = [
        &[(12, 12)],
        &[(6, 6), (18, 18)],
        &[(6, 6), (12, 12), (18, 18)],
        &[(6, 6), (18, 6), (6, 18), (18, 18)],
        &[(6, 6), (18, 6), (12, 12), (6, 18), (18, 18)],
        &[(6, 6), (18, 6), (6, 12), (18, 12), (6, 18), (18, 18)],
    ];
    let pip = |(x, y): &(u8, u8)| format!("<circle cx='{x}' cy='{y}' r='2.6'/>");
    let die = |(value, places): (usize, &[(u8, u8)])| {
        let pips: String = places.iter().map(pip).collect();
        let picture = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>{pips}</svg>");
        masked(&format!(".die.d{}::after", value + 1), &picture)
    };
    PLACES.into_iter().enumerate().map(die).collect()
}

/// The URL of an asset.
pub fn address(name: &str) -> String {
    let hash = assets().iter().find(|asset| asset.name == name).map_or("", |asset| &asset.hash);
    format!("{ASSETS}{name}?{hash}")
}

/// The response for an asset. It may be cached forever, since the URL contains a hash of its content.
pub fn response(name: &str, hash: &str) -> Option<HttpResponse> {
    let asset = assets().iter().find(|asset| asset.name == name)?;
    let caching = match hash == asset.hash {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CACHE_CONTROL, caching))
        .insert_header((header::VARY, "Accept-Encoding"))
        .content_type(asset.content_type);
    Some(response.body(&*asset.content))
}

/// A file linked by pages.
struct Asset {
    pub name: &'static str,
    pub content_type: &'static str,
    pub content: Cow<'static, [u8]>,
    /// Start of its SHA-256, in hex.
    pub hash: String,
}

/// A file with this content.
fn made(name: &'static str, content_type: &'static str, content: impl Into<Cow<'static, [u8]>>) -> Asset {
    let content = content.into();
    let hash = hex(&Sha256::digest(&content)[..8]);
    Asset { name, content_type, content, hash }
}

const WOFF2: &str = "font/woff2";

/// A font file: name, content, weight and style.
struct Font {
    name: &'static str,
    bytes: &'static [u8],
    weight: u16,
    style: &'static str,
}

/// The font that nearly every page needs first.
pub const FIRST_FONT: &str = "Gelasio-Regular.woff2";

/// The fonts of the pages: Gelasio, as in the pictures, reduced and compressed for browsers. `assets/fonts/README.md` has
/// the command.
const FONTS: [Font; 3] = [
    Font {
        name: FIRST_FONT,
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
fn font_files() -> [Asset; FONTS.len()] {
    FONTS.map(|font| made(font.name, WOFF2, font.bytes))
}

/// The `@font-face` rules of these files, and a fallback.
fn font_faces(files: &[Asset]) -> String {
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
