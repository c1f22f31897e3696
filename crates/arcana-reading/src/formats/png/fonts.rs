//! The fonts of PNG pictures: the embedded ones come first, then those of the machine, if any.

use std::{
    path::{Path, PathBuf},
    sync::{
        LazyLock, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use resvg::usvg::{Options, Tree, fontdb::Database};

use super::{
    coverage::Coverage,
    loaded::{AllFonts, embedded},
    runs,
};

/// The fonts of PNG pictures. Texts whose characters are all in the embedded fonts use no others, so they look the same
/// on every machine.
#[derive(Debug, Default)]
pub struct Fonts {
    /// Fonts of a folder, and whether those of the machine are used as well.
    more: Option<(Database, Machine)>,
    /// Loaded when a character is first needed that the embedded fonts lack.
    all: OnceLock<AllFonts>,
    /// Whether it was logged that a character is missing.
    logged: AtomicBool,
}

/// Whether the fonts of the machine are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Machine {
    Used,
    Unused,
}

/// A folder without fonts.
#[derive(Debug, thiserror::Error)]
pub enum NoFonts {
    /// It cannot be listed.
    #[error("cannot read the folder {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// It contains none.
    #[error("the folder {0} holds no font that can be read (.ttf, .otf, .ttc, .otc)")]
    Empty(PathBuf),
}

impl Fonts {
    /// The embedded fonts, those of a folder, and those installed on this machine.
    ///
    /// # Errors
    /// When the folder cannot be read or contains no fonts.
    pub fn of_machine(folder: Option<&Path>) -> Result<Fonts, NoFonts> {
        let fonts = folder.map(of_folder).transpose()?.unwrap_or_default();
        Ok(Fonts { more: Some((fonts, Machine::Used)), ..Fonts::default() })
    }

    /// The embedded fonts and those of a folder, but none of the machine.
    ///
    /// # Errors
    /// When the folder cannot be read or contains no fonts.
    pub fn of_folder(folder: &Path) -> Result<Fonts, NoFonts> {
        Ok(Fonts { more: Some((of_folder(folder)?, Machine::Unused)), ..Fonts::default() })
    }

    fn load(&self) -> AllFonts {
        let (folder, machine) = self.more.as_ref().map(|(folder, machine)| (folder, *machine)).unzip();
        AllFonts::load(folder, machine == Some(Machine::Used))
    }

    /// A picture of ours with its texts as outlines.
    pub(in crate::formats) fn tree(&self, svg: &str) -> Tree {
        const OURS: &str = "our own pictures are well-formed";
        static FEW: LazyLock<(Options<'static>, Coverage)> = LazyLock::new(embedded);
        let (options, coverage) = &*FEW;
        if svg.chars().all(|sign| sign.is_ascii() || coverage.face(sign).is_some()) {
            return Tree::from_str(svg, options).expect(OURS);
        }
        let all = self.all.get_or_init(|| self.load());
        let (svg, missing) = runs::with_all(svg, all);
        if let Some(sign) = missing.filter(|_| !self.logged.swap(true, Relaxed)) {
            tracing::warn!(
                first = %format!("U+{:04X}", u32::from(sign)),
                "no font has a character of a name or a question, so pictures show its number; install fonts for its \
                 script, or name a folder with `--fonts`"
            );
        }
        Tree::from_str(&svg, &all.options).expect(OURS)
    }
}

fn of_folder(folder: &Path) -> Result<Database, NoFonts> {
    std::fs::read_dir(folder).map_err(|error| NoFonts::Unreadable(folder.to_owned(), error))?;
    let mut fonts = Database::new();
    fonts.load_fonts_dir(folder);
    if fonts.is_empty() { Err(NoFonts::Empty(folder.to_owned())) } else { Ok(fonts) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_to_hold_fonts() {
        assert!(matches!(Fonts::of_folder(Path::new("no/such/folder")), Err(NoFonts::Unreadable(..))));
        assert!(matches!(Fonts::of_folder(Path::new("src")), Err(NoFonts::Empty(_))));
        assert!(Fonts::of_folder(Path::new("assets")).is_ok());
    }
}
