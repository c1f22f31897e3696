//! Styles and scripts, each under an address that changes with what it holds.

use std::sync::OnceLock;

use actix_web::{HttpResponse, http::header};
use sha2::{Digest, Sha256};

use crate::{
    cards::{Card, Deck, PACK, Suit},
    chance::hex,
    reading::{html, svg},
};

/// A file that pages link.
struct Asset {
    name: &'static str,
    content_type: &'static str,
    text: String,
    /// The beginning of its SHA-256, in hex.
    hash: String,
}

const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

fn assets() -> &'static [Asset] {
    static ASSETS: OnceLock<Vec<Asset>> = OnceLock::new();
    ASSETS.get_or_init(|| {
        let files = [
            made("site.css", CSS, include_str!("site.css").to_owned()),
            made("table.css", CSS, include_str!("table.css").to_owned() + &dice()),
            made("reading.css", CSS, html::style_sheet()),
            made("guide.css", CSS, include_str!("guide.css").to_owned()),
            made("chance.js", SCRIPT, include_str!("chance.js").to_owned()),
            made("icon.svg", SVG, svg::icon()),
            made("site.js", SCRIPT, include_str!("site.js").to_owned()),
            made("play.js", SCRIPT, include_str!("play.js").to_owned()),
            made("replay.js", SCRIPT, include_str!("replay.js").to_owned()),
        ];
        files.into_iter().chain(Deck::ALL.map(|deck| made(deck_style(deck), CSS, pictures(deck)))).collect()
    })
}

/// The style sheet with a deck's pictures.
pub const fn deck_style(deck: Deck) -> &'static str {
    match deck {
        Deck::Fortunes => "cards-fortunes.css",
        Deck::WaiteSmith => "cards-waite-smith.css",
        Deck::Thoth => "cards-thoth.css",
        Deck::French => "cards-french.css",
    }
}

fn made(name: &'static str, content_type: &'static str, text: String) -> Asset {
    let hash = hex(&Sha256::digest(&text)[..8]);
    Asset { name, content_type, text, hash }
}

/// A rule by which a picture is the mask of what a selector finds: the colour is that of the card.
fn masked(selector: &str, picture: &str) -> String {
    let encoded =
        picture.replace('"', "'").replace('%', "%25").replace('#', "%23").replace('<', "%3C").replace('>', "%3E");
    format!("{selector}{{mask-image:url(\"data:image/svg+xml,{encoded}\")}}\n")
}

/// A deck's pictures: the suits' signs, and what is drawn on each card.
fn pictures(deck: Deck) -> String {
    let sign = |suit: Suit| {
        let path = svg::sign(suit, deck);
        let picture =
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-14 -14 28 28'><path d='{path}'/></svg>");
        masked(&format!("span.card.{}::before", suit.id()), &picture)
    };
    let drawing = |card: Card| masked(&format!("span.card.{card}::after"), &svg::mask(card, deck));
    Suit::ALL.into_iter().map(sign).chain(PACK.into_iter().map(drawing)).collect()
}

/// The pips of dice.
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

/// Where a page finds an asset.
pub fn address(name: &str) -> String {
    let hash = assets().iter().find(|asset| asset.name == name).map_or("", |asset| &asset.hash);
    format!("/assets/{name}?{hash}")
}

/// A style sheet or a script; it may be cached forever under its URL, which names its content.
pub fn response(name: &str, hash: &str) -> Option<HttpResponse> {
    let asset = assets().iter().find(|asset| asset.name == name)?;
    let caching = match hash == asset.hash {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CACHE_CONTROL, caching))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .content_type(asset.content_type);
    Some(response.body(asset.text.as_str()))
}
