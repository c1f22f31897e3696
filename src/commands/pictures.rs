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

/// Loads fonts and card images from the configured folders.
pub fn load(settings: &config::Pictures) -> anyhow::Result<Pictures> {
    let fonts = Fonts::of_machine(settings.fonts.as_deref()).context("--fonts")?;
    let on_pages = match settings.cards {
        CardsLook::Drawn => CardLook::Drawn,
        CardsLook::Art => CardLook::Art,
    };
    ensure!(on_pages == CardLook::Drawn || settings.art.is_some(), "--cards art: there is no folder, set `--art`");
    let art = settings.art.as_deref().map(art::load).transpose().context("--art")?;
    Ok(Pictures { fonts, art: art.map(log_unused), on_pages })
}

/// Logs which files are not used.
fn log_unused(Loaded { art, unknown }: Loaded) -> Art {
    if !unknown.is_empty() {
        let files = art::first(&unknown);
        tracing::warn!(count = unknown.len(), %files, "pictures whose names name no card are not used");
    }
    art
}
