//! The files of an art folder.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use super::{
    collection::Art,
    names,
    scaled::{self, Scaled},
};
use crate::cards::{Card, PACK};

/// Maximum size of a file, in bytes.
const FILE_LIMIT: u64 = 16 << 20;
/// Extensions of pictures.
const ENDINGS: [&str; 4] = ["jpg", "jpeg", "png", "webp"];

/// The result of loading a folder.
#[derive(Debug)]
pub struct Loaded {
    /// The pictures.
    pub art: Art,
    /// The cards without a picture.
    pub missing: Vec<Card>,
    /// The pictures whose names are not those of cards.
    pub unknown: Vec<String>,
}

/// The errors in a folder, one per line.
#[derive(Debug)]
pub struct BadArt {
    folder: PathBuf,
    faults: Vec<String>,
}

impl fmt::Display for BadArt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use the folder {}:", self.folder.display())?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

impl std::error::Error for BadArt {}

/// Reads, checks and scales the pictures of a folder, named by the ids of their cards or like public scans of the deck
/// of 1909.
///
/// # Errors
/// All errors in the folder.
pub fn load(folder: &Path) -> Result<Loaded, BadArt> {
    let bad = |faults| BadArt { folder: folder.to_owned(), faults };
    let files = pictures(folder).map_err(|error| bad(vec![error.to_string()]))?;
    let mut cards: Vec<Option<(String, [Scaled; 3])>> = PACK.map(|_| None).into();
    let (mut faults, mut unknown) = (Vec::new(), Vec::new());
    for (name, path) in files {
        let Some(card) = path.file_stem().and_then(|stem| names::card(stem.to_str()?)) else {
            unknown.push(name);
            continue;
        };
        match (&cards[card.index()], read(&path)) {
            (Some((other, _)), _) => faults.push(format!("{name} and {other} both show {card}")),
            (None, Ok(sizes)) => cards[card.index()] = Some((name, sizes)),
            (None, Err(fault)) => faults.push(format!("{name} {fault}")),
        }
    }
    let cards: Vec<_> = cards.into_iter().map(|card| card.map(|(_, sizes)| sizes)).collect();
    if faults.is_empty() && cards.iter().all(Option::is_none) {
        let names = "no picture is named by a card, as in ar00.jpg, RWS_Tarot_00_Fool.jpg, waac.png or Wands01.webp";
        faults.push(names.to_owned());
    }
    if !faults.is_empty() {
        return Err(bad(faults));
    }
    let missing = PACK.into_iter().filter(|card| cards[card.index()].is_none()).collect();
    Ok(Loaded { art: Art::new(cards), missing, unknown })
}

/// The names and paths of a folder's pictures, in order.
fn pictures(folder: &Path) -> std::io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        if ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<[Scaled; 3], String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err("is not a file".to_owned());
    }
    if about.len() > FILE_LIMIT {
        return Err(format!("is too large: {} bytes, and at most {FILE_LIMIT} are accepted", about.len()));
    }
    scaled::sizes(&fs::read(path).map_err(unreadable)?)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::{
        cards::Deck,
        reading::art::{Size, stands_for},
    };

    fn folder(files: &[(&str, (u32, u32))]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, (width, height)) in files {
            let picture = RgbImage::from_pixel(*width, *height, Rgb([9, 9, 9]));
            picture.save(folder.path().join(name)).expect("a file");
        }
        folder
    }

    #[test]
    fn a_folder_gives_its_cards_and_says_which_are_missing() {
        let folder =
            folder(&[("RWS_Tarot_11_Justice.png", (200, 350)), ("waac.PNG", (100, 150)), ("back.png", (9, 9))]);
        fs::write(folder.path().join("notes.txt"), "mine").expect("a file");
        let Loaded { art, missing, unknown } = load(folder.path()).expect("art");
        assert_eq!((missing.len(), unknown), (76, vec!["back.png".to_owned()]));
        let width = |card, deck| Some(art.picture(stands_for(card, deck)?, Size::Large)?.size.0);
        let justice = Card::trump(11);
        assert_eq!((width(justice, Deck::WaiteSmith), width(Card::trump(8), Deck::WaiteSmith)), (Some(200), None));
        assert_eq!((width(justice, Deck::Thoth), width(Card::trump(8), Deck::Thoth)), (None, Some(200)), "Adjustment");
        assert_eq!(width(justice, Deck::French), None);
    }

    #[test]
    fn all_errors_of_a_folder_are_reported_together() {
        let folder = folder(&[("ar00.png", (300, 200)), ("wa02.png", (200, 300)), ("two-of-wands.png", (200, 300))]);
        fs::write(folder.path().join("cu02.jpg"), "no picture").expect("a file");
        let text = load(folder.path()).expect_err("three faults").to_string();
        for fault in [
            "ar00.png is not upright: 300 x 200 pixels",
            "cu02.jpg is not a JPEG, PNG or WebP picture",
            "wa02.png and two-of-wands.png both show wa02",
        ] {
            assert!(text.contains(fault), "{fault} is not in {text}");
        }
        assert!(load(Path::new("src")).expect_err("none").to_string().contains("no picture is named by a card"));
        assert!(load(Path::new("no/such")).is_err());
    }
}
