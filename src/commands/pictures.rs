//! Loads the fonts and images for pictures.

use anyhow::{Context, ensure};

use crate::{
    config::{self, CardsLook},
    reading::{
        CardLook, Pictures,
        art::{self, Art, Loaded},
        png::Fonts,
    },
};

/// Maximum number of missing cards or unused files named in the log.
const MAX_NAMED: usize = 10;

/// Loads fonts and card images from the configured folders.
pub fn load(settings: &config::Pictures) -> anyhow::Result<Pictures> {
    let fonts = Fonts::of_machine(settings.fonts.as_deref()).context("--fonts")?;
    let on_pages = match settings.cards {
        CardsLook::Drawn => CardLook::Drawn,
        CardsLook::Art => CardLook::Art,
    };
    ensure!(on_pages == CardLook::Drawn || settings.art.is_some(), "--cards art: there is no folder, set `--art`");
    let art = settings.art.as_deref().map(art::load).transpose().context("--art")?;
    Ok(Pictures { fonts, art: art.map(log_unmatched), on_pages })
}

/// Logs which cards have no image, and which files are not used.
fn log_unmatched(loaded: Loaded) -> Art {
    let Loaded { art, missing, unknown } = loaded;
    if !missing.is_empty() {
        let cards: Vec<_> = missing.iter().take(MAX_NAMED).map(ToString::to_string).collect();
        tracing::warn!(count = missing.len(), cards = %cards.join(" "), "cards without a picture are drawn");
    }
    if !unknown.is_empty() {
        let files = unknown[..unknown.len().min(MAX_NAMED)].join(" ");
        tracing::warn!(count = unknown.len(), %files, "pictures whose names name no card are not used");
    }
    art
}
