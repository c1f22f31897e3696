//! The files of a folder of pictures: all in one folder, in folders by part of the deck, or as the deck specification of
//! Arcana Land lays them out.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, de::DeserializeOwned};

use super::names;
use arcana_engine::cards::{Card, Deck, by_name};

/// Extensions of pictures, in the order in which the deck specification prefers them.
const ENDINGS: [&str; 4] = ["png", "webp", "jpeg", "jpg"];
/// Folders for parts of a deck, besides those named by a suit.
const PARTS: [&str; 6] = ["major_arcana", "minor_arcana", "major", "minor", "majors", "minors"];
/// The height of the largest pictures shown, in pixels: of decks in several sizes the next larger one is taken.
const HEIGHT: u32 = 1105;

/// A picture.
#[derive(Debug)]
pub struct File {
    /// The path in the folder.
    pub name: String,
    /// The whole path.
    pub path: PathBuf,
    /// The card it shows, if its name says so.
    pub card: Option<Card>,
    /// Which of several pictures of a card is taken: the one with the lowest rank. Two of the same rank are a fault.
    pub rank: usize,
}

/// The pictures of a folder, in the order of their names.
///
/// # Errors
/// If the folder, or a text in it, cannot be read.
pub fn pictures(folder: &Path) -> io::Result<Vec<File>> {
    let sizes = sizes(folder)?;
    if sizes.is_empty() { of_folder(folder) } else { of_specification(folder, &sizes) }
}

/// The folders `h<height>` of a deck of the specification, in the order in which it prefers them: the smallest of at
/// least the height that is shown, or else the largest.
fn sizes(folder: &Path) -> io::Result<Vec<String>> {
    let mut sizes: Vec<(bool, u32, String)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let height: Option<u32> = name.strip_prefix('h').and_then(|height| height.parse().ok());
        if let Some(height) = height.filter(|_| entry.path().is_dir()) {
            sizes.push((height < HEIGHT, height.abs_diff(HEIGHT), name));
        }
    }
    sizes.sort();
    Ok(sizes.into_iter().map(|(.., name)| name).collect())
}

/// The pictures of a folder and of the folders for parts of a deck in it.
fn of_folder(folder: &Path) -> io::Result<Vec<File>> {
    let found = within(folder, "", &is_part)?;
    Ok(found
        .into_iter()
        .map(|(name, path)| File { card: names::card(without_ending(&name)), name, path, rank: 0 })
        .collect())
}

/// Whether a folder holds a part of a deck: `major_arcana`, `cups`.
fn is_part(name: &str) -> bool {
    // A name of a suit followed by a number is that of a card.
    PARTS.contains(&name) || by_name(&format!("{name}/2"), Deck::WaiteSmith).is_ok_and(|card| !card.is_trump())
}

/// The pictures of a deck of the specification, of the artwork, size and kind that fit best.
fn of_specification(folder: &Path, sizes: &[String]) -> io::Result<Vec<File>> {
    let titles = Titles::of(folder)?;
    let mut files = Vec::new();
    for (place, size) in sizes.iter().enumerate() {
        for (name, path) in within(folder, size, &|_| true)? {
            let (_, stem) = without_ending(&name).split_once('/').unwrap_or_default();
            let ending = ENDINGS.iter().position(|ending| is_ending(&name, ending)).unwrap_or_default();
            let (base, variant) = stem.split_once('.').map_or((stem, 0), |(base, _)| (base, 1));
            let rank = (variant * sizes.len() + place) * ENDINGS.len() + ending;
            files.push(File { card: titles.card(base), name, path, rank });
        }
    }
    Ok(files)
}

/// The names and paths of the pictures below a folder, in order; of its folders, those that fit.
fn within(folder: &Path, below: &str, fits: &dyn Fn(&str) -> bool) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let name = if below.is_empty() { own.clone() } else { format!("{below}/{own}") };
        if entry.path().is_dir() {
            if fits(&own.to_lowercase()) && name.matches('/').count() < DEEPEST {
                found.extend(within(folder, &name, fits)?);
            }
        } else if ENDINGS.iter().any(|ending| is_ending(&own, ending)) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// How deep folders lie in one another: `h1200/minor_arcana/cups`.
const DEEPEST: usize = 3;

fn is_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn without_ending(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The names that a deck of the specification gives its trumps, by their ids. The numbers are the deck's own: in decks that
/// count like that of Marseille `major_arcana.08` is Justice.
struct Titles(BTreeMap<String, String>);

/// `deck.toml` since version 2.0 of the specification.
#[derive(Default, Deserialize)]
struct Manifest {
    #[serde(default)]
    cards: BTreeMap<String, toml::Table>,
}

/// `names/en.toml` of version 1.0.
#[derive(Default, Deserialize)]
struct Names {
    #[serde(default)]
    major_arcana: toml::Table,
}

impl Titles {
    /// Those in `deck.toml` and, in English, in `names`; a deck need not have any.
    fn of(folder: &Path) -> io::Result<Titles> {
        let Manifest { cards } = parsed(folder, "deck.toml")?;
        let Names { major_arcana } = parsed(folder, "names/en.toml")?;
        let names = major_arcana.iter().map(|(number, name)| (format!("major_arcana.{number}"), Some(name)));
        let cards = cards.iter().map(|(id, card)| (id.clone(), card.get("name")));
        Ok(Titles(names.chain(cards).filter_map(|(id, name)| Some((id, name?.as_str()?.to_owned()))).collect()))
    }

    /// The card at a place of the deck, as in `major_arcana/08` or `minor_arcana/wands/ace`.
    fn card(&self, place: &str) -> Option<Card> {
        let trump = place.strip_prefix("major_arcana/").map(|number| format!("major_arcana.{number}"));
        let named = trump.and_then(|id| by_name(self.0.get(&id)?, Deck::WaiteSmith).ok());
        named.or_else(|| by_name(place, Deck::WaiteSmith).ok())
    }
}

/// A TOML file of the folder, or nothing where it is missing.
fn parsed<T: Default + DeserializeOwned>(folder: &Path, name: &str) -> io::Result<T> {
    match fs::read_to_string(folder.join(name)) {
        Ok(text) => toml::from_str(&text).map_err(|why| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{name} cannot be read: {}", why.message()))
        }),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(T::default()),
        Err(why) => Err(why),
    }
}
