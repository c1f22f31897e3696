//! What pictures are made with.

use std::path::PathBuf;

use clap::Args;

/// What pictures are made with.
#[derive(Clone, Debug, Args)]
pub struct Pictures {
    /// Folder with fonts for PNG pictures, used before those that are installed on this machine
    #[arg(long, env = "ARCANA_FONTS", value_name = "FOLDER")]
    pub fonts: Option<PathBuf>,
}
