//! Styles and scripts, each under an address that changes with what it holds.

use std::sync::OnceLock;

use actix_web::{HttpResponse, http::header};
use sha2::{Digest, Sha256};

use crate::{
    cards::{Deck, Suit},
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
const SCRIPT: &str = "text/javascript; charset=utf-8";

fn assets() -> &'static [Asset; 4] {
    static ASSETS: OnceLock<[Asset; 4]> = OnceLock::new();
    ASSETS.get_or_init(|| {
        [
            made("site.css", CSS, include_str!("site.css").to_owned() + &signs()),
            made("reading.css", CSS, html::style_sheet()),
            made("site.js", SCRIPT, include_str!("site.js").to_owned()),
            made("replay.js", SCRIPT, include_str!("replay.js").to_owned()),
        ]
    })
}

fn made(name: &'static str, content_type: &'static str, text: String) -> Asset {
    let hash = hex(&Sha256::digest(&text)[..8]);
    Asset { name, content_type, text, hash }
}

/// The suits' signs, as masks: the colour is the card's.
fn signs() -> String {
    let sign = |deck: Deck, place: &str, suit: Suit| {
        let (id, path) = (suit.id(), svg::sign(suit, deck));
        format!(
            "{place}.card.{id} i{{mask-image:url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
             viewBox='-14 -14 28 28'%3E%3Cpath d='{path}'/%3E%3C/svg%3E\")}}\n"
        )
    };
    let all = |deck, place| Suit::ALL.map(|suit| sign(deck, place, suit)).concat();
    all(Deck::Fortunes, "") + &all(Deck::French, ".french ")
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
