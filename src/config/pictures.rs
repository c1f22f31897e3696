//! Settings of pictures.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What pictures are made with.
#[derive(Clone, Debug, Args)]
pub struct Pictures {
    /// Folder with fonts for PNG pictures, used before those that are installed on this machine
    #[arg(long, env = "ARCANA_FONTS", value_name = "FOLDER")]
    pub fonts: Option<PathBuf>,
    /// Folder with pictures of the cards (JPEG, PNG or WebP), named by ids or as scans of the deck of 1909 are
    #[arg(long, env = "ARCANA_ART", value_name = "FOLDER")]
    pub art: Option<PathBuf>,
    /// What cards look like on pages unless `cards` is given; `art` needs `--art`
    #[arg(long, env = "ARCANA_CARDS", default_value = "drawn", value_name = "LOOK")]
    pub cards: CardsLook,
}

/// What cards look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CardsLook {
    /// As the program draws them
    Drawn,
    /// As in the folder of `--art`
    Art,
}
