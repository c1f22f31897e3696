//! Settings of pictures.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Settings of pictures.
#[derive(Clone, Debug, Args)]
pub struct Pictures {
    /// Folder with fonts for PNG pictures, preferred to installed ones
    #[arg(long, env = "ARCANA_FONTS", value_name = "FOLDER")]
    pub fonts: Option<PathBuf>,
    /// Folder with pictures of all cards (JPEG, PNG or WebP), named by card ids or names, or as the 1909 deck's scans are
    #[arg(long, env = "ARCANA_ART", value_name = "FOLDER")]
    pub art: Option<PathBuf>,
    /// How pages show cards unless the query parameter `cards` is given; `art` needs `--art`
    #[arg(long, env = "ARCANA_CARDS", default_value = "drawn", value_name = "LOOK")]
    pub cards: CardsLook,
}

/// How pages show cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CardsLook {
    /// As the program draws them
    Drawn,
    /// As in the folder of `--art`
    Art,
}
